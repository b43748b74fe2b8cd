"""The SDK's own client, in both generations of the protocol. If one fails, agents that use it can't use Toolcrib."""

import asyncio
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from tests.support.conditions import wait_until
from tests.support.mcp import NEW, OLD, Crib, crib

__all__ = ["crib"]

MODES = {"legacy": OLD, "auto": NEW}
PICTURE = """
import base64
from pathlib import Path

def main():
    Path("artifacts/rows.csv").write_text("a,b")
    Path("artifacts/dot.png").write_bytes(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    return [1, 2]
"""
RETIRE = "mutation ($tool: ID!) { moveToolStatus(input: {id: $tool, move: DEPRECATE}) { userErrors { message } } }"

pytestmark = pytest.mark.parametrize("mode", MODES)


@pytest.fixture(scope="module")
def token(crib: Crib) -> str:
    return crib.token(crib.person).secret


async def all_tools(client: Client) -> list[Any]:
    found, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        found += page.tools
        cursor = page.next_cursor
        if cursor is None:
            return found


@pytest.mark.asyncio
async def test_an_agent_finds_its_tools_and_calls_one(crib: Crib, token: str, mode: str) -> None:
    async with crib.client(token, mode) as client:
        assert client.protocol_version == MODES[mode]
        assert client.server_capabilities.tools is not None
        assert not client.server_capabilities.tools.list_changed
        tools = {tool.name: tool for tool in await all_tools(client)}
        assert tools["count"].output_schema["required"] == ["steps"]
        told: list[tuple[float, str | None]] = []

        async def on_progress(progress: float, _total: float | None, text: str | None) -> None:
            told.append((progress, text))

        result = await client.call_tool("count", {"steps": 3}, progress_callback=on_progress)
    assert result.structured_content == {"steps": 3}
    assert result.content[0].text == '{"steps":3}'
    assert result.meta["toolcrib/execution"] == crib.last_run()["id"]
    assert "step 0" in told[0][1]
    assert [number for number, _ in told] == sorted({number for number, _ in told})


@pytest.mark.asyncio
async def test_a_model_is_told_which_argument_breaks_which_rule(crib: Crib, token: str, mode: str) -> None:
    async with crib.client(token, mode) as client:
        result = await client.call_tool("count", {"steps": 1000, "stepz": 1})
    assert result.is_error
    said = result.content[0].text
    assert "steps: must be at most 50" in said
    assert "stepz: is not a known field" in said
    assert "call it again" in said
    assert crib.last_run()["errorCode"] == "INVALID_INPUT"


@pytest.mark.asyncio
async def test_a_call_that_is_given_up_is_cancelled(crib: Crib, token: str, mode: str) -> None:
    async with crib.client(token, mode) as client:
        began = asyncio.Event()

        async def on_progress(*_told: object) -> None:
            began.set()

        call = asyncio.create_task(client.call_tool("endless", progress_callback=on_progress))
        await asyncio.wait_for(began.wait(), 20)
        assert crib.last_run()["status"] == "RUNNING"
        call.cancel()
        await asyncio.wait([call])
        await asyncio.to_thread(wait_until, lambda: crib.last_run()["status"] == "CANCELLED")


@pytest.mark.asyncio
async def test_an_unknown_tool_and_one_that_may_not_be_known_answer_alike(crib: Crib, mode: str) -> None:
    agent = crib.agent(f"stranger-{mode}")
    async with crib.client(crib.token(agent).secret, mode) as client:
        assert "count" not in {tool.name for tool in await all_tools(client)}
        answers = []
        for name in ("count", "no_such_tool"):
            with pytest.raises(MCPError) as caught:
                await client.call_tool(name, {})
            answers.append((caught.value.error.code, caught.value.error.message.replace(name, "…")))
    assert answers[0] == answers[1] == (-32602, "Unknown tool: …. tools/list says which there are.")


@pytest.mark.asyncio
async def test_a_grant_counts_at_once_and_a_revoked_token_ends_at_once(crib: Crib, mode: str) -> None:
    agent = crib.agent(f"worker-{mode}")
    token = crib.token(agent)
    tool = crib.admin.data('{ tool(name: "count") { id } }')["id"]
    async with crib.client(token.secret, mode) as client:
        crib.grant(tool, agent)
        assert "count" in {tool.name for tool in await all_tools(client)}
        assert (await client.call_tool("count", {"steps": 0})).structured_content == {"steps": 0}
        crib.revoke(token)
        with pytest.raises(MCPError):
            await client.call_tool("count", {"steps": 0})
    assert crib.last_run()["status"] == "SUCCESS"  # the refused call came no further than the door


