"""What `/mcp` adds: a recorded call, and the list of tools, in both generations of the protocol, against GraphQL.

One client with a connection that stays open, the ways taking turns; the processor time is the server process's own.
"""

import json
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

from tests.support.database import throwaway_directory
from tests.support.graph import EXECUTE, Graph, sign_in_by_link
from tests.support.node import CREATE_TOKEN
from tests.support.server import running_server

ECHO = "import json, sys\njson.dump(json.load(sys.stdin), sys.stdout)\n"
INPUT = {"text": "hello", "numbers": [1, 2, 3]}
ROUNDS = 8
TIMES = 40
"""Of each way in a round."""
TICKS = os.sysconf("SC_CLK_TCK")
META = "io.modelcontextprotocol"
TOOLS = """
query { tools(first: 50, filter: {status: [ACTIVE, DEPRECATED]}) {
  nodes { name icon status functionDefinition(format: MCP) } pageInfo { hasNextPage endCursor }
} }
"""
ACCEPT = "application/json, text/event-stream"

Ask = Callable[[], Awaitable[httpx.Response]]


@dataclass
class Way:
    """One way to the same end, and what it took: milliseconds as the client saw them, of the server's processor."""

    name: str
    ask: Ask
    seen: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)

    async def take(self, process: int) -> None:
        before = _busy(process)
        for _ in range(TIMES):
            began = time.perf_counter()
            answer = await self.ask()
            self.seen.append((time.perf_counter() - began) * 1000)
            if answer.status_code != httpx.codes.OK or '"errors"' in answer.text or '"isError":true' in answer.text:
                raise RuntimeError(answer.text)
        self.busy.append((_busy(process) - before) * 1000 / TIMES)

    def told(self) -> str:
        return f"{self.name}: p50 {median(self.seen):.1f} ms, {median(self.busy):.2f} ms of the server's processor"


async def measure() -> list[str]:
    """The lines of the report."""
    with throwaway_directory() as folder, running_server(folder) as server:
        admin = sign_in_by_link(server.url, str(server.first_link))
        token = _furnish(admin)
        headers = {"Authorization": f"Bearer {token}", "Accept": ACCEPT, "Content-Type": "application/json"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=90) as client:
            session = await _session(client)
            assert server.process  # noqa: S101 - it runs
            lines = await _compared(server.process.pid, _calls(client, session))
            lines += await _compared(server.process.pid, _lists(client, session))
        admin.close()
    return lines


def _furnish(admin: Graph) -> str:
    """Tools enough for a page; returns a token."""
    admin.tool("echo", ECHO, executorConfig={"entry": "STDIN"})
    for number in range(50):
        admin.tool(f"tool_{number:02}", ECHO, executorConfig={"entry": "STDIN"})
    person = admin.data("{ viewer { subject { ... on User { id } } } }")["subject"]["id"]
    return str(admin.data(CREATE_TOKEN, input={"subject": person, "name": "benchmark", "scope": "EXECUTE"})["secret"])


async def _compared(process: int, ways: list[Way]) -> list[str]:
    for way in ways:
        await way.take(process)
        way.seen.clear()
        way.busy.clear()
    for _ in range(ROUNDS):
        for way in ways:
            await way.take(process)
    first = ways[0]
    ratios = [f"{way.name}: {median(way.busy) / median(first.busy):.2f} x {first.name}'s" for way in ways[1:]]
    return [*(way.told() for way in ways), f"processor time, {'; '.join(ratios)}"]


def _calls(client: httpx.AsyncClient, session: dict[str, str]) -> list[Way]:
    graph = {"query": EXECUTE, "variables": {"input": {"name": "echo", "input": INPUT}}}
    call = {"name": "echo", "arguments": INPUT}
    return [Way("executeTool", _post(client, "/graphql", graph)), *_both(client, session, "tools/call", call)]


def _lists(client: httpx.AsyncClient, session: dict[str, str]) -> list[Way]:
    return [
        Way("tools(first: 50)", _post(client, "/graphql", {"query": TOOLS})),
        *_both(client, session, "tools/list", {}),
    ]


def _both(client: httpx.AsyncClient, session: dict[str, str], method: str, params: dict[str, Any]) -> list[Way]:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    meta = {f"{META}/protocolVersion": LATEST_MODERN_VERSION, f"{META}/clientCapabilities": {}}
    new = message | {"params": params | {"_meta": meta}}
    named = {"Mcp-Protocol-Version": LATEST_MODERN_VERSION, "Mcp-Method": method}
    named |= {"Mcp-Name": params["name"]} if "name" in params else {}
    return [
        Way(f"{method}, {LATEST_MODERN_VERSION}", _post(client, "/mcp", new, named)),
        Way(f"{method}, {LATEST_HANDSHAKE_VERSION}", _post(client, "/mcp", message, session)),
    ]


def _post(client: httpx.AsyncClient, path: str, body: object, headers: dict[str, str] | None = None) -> Ask:
    content = json.dumps(body).encode()

    async def ask() -> httpx.Response:
        return await client.post(path, content=content, headers=headers)

    return ask


async def _session(client: httpx.AsyncClient) -> dict[str, str]:
    """The headers of a session of the older generation."""
    who = {"protocolVersion": LATEST_HANDSHAKE_VERSION, "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}}
    opened = await _post(client, "/mcp", {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": who})()
    session = {"Mcp-Session-Id": opened.headers["mcp-session-id"], "Mcp-Protocol-Version": LATEST_HANDSHAKE_VERSION}
    await _post(client, "/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, session)()
    return session


def _busy(process: int) -> float:
    """Seconds of processor time of the process itself, all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
