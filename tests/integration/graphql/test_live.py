"""Running and following: what a program sees of a run, from its first event to its last, and when it is cut off."""

import asyncio
from typing import Any

from toolcrib.identity.model import Principal, Scope

from tests.integration.graphql.conftest import Api, uuid_of
from tests.support.following import EVENTS, Audience, settle

RUN = """
mutation ($tool: ID!, $wait: Boolean!) {
  executeTool(input: {tool: $tool, input: {}, wait: $wait}) {
    execution { id status outputData viewerCanCancel } userErrors { code }
  }
}
"""
CHATTY = "def main():\n    for n in range(3):\n        print('line', n, flush=True)\n    return {'done': True}\n"
ENDLESS = "import time\ndef main():\n    print('here', flush=True)\n    while True:\n        time.sleep(0.05)\n"


async def run(api: Api, who: Principal, tool: str, *, wait: bool = True) -> Any:
    return (await api.data(who, RUN, tool=tool, wait=wait))["executeTool"]["execution"]


async def test_the_whole_story_of_a_run_that_is_over_can_still_be_followed(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "chatty", scriptContent=CHATTY)
    execution = await run(api, ann, tool)
    assert (execution["status"], execution["outputData"]) == ("SUCCESS", {"done": True})
    events = [
        result["data"]["executionEvents"]
        async for result in Audience(api.services).follow(ann, EVENTS, id=execution["id"], after=0)
    ]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert "".join(event["text"] or "" for event in events) == "line 0\nline 1\nline 2\n"
    assert [event["status"] for event in events if event["kind"] == "STATUS"] == ["PENDING", "RUNNING", "SUCCESS"]
    rest = [
        result async for result in Audience(api.services).follow(ann, EVENTS, id=execution["id"], after=len(events) - 1)
    ]
    assert len(rest) == 1


async def test_what_a_run_used_can_be_asked_for(api: Api) -> None:
    ann = await api.people.user("ann")
    execution = await run(api, ann, await api.tool(ann, "chatty", scriptContent=CHATTY))
    asked = "query ($id: ID!) { execution(id: $id) { cpuMs peakMemoryBytes } }"
    used = (await api.data(ann, asked, id=execution["id"]))["execution"]
    assert used["cpuMs"] >= 0
    assert used["peakMemoryBytes"] > 1_000_000


async def test_lines_arrive_while_it_runs_and_cancelling_ends_it(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "endless", scriptContent=ENDLESS)
    execution = await run(api, ann, tool, wait=False)
    seen: list[Any] = []
    async for result in Audience(api.services).follow(ann, EVENTS, id=execution["id"], after=0):
        seen.append(result["data"]["executionEvents"])
        if seen[-1]["text"] == "here\n":
            cancel = "mutation ($id: ID!) { cancelExecution(input: {id: $id}) { userErrors { code } } }"
            data = await api.data(ann, cancel, id=execution["id"])
            assert data["cancelExecution"]["userErrors"] == []
    assert seen[-1]["status"] == "CANCELLED"


async def test_a_stranger_follows_nothing(api: Api) -> None:
    ann, bob = await api.people.user("ann"), await api.people.user("bob")
    tool = await api.tool(ann, "chatty", scriptContent=CHATTY)
    execution = await run(api, ann, tool)
    results = [result async for result in Audience(api.services).follow(bob, EVENTS, id=execution["id"], after=0)]
    assert results[0]["data"] is None
    assert results[0]["errors"][0]["extensions"]["code"] == "NOT_FOUND"


async def test_a_revoked_token_is_cut_off_in_the_middle(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "endless", scriptContent=ENDLESS)
    secret = await api.people.token(ann, ann, Scope.MANAGE)
    program = await api.services.identity.authenticate_token(secret, None)
    execution = await run(api, program, tool, wait=False)
    last: dict[str, Any] = {}
    async with asyncio.timeout(20):
        async for result in Audience(api.services).follow(program, EVENTS, id=execution["id"], after=0):
            last = result
            if result["data"] and result["data"]["executionEvents"]["text"] == "here\n":
                await api.services.identity.revoke_access_token(ann, id=program.token_id)
    assert last["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    await api.services.executions.cancel(ann, uuid_of(execution["id"]))


async def test_a_revoked_token_gets_no_output_of_the_call_that_it_waits_for(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "endless", scriptContent=ENDLESS)
    secret = await api.people.token(ann, ann, Scope.MANAGE)
    program = await api.services.identity.authenticate_token(secret, None)
    waiting = asyncio.create_task(api.ask(program, RUN, tool=tool, wait=True))
    async with asyncio.timeout(20):
        while not (runs := await api.data(ann, "{ executions(first: 1) { nodes { id } } }"))["executions"]["nodes"]:  # noqa: ASYNC110 - a look into the database is awaited
            await asyncio.sleep(0)
        await api.services.identity.revoke_access_token(ann, id=program.token_id)
        answer = await waiting
    assert [error["extensions"]["code"] for error in answer.errors] == ["UNAUTHENTICATED"]
    assert answer.data == {"executeTool": None}
    [run_on] = runs["executions"]["nodes"]
    await api.services.executions.cancel(ann, uuid_of(run_on["id"]))


async def test_the_feed_shows_what_one_may_see_and_asked_for(api: Api) -> None:
    ann, bob = await api.people.user("ann"), await api.people.user("bob")
    hers, his = await api.tool(ann, "hers", scriptContent=CHATTY), await api.tool(bob, "his", scriptContent=CHATTY)
    text = "subscription ($f: ExecutionFilter) { executions(filter: $f) { status tool { name } } }"
    audience = Audience(api.services)
    feed = audience.follow(ann, text, f={"status": ["SUCCESS"]})
    first = asyncio.ensure_future(anext(feed))
    await settle(audience.has_begun)
    await run(api, bob, his)
    await run(api, ann, hers)
    async with asyncio.timeout(20):
        result = await first
    assert result["data"]["executions"] == {"status": "SUCCESS", "tool": {"name": "hers"}}
    await feed.aclose()
