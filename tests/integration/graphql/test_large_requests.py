"""Requests as large as they may be. If these fail, one program's nonsense makes everybody else wait, or a fault."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
import httpx
import pytest
from toolcrib.core import db
from toolcrib.identity.model import Scope
from toolcrib.reads import reader
from toolcrib.reads.turns import AT_ONCE

from tests.support.graph import refused
from tests.support.people import People

LARGEST = 10_000_000
OPENING = '{"query": "{ viewer { scope } }", "variables": {"a": ['
CLOSING = "]}}"
HEADERS = {"Content-Type": "application/json"}


def full_of(value: str, size: int = LARGEST) -> str:
    """A request for who one is, with a variable that nobody asked for: an array of as many values as fit."""
    count = (size - len(OPENING) - len(CLOSING)) // (len(value) + 1)
    return OPENING + ",".join([value] * count) + CLOSING


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("{" * LARGEST, "INVALID_INPUT"),
        ("[" * LARGEST, "INVALID_INPUT"),
        (" " * LARGEST, "INVALID_INPUT"),
        ('"' + "a" * (LARGEST - 1), "INVALID_INPUT"),
        (b"\xff" * LARGEST, "INVALID_INPUT"),
        (full_of('{"k":1,"k":1}'), "INVALID_INPUT"),
        (full_of("1e999"), "INVALID_INPUT"),
        ('{"query": "{ viewer { scope } } #' + "x" * 9_000_000 + '"}', "QUERY_LIMIT"),
        (
            '{"query": "{ viewer { scope } }", "operationName": "' + "x" * 9_000_000 + '"}',
            "OPERATION_RESOLUTION_FAILURE",
        ),
    ],
)
async def test_ten_megabytes_of_nonsense_are_refused_in_a_few_words(
    client: httpx.AsyncClient, body: str | bytes, code: str
) -> None:
    response = await client.post("/graphql", content=body, headers=HEADERS)
    assert refused(response)[1] == code
    assert len(response.content) < 1_000


async def test_who_sends_ten_megabytes_makes_nobody_else_wait_for_their_parsing(client: httpx.AsyncClient) -> None:
    body = full_of("{}").encode()
    start = time.perf_counter()
    with longest_pause() as pauses:
        response = await client.post("/graphql", content=body, headers=HEADERS)
        await asyncio.sleep(0)
    assert response.json() == {"data": {"viewer": {"scope": "MANAGE"}}}
    assert max(pauses) < (time.perf_counter() - start) / 2


async def test_a_large_input_makes_nobody_else_wait_for_its_checks(client: httpx.AsyncClient) -> None:
    query = "mutation ($input: ExecuteToolInput!) { executeTool(input: $input) { userErrors { code field } } }"
    given = {"name": "query_json", "input": {"unknown": [{"a": 1}] * 200_000}, "wait": False}
    start = time.perf_counter()
    with longest_pause() as pauses:
        response = await client.post("/graphql", json={"query": query, "variables": {"input": given}})
        await asyncio.sleep(0)
    assert response.json()["data"]["executeTool"]["userErrors"][0]["code"] == "INVALID_INPUT"
    assert max(pauses) < (time.perf_counter() - start) / 2


@contextmanager
def longest_pause() -> Iterator[list[float]]:
    """How long anything else on the event loop had to wait, each time it came round."""
    pauses: list[float] = []

    async def look() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            pauses.append(time.perf_counter() - start)

    looking = asyncio.ensure_future(look())
    try:
        yield pauses
    finally:
        looking.cancel()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "STATEMENT_TIMEOUT_MS", 1_000)


async def test_a_read_that_takes_too_long_is_told_and_the_others_are_answered(
    impatient: None, client: httpx.AsyncClient, database_dsn: str
) -> None:
    other = await asyncpg.connect(database_dsn)
    async with other.transaction():
        await other.execute("LOCK TABLE tool IN ACCESS EXCLUSIVE MODE")
        query = "{ viewer { scope } tools { totalCount } }"
        response = await client.post("/graphql", json={"query": query})
    await other.close()
    assert response.json()["data"] == {"viewer": {"scope": "MANAGE"}, "tools": None}
    [error] = response.json()["errors"]
    assert (error["path"], error["extensions"]) == (["tools"], {"code": "TIMEOUT"})


async def test_as_many_words_as_fit_are_no_more_than_the_database_takes(client: httpx.AsyncClient) -> None:
    lists = "users(search: $words) { totalCount } agents(filter: {search: $words}) { totalCount }"
    asked = {"query": f"query ($words: String!) {{ {lists} }}", "variables": {"words": "ann " * 40_000}}
    response = await client.post("/graphql", json=asked)
    assert response.json() == {"data": {"users": {"totalCount": 1}, "agents": {"totalCount": 0}}}


async def test_an_answer_that_is_too_large_is_not_passed_on(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "LARGEST_ANSWER", 1_000)
    many = " ".join(f"a{number}: scriptContent" for number in range(50))
    query = f"{{ viewer {{ scope }} tools {{ nodes {{ {many} }} }} }}"
    answer = (await client.post("/graphql", json={"query": query})).json()
    assert answer["data"] == {"viewer": {"scope": "MANAGE"}, "tools": None}
    [error] = answer["errors"]
    assert (error["path"], error["extensions"]["code"]) == (["tools"], "QUERY_LIMIT")
    assert "1,000 bytes" in error["message"]


async def test_what_is_computed_in_a_long_answer_makes_nobody_else_wait(client: httpx.AsyncClient) -> None:
    many = " ".join(f"a{number}: functionDefinition" for number in range(90))
    start = time.perf_counter()
    with longest_pause() as pauses:
        response = await client.post("/graphql", json={"query": f"{{ tools {{ nodes {{ {many} }} }} }}"})
        await asyncio.sleep(0)
    assert response.json()["data"]["tools"]["nodes"][0]["a89"]["type"] == "function"
    assert max(pauses) < (time.perf_counter() - start) / 2


async def test_one_program_that_reads_slowly_leaves_connections_to_the_others(
    client: httpx.AsyncClient, people: People, database_dsn: str
) -> None:
    bob = await people.user("bob")
    headers = {"Authorization": f"Bearer {await people.token(bob, bob, Scope.READ)}"}
    other, witness = await asyncpg.connect(database_dsn), await asyncpg.connect(database_dsn)
    async with other.transaction():
        await other.execute("LOCK TABLE tool IN ACCESS EXCLUSIVE MODE")
        slow = [asyncio.ensure_future(client.post("/graphql", json={"query": "{ toolTags }"})) for _ in range(40)]
        waiting = (
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        async with asyncio.timeout(10):
            while await witness.fetchval(waiting) < AT_ONCE:
                pass
            response = await client.post("/graphql", json={"query": "{ viewer { scope } }"}, headers=headers)
        assert not any(task.done() for task in slow)
    await asyncio.gather(other.close(), witness.close())
    assert response.json() == {"data": {"viewer": {"scope": "READ"}}}
    assert all("errors" not in answer.json() for answer in await asyncio.gather(*slow))
