"""GraphQL over HTTP as programs use it: with a token, by the specification, with all that can be wrong in a body."""

import asyncio
import json

import httpx
import pytest
from graphql import build_client_schema, get_introspection_query

from tests.support.graph import refused

GRAPHQL_RESPONSE = "application/graphql-response+json"
VIEWER = "{ viewer { subject { ... on User { username } } } }"


async def test_a_token_is_somebody(client: httpx.AsyncClient) -> None:
    response = await client.post("/graphql", json={"query": VIEWER})
    assert response.json() == {"data": {"viewer": {"subject": {"username": "ann"}}}}


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer tcb_wrong", "Basic YTpi", "Bearer tcb_\udcff"])
async def test_nobody_gets_401_and_nothing_else(client: httpx.AsyncClient, authorization: str) -> None:
    headers = {"Authorization": authorization.encode(errors="surrogateescape")}
    response = await client.post("/graphql", json={"query": "{ __schema { types { name } } }"}, headers=headers)
    assert refused(response) == (401, "UNAUTHENTICATED", None)
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "query",
    [
        "{",
        "{ nothing }",
        "{ viewer }",
        "query ($n: Int!) { tools(first: $n) { totalCount } }",
        "{ tools(first: 99999999999) { totalCount } }",
        "{ " + "viewer { subject { ... on User { agents { nodes { owner { " * 5 + "id" + " } } } } } }" * 5 + " }",
        "{ " + " ".join(f"a{n}: viewer {{ scope }}" for n in range(101)) + " }",
        "{ viewer { scope } " + "# " + "x" * 100 + "\n" + "a " * 5_001 + "}",
        '{ executions(filter: {createdAfter: "9999-12-31T23:59:59-23:59"}) { totalCount } }',
        "{ executions(filter: {createdAfter: 7}) { totalCount } }",
        "{ viewer { ...Nowhere } }",
    ],
)
async def test_a_document_that_breaks_a_rule_is_an_error_not_a_crash(client: httpx.AsyncClient, query: str) -> None:
    response = await client.post("/graphql", json={"query": query}, headers={"Accept": GRAPHQL_RESPONSE})
    status, code, _ = refused(response)
    assert status == 400
    assert code in {"GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED", "QUERY_LIMIT", "INVALID_INPUT"}
    assert response.headers["content-type"] == f"{GRAPHQL_RESPONSE}; charset=utf-8"


DOUBLING = "".join(f"fragment F{n} on Tool {{ ...F{n + 1} ...F{n + 1} }} " for n in range(40))
ALL_OF_ALL = "".join(f"fragment F{n} on Tool {{ {' '.join(f'...F{m}' for m in range(14))} }} " for n in range(14))


@pytest.mark.parametrize(
    "query",
    [
        "{ tools { nodes { ...F0 } } } " + DOUBLING + "fragment F40 on Tool { id }",
        "{ tools { nodes { ...F0 } } } " + ALL_OF_ALL,
        "{ " + "tools { totalCount } " * 900 + "}",
    ],
)
async def test_a_small_document_that_means_a_huge_one_is_refused_at_once(client: httpx.AsyncClient, query: str) -> None:
    """Written out, the first has a million million fields: the server would stand still for everybody."""
    async with asyncio.timeout(5):
        response = await client.post("/graphql", json={"query": query}, headers={"Accept": GRAPHQL_RESPONSE})
    assert response.status_code == 400
    assert response.json()["errors"][0]["message"]


async def test_fragments_may_be_spread_again_and_again(client: httpx.AsyncClient) -> None:
    query = "{ " + " ".join(f"a{n}: viewer {{ ...V }}" for n in range(90)) + " } fragment V on Viewer { scope isAdmin }"
    response = await client.post("/graphql", json={"query": query})
    assert len(response.json()["data"]) == 90


async def test_a_subscription_over_plain_http_is_told_where_to_go(client: httpx.AsyncClient) -> None:
    response = await client.post("/graphql", json={"query": "subscription { executions { id } }"})
    assert refused(response)[:2] == (400, "INVALID_INPUT")
    assert "subscriptions are not allowed" in response.text


