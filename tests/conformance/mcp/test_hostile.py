"""What a broken or hostile client sends. If one fails, it can stop the server, or learns nothing from the answer."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from toolcrib.mcp.sessions import MOST_OF_ONE

from tests.support.mcp import ACCEPT, OLD, Crib, crib

__all__ = ["crib"]

CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "count", "arguments": {}}}


@pytest.fixture(scope="module")
def token(crib: Crib) -> str:
    return crib.token(crib.person).secret


@pytest.fixture(scope="module")
def own(crib: Crib, token: str) -> dict[str, str]:
    """A session's headers."""
    return session(crib, token)


def session(crib: Crib, token: str) -> dict[str, str]:
    opened = crib.initialize(token)
    assert opened.status_code == 200, opened.text
    return {"Mcp-Session-Id": opened.headers["mcp-session-id"], "Mcp-Protocol-Version": OLD}


def answer(response: httpx.Response) -> dict[str, Any]:
    """The last message of an answer, whichever form it has."""
    if response.headers["content-type"].startswith("text/event-stream"):
        lines = [line for line in response.text.splitlines() if line.startswith("data:") and line != "data: "]
        found: dict[str, Any] = json.loads(lines[-1].removeprefix("data:"))
        return found
    decoded: dict[str, Any] = response.json()
    return decoded


@pytest.mark.parametrize("credential", ["", "Bearer nonsense", "Bearer tcb_" + "a" * 43, "Basic abc", "Bearer \xff"])
def test_without_a_living_token_nobody_gets_in(crib: Crib, credential: str) -> None:
    headers: dict[Any, Any] = {"Authorization": credential.encode("latin-1")} if credential else {}
    for method in ("POST", "DELETE"):
        refused = httpx.request(method, f"{crib.url}/mcp", headers=ACCEPT | headers, json=CALL)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Bearer")
        assert refused.json()["code"] == "UNAUTHENTICATED"


def test_a_cookie_is_no_credential_here(crib: Crib) -> None:
    refused = crib.admin.http.post("/mcp", json=CALL, headers=ACCEPT)
    assert refused.status_code == 401


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("Host", "evil.example.com", 421),
        ("Origin", "https://evil.example.com", 403),
        ("Origin", "null", 403),
        ("Origin", "http://[", 403),
        ("Origin", "http://localhost:6274", 200),
        ("Content-Type", "text/plain", 415),
        ("Content-Encoding", "gzip", 415),
        ("Accept", "application/json", 406),
        ("Accept", "text/*, application/*", 200),
        ("Mcp-Protocol-Version", "1999-01-01", 400),
        ("Mcp-Session-Id", "nobody", 404),
        ("Mcp-Session-Id", "\xff\xfe", 404),
    ],
)
def test_a_header_that_can_not_be_is_refused(crib: Crib, token: str, name: str, value: str, status: int) -> None:
    message = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": OLD, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
    }
    headers: dict[Any, Any] = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **ACCEPT}
    sent = httpx.post(f"{crib.url}/mcp", json=message, headers=headers | {name: value.encode("latin-1")})
    assert sent.status_code == status, sent.text


