"""List the tools and call one with the MCP SDK's own client. Needs `mcp` 2, TOOLCRIB_URL and TOOLCRIB_TOKEN."""

import asyncio
import os

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

URL = os.environ.get("TOOLCRIB_URL", "http://127.0.0.1:8000")
TOKEN = os.environ["TOOLCRIB_TOKEN"]


async def on_progress(number: float, _total: float | None, message: str | None) -> None:
    print(f"  {number:.0f}: {message}")


async def main() -> None:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=90) as http,
        Client(streamable_http_client(f"{URL}/mcp", http_client=http), mode="auto") as client,
    ):
        cursor = None
        while True:
            page = await client.list_tools(cursor=cursor)
            print(*(tool.name for tool in page.tools), sep="\n")
            cursor = page.next_cursor
            if cursor is None:
                break
        given = {"before": "one\ntwo", "after": "one\nthree"}
        result = await client.call_tool("diff_texts", given, progress_callback=on_progress)
        print("failed:" if result.is_error else "done:", result.structured_content or result.content[0].text)


asyncio.run(main())