@pytest.mark.asyncio
async def test_whoever_waits_for_an_answer_is_cut_off_when_the_token_is_revoked(crib: Crib, mode: str) -> None:
    token = crib.token(crib.person)
    async with crib.client(token.secret, mode) as client:
        began = asyncio.Event()

        async def on_progress(*_told: object) -> None:
            began.set()

        call = asyncio.create_task(client.call_tool("endless", progress_callback=on_progress))
        await asyncio.wait_for(began.wait(), 20)
        crib.revoke(token)
        with pytest.raises(MCPError):
            await asyncio.wait_for(call, 20)
    run = crib.last_run()["id"]
    crib.admin.ask("mutation ($id: ID!) { cancelExecution(input: {id: $id}) { userErrors { code } } }", id=run)


@pytest.mark.asyncio
async def test_a_token_that_only_reads_lists_tools_and_is_told_why_it_can_not_call_them(crib: Crib, mode: str) -> None:
    reader = crib.token(crib.person, "READ").secret
    async with crib.client(reader, mode) as client:
        assert "count" in {tool.name for tool in await all_tools(client)}
        result = await client.call_tool("count", {})
    assert result.is_error
    assert "scope READ" in result.content[0].text
    assert crib.last_run()["status"] == "UNAUTHORIZED"


@pytest.mark.asyncio
async def test_pictures_come_with_the_result_and_other_files_as_links(crib: Crib, token: str, mode: str) -> None:
    crib.admin.tool(f"picture_{mode}", PICTURE)
    async with crib.client(token, mode) as client:
        result = await client.call_tool(f"picture_{mode}", {})
    assert [block.type for block in result.content] == ["text", "image", "resource_link"], result
    text, picture, link = result.content
    assert text.text == "[1,2]"
    assert result.structured_content is None
    assert picture.mime_type == "image/png"
    assert (crib.admin.http.get(link.uri)).text == "a,b"


@pytest.mark.asyncio
async def test_a_deprecated_tool_works_and_says_so(crib: Crib, token: str, mode: str) -> None:
    tool = crib.admin.tool(f"old_{mode}", "def main():\n    return {}\n")
    crib.admin.data(RETIRE, tool=tool)
    async with crib.client(token, mode) as client:
        listed = {tool.name: tool for tool in await all_tools(client)}
        result = await client.call_tool(f"old_{mode}", {})
    assert "Deprecated" in listed[f"old_{mode}"].description
    assert "deprecated" in result.content[-1].text


@pytest.mark.asyncio
async def test_a_rate_limit_says_when_to_come_back(crib: Crib, token: str, mode: str) -> None:
    tool = crib.admin.tool(f"scarce_{mode}", "def main():\n    return {}\n")
    limit = """
    mutation ($tool: ID!) {
      updateToolPolicy(input: {id: $tool, policy: {rateLimitPerHour: 1}, expected: {rateLimitPerHour: null}}) {
        userErrors { message }
      }
    }
    """
    crib.admin.data(limit, tool=tool)
    async with crib.client(token, mode) as client:
        assert not (await client.call_tool(f"scarce_{mode}", {})).is_error
        again = await client.call_tool(f"scarce_{mode}", {})
    assert again.is_error
    assert "Wait 3" in again.content[0].text
    assert 3_000_000 < again.meta["toolcrib/error"]["retryAfterMs"] <= 3_600_000


@pytest.mark.asyncio
async def test_the_same_idempotency_key_gives_the_same_run(crib: Crib, token: str, mode: str) -> None:
    meta = {"toolcrib/idempotencyKey": f"once-{mode}", "traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"}
    async with crib.client(token, mode) as client:
        results = [await client.call_tool("count", {"steps": 0}, meta=meta) for _ in range(2)]
        other = await client.call_tool("count", {"steps": 1}, meta=meta)
    assert results[0].meta["toolcrib/execution"] == results[1].meta["toolcrib/execution"]
    assert other.is_error
    assert "another request" in other.content[0].text
    assert crib.last_run()["traceId"] == "ab" * 16


@pytest.mark.asyncio
async def test_every_page_of_a_long_list_comes_once(crib: Crib, token: str, mode: str) -> None:
    known = {tool["name"] for tool in crib.admin.data("{ tools(first: 100) { nodes { name } } }")["nodes"]}
    for number in range(60):
        if f"many_{number:02}" not in known:
            crib.admin.tool(f"many_{number:02}", "def main():\n    return {}\n")
    long = "a_name_that_is_longer_than_the_sixty_four_characters_that_vendors_take"
    if long not in known:
        crib.admin.tool(long, "def main():\n    return {'long': True}\n")
    async with crib.client(token, mode) as client:
        first = await client.list_tools()
        assert len(first.tools) == 50
        assert first.next_cursor
        names = [tool.name for tool in await all_tools(client)]
        assert len(names) == len(set(names))
        assert {f"many_{number:02}" for number in range(60)} <= set(names)
        [short] = [name for name in names if name.startswith("a_name_that")]
        assert len(short) == 64
        for name in (short, long):
            assert (await client.call_tool(name, {})).structured_content == {"long": True}
        for cursor in ("nonsense", "WyJuYW1lIiwgIngiXQ", "é", ""):
            with pytest.raises(MCPError, match="cursor") as caught:
                await client.list_tools(cursor=cursor)
            assert caught.value.error.code == -32602
