"""What HTTP adds to GraphQL. If these fail, a client that sends something unusual is misread, or left to guess why."""

import json
from typing import Any

import httpx
import pytest

from tests.support.graph import refused

GRAPHQL_RESPONSE = "application/graphql-response+json"
SCOPE = "{ viewer { scope } }"
NAMED = "query A { viewer { scope } } query B { viewer { isAdmin } }"


async def post(client: httpx.AsyncClient, body: str | bytes, **headers: str) -> httpx.Response:
    given = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return await client.post("/graphql", content=body, headers=given)


async def test_the_answer_has_the_type_that_the_client_likes_best(
    client: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    for accept, wanted in [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("APPLICATION/JSON; charset=UTF-8", "application/json"),
        (GRAPHQL_RESPONSE, GRAPHQL_RESPONSE),
        (f"application/json, {GRAPHQL_RESPONSE}", "application/json"),
        (f"application/json;q=0.9, {GRAPHQL_RESPONSE}", GRAPHQL_RESPONSE),
        (f"{GRAPHQL_RESPONSE};q=0.3, */*;q=0.2", GRAPHQL_RESPONSE),
        (f"{GRAPHQL_RESPONSE}, */*", GRAPHQL_RESPONSE),
        ("application/json;q=0, */*", GRAPHQL_RESPONSE),
        (f"{GRAPHQL_RESPONSE}, application/graphql+json, application/json, text/event-stream", GRAPHQL_RESPONSE),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"),
    ]:
        with subtests.test(accept=accept):
            response = await post(client, json.dumps({"query": SCOPE}), accept=accept)
            assert response.status_code == 200
            assert response.headers["content-type"] == f"{wanted}; charset=utf-8"


async def test_a_client_that_takes_nothing_we_have_hears_what_we_have(
    client: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    for accept in [
        "text/html",
        "image/*",
        "application/json;q=0",
        "*/*;q=0",
        "application/json;charset=utf-16",
        "application/json;q=x",
        ";,;",
    ]:
        with subtests.test(accept=accept):
            response = await post(client, json.dumps({"query": SCOPE}), accept=accept)
            assert refused(response) == (406, "NOT_ACCEPTABLE", None)
            assert GRAPHQL_RESPONSE in response.text


async def test_only_json_in_utf_8_is_read(client: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    body = json.dumps({"query": SCOPE})
    for content_type in ["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']:
        with subtests.test(content_type=content_type):
            assert (await post(client, body, content_type=content_type)).json()["data"]
    for content_type in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/jsonx",
        "application/graphql",
        "text/plain; application/json",
    ]:
        with subtests.test(content_type=content_type):
            refusal = await post(client, body, content_type=content_type)
            assert refused(refusal) == (415, "UNSUPPORTED_MEDIA_TYPE", None)
    assert refused(await client.post("/graphql", content=body))[0] == 415
    assert refused(await post(client, body, content_encoding="gzip"))[0] == 415


@pytest.mark.parametrize("accept", ["application/json", GRAPHQL_RESPONSE])
async def test_what_is_wrong_with_a_body_is_named(
    client: httpx.AsyncClient, subtests: pytest.Subtests, accept: str
) -> None:
    query = f'"query": "{SCOPE}"'
    cases: list[tuple[str | bytes, str | None, str]] = [
        ("", None, "not valid JSON"),
        ("{", None, "not valid JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("[]", None, "one by one"),
        (f"[{{{query}}}]", None, "one by one"),
        ('"text"', None, "JSON object"),
        ("null", None, "JSON object"),
        (b"\xff\xfe{}", None, "not UTF-8 text: byte 0"),
        ("{}", "query", "required"),
        ('{"query": ""}', "query", "required"),
        ('{"query": null}', "query", "required"),
        ('{"query": 7}', "query", "text"),
        ('{"query": ["{ viewer { scope } }"]}', "query", "text"),
        (f'{{{query}, "variables": 7}}', "variables", "JSON object"),
        (f'{{{query}, "variables": "{{}}"}}', "variables", "JSON object"),
        (f'{{{query}, "operationName": {{}}}}', "operationName", "text"),
        (f'{{{query}, "operationName": false}}', "operationName", "text"),
        (f'{{{query}, "extensions": []}}', "extensions", "JSON object"),
        (f'{{{query}, "variables": {{"a": NaN}}}}', None, "NaN is not a JSON number"),
        (f'{{{query}, "variables": {{"a": 1e999}}}}', None, "beyond what a double can hold"),
        (f'{{{query}, "variables": {{"a": {"9" * 5000}}}}}', None, "5,000 characters"),
        (f'{{{query}, "variables": {{"a": ["\\ud800"]}}}}', "variables.a.0", "half a surrogate pair"),
        (f'{{{query}, "operationName": "\\udc00"}}', "operationName", "half a surrogate pair"),
        ('{"query": "{ viewer { scope \\ud83d } }"}', "query", "half a surrogate pair"),
        (f'{{{query}, "\\ud800": 1, "\\ud800": 2}}', None, "given twice"),
        (f"{{{query}, {query}}}", None, 'the key "query" is given twice'),
        (f'{{{query}, "variables": {{"a": {"[" * 5_000}{"]" * 5_000}}}}}', None, "nested too deeply"),
        (f'{{{query}, "variables": {{"a": {"[" * 500}{"]" * 500}}}}}', None, "nested too deeply"),
        ("[" * 100_000, None, "nested too deeply"),
    ]
    for body, place, words in cases:
        with subtests.test(body=body[:80]):
            response = await post(client, body, accept=accept)
            assert refused(response) == (400, "INVALID_INPUT", place)
            assert words in response.json()["errors"][0]["message"]
            assert response.headers["content-type"].startswith(accept)


async def test_each_wrong_parameter_is_named(client: httpx.AsyncClient) -> None:
    response = await post(client, '{"query": 1, "variables": 2, "operationName": 3, "extensions": 4}')
    places = [error["extensions"]["field"] for error in response.json()["errors"]]
    assert places == [["query"], ["operationName"], ["variables"], ["extensions"]]


async def test_a_body_beyond_the_limit_is_refused_whether_or_not_it_says_how_long_it_is(
    client: httpx.AsyncClient,
) -> None:
    async def chunks() -> Any:
        for _ in range(11):
            yield b" " * 1_000_000

    headers = {"Content-Type": "application/json"}
    assert refused(await post(client, b"{" * 10_000_001)) == (413, "TOO_LARGE", None)
    assert refused(await client.post("/graphql", content=chunks(), headers=headers)) == (413, "TOO_LARGE", None)


async def test_a_host_that_is_not_ours_is_refused_in_the_same_form(client: httpx.AsyncClient) -> None:
    assert refused(await post(client, "{}", host="evil.example")) == (421, "BAD_HOST", None)


async def test_only_get_and_post_ask(client: httpx.AsyncClient) -> None:
    for method in ["PUT", "PATCH", "DELETE"]:
        response = await client.request(method, "/graphql", json={"query": SCOPE})
        assert refused(response) == (405, "METHOD_NOT_ALLOWED", None)
        assert response.headers["allow"] == "GET, POST"


async def test_get_takes_every_parameter(client: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    document = "query A($first: Int!) { tools(first: $first) { totalCount } } query B { viewer { scope } }"
    given = {"query": document, "operationName": "A", "variables": '{"first": 1}', "extensions": "{}"}
    response = await client.get("/graphql", params=given)
    assert response.json()["data"]["tools"]
    empty = await client.get("/graphql", params={"query": SCOPE, "operationName": "", "variables": ""})
    assert empty.json()["data"]["viewer"]
    for wrong, place in [
        ({"query": ""}, "query"),
        ({"query": SCOPE, "variables": "{"}, "variables"),
        ({"query": SCOPE, "variables": "[]"}, "variables"),
        ({"query": SCOPE, "variables": '{"a": "\\ud800"}'}, "variables.a"),
        ({"query": SCOPE, "extensions": "7"}, "extensions"),
        ({"query": [SCOPE, NAMED]}, "query"),
    ]:
        with subtests.test(wrong=wrong):
            assert refused(await client.get("/graphql", params=wrong)) == (400, "INVALID_INPUT", place)


@pytest.mark.parametrize(("accept", "status"), [("application/json", 200), (GRAPHQL_RESPONSE, 400)])
async def test_which_operation_is_meant_must_be_clear(
    client: httpx.AsyncClient, subtests: pytest.Subtests, accept: str, status: int
) -> None:
    """Where the document is what is wrong, application/json has always meant 200."""
    for name, query in [
        (None, NAMED),
        ("C", NAMED),
        ("", NAMED),
        ("\0", NAMED),
        ("C", SCOPE),
        (None, "fragment F on Viewer { scope }"),
        ("F", "fragment F on Viewer { scope }"),
    ]:
        with subtests.test(name=name, query=query):
            response = await post(client, json.dumps({"query": query, "operationName": name}), accept=accept)
            assert refused(response) == (status, "OPERATION_RESOLUTION_FAILURE", None)
    answer = await post(client, json.dumps({"query": NAMED, "operationName": "B"}), accept=accept)
    assert answer.json() == {"data": {"viewer": {"isAdmin": False}}}


async def test_errors_of_every_phase_have_a_code(client: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    deep = "{ a " * 1_600 + "} " * 1_600
    lists = "{ tools(filter: {tags: " + "[" * 1_500 + "]" * 1_500 + "}) { totalCount } }"
    types = "query ($a: " + "[" * 1_500 + "Int" + "]" * 1_500 + ") { viewer { scope } }"
    for query, variables, code in [
        ("{", {}, "GRAPHQL_PARSE_FAILED"),
        ("{ viewer { scope \0 } }", {}, "GRAPHQL_PARSE_FAILED"),
        ("{ nothing }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("query ($n: Int!) { tools(first: $n) { totalCount } }", {}, "INVALID_INPUT"),
        ("query ($n: Int!) { tools(first: $n) { totalCount } }", {"n": 2**40}, "INVALID_INPUT"),
        ("query ($n: DateTime!) { executions(filter: {createdAfter: $n}) { totalCount } }", {"n": 7}, "INVALID_INPUT"),
        ("{ viewer { scope } " + "a " * 5_001 + "}", {}, "GRAPHQL_PARSE_FAILED"),
        (deep, {}, "GRAPHQL_PARSE_FAILED"),
        (lists, {}, "GRAPHQL_PARSE_FAILED"),
        (types, {}, "GRAPHQL_PARSE_FAILED"),
        ("{ viewer { scope } } # " + "x" * 100_000, {}, "QUERY_LIMIT"),
    ]:
        with subtests.test(query=query[:60]):
            body = json.dumps({"query": query, "variables": variables})
            response = await post(client, body, accept=GRAPHQL_RESPONSE)
            assert refused(response)[:2] == (400, code)


async def test_an_error_in_a_field_leaves_its_code_and_the_other_fields(client: httpx.AsyncClient) -> None:
    response = await post(client, json.dumps({"query": '{ viewer { scope } tool(id: "seven") { name } }'}))
    body = response.json()
    assert body["data"] == {"viewer": {"scope": "MANAGE"}, "tool": None}
    expected = {"code": "INVALID_INPUT", "classification": "BAD_REQUEST", "field": ["id"]}
    assert body["errors"][0]["extensions"] == expected
