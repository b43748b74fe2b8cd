"""If these fail, a fresh server has no way in, or a link lets in more than the one it was for, once."""

import asyncio

import pytest
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound, Unauthenticated
from toolcrib.core.ids import global_id, new_id
from toolcrib.identity.model import Principal, Role

from tests.support.people import PASSWORD, People


async def test_the_very_first_start_makes_one_admin_however_many_servers_start(
    people: People, database: Database
) -> None:
    await database.execute("ALTER TABLE audit_event DISABLE TRIGGER USER")
    await database.execute("ALTER TABLE user_account DISABLE TRIGGER USER")
    await database.execute("TRUNCATE subject CASCADE")
    links = await asyncio.gather(*(people.identity.ensure_first_admin() for _ in range(5)))
    (link,) = [link for link in links if link]
    assert await database.fetch_value("SELECT count(*) FROM user_account") == 1
    info = await people.identity.peek_sign_in_link(link)
    assert (info.username, info.needs_password) == ("admin", True)


async def test_later_starts_make_nobody(people: People) -> None:
    assert await people.identity.ensure_first_admin() is None


async def test_the_first_link_makes_the_admin_choose_a_password(people: People) -> None:
    identity = people.identity
    with pytest.raises(InvalidInput) as caught:
        await identity.consume_sign_in_link(people.admin_link, None, None, None)
    assert caught.value.problems[0].field == ("password",)
    with pytest.raises(InvalidInput):
        await identity.consume_sign_in_link(people.admin_link, "short", None, None)
    secret = await identity.consume_sign_in_link(people.admin_link, PASSWORD, None, None)
    assert (await identity.authenticate_session(secret, None)).role is Role.ADMIN
    assert await identity.sign_in("admin", PASSWORD, None, None)


async def test_looking_does_not_use_a_link_up(people: People) -> None:
    for _ in range(3):
        assert (await people.identity.peek_sign_in_link(people.admin_link)).username == "admin"
    assert await people.identity.consume_sign_in_link(people.admin_link, PASSWORD, None, None)


async def test_a_link_opens_once(people: People) -> None:
    await people.identity.consume_sign_in_link(people.admin_link, PASSWORD, None, None)
    with pytest.raises(NotFound):
        await people.identity.consume_sign_in_link(people.admin_link, PASSWORD, None, None)
    with pytest.raises(NotFound):
        await people.identity.peek_sign_in_link(people.admin_link)


async def test_of_ten_who_use_a_link_at_once_one_gets_in(people: People, database: Database) -> None:
    tries = [people.identity.consume_sign_in_link(people.admin_link, PASSWORD, None, None) for _ in range(10)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(outcome, str) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, NotFound) for outcome in outcomes) == 9
    assert await database.fetch_value("SELECT count(*) FROM session") == 1


async def test_a_link_ends_after_a_day(people: People, database: Database) -> None:
    left = await database.fetch_value("SELECT extract(epoch FROM expires_at - now()) FROM sign_in_link")
    assert 23 * 3600 < left <= 24 * 3600
    await database.execute("UPDATE sign_in_link SET expires_at = now()")
    with pytest.raises(NotFound):
        await people.identity.consume_sign_in_link(people.admin_link, PASSWORD, None, None)


async def test_a_link_signs_in_somebody_who_forgot_their_password(people: People) -> None:
    ann = await people.user_with_password("ann")
    link = await people.identity.create_sign_in_link("ann")
    assert not (await people.identity.peek_sign_in_link(link)).needs_password
    secret = await people.identity.consume_sign_in_link(link, "another password", None, None)
    assert (await people.identity.authenticate_session(secret, None)).subject_id == ann.subject_id
    assert not await people.identity.is_still_valid(ann)
    with pytest.raises(Unauthenticated):
        await people.identity.sign_in("ann", PASSWORD, None, None)


async def test_a_link_alone_is_enough_and_leaves_the_password(people: People) -> None:
    await people.user_with_password("ann")
    link = await people.identity.create_sign_in_link("ann")
    assert await people.identity.consume_sign_in_link(link, None, None, None)
    assert await people.identity.sign_in("ann", PASSWORD, None, None)


async def test_a_new_link_ends_the_older_ones(people: People) -> None:
    newer = await people.identity.create_sign_in_link(None)
    with pytest.raises(NotFound):
        await people.identity.peek_sign_in_link(people.admin_link)
    assert (await people.identity.peek_sign_in_link(newer)).username == "admin"


async def test_there_is_no_link_for_somebody_unknown_or_inactive(people: People) -> None:
    ann = await people.user("ann")
    link = await people.identity.create_sign_in_link("ann")
    await people.identity.update_user(people.admin, id=ann.subject_id, is_active=False)
    for username in ("ann", "nobody", "\ud800", "\0"):
        with pytest.raises(NotFound):
            await people.identity.create_sign_in_link(username)
    with pytest.raises(NotFound):
        await people.identity.consume_sign_in_link(link, PASSWORD, None, None)


async def test_an_admin_gives_somebody_a_fresh_link_and_it_is_written_down(people: People, database: Database) -> None:
    ann, bob = await people.user("ann"), await people.user("bob")
    older = await people.identity.renew_sign_in_link(people.admin, user=ann.subject_id)
    newer = await people.identity.renew_sign_in_link(people.admin, user=ann.subject_id)
    with pytest.raises(NotFound):
        await people.identity.peek_sign_in_link(older)
    assert (await people.identity.peek_sign_in_link(newer)).username == "ann"
    row = await database.fetch_one("SELECT * FROM audit_event WHERE action = 'sign_in_link.create' ORDER BY id DESC")
    assert row is not None
    assert (row["actor"], row["target"]) == (people.admin.subject_id, global_id("user", ann.subject_id))
    assert newer not in str(dict(row))
    with pytest.raises(Forbidden):
        await people.identity.renew_sign_in_link(bob, user=bob.subject_id)
    with pytest.raises(NotFound):
        await people.identity.renew_sign_in_link(people.admin, user=new_id())
    await people.identity.update_user(people.admin, id=ann.subject_id, is_active=False)
    with pytest.raises(Conflict):
        await people.identity.renew_sign_in_link(people.admin, user=ann.subject_id)


async def test_what_is_no_link_opens_nothing(people: People, subtests: pytest.Subtests) -> None:
    for secret in ["", "x" * 43, "\0", "\ud800", "../../etc/passwd", "x" * 1_000_000]:
        with subtests.test(secret=secret):
            with pytest.raises(NotFound):
                await people.identity.peek_sign_in_link(secret)
            with pytest.raises(NotFound):
                await people.identity.consume_sign_in_link(secret, PASSWORD, None, None)


async def test_every_way_in_leaves_a_trace(people: People, database: Database) -> None:
    secret = await people.identity.consume_sign_in_link(people.admin_link, PASSWORD, "203.0.113.7", None)
    signed_in: Principal = await people.identity.authenticate_session(secret, "203.0.113.7")
    await people.identity.sign_out(signed_in)
    rows = await database.fetch_all("SELECT action, actor, address FROM audit_event ORDER BY id")
    assert [row["action"] for row in rows] == [
        "user.create",
        "sign_in_link.create",
        "user.set_password",
        "session.create",
        "session.revoke",
    ]
    assert [row["actor"] for row in rows] == [None, None, *[signed_in.subject_id] * 3]
    assert {row["address"] for row in rows[2:]} == {"203.0.113.7"}
