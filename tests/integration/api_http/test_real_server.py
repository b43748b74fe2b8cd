"""The edge behind the real HTTP parser. If these fail, what holds in theory is got round by how bytes are sent."""

import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.support.people import PASSWORD
from tests.support.server import ServerProcess

VIEWER = {"query": "{ viewer { isAdmin subject { __typename } } }"}
PROTOCOL = Subprotocol("graphql-transport-ws")


@pytest.fixture(scope="module")
def admin(server: ServerProcess) -> Iterator[httpx.Client]:
    """A browser in which the first person followed the first link."""
    assert server.first_link
    with httpx.Client(base_url=server.url, headers={"x-toolcrib": "console"}, timeout=30) as client:
        path = server.first_link.removeprefix(server.url).replace("/sign-in/", "/api/sign-in-links/")
        assert client.get(path).json()["needsPassword"]
        assert client.post(path, json={"password": PASSWORD}).status_code == 204
        yield client


@pytest.fixture(scope="module")
def token(admin: httpx.Client) -> str:
    user_id = _data(admin, "{ viewer { subject { ... on User { id } } } }")["viewer"]["subject"]["id"]
    created = _data(
        admin,
        "mutation ($user: ID!) { createAccessToken(input: {subject: $user, name: "
        '"program", scope: MANAGE}) { secret userErrors { message } } }',
        user=user_id,
    )
    secret: str = created["createAccessToken"]["secret"]
    return secret


def test_the_first_link_leads_to_graphql_as_admin(admin: httpx.Client) -> None:
    assert _data(admin, VIEWER["query"]) == {"viewer": {"isAdmin": True, "subject": {"__typename": "User"}}}


def test_graphql_needs_the_console_header_with_the_cookie_and_nothing_with_a_token(
    server: ServerProcess, admin: httpx.Client, token: str
) -> None:
    forged = admin.post("/graphql", json=VIEWER, headers={"x-toolcrib": ""})
    assert forged.status_code == 403
    assert forged.json()["errors"][0]["extensions"]["code"] == "CSRF"
    by_token = httpx.post(f"{server.url}/graphql", json=VIEWER, headers={"authorization": f"Bearer {token}"})
    assert by_token.json()["data"]["viewer"]["isAdmin"]
    stranger = httpx.post(f"{server.url}/graphql", json=VIEWER)
    assert stranger.status_code == 401


def test_a_websocket_takes_a_token_or_the_cookie_of_our_own_page(
    server: ServerProcess, admin: httpx.Client, token: str
) -> None:
    cookie = f"toolcrib_session={admin.cookies['toolcrib_session']}"
    own, other = Origin(server.url), Origin("http://evil.example")
    assert _greeting(server, {"authorization": f"Bearer {token}"}) == "connection_ack"
    assert _greeting(server, {"authorization": f"Bearer {token}"}, origin=own) == "connection_ack"
    assert _greeting(server, {"authorization": f"Bearer {token}"}, origin=other) in {403, 4403}
    assert _greeting(server, {}, cookie=cookie, origin=own) == "connection_ack"
    assert _greeting(server, {}, cookie=cookie, origin=other) in {403, 4403}
    assert _greeting(server, {}, cookie=cookie) in {403, 4403}
    assert _greeting(server, {"authorization": "Bearer tcb_wrong"}, cookie=cookie, origin=own) == 4403
    assert _greeting(server, {}) == 4403


