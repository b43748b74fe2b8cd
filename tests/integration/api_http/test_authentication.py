"""If these fail, a program can't get in with its token, or somebody gets in as another."""

import httpx
import pytest
import pytest_asyncio
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from toolcrib.api.http.authentication import Authentication
from toolcrib.core.errors import Forbidden, Unauthenticated
from toolcrib.identity.model import Scope

from tests.support.people import PASSWORD, People

HOST = ("host", "localhost:8000")


@pytest_asyncio.fixture
async def authenticate(people: People) -> Authentication:
    await people.user_with_password("ann")
    return Authentication(people.identity)


async def test_a_token_in_the_header_or_in_connection_init(people: People, authenticate: Authentication) -> None:
    ann = await people.user("annie")
    token = await people.token(ann, ann, Scope.EXECUTE)
    by_header = await authenticate(_http(("authorization", f"Bearer {token}")))
    by_any_case = await authenticate(_http(("authorization", f"bearer  {token} ")))
    by_init = await authenticate(_websocket(), {"authorization": f"Bearer {token}"})
    by_other_init = await authenticate(_websocket(), {"Authorization": f"Bearer {token}"})
    for found in (by_header, by_any_case, by_init, by_other_init):
        assert found is not None
        assert (found.subject_id, found.scope, found.session_id) == (ann.subject_id, Scope.EXECUTE, None)


async def test_without_a_credential_nobody_asks(authenticate: Authentication) -> None:
    assert await authenticate(_http()) is None
    assert await authenticate(_websocket(), {}) is None


async def test_a_credential_in_another_form_is_refused_not_ignored(
    authenticate: Authentication, subtests: pytest.Subtests
) -> None:
    for value in [
        "",
        "Bearer",
        "Bearer ",
        "Basic YWRtaW46",
        "tcb_x",
        "Bearer tcb_x",
        "Bearer tcb_x, Bearer tcb_y",
        "Bearer \ud800",
    ]:
        with subtests.test(value=value), pytest.raises(Unauthenticated):
            await authenticate(_websocket(), {"authorization": value})


async def test_a_header_sent_twice_is_refused(people: People, authenticate: Authentication) -> None:
    token = await people.token(people.admin, people.admin)
    with pytest.raises(Unauthenticated):
        await authenticate(_http(("authorization", f"Bearer {token}"), ("authorization", "Bearer tcb_other")))


async def test_a_connection_init_of_another_type_is_refused(
    authenticate: Authentication, subtests: pytest.Subtests
) -> None:
    for value in [None, 7, {"a": 1}, ["Bearer tcb_x"]]:
        with subtests.test(value=value), pytest.raises(Unauthenticated):
            await authenticate(_websocket(), {"authorization": value})


async def test_a_bad_token_is_refused_even_beside_a_good_cookie(people: People, authenticate: Authentication) -> None:
    cookie = await _cookie(people)
    with pytest.raises(Unauthenticated):
        await authenticate(_http(cookie, ("authorization", "Bearer tcb_x")))


async def test_a_page_elsewhere_opens_no_websocket_with_the_cookie(
    people: People, authenticate: Authentication
) -> None:
    cookie = await _cookie(people)
    found = await authenticate(_websocket(cookie, ("origin", "http://localhost:8000")), {})
    assert found is not None
    assert found.session_id is not None
    for origin in (
        "http://evil.example",
        "http://localhost:3000",
        "http://localhost",
        "null",
        "",
        "http://localhost:8000@evil.example",
        "http://[::1",
        "file://localhost:8000",
    ):
        with pytest.raises(Forbidden):
            await authenticate(_websocket(cookie, ("origin", origin)), {})
    with pytest.raises(Forbidden):
        await authenticate(_websocket(cookie), {})


async def test_only_reading_needs_no_console_header(people: People, authenticate: Authentication) -> None:
    cookie = await _cookie(people)
    assert await authenticate(_http(cookie))
    assert await authenticate(_http(cookie, ("x-toolcrib", "console"), method="POST"))
    for method in ("POST", "PUT", "PATCH", "DELETE", "post", "GETX"):
        with pytest.raises(Forbidden) as caught:
            await authenticate(_http(cookie, method=method))
        assert caught.value.problems[0].code == "CSRF"


async def test_a_program_with_a_token_needs_no_console_header(people: People, authenticate: Authentication) -> None:
    token = await people.token(people.admin, people.admin)
    assert await authenticate(_http(("authorization", f"Bearer {token}"), method="POST"))


async def test_a_damaged_cookie_is_nobody(authenticate: Authentication, subtests: pytest.Subtests) -> None:
    for value in ["", "x", "x" * 100_000, "\x00", '"quoted"', "a=b; toolcrib_session=", "\xff"]:
        with subtests.test(value=value):
            assert await authenticate(_http(("cookie", f"toolcrib_session={value}"))) is None


async def test_the_cookie_of_a_session_that_is_over_is_nobody(
    people: People, authenticate: Authentication, application: Starlette, browser: httpx.AsyncClient
) -> None:
    name, value = await _cookie(people)
    await people.identity.sign_out(await people.identity.authenticate_session(value.partition("=")[2], None))
    assert await authenticate(_http((name, value), method="POST")) is None


async def _cookie(people: People) -> tuple[str, str]:
    return "cookie", f"toolcrib_session={await people.identity.sign_in('ann', PASSWORD, None, None)}"


def _http(*headers: tuple[str, str], method: str = "GET") -> HTTPConnection:
    return HTTPConnection({"type": "http", "method": method, "headers": _raw(HOST, *headers)})


def _websocket(*headers: tuple[str, str]) -> HTTPConnection:
    return HTTPConnection({"type": "websocket", "headers": _raw(HOST, *headers)})


def _raw(*headers: tuple[str, str]) -> list[tuple[bytes, bytes]]:
    return Headers(raw=[(name.encode(), value.encode("latin-1")) for name, value in headers]).raw
