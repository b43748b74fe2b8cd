"""If these fail, a page elsewhere reaches a server on this machine, or a fault tells a stranger how it is built."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from toolcrib.api.http.edge import host_name
from toolcrib.api.http.routes import EXCEPTION_HANDLERS, middleware
from toolcrib.core.db import Database
from toolcrib.core.settings import Settings


async def test_the_server_answers_to_its_names_and_to_addresses(
    program: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    for host in [
        "localhost",
        "localhost:8000",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1:8000",
        "[::1]:8000",
        "192.168.1.5",
    ]:
        with subtests.test(host=host):
            assert (await program.get("/healthz", headers={"host": host})).status_code == 200


async def test_a_name_that_somebody_pointed_here_reaches_nothing(
    program: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    for host in [
        "evil.example",
        "localhost.evil.example",
        "evil.example:8000",
        "localhost@evil.example",
        "evil.example@localhost",
        "localhost/evil",
        "localhost#",
        "127.0.0.1.evil.example",
        "0x7f000001",
        "local\u0130host".encode().decode("latin-1"),
        "",
        " ",
        "[::1",
        "localhost:port",
        "localhost:999999",
    ]:
        with subtests.test(host=host):
            answer = await program.get("/healthz", headers={"host": host.encode("latin-1")})
            assert (answer.status_code, answer.json()["code"]) == (421, "BAD_HOST")
            assert "TOOLCRIB_ALLOWED_HOSTS" in answer.json()["message"]


async def test_two_host_headers_reach_nothing(application: Starlette) -> None:
    statuses = await _raw(application, [(b"host", b"localhost"), (b"host", b"evil.example")])
    assert statuses == [421]
    assert await _raw(application, []) == [421]
    assert await _raw(application, [(b"host", b"localhost")]) == [200]


def test_the_port_does_not_matter() -> None:
    assert host_name("example.org:8443") == host_name("EXAMPLE.org") == "example.org"
    assert host_name("[2001:db8::1]:80") == "2001:db8::1"


async def test_a_websocket_from_a_name_that_somebody_pointed_here_is_closed(application: Starlette) -> None:
    sent = []
    scope = {"type": "websocket", "path": "/graphql", "headers": [(b"host", b"evil.example")], "query_string": b""}
    await application(scope, _no_body, _keeping(sent))
    assert [(message["type"], message.get("code")) for message in sent] == [("websocket.close", 1008)]


async def test_every_answer_carries_the_security_headers(program: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    for path in ["/healthz", "/api/session", "/tools", "/assets/index-4f2a.js", "/no/such", "/artifacts/x"]:
        with subtests.test(path=path):
            accept = "text/html" if path == "/tools" else "*/*"
            answer = await program.get(path, headers={"accept": accept, "accept-encoding": "identity"})
            policy = answer.headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"]


async def test_what_is_not_there_says_so_in_json(program: httpx.AsyncClient) -> None:
    answer = await program.get("/no/such")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    answer = await program.put("/api/session")
    assert (answer.status_code, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")


async def test_a_length_that_is_too_large_or_nonsense_is_refused(
    application: Starlette, subtests: pytest.Subtests
) -> None:
    for length in [b"200001", b"9" * 100, b"-1", b"+5", b"1e3", "٣".encode()]:
        with subtests.test(length=length):
            assert await _raw(application, [(b"host", b"localhost"), (b"content-length", length)]) == [413]


async def test_a_fault_gives_a_reference_and_nothing_else(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_request: Request) -> Response:
        raise RuntimeError("SELECT secret FROM vault")

    application = Starlette(
        routes=[Route("/links/{secret}", broken)],
        middleware=middleware(settings),
        exception_handlers=EXCEPTION_HANDLERS,
    )
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/links/topsecret")
    assert answer.status_code == 500
    assert set(answer.json()) == {"code", "message"}
    assert "vault" not in answer.text
    reference = answer.json()["message"].rpartition(" ")[2]
    assert reference in caplog.text
    assert "topsecret" not in caplog.text.split("Traceback", maxsplit=1)[0]


async def test_at_graphql_a_fault_has_the_form_that_its_clients_read(settings: Settings) -> None:
    async def broken(_request: Request) -> Response:
        raise RuntimeError("SELECT secret FROM vault")

    application = Starlette(routes=[Route("/graphql", broken)], middleware=middleware(settings))
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/graphql")
    assert answer.status_code == 500
    [error] = answer.json()["errors"]
    assert error["extensions"] == {"code": "INTERNAL"}
    assert "Reference" in error["message"]
    assert "vault" not in answer.text


async def test_an_answer_that_breaks_off_is_not_made_to_look_whole(settings: Settings) -> None:
    async def broken(_request: Request) -> Response:
        async def half() -> AsyncIterator[bytes]:
            yield b"half"
            raise RuntimeError

        return StreamingResponse(half())

    application = Starlette(routes=[Route("/half", broken)], middleware=middleware(settings))
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        with pytest.raises(ConnectionAbortedError):
            await client.get("/half")


async def test_a_browser_that_leaves_is_no_fault(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    async def reading(request: Request) -> Response:
        return Response(await request.body())

    application = Starlette(routes=[Route("/", reading, methods=["POST"])], middleware=middleware(settings))
    sent: list[dict[str, object]] = []

    async def gone() -> dict[str, object]:
        return {"type": "http.disconnect"}

    await application(_scope("POST", "/", [(b"host", b"localhost")]), gone, _keeping(sent))
    assert sent == []
    assert not caplog.records


async def test_health_says_when_the_database_is_away(program: httpx.AsyncClient, database: Database) -> None:
    assert (await program.get("/healthz")).json() == {"status": "ok"}
    await database.close()
    answer = await program.get("/healthz")
    assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")


async def _raw(application: Starlette, headers: list[tuple[bytes, bytes]]) -> list[int]:
    sent: list[dict[str, object]] = []
    await application(_scope("GET", "/healthz", headers), _no_body, _keeping(sent))
    return [message["status"] for message in sent if message["type"] == "http.response.start"]


def _scope(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, object]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "headers": headers,
        "query_string": b"",
        "http_version": "1.1",
    }


async def _no_body() -> dict[str, object]:
    return {"type": "http.request", "body": b"", "more_body": False}


def _keeping(sent: list[dict[str, object]]):  # noqa: ANN202
    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    return send