BAD = {
    "no JSON": (b"{", "Parse error"),
    "no text": (b"\xff\xfe", "UTF-8"),
    "empty": (b"", "Parse error"),
    "not a number": (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": NaN}}', "NaN"),
    "half a pair": (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": "\\ud800"}}', "surrogate"),
    "a key twice": (b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}', "twice"),
    "deep": (b"[" * 100_000, "deep"),
    "deep within": (
        b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a":' + b"[" * 500 + b"]" * 500 + b"}}",
        "deep",
    ),
    "a batch": (json.dumps([CALL, CALL]).encode(), "Batches"),
    "a text": (b'"ping"', "object"),
    "no version": (b'{"id": 1, "method": "ping"}', "jsonrpc"),
    "an id of another kind": (json.dumps(CALL | {"id": {"a": 1}}).encode(), "`id`"),
    "an id that is no number": (json.dumps(CALL | {"id": True}).encode(), "`id`"),
    "a method of another kind": (json.dumps(CALL | {"method": 5}).encode(), "`method`"),
    "no method": (b'{"jsonrpc": "2.0", "id": 1}', "`method`"),
    "params of another kind": (json.dumps(CALL | {"params": [1]}).encode(), "`params`"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_message_is_refused_in_words(crib: Crib, token: str, own: dict[str, str], case: str) -> None:
    body, word = BAD[case]
    for headers in (own, {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "ping"}):
        refused = crib.post(token, body, **headers)
        assert refused.status_code == 400, refused.text
        assert word in refused.json()["error"]["message"]


def test_a_body_without_an_end_is_cut(crib: Crib, token: str) -> None:
    refused = crib.post(token, json.dumps(CALL | {"id": "x" * 4_100_000}).encode())
    assert refused.status_code == 413


@pytest.mark.parametrize(
    ("params", "word"),
    [
        ({}, "name"),
        ({"name": 5}, "name"),
        ({"name": "count", "arguments": [1]}, "arguments"),
        ({"name": "count", "arguments": "{}"}, "arguments"),
        ({"name": "x" * 100_000}, "Unknown tool"),
        ({"name": "count\x00"}, "Unknown tool"),
        ({"name": "Ünknown"}, "Unknown tool"),
        ({"name": ""}, "Unknown tool"),
    ],
)
def test_params_of_the_wrong_kind_are_named(
    crib: Crib, token: str, own: dict[str, str], params: dict[str, Any], word: str
) -> None:
    old = answer(crib.post(token, CALL | {"params": params}, **own))
    assert old["error"]["code"] == -32602
    assert word in old["error"]["message"]
    if str(params.get("name", "")).isascii() and "\x00" not in str(params.get("name")):
        new = crib.ask(token, "tools/call", **params)
        assert new.status_code in {200, 400, 431}, new.text
        if new.status_code != 431:  # its name is repeated in a header, and the server's headers have their limit
            assert word in new.json()["error"]["message"] or "Mcp-Name" in new.json()["error"]["message"]


@pytest.mark.parametrize(
    "arguments",
    [{"steps": "\x00"}, {"\x00": 1}, {"steps": 10**400}, {"steps": -1e308}, {"x": [[[[]]]] * 1000}, {"steps": None}],
)
def test_arguments_of_any_kind_end_in_words(crib: Crib, token: str, arguments: dict[str, Any]) -> None:
    new = crib.ask(token, "tools/call", name="count", arguments=arguments).json()
    assert new["result"]["isError"] is True, new


def test_odd_meta_is_no_fault(crib: Crib, token: str) -> None:
    for meta in (
        {"progressToken": {"a": 1}},
        {"progressToken": True},
        {"toolcrib/idempotencyKey": 5},
        {"traceparent": []},
    ):
        found = crib.ask(token, "tools/call", name="count", arguments={"steps": 0}, _meta=meta).json()
        assert "Internal" not in json.dumps(found), found
        assert "Something went wrong" not in json.dumps(found), found


def test_a_session_belongs_to_the_token_that_made_it(crib: Crib, token: str) -> None:
    own = session(crib, token)
    other = crib.token(crib.person).secret
    assert crib.post(other, CALL, **own).status_code == 404
    assert answer(crib.post(token, {"jsonrpc": "2.0", "id": 1, "method": "ping"}, **own))["result"] == {}


def test_a_session_that_ended_is_gone(crib: Crib, token: str) -> None:
    own = session(crib, token)
    credential = {"Authorization": f"Bearer {token}"}
    assert httpx.delete(f"{crib.url}/mcp", headers=own | credential).status_code == 200
    assert crib.post(token, CALL, **own).status_code == 404


def test_one_token_can_not_take_all_the_room(crib: Crib) -> None:
    greedy = crib.token(crib.person).secret
    first, *others = [session(crib, greedy) for _ in range(33)]
    assert crib.post(greedy, CALL, **first).status_code == 404
    assert answer(crib.post(greedy, CALL | {"params": {"name": "count", "arguments": {"steps": 0}}}, **others[0]))[
        "result"
    ]


def test_nor_can_sessions_begun_at_once(crib: Crib) -> None:
    token = crib.token(crib.agent("hasty")).secret
    with ThreadPoolExecutor(12) as pool:
        opened = list(pool.map(lambda _: session(crib, token), range(MOST_OF_ONE + 12)))
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = ACCEPT | {"Authorization": f"Bearer {token}"}
    living = [httpx.post(f"{crib.url}/mcp", json=ping, headers=headers | own).status_code for own in opened]
    assert living.count(200) == MOST_OF_ONE


def test_a_slash_at_the_end_is_no_other_address(crib: Crib, token: str, own: dict[str, str]) -> None:
    ping = {"jsonrpc": "2.0", "id": "slash", "method": "ping"}
    headers = ACCEPT | own | {"Authorization": f"Bearer {token}"}
    assert answer(httpx.post(f"{crib.url}/mcp/", json=ping, headers=headers))["result"] == {}


def test_a_key_that_is_none_is_named_where_it_was_sent(crib: Crib, token: str, own: dict[str, str]) -> None:
    params = {"name": "count", "arguments": {}, "_meta": {"toolcrib/idempotencyKey": ""}}
    headers = ACCEPT | own | {"Authorization": f"Bearer {token}"}
    result = answer(httpx.post(f"{crib.url}/mcp", json=CALL | {"id": "key", "params": params}, headers=headers))[
        "result"
    ]
    text = result["content"][0]["text"]
    assert "_meta.toolcrib/idempotencyKey" in text
    assert "inputSchema" not in text


def test_there_is_no_stream_to_wait_at(crib: Crib, token: str) -> None:
    refused = httpx.get(f"{crib.url}/mcp", headers={"Authorization": f"Bearer {token}", **ACCEPT})
    assert refused.status_code == 405
    assert refused.headers["allow"] == "POST, DELETE"


def test_nothing_of_all_that_was_a_fault(crib: Crib, token: str) -> None:
    """Last in the file: what came before has been looked at in its answers, this looks behind them."""
    assert crib.ask(token, "tools/list").status_code == 200
    assert "Traceback" not in crib.server.log
    assert "fault" not in crib.server.log
