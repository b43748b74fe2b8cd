"""If these fail, people can't get in, or somebody gets in as them."""

import asyncio

import pytest
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, InvalidInput, NotFound, RateLimited, Unauthenticated
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Role, Scope, SubjectKind
from toolcrib.identity.passwords import Passwords
from toolcrib.identity.service import Identity

from tests.support.people import PASSWORD, People


async def test_a_session_is_the_whole_person_with_every_scope(people: People) -> None:
    ann = await people.user_with_password("ann", Role.ADMIN)
    secret = await people.identity.sign_in(" Ann ", PASSWORD, "203.0.113.7", "Browser/1.0")
    found = await people.identity.authenticate_session(secret, "203.0.113.8")
    assert (found.subject_id, found.kind, found.role) == (ann.subject_id, SubjectKind.USER, Role.ADMIN)
    assert (found.scope, found.token_id, found.address) == (Scope.MANAGE, None, "203.0.113.8")


async def test_every_sign_in_opens_a_session_of_its_own(people: People) -> None:
    await people.user_with_password("ann")
    secrets = {await people.identity.sign_in("ann", PASSWORD, None, None) for _ in range(3)}
    assert len(secrets) == 3


async def test_every_refusal_is_the_same(people: People, subtests: pytest.Subtests) -> None:
    await people.user_with_password("ann")
    gone = await people.user_with_password("inactive")
    await people.identity.update_user(people.admin, id=gone.subject_id, is_active=False)
    for username, password in (
        ("ann", "wrong wrong wrong"),
        ("ann", ""),
        ("ann", PASSWORD + "\0"),
        ("ann", "\ud800" * 10),
        ("nobody", "x" * 10_000_000),
        ("nobody", PASSWORD),
        ("admin", PASSWORD),
        ("inactive", PASSWORD),
        ("\u0430nn", PASSWORD),
        ("ann\0", PASSWORD),
        ("\ud800", PASSWORD),
        ("x" * 1_000_000, PASSWORD),
        ("", ""),
    ):
        with subtests.test(username=username[:10]):
            with pytest.raises(Unauthenticated) as caught:
                await people.identity.sign_in(username, password, "203.0.113.7", None)
            assert str(caught.value) == "Wrong username or password."


async def test_the_database_holds_neither_session_nor_password(people: People, database: Database) -> None:
    await people.user_with_password("ann")
    secret = await people.identity.sign_in("ann", PASSWORD, None, None)
    tables = ("session", "user_account", "audit_event", "sign_in_link")
    texts = [await database.fetch_value(f"SELECT string_agg(t::text, '') FROM {table} t") for table in tables]  # noqa: S608
    everything = "".join(texts)
    assert secret not in everything
    assert PASSWORD not in everything
    assert people.admin_link not in everything


async def test_a_session_lives_thirty_days_from_its_last_use(people: People, database: Database) -> None:
    await people.user_with_password("ann")
    secret = await people.identity.sign_in("ann", PASSWORD, None, None)
    await database.execute(
        "UPDATE session SET last_used_at = now() - interval '29 days', expires_at = now() + interval '1 day'"
    )
    await people.identity.authenticate_session(secret, None)
    left = "SELECT extract(days FROM max(expires_at) - now()) FROM session"
    assert await database.fetch_value(left) >= 29
    await database.execute("UPDATE session SET expires_at = now()")
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_session(secret, None)


async def test_signing_out_ends_this_session_and_no_other(people: People) -> None:
    await people.user_with_password("ann")
    here = await people.identity.sign_in("ann", PASSWORD, None, None)
    there = await people.identity.sign_in("ann", PASSWORD, None, None)
    signed_in = await people.identity.authenticate_session(here, None)
    await people.identity.sign_out(signed_in)
    assert not await people.identity.is_still_valid(signed_in)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_session(here, None)
    assert await people.identity.authenticate_session(there, None)


async def test_deactivating_a_person_ends_their_sessions_for_good(people: People) -> None:
    ann = await people.user_with_password("ann")
    secret = await people.identity.sign_in("ann", PASSWORD, None, None)
    await people.identity.update_user(people.admin, id=ann.subject_id, is_active=False)
    await people.identity.update_user(people.admin, id=ann.subject_id, is_active=True)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_session(secret, None)
    assert await people.identity.sign_in("ann", PASSWORD, None, None)


async def test_people_end_their_own_sessions_and_admins_anybodys(people: People) -> None:
    ann, ben = await people.user_with_password("ann"), await people.user_with_password("ben")
    other = await people.identity.authenticate_session(await people.identity.sign_in("ann", PASSWORD, None, None), None)
    assert ann.session_id
    assert other.session_id
    for session_id in (ann.session_id, new_id()):
        with pytest.raises(NotFound):
            await people.identity.revoke_session(ben, id=session_id)
    await people.identity.revoke_session(ann, id=other.session_id)
    await people.identity.revoke_session(people.admin, id=ann.session_id)
    assert not await people.identity.is_still_valid(ann)
    assert not await people.identity.is_still_valid(other)
    with pytest.raises(NotFound):
        await people.identity.revoke_session(ann, id=ann.session_id)