def test_a_revoked_token_does_nothing_more_on_a_websocket_that_is_still_open(
    server: ServerProcess, admin: httpx.Client, token: str
) -> None:
    user_id = _data(admin, "{ viewer { subject { ... on User { id } } } }")["viewer"]["subject"]["id"]
    created = _data(
        admin,
        "mutation ($user: ID!) { createAccessToken(input: {subject: $user, name: "
        '"leaked", scope: MANAGE}) { secret accessToken { id } } }',
        user=user_id,
    )["createAccessToken"]
    with connect(server.url.replace("http", "ws", 1) + "/graphql", subprotocols=[PROTOCOL]) as websocket:
        payload = {"authorization": f"Bearer {created['secret']}"}
        websocket.send(json.dumps({"type": "connection_init", "payload": payload}))
        assert json.loads(websocket.recv(10))["type"] == "connection_ack"
        websocket.send(json.dumps({"type": "subscribe", "id": "before", "payload": VIEWER}))
        assert json.loads(websocket.recv(10))["type"] == "next"
        assert json.loads(websocket.recv(10))["type"] == "complete"
        revoke = "mutation ($id: ID!) { revokeAccessToken(input: {id: $id}) { userErrors { code } } }"
        assert not _data(admin, revoke, id=created["accessToken"]["id"])["revokeAccessToken"]["userErrors"]
        websocket.send(json.dumps({"type": "subscribe", "id": "after", "payload": VIEWER}))
        with pytest.raises(ConnectionClosed) as closed:
            websocket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_malformed_operations_close_the_websocket_and_nothing_else(
    server: ServerProcess, token: str, subtests: pytest.Subtests
) -> None:
    logged = len(server.log)
    for payload in ["text", None, {}, {"query": 7}, {**VIEWER, "variables": []}, {**VIEWER, "operationName": 7}]:
        with (
            subtests.test(payload=payload),
            connect(server.url.replace("http", "ws", 1) + "/graphql", subprotocols=[PROTOCOL]) as websocket,
        ):
            init = {"type": "connection_init", "payload": {"authorization": f"Bearer {token}"}}
            websocket.send(json.dumps(init))
            assert json.loads(websocket.recv(10))["type"] == "connection_ack"
            websocket.send(json.dumps({"type": "subscribe", "id": "1", "payload": payload}))
            with pytest.raises(ConnectionClosed) as closed:
                websocket.recv(10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4400
    assert "Traceback" not in server.log[logged:]


def test_a_stranger_s_huge_message_is_not_even_read(server: ServerProcess) -> None:
    with connect(server.url.replace("http", "ws", 1) + "/graphql", subprotocols=[PROTOCOL]) as websocket:
        websocket.send('{"type": "connection_init", "payload": {"a": [' + "{}," * 400_000 + "{}]}}")
        with pytest.raises(ConnectionClosed) as closed:
            websocket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_websocket_to_a_name_somebody_pointed_here_is_refused(server: ServerProcess, token: str) -> None:
    answer = _exchange(
        server,
        b"GET /graphql HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n",
    )
    assert answer.startswith(b"HTTP/1.1 403")


SMUGGLED = b"GET /api/session HTTP/1.1\r\nHost: localhost\r\n\r\n"
GET, POST = b"GET /healthz HTTP/1.1\r\n", b"POST /graphql HTTP/1.1\r\nHost: localhost\r\n"
BROKEN_REQUESTS = {
    "two hosts": GET + b"Host: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    "no host": GET + b"Connection: close\r\n\r\n",
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 44\r\n\r\n" + SMUGGLED,
    "length and chunks": POST
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n"
    + SMUGGLED,
    "negative length": POST + b"Content-Length: -1\r\n\r\n",
    "huge length": POST + b"Content-Length: 99999999999\r\nConnection: close\r\n\r\n",
    "space before colon": GET + b"Host : localhost\r\nConnection: close\r\n\r\n",
    "NUL in a header": GET + b"Host: localhost\r\nX: a\0b\r\nConnection: close\r\n\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
}


def test_requests_bent_to_be_read_in_two_ways_reach_nothing(server: ServerProcess, subtests: pytest.Subtests) -> None:
    for name, request in BROKEN_REQUESTS.items():
        with subtests.test(name=name):
            answer = _exchange(server, request)
            assert b"signedIn" not in answer
            assert b" 200 OK" not in answer.partition(b"\r\n")[0]
            assert b" 500 " not in answer
    assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}


def test_a_body_without_end_is_cut_off(server: ServerProcess, token: str) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(2_000):
            yield b" " * 10_000

    try:
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        status = httpx.post(f"{server.url}/graphql", content=endless(), headers=headers, timeout=30).status_code
    except httpx.TransportError:
        status = 413  # it hung up before all was sent
    assert status == 413
    assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_the_log_holds_no_secret(server: ServerProcess, admin: httpx.Client, token: str) -> None:
    assert server.first_link
    admin.get(f"/api/sign-in-links/{server.first_link.rpartition('/')[2]}")
    for secret in (server.first_link.rpartition("/")[2], token, PASSWORD, admin.cookies["toolcrib_session"]):
        assert secret not in server.log


def _data(client: httpx.Client, text: str, **variables: str) -> dict[str, dict[str, object]]:
    body = client.post("/graphql", json={"query": text, "variables": variables}).json()
    assert "errors" not in body, body
    data: dict[str, dict[str, object]] = body["data"]
    return data


def _greeting(
    server: ServerProcess, payload: dict[str, str], cookie: str | None = None, origin: Origin | None = None
) -> str | int:
    """The type of the first message after connection_init, or the status or code with which it was refused."""
    headers = {"cookie": cookie} if cookie else {}
    url = server.url.replace("http", "ws") + "/graphql"
    try:
        with connect(url, subprotocols=[PROTOCOL], additional_headers=headers, origin=origin) as socket_:
            socket_.send(json.dumps({"type": "connection_init", "payload": payload}))
            kind: str = json.loads(socket_.recv(timeout=10))["type"]
            return kind
    except InvalidStatus as error:
        return error.response.status_code
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else 0


def _exchange(server: ServerProcess, request: bytes) -> bytes:
    """Send bytes as they are; what came back until the server hung up or fell silent."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=2) as connection:
        connection.sendall(request)
        try:
            while part := connection.recv(65_536):
                answer += part
        except (TimeoutError, ConnectionResetError):
            pass
    return answer