async def test_get_reads_but_never_changes(client: httpx.AsyncClient) -> None:
    read = await client.get("/graphql", params={"query": VIEWER})
    assert read.json()["data"]["viewer"]["subject"] == {"username": "ann"}
    mutation = 'mutation { createAgent(input: {name: "bot", displayName: "Bot"}) { agent { id } } }'
    changed = await client.get("/graphql", params={"query": mutation})
    assert refused(changed) == (405, "METHOD_NOT_ALLOWED", None)
    assert changed.headers["allow"] == "POST"
    agents = await client.post("/graphql", json={"query": "{ agents { totalCount } }"})
    assert agents.json()["data"]["agents"]["totalCount"] == 0


async def test_json_comes_back_as_its_author_wrote_it(client: httpx.AsyncClient) -> None:
    """Key order and integers beyond 64 bits, through save and read."""
    schema = {"type": "object", "properties": {"z": {"default": "é"}, "a": {"const": 123456789012345678901234567890}}}
    query = "mutation ($i: CreateToolInput!) { createTool(input: $i) { tool { id inputSchema } userErrors { code } } }"
    content = {
        "displayName": "Kept",
        "description": "d",
        "executorConfig": {"entry": "MAIN"},
        "scriptContent": "def main(**values):\n    return values\n",
        "inputSchema": schema,
    }
    response = await client.post(
        "/graphql", json={"query": query, "variables": {"i": {"name": "kept", "content": content}}}
    )
    saved = response.json()["data"]["createTool"]
    assert saved["userErrors"] == []
    assert json.dumps(saved["tool"]["inputSchema"]) == json.dumps(schema)

    check = "mutation ($i: CheckToolInput!) { checkTool(input: $i) { diff { changes { before after } } } }"
    schema["properties"]["a"] = {"const": -(2**64)}
    asked = {"tool": saved["tool"]["id"], "content": {"inputSchema": schema}}
    response = await client.post("/graphql", json={"query": check, "variables": {"i": asked}})
    [change] = response.json()["data"]["checkTool"]["diff"]["changes"]
    assert (change["before"], change["after"]) == (123456789012345678901234567890, -(2**64))


@pytest.mark.parametrize(
    ("mutation", "code", "field"),
    [
        ('createAgent(input: {name: "No Slug", displayName: "x"})', "INVALID_INPUT", ["name"]),
        ('createUser(input: {username: "bob", displayName: "Bob"})', "FORBIDDEN", None),
        ('createSignInLink(input: {user: "user_00000000000000000000000000000000"})', "FORBIDDEN", None),
        ('createCategory(input: {name: "x"})', "FORBIDDEN", None),
        ('deleteTool(input: {id: "tool_00000000000000000000000000000000"})', "NOT_FOUND", ["id"]),
        ('deleteTool(input: {id: "seven"})', "INVALID_INPUT", ["id"]),
        (
            'updateAgent(input: {id: "agent_00000000000000000000000000000000", displayName: null})',
            "INVALID_INPUT",
            ["displayName"],
        ),
        ("executeTool(input: {})", "INVALID_INPUT", ["tool"]),
        ('executeTool(input: {name: "a", tool: "b"})', "INVALID_INPUT", ["tool"]),
        ('executeTool(input: {name: "\\u0000"})', None, None),
        ('executeTool(input: {name: "query_json", traceId: "no"})', "INVALID_INPUT", ["traceId"]),
        ('executeTool(input: {name: "query_json", version: 0})', "INVALID_INPUT", ["version"]),
        ('cancelExecution(input: {id: "execution_00000000000000000000000000000000"})', "NOT_FOUND", None),
    ],
)
async def test_what_an_input_breaks_is_payload_data(
    client: httpx.AsyncClient, mutation: str, code: str | None, field: list[str] | None
) -> None:
    query = f"mutation {{ it: {mutation} {{ userErrors {{ code message field }} }} }}"
    response = await client.post("/graphql", json={"query": query})
    body = response.json()
    assert "errors" not in body, body
    problem = body["data"]["it"]["userErrors"][0]
    assert code is None or problem["code"] == code
    assert field is None or problem["field"] == field
    assert problem["message"]


async def test_explorers_can_ask_for_the_whole_schema(client: httpx.AsyncClient) -> None:
    response = await client.post("/graphql", json={"query": get_introspection_query(input_value_deprecation=True)})
    assert "errors" not in response.json()
    schema = build_client_schema(response.json()["data"])
    assert schema.query_type is not None
    undescribed = [
        f"{name}.{field}"
        for name, type_ in schema.type_map.items()
        if not name.startswith("__")
        for field, declared in getattr(type_, "fields", {}).items()
        if not declared.description
    ]
    assert undescribed == [], "a description is what an agent reads"
