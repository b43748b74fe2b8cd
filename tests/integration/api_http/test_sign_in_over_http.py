"""If these fail, people can't sign in from a browser, or a page elsewhere acts in their name."""

import asyncio

import httpx
import pytest
from toolcrib.core.db import Database
from toolcrib.identity.model import Role

from tests.support.people import PASSWORD, People

Credentials = dict[str, object]


async def test_a_person_signs_in_is_known_and_signs_out(people: People, browser: httpx.AsyncClient) -> None:
    await people.user_with_password("ann")
    assert (await browser.get("/api/session")).json() == {"signedIn": False}
    answer = await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    assert (answer.status_code, answer.content) == (204, b"")
    assert (await browser.get("/api/session")).json() == {"signedIn": True}
    cookie = browser.cookies["toolcrib_session"]
    assert (await browser.delete("/api/session")).status_code == 204
    assert "toolcrib_session" not in browser.cookies
    browser.cookies["toolcrib_session"] = cookie
    assert (await browser.get("/api/session")).json() == {"signedIn": False}


async def test_signing_out_is_for_those_who_are_signed_in_and_never_fails(
    people: People, browser: httpx.AsyncClient
) -> None:
    assert (await browser.delete("/api/session")).status_code == 204
    token = await people.token(people.admin, people.admin)
    with_token = {"authorization": f"Bearer {token}"}
    assert (await browser.delete("/api/session", headers=with_token)).status_code == 204
    assert await people.identity.authenticate_token(token, None)


async def test_no_script_and_no_other_site_gets_the_cookie(people: People, browser: httpx.AsyncClient) -> None:
    await people.user_with_password("ann")
    answer = await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts


async def test_a_session_planted_beforehand_is_not_the_one_signed_into(
    people: People, browser: httpx.AsyncClient
) -> None:
    await people.user_with_password("eve")
    await people.user_with_password("ann")
    planted = await people.identity.sign_in("eve", PASSWORD, None, None)
    browser.cookies["toolcrib_session"] = planted
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    (secret,) = {cookie.value for cookie in browser.cookies.jar if cookie.value != planted}
    assert secret
    found = await people.identity.authenticate_session(secret, None)
    account = await people.database.fetch_value("SELECT username FROM user_account WHERE id = $1", found.subject_id)
    assert account == "ann"
    browser.cookies.clear()
    browser.cookies["toolcrib_session"] = planted
    assert (await browser.get("/api/session")).json() == {"signedIn": False}


async def test_a_wrong_password_says_so_and_sets_nothing(people: People, browser: httpx.AsyncClient) -> None:
    await people.user_with_password("ann")
    answer = await browser.post("/api/session", json={"username": "ann", "password": "wrong wrong"})
    assert answer.status_code == 401
    assert answer.json() == {"code": "UNAUTHENTICATED", "message": "Wrong username or password."}
    assert "set-cookie" not in answer.headers


async def test_too_many_guesses_are_told_when_to_come_back(
    people: People, database: Database, browser: httpx.AsyncClient
) -> None:
    await people.user_with_password("ann")
    await database.execute(
        "INSERT INTO sign_in_attempt (username, at) SELECT 'ann', clock_timestamp() FROM generate_series(1, 8)"
    )
    answer = await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    assert answer.status_code == 429
    assert answer.json()["code"] == "RATE_LIMITED"
    assert 1 <= int(answer.headers["retry-after"]) <= 8