async def test_a_new_password_replaces_the_old_one_and_ends_the_other_sessions(people: People) -> None:
    ann = await people.user_with_password("ann")
    elsewhere = await people.identity.sign_in("ann", PASSWORD, None, None)
    await people.identity.change_password(ann, PASSWORD, "a better password")
    assert await people.identity.is_still_valid(ann)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_session(elsewhere, None)
    with pytest.raises(Unauthenticated):
        await people.identity.sign_in("ann", PASSWORD, None, None)
    assert await people.identity.sign_in("ann", "a better password", None, None)


async def test_a_password_that_changes_while_it_is_checked_lets_nobody_in(people: People, database: Database) -> None:
    ann = await people.user_with_password("ann")

    class Interrupted(Passwords):
        async def verify(self, password_hash: str | None, password: str) -> bool:
            await people.identity.update_user(people.admin, id=ann.subject_id, is_active=False)
            return await super().verify(password_hash, password)

    identity = Identity(database, people.identity.settings, Interrupted())
    with pytest.raises(Unauthenticated):
        await identity.sign_in("ann", PASSWORD, None, None)
    assert await database.fetch_value("SELECT count(*) FROM session WHERE revoked_at IS NULL") == 0


async def test_a_stolen_session_does_not_set_a_password(people: People) -> None:
    ann = await people.user_with_password("ann")
    with pytest.raises(InvalidInput) as caught:
        await people.identity.change_password(ann, "guess guess guess", "a better password")
    assert caught.value.problems[0].field == ("current",)
    with pytest.raises(InvalidInput) as caught:
        await people.identity.change_password(ann, PASSWORD, "short")
    assert caught.value.problems[0].field == ("new",)
    token = await people.identity.authenticate_token(await people.token(ann, ann), None)
    with pytest.raises(Forbidden):
        await people.identity.change_password(token, PASSWORD, "a better password")
    assert await people.identity.sign_in("ann", PASSWORD, None, None)


async def test_guesses_have_to_wait_and_a_right_password_does_not_help_meanwhile(people: People) -> None:
    await people.user_with_password("ann")
    await _guess(people, "ann", times=5)
    with pytest.raises(RateLimited) as caught:
        await people.identity.sign_in("ann", PASSWORD, None, None)
    assert 0 < caught.value.retry_after_ms <= 1_000
    assert await people.identity.authenticate_session(await _sign_in_by_link(people, "ann"), None)


async def test_the_wait_doubles_with_every_failure_and_ends(people: People, database: Database) -> None:
    await people.user_with_password("ann")
    await _guess(people, "ann", times=5)
    for expected in (2_000, 4_000, 8_000):
        await database.execute("UPDATE sign_in_attempt SET at = at - interval '10 seconds'")
        await _guess(people, "ann", times=1)
        with pytest.raises(RateLimited) as caught:
            await people.identity.sign_in("ann", PASSWORD, None, None)
        assert expected - 1_000 <= caught.value.retry_after_ms <= expected
    await database.execute("UPDATE sign_in_attempt SET at = at - interval '10 seconds'")
    assert await people.identity.sign_in("ann", PASSWORD, None, None)


async def test_a_success_clears_the_accounts_failures(people: People) -> None:
    await people.user_with_password("ann")
    for _ in range(3):
        await _guess(people, "ann", times=4)
        assert await people.identity.sign_in("ann", PASSWORD, None, None)


async def test_guesses_sent_at_the_same_moment_count_too(people: People) -> None:
    await people.user_with_password("ann")
    tries = [people.identity.sign_in("ann", f"guess number {number}", None, None) for number in range(20)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(outcome, Unauthenticated) for outcome in outcomes) <= 10
    assert sum(isinstance(outcome, RateLimited) for outcome in outcomes) >= 10


async def test_unknown_names_wait_as_known_ones_do(people: People) -> None:
    await _guess(people, "nobody", times=5)
    with pytest.raises(RateLimited):
        await people.identity.sign_in("nobody", PASSWORD, None, None)


async def test_trying_many_names_from_one_network_has_to_wait(people: People) -> None:
    await people.user_with_password("ann")
    tries = [
        people.identity.sign_in(f"name{number}", "guess guess", f"2001:db8::{number:x}", None) for number in range(25)
    ]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert any(isinstance(outcome, RateLimited) for outcome in outcomes)
    await _make_guesses_recent(people)
    with pytest.raises(RateLimited):
        await people.identity.sign_in("ann", PASSWORD, "2001:db8::ffff", None)
    assert await people.identity.sign_in("ann", PASSWORD, "2001:db8:1::1", None)


async def test_guessing_the_current_password_has_to_wait_too(people: People) -> None:
    ann = await people.user_with_password("ann")
    for number in range(5):
        with pytest.raises(InvalidInput):
            await people.identity.change_password(ann, f"guess number {number}", "a better password")
    await _make_guesses_recent(people)
    with pytest.raises(RateLimited):
        await people.identity.change_password(ann, PASSWORD, "a better password")


async def _guess(people: People, username: str, times: int) -> None:
    for _ in range(times):
        with pytest.raises(Unauthenticated):
            await people.identity.sign_in(username, "guess guess guess", None, None)
    await _make_guesses_recent(people)


async def _make_guesses_recent(people: People) -> None:
    """However slow this machine is, the last guess was just now."""
    await people.database.execute("UPDATE sign_in_attempt SET at = clock_timestamp()")


async def _sign_in_by_link(people: People, username: str) -> str:
    link = await people.identity.create_sign_in_link(username)
    return await people.identity.consume_sign_in_link(link, None, None, None)
