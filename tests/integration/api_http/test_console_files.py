"""If these fail, the console doesn't open, shows an old version, or gives away files beside its own."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from toolcrib.api.http.authentication import Authentication
from toolcrib.api.http.console import Console

from tests.support.people import PASSWORD, People

NAVIGATION = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


async def test_every_page_of_the_console_opens_by_its_address(
    program: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    for path in ["/", "/tools", "/tools/tool_0192/try?version=3", "/sign-in/s3cret", "/a/b/c"]:
        with subtests.test(path=path):
            answer = await program.get(path, headers=NAVIGATION)
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert "<title>Toolcrib</title>" in answer.text
            assert answer.headers["cache-control"] == "no-cache"


async def test_hashed_files_are_kept_for_ever_and_pages_are_asked_for_again(program: httpx.AsyncClient) -> None:
    asset = await program.get("/assets/index-4f2a.js", headers={"accept-encoding": "identity"})
    assert asset.text == "console.log('plain')"
    assert asset.headers["content-type"].startswith("text/javascript")
    assert "immutable" in asset.headers["cache-control"]
    page = await program.get("/favicon.svg")
    assert page.headers["cache-control"] == "no-cache"
    again = await program.get("/favicon.svg", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_a_compressed_twin_is_sent_to_who_can_read_it(application: Starlette, subtests: pytest.Subtests) -> None:
    for accepted, encoding, first in [
        ("gzip, deflate, br", "br", b"brotli's"),
        ("gzip;q=1.0", "gzip", b"gzip's"),
        ("identity", None, b"console"),
    ]:
        with subtests.test(accepted=accepted, encoding=encoding, first=first):
            transport = httpx.ASGITransport(application)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                request = client.build_request("GET", "/assets/index-4f2a.js", headers={"accept-encoding": accepted})
                answer = await client.send(request, stream=True)
                content = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding") == encoding
            assert content.startswith(first)
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.headers["content-type"].startswith("text/javascript")


async def test_nothing_beside_the_console_is_served(program: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    for path in [
        "/assets/missing.js",
        "/.vite/manifest.json",
        "/assets/index-4f2a.js.gz",
        "/../conftest.py",
        "/assets/../../data/secret.key",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/index.html%00.js",
        "/assets\\..\\..\\secret.key",
        "/api/unknown",
    ]:
        with subtests.test(path=path):
            answer = await program.get(path)
            assert answer.status_code == 404
            assert answer.json()["code"] == "NOT_FOUND"


async def test_a_missing_asset_is_never_a_page(program: httpx.AsyncClient) -> None:
    assert (await program.get("/assets/missing.js", headers=NAVIGATION)).status_code == 404
    assert (await program.get("/api/unknown", headers=NAVIGATION)).status_code == 404


async def test_graphiql_is_for_people_who_are_signed_in(people: People, browser: httpx.AsyncClient) -> None:
    stranger = await browser.get("/graphiql")
    assert (stranger.status_code, stranger.headers["location"]) == (303, "/sign-in?next=/graphiql")
    await people.user_with_password("ann")
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    assert "<title>GraphiQL</title>" in (await browser.get("/graphiql")).text


async def test_a_console_that_is_not_built_says_what_to_do(people: People, tmp_path: Path) -> None:
    console = Console(Authentication(people.identity), tmp_path / "missing")
    transport = httpx.ASGITransport(Starlette(routes=console.routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/", headers=NAVIGATION)
    assert answer.status_code == 503
    assert "make run" in answer.text


async def test_head_answers_without_a_body(program: httpx.AsyncClient) -> None:
    answer = await program.head("/favicon.svg")
    assert (answer.status_code, answer.content) == (200, b"")