async def test_a_link_is_shown_and_then_used_once(people: People, browser: httpx.AsyncClient) -> None:
    path = f"/api/sign-in-links/{people.admin_link}"
    for _ in range(2):
        shown = await browser.get(path)
        assert shown.json() == {"username": "admin", "displayName": "Administrator", "needsPassword": True}
    refused = await browser.post(path, json={})
    assert (refused.status_code, refused.json()["field"]) == (400, ["password"])
    assert (await browser.post(path, json={"password": "short"})).status_code == 400
    assert (await browser.post(path, json={"password": PASSWORD})).status_code == 204
    assert (await browser.get("/api/session")).json() == {"signedIn": True}
    for answer in (await browser.get(path), await browser.post(path, json={"password": PASSWORD})):
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def test_a_link_pressed_twice_at_once_signs_in_once(people: People, browser: httpx.AsyncClient) -> None:
    path = f"/api/sign-in-links/{people.admin_link}"
    answers = await asyncio.gather(*(browser.post(path, json={"password": PASSWORD}) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [204, 404, 404, 404]


async def test_what_is_no_link_is_not_found(browser: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    for secret in ["x", "%00", "%ff", "..%2f..%2fetc%2fpasswd", "%ed%a0%80", "x" * 5_000]:
        with subtests.test(secret=secret):
            answer = await browser.get(f"/api/sign-in-links/{secret}")
            assert answer.status_code == 404
            assert answer.json()["code"] == "NOT_FOUND"


async def test_a_password_is_changed_by_who_knows_the_old_one(people: People, browser: httpx.AsyncClient) -> None:
    await people.user_with_password("ann")
    anonymous = await browser.post("/api/password", json={"current": PASSWORD, "new": "a better password"})
    assert anonymous.status_code == 401
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    wrong = await browser.post("/api/password", json={"current": "wrong wrong", "new": "a better password"})
    assert (wrong.status_code, wrong.json()["field"]) == (400, ["current"])
    short = await browser.post("/api/password", json={"current": PASSWORD, "new": "short"})
    assert (short.status_code, short.json()["field"]) == (400, ["new"])
    assert (await browser.post("/api/password", json={"current": PASSWORD, "new": "a better password"})).is_success
    assert (await browser.get("/api/session")).json() == {"signedIn": True}


async def test_a_page_elsewhere_can_not_act_with_the_cookie(people: People, browser: httpx.AsyncClient) -> None:
    await people.user_with_password("ann")
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    for mark in ({}, {"x-toolcrib": "other"}, {"x-toolcrib": ""}):
        del browser.headers["x-toolcrib"]
        browser.headers.update(mark)
        changed = await browser.post("/api/password", json={"current": PASSWORD, "new": "a better password"})
        assert (changed.status_code, changed.json()["code"]) == (403, "CSRF")
        signed_out = await browser.delete("/api/session")
        assert signed_out.status_code == 403
        browser.headers["x-toolcrib"] = "console"
    assert (await browser.get("/api/session")).json() == {"signedIn": True}


async def test_a_form_elsewhere_can_not_sign_somebody_in(
    people: People, browser: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    await people.user_with_password("eve")
    body = f'{{"username": "eve", "password": "{PASSWORD}"}}'
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        with subtests.test(content_type=content_type):
            answer = await browser.post("/api/session", content=body, headers={"content-type": content_type})
            assert (answer.status_code, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
            assert "set-cookie" not in answer.headers


async def test_a_malformed_body_is_refused_and_harms_nothing(
    browser: httpx.AsyncClient, subtests: pytest.Subtests
) -> None:
    for body in (
        b"{",
        b"null",
        b"[]",
        b'"ann"',
        b"\xff\xfe",
        b"",
        b"{}",
        b'{"username": "ann"}',
        b'{"username": "ann", "password": null}',
        b'{"username": ["ann"], "password": {"a": 1}}',
        b'{"username": "ann", "password": "x", "admin": "yes"}',
        b'{"username": "ann", "username": "ben", "password": "x"}',
        b'{"username": NaN, "password": "x"}',
        b'{"username": "\\ud800", "password": "x"}',
        b"[" * 30_000,
        b'{"a":' * 10_000,
    ):
        with subtests.test(body=body[:60]):
            answer = await browser.post("/api/session", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")
            assert answer.json()["message"]


async def test_every_field_that_is_wrong_is_named(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/api/session", json={"username": 7, "password": "x"})
    assert answer.json() == {"code": "INVALID_INPUT", "message": "This must be text.", "field": ["username"]}


async def test_a_huge_body_is_not_read(browser: httpx.AsyncClient, subtests: pytest.Subtests) -> None:
    for size in [66_000, 300_000]:
        with subtests.test(size=size):
            body = b'{"username": "ann", "password": "' + b"x" * size + b'"}'
            answer = await browser.post("/api/session", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


async def test_a_huge_body_that_hides_its_length_is_not_read_to_its_end(browser: httpx.AsyncClient) -> None:
    sent = 0

    async def endless():  # noqa: ANN202
        nonlocal sent
        while True:
            sent += 10_000
            yield b" " * 10_000

    headers = {"content-type": "application/json"}
    answer = await browser.post("/api/session", content=endless(), headers=headers)
    assert answer.status_code == 413
    assert sent <= 100_000


async def test_a_deactivated_person_is_out_with_the_next_request(people: People, browser: httpx.AsyncClient) -> None:
    ann = await people.user_with_password("ann", Role.ADMIN)
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    await people.identity.update_user(people.admin, id=ann.subject_id, is_active=False)
    assert (await browser.get("/api/session")).json() == {"signedIn": False}
    answer = await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    assert answer.status_code == 401


async def test_the_session_says_where_it_was_opened(people: People, browser: httpx.AsyncClient) -> None:
    await people.user_with_password("ann")
    browser.headers["user-agent"] = "Browser/1.0 " + "x" * 1_000
    await browser.post("/api/session", json={"username": "ann", "password": PASSWORD})
    row = await people.database.fetch_one("SELECT address, user_agent FROM session ORDER BY id DESC LIMIT 1")
    assert row is not None
    assert row["address"] == "203.0.113.7"
    assert row["user_agent"].startswith("Browser/1.0")
    assert len(row["user_agent"]) == 300
