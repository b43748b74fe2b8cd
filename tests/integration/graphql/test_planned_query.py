"""A query may take the short way, without the executor. Who asks must not be able to tell."""

from typing import Any

import pytest
from toolcrib.api.graphql import planned_query
from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable

from tests.integration.graphql.conftest import Answer, Api

FIRST = "query ($n: Int!, $yes: Boolean! = true) "
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("{ viewer { scope isAdmin } tools { nodes { id } } }", {}),
    ("{ here: viewer { scope } there: viewer { isAdmin } }", {}),
    ('{ viewer { scope } ...more } fragment more on Query { viewer { isAdmin } tool(name: "add") { name } }', {}),
    ('{ tool(name: "no_such") { id } execution(id: "execution_00000000000000000000000000000000") { id } }', {}),
    ("{ tool { id } viewer { scope } }", {}),
    ('{ tools(first: 101) { nodes { id } } agents(after: "x") { nodes { id } } viewer { scope } }', {}),
    ("{ viewer { scope } tools { nodes { executions(first: -1) { totalCount } } } }", {}),
    ("{ viewer @skip(if: true) { scope } tools @include(if: true) { totalCount } }", {}),
    ("{ viewer @skip(if: true) { scope } }", {}),
    (FIRST + "{ tools(first: $n) { totalCount } viewer @include(if: $yes) { scope } }", {"n": 3}),
    (FIRST + "{ tools(first: $n) { totalCount } viewer @include(if: $yes) { scope } }", {"n": 3, "yes": False}),
    (FIRST + "{ tools(first: $n) { totalCount } viewer @include(if: $yes) { scope } }", {"n": "three"}),
    (FIRST + "{ tools(first: $n) { totalCount } viewer @include(if: $yes) { scope } }", {}),
    (FIRST + "{ tools(first: $n) { totalCount } viewer @include(if: $yes) { scope } }", {"n": 3, "yes": None}),
    ("query ($in: ToolFilter) { tools(filter: $in) { totalCount } }", {"in": {"status": "ACTIVE", "search": "add"}}),
    ("query ($in: ToolFilter) { tools(filter: $in) { totalCount } }", {"in": {"colour": "red"}}),
    ("query ($at: DateTime) { executions(filter: {createdAfter: $at}) { totalCount } }", {"at": "yesterday"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "variables"), QUESTIONS)
async def test_both_ways_answer_the_same(
    api: Api, monkeypatch: pytest.MonkeyPatch, text: str, variables: dict[str, Any]
) -> None:
    ann = await api.people.user("ann")
    await api.tool(ann, "add")
    short = await api.ask(ann, text, **variables)

    async def only_the_executor(*_: object) -> None:
        """As if nothing could be answered without it."""

    monkeypatch.setattr(planned_query, "answer", only_the_executor)
    long = await api.ask(ann, text, **variables)
    assert long.data is not None or long.errors
    assert (short.data, by_place(short)) == (long.data, by_place(long))


def by_place(answer: Answer) -> list[dict[str, Any]]:
    """The errors, which fields that are read beside one another find in any order."""
    return sorted(answer.errors, key=str)


async def test_a_lost_database_is_the_error_of_each_field(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await api.people.user("ann")

    async def lost(_database: Database, *_: object) -> None:
        raise Unavailable("The database can't be reached right now.")

    monkeypatch.setattr(api.people.database, "fetch_value", lost.__get__(api.people.database))
    answer = await api.ask(ann, "{ viewer { scope } tools { totalCount } }")
    assert answer.data == {"viewer": None, "tools": None}
    assert sorted(error["path"][0] for error in answer.errors) == ["tools", "viewer"]
    assert {error["extensions"]["code"] for error in answer.errors} == {"UNAVAILABLE"}
    assert all(error["locations"] for error in answer.errors)


async def test_a_request_of_many_fields_leaves_connections_to_others(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await api.people.user("ann")
    fetch_value, running, most = api.people.database.fetch_value, 0, 0

    async def counted(sql: str, *arguments: object) -> object:
        nonlocal running, most
        running += 1
        most = max(most, running)
        try:
            return await fetch_value(sql, *arguments)
        finally:
            running -= 1

    monkeypatch.setattr(api.people.database, "fetch_value", counted)
    fields = " ".join(f"v{number}: viewer {{ scope }}" for number in range(40))
    data = await api.data(ann, f"{{ {fields} }}")
    assert len(data) == 40
    assert 1 < most <= planned_query.AT_ONCE
