"""Operations over server-sent events: for those who can't open a WebSocket, through proxies that know HTTP alone."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.live.event_stream import EventStream
from toolcrib.api.graphql.live.operation import Operation
from toolcrib.core.ids import global_id

from tests.integration.graphql.test_sharing import chatter
from tests.support.following import EVENTS, settle, stage
from tests.support.graph import EXECUTE, FOLLOW, Graph, sign_in_by_link
from tests.support.server import ServerProcess

STREAM = {"Accept": "text/event-stream"}
VIEWER = "{ viewer { isAdmin } }"
CHATTY = "def main():\n    for n in range(5):\n        print('line', n, flush=True)\n    return {'done': True}\n"
ENDLESS = "import time\ndef main():\n    while True:\n        print('on', flush=True)\n        time.sleep(0.05)\n"
MAKE_TOKEN = """
mutation ($user: ID!) {
  createAccessToken(input: {subject: $user, name: "program", scope: MANAGE}) {
    secret accessToken { id } userErrors { code }
  }
}
"""
REVOKE = "mutation ($id: ID!) { revokeAccessToken(input: {id: $id}) { userErrors { code } } }"


@pytest.fixture(scope="module")
def admin(server: ServerProcess) -> Iterator[Graph]:
    """A browser with a session, on a server whose tools are `chatty` and `endless`."""
    graph = sign_in_by_link(server.url, str(server.first_link))
    graph.tool("chatty", CHATTY)
    graph.tool("endless", ENDLESS)
    yield graph
    graph.close()


@pytest.fixture
def token(admin: Graph) -> dict[str, Any]:
    viewer = admin.data("{ viewer { subject { ... on User { id } } } }")
    made: dict[str, Any] = admin.data(MAKE_TOKEN, user=viewer["subject"]["id"])
    return made


@contextmanager
def asked(http: httpx.Client, text: str, **variables: Any) -> Iterator[httpx.Response]:
    body = {"query": text, "variables": variables}
    with http.stream("POST", "/graphql", json=body, headers=STREAM) as response:
        assert response.status_code == 200, response.read()
        yield response


def events(response: httpx.Response) -> Iterator[tuple[str, Any]]:
    """(event, its data) as they come."""
    name = ""
    for line in response.iter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value) if value else None


def start(admin: Graph, tool: str) -> str:
    made = admin.data(EXECUTE, input={"name": tool, "input": {}, "wait": False})
    return str(made["execution"]["id"])


def test_a_run_is_followed_from_its_first_event_to_its_last(admin: Graph) -> None:
    with asked(admin.http, FOLLOW, id=start(admin, "chatty"), after=0) as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert "no-cache" in response.headers["cache-control"]
        assert response.headers["x-accel-buffering"] == "no"
        *results, last = events(response)
    assert last == ("complete", None)
    assert {name for name, _ in results} == {"next"}
    seen = [data["data"]["executionEvents"] for _, data in results]
    assert [event["seq"] for event in seen] == list(range(1, len(seen) + 1))
    assert "".join(event["text"] or "" for event in seen) == "".join(f"line {n}\n" for n in range(5))
    assert seen[-1]["status"] == "SUCCESS"


def test_queries_and_mutations_are_one_result_and_the_end(admin: Graph, token: dict[str, Any]) -> None:
    authorization = {"Authorization": f"Bearer {token['secret']}"}
    with httpx.Client(base_url=admin.url, headers=authorization) as program, asked(program, VIEWER) as response:
        assert list(events(response)) == [("next", {"data": {"viewer": {"isAdmin": True}}}), ("complete", None)]
    with asked(admin.http, EXECUTE, input={"name": "chatty", "input": {}, "wait": True}) as response:
        (_, result), end = events(response)
    assert result["data"]["executeTool"]["execution"]["status"] == "SUCCESS"
    assert end == ("complete", None)


@pytest.mark.parametrize(
    "text", ["{", "{ nothing }", "subscription { nothing }", "subscription { executionEvents(id: 7.5) { seq } }"]
)
def test_what_graphql_refuses_is_said_in_the_stream(admin: Graph, text: str) -> None:
    with asked(admin.http, text) as response:
        (name, result), end = events(response)
    assert name == "next"
    assert result["errors"][0]["message"]
    assert "data" not in result
    assert end == ("complete", None)


def test_a_run_that_is_not_there_is_an_error_and_the_end(admin: Graph) -> None:
    with asked(admin.http, FOLLOW, id="execution_" + "0" * 32, after=0) as response:
        (_, result), end = events(response)
    assert result["errors"][0]["extensions"]["code"] == "NOT_FOUND"
    assert end == ("complete", None)


def test_get_follows_and_reads_but_never_changes(admin: Graph) -> None:
    followed = {"query": FOLLOW, "variables": json.dumps({"id": start(admin, "chatty"), "after": 0})}
    with admin.http.stream("GET", "/graphql", params=followed, headers=STREAM) as response:
        assert [name for name, _ in events(response)][-1] == "complete"
    before = admin.data("{ executions { totalCount } }")
    changing = {"query": 'mutation { executeTool(input: {name: "chatty", input: {}}) { userErrors { code } } }'}
    refused = admin.http.get("/graphql", params=changing, headers=STREAM)
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    hidden = {"query": changing["query"] + VIEWER}
    assert "userErrors" not in admin.http.get("/graphql", params=hidden, headers=STREAM).text
    assert admin.data("{ executions { totalCount } }") == before


def test_who_asks_is_known_as_over_plain_http(admin: Graph) -> None:
    body = {"query": VIEWER}
    assert httpx.post(f"{admin.url}/graphql", json=body, headers=STREAM).status_code == 401
    forged = admin.http.post("/graphql", json=body, headers={**STREAM, "X-Toolcrib": ""})
    assert (forged.status_code, forged.json()["errors"][0]["extensions"]["code"]) == (403, "CSRF")


@pytest.mark.parametrize(
    ("content", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b"{}", "application/json", 400),
        (b'{"query": "{ viewer { isAdmin } }"}', "text/plain", 415),
    ],
)
def test_a_broken_request_is_refused_before_a_stream_begins(
    admin: Graph, content: bytes, content_type: str, status: int
) -> None:
    headers = {**STREAM, "Content-Type": content_type}
    response = admin.http.post("/graphql", content=content, headers=headers)
    assert response.status_code == status
    assert response.json()["errors"][0]["message"]


def test_a_revoked_token_ends_the_stream(admin: Graph, token: dict[str, Any]) -> None:
    run = start(admin, "endless")
    authorization = {"Authorization": f"Bearer {token['secret']}"}
    with (
        httpx.Client(base_url=admin.url, headers=authorization, timeout=10) as program,
        asked(program, FOLLOW, id=run, after=0) as response,
    ):
        stream = events(response)
        next(stream)
        admin.data(REVOKE, id=token["accessToken"]["id"])
        *_, (_, last), end = stream
    assert last["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    assert end == ("complete", None)
    cancel = "mutation ($id: ID!) { cancelExecution(input: {id: $id}) { userErrors { code } } }"
    admin.data(cancel, id=run)


def test_a_server_that_stops_lets_go_of_its_streams_so_that_clients_ask_again(
    server: ServerProcess, admin: Graph
) -> None:
    with asked(admin.http, "subscription { executions { id } }") as response:
        lines = response.iter_lines()
        assert next(lines) == ":"
        assert server.stop() == 0
        assert "complete" not in "".join(lines)
    assert "exceeded" not in server.log  # uvicorn's word for an answer that it had to cut off
    server.start()


async def test_silence_is_broken_by_comments_and_a_client_who_leaves_is_let_go_of(
    database_dsn: str, tmp_path: Path
) -> None:
    async with stage(database_dsn, tmp_path, chatter) as made:
        owner = await made.program_of(await made.world.person())
        operation = Operation("subscription { executions { id } }")
        stream = EventStream(made.broadcast.follow(operation, Context(made.services, owner), seconds=0.01))
        sent: list[bytes] = []
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))

        serving = asyncio.create_task(stream({"type": "http"}, receive, send))
        await settle(lambda: sent.count(b":\n\n") > 5)
        gone.set()
        async with asyncio.timeout(5):
            await serving
        await settle(made.is_empty)


async def test_who_takes_nothing_is_let_go_of_when_they_leave(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, chatter) as made:
        owner = await made.program_of(await made.world.person())
        run = await made.world.call(owner, await made.world.tool(owner))
        operation = Operation(EVENTS, {"id": global_id("execution", run), "after": 0})
        stream = EventStream(made.broadcast.follow(operation, Context(made.services, owner)))
        gone, full = asyncio.Event(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if b"next" in message.get("body", b""):
                full.set()
                await asyncio.Event().wait()

        serving = asyncio.create_task(stream({"type": "http"}, receive, send))
        await full.wait()
        gone.set()
        async with asyncio.timeout(5):
            await serving
        await settle(made.is_empty)
        await made.world.executions.cancel(owner, run)
