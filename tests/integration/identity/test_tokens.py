"""If these fail, somebody gets in with a token that should open nothing, or stays in after it was taken away."""

from datetime import UTC, datetime, timedelta

import pytest
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, InvalidInput, NotFound, Unauthenticated
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

from tests.support.people import People


async def test_a_token_brings_its_subject_scope_and_address(people: People) -> None:
    ann = await people.user("ann")
    secret = await people.token(ann, ann, Scope.EXECUTE)
    found = await people.identity.authenticate_token(secret, "203.0.113.7")
    assert (found.subject_id, found.kind, found.role) == (ann.subject_id, SubjectKind.USER, Role.MEMBER)
    assert (found.scope, found.address) == (Scope.EXECUTE, "203.0.113.7")


async def test_the_database_holds_no_token(people: People, database: Database) -> None:
    ann = await people.user("ann")
    secret = await people.token(ann, ann)
    row = await database.fetch_one("SELECT k::text AS everything, prefix FROM access_token k")
    assert row is not None
    assert secret not in row["everything"]
    assert secret.startswith(row["prefix"])
    assert len(row["prefix"]) == 12
    trail = await database.fetch_value("SELECT string_agg(e::text, ' ') FROM audit_event e")
    assert secret[4:] not in trail
    assert "access_token.create" in trail


async def test_what_is_no_token_opens_nothing(people: People, subtests: pytest.Subtests) -> None:
    for secret in [
        "",
        "tcb_",
        "tcb_" + "x" * 43,
        "nonsense",
        "tcb_\0",
        "tcb_\ud800",
        "tcb_' OR 1=1 --",
        "x" * 1_000_000,
    ]:
        with subtests.test(secret=secret), pytest.raises(Unauthenticated):
            await people.identity.authenticate_token(secret, None)


async def test_a_session_secret_or_link_is_no_token(people: People) -> None:
    for secret in (people.admin_link, f"tcb_{people.admin_link}"):
        with pytest.raises(Unauthenticated):
            await people.identity.authenticate_token(secret, None)


async def test_revoking_ends_a_token_at_once_even_where_it_is_in_use(people: People) -> None:
    ann = await people.user("ann")
    secret = await people.token(ann, ann)
    in_use = await people.identity.authenticate_token(secret, None)
    assert await people.identity.is_still_valid(in_use)
    await people.identity.revoke_access_token(ann, id=_token_id(in_use))
    assert not await people.identity.is_still_valid(in_use)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_token(secret, None)
    assert await people.identity.revoke_access_token(ann, id=_token_id(in_use)) == in_use.token_id


async def test_an_expired_token_opens_nothing(people: People, database: Database) -> None:
    ann = await people.user("ann")
    secret = await people.token(ann, ann, expires_at=datetime.now(UTC) + timedelta(hours=1))
    in_use = await people.identity.authenticate_token(secret, None)
    await database.execute("UPDATE access_token SET expires_at = now() - interval '1 second'")
    assert not await people.identity.is_still_valid(in_use)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_token(secret, None)


async def test_a_token_that_would_already_have_expired_is_not_made(people: People) -> None:
    ann = await people.user("ann")
    with pytest.raises(InvalidInput) as caught:
        await people.token(ann, ann, expires_at=datetime.now(UTC) - timedelta(seconds=1))
    assert caught.value.problems[0].field == ("expiresAt",)


@pytest.mark.parametrize("who", ["ann", "bot"])
async def test_an_inactive_subject_or_owner_opens_nothing_until_it_is_active_again(people: People, who: str) -> None:
    ann = await people.user("ann")
    bot = await people.agent("bot", ann)
    secret = await people.token(ann, bot)
    in_use = await people.identity.authenticate_token(secret, None)
    await _set_active(people, ann if who == "ann" else bot, active=False)
    assert not await people.identity.is_still_valid(in_use)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_token(secret, None)
    await _set_active(people, ann if who == "ann" else bot, active=True)
    assert await people.identity.is_still_valid(in_use)


async def test_a_token_that_acts_for_somebody_ends_with_them(people: People) -> None:
    ann = await people.user("ann")
    owner = await people.user("owner", Role.ADMIN)
    bot = await people.agent("bot", ann)
    secret = await people.token(owner, bot, on_behalf_of=owner)
    found = await people.identity.authenticate_token(secret, None)
    assert (found.subject_id, found.on_behalf_of, found.role) == (bot.subject_id, owner.subject_id, None)
    await _set_active(people, owner, active=False)
    with pytest.raises(Unauthenticated):
        await people.identity.authenticate_token(secret, None)


async def test_a_connection_opened_as_admin_ends_when_the_role_goes(people: People) -> None:
    ann = await people.user("ann", Role.ADMIN)
    in_use = await people.identity.authenticate_token(await people.token(ann, ann), None)
    await people.identity.update_user(people.admin, id=ann.subject_id, role=Role.MEMBER)
    assert not await people.identity.is_still_valid(in_use)


async def test_use_is_noted_once_a_minute(people: People, database: Database) -> None:
    ann = await people.user("ann")
    secret = await people.token(ann, ann)
    used = "SELECT last_used_at FROM access_token"
    assert await database.fetch_value(used) is None
    await people.identity.authenticate_token(secret, None)
    first = await database.fetch_value(used)
    await people.identity.authenticate_token(secret, None)
    assert await database.fetch_value(used) == first is not None
    await database.execute("UPDATE access_token SET last_used_at = now() - interval '61 seconds'")
    await people.identity.authenticate_token(secret, None)
    assert await database.fetch_value(used) > first


async def test_nobody_makes_a_token_for_another_person_not_even_an_admin(people: People) -> None:
    ann, ben = await people.user("ann"), await people.user("ben")
    for maker in (ben, people.admin):
        with pytest.raises(Forbidden):
            await people.token(maker, ann)


async def test_an_agents_tokens_are_made_by_its_owner_and_admins(people: People) -> None:
    ann, ben = await people.user("ann"), await people.user("ben")
    bot = await people.agent("bot", ann)
    assert await people.token(ann, bot)
    assert await people.token(people.admin, bot)
    for maker in (ben, bot):
        with pytest.raises(Forbidden):
            await people.token(maker, bot)


async def test_only_the_person_binds_an_agent_to_act_for_them(people: People) -> None:
    ann, ben = await people.user("ann"), await people.user("ben")
    bot = await people.agent("bot", ann)
    assert await people.token(ann, bot, on_behalf_of=ann)
    with pytest.raises(Forbidden):
        await people.token(ann, bot, on_behalf_of=ben)
    with pytest.raises(Forbidden):
        await people.token(ben, bot, on_behalf_of=ben)
    with pytest.raises(Forbidden):
        await people.token(people.admin, bot, on_behalf_of=ann)
    with pytest.raises(InvalidInput):
        await people.token(ann, ann, on_behalf_of=ann)


@pytest.mark.parametrize("scope", [Scope.READ, Scope.EXECUTE])
async def test_a_lesser_token_makes_and_ends_no_tokens(people: People, scope: Scope) -> None:
    ann = await people.user("ann")
    lesser = await people.identity.authenticate_token(await people.token(ann, ann, scope), None)
    with pytest.raises(Forbidden):
        await people.token(lesser, ann)
    with pytest.raises(Forbidden):
        await people.identity.revoke_access_token(lesser, id=_token_id(lesser))


async def test_a_token_of_others_can_not_be_told_from_one_that_never_was(people: People) -> None:
    ann, ben = await people.user("ann"), await people.user("ben")
    theirs = await people.identity.authenticate_token(await people.token(ann, ann), None)
    messages = set()
    for token_id in (_token_id(theirs), new_id()):
        with pytest.raises(NotFound) as caught:
            await people.identity.revoke_access_token(ben, id=token_id)
        messages.add(str(caught.value))
    assert len(messages) == 1
    assert await people.identity.is_still_valid(theirs)


async def test_a_token_has_a_name_that_can_be_shown(people: People, subtests: pytest.Subtests) -> None:
    ann = await people.user("ann")
    for name in ("", "  ", "a\nb", "\ud800", "\0", "x" * 101):
        with subtests.test(name=name), pytest.raises(InvalidInput):
            await people.identity.create_access_token(ann, subject=ann.subject_id, name=name, scope=Scope.READ)


async def test_a_token_for_nobody_is_not_made(people: People) -> None:
    with pytest.raises(NotFound) as caught:
        await people.identity.create_access_token(people.admin, subject=new_id(), name="x", scope=Scope.READ)
    assert caught.value.problems[0].field == ("subject",)


def _token_id(principal: Principal):  # noqa: ANN202
    assert principal.token_id is not None
    return principal.token_id


async def _set_active(people: People, who: Principal, *, active: bool) -> None:
    change = people.identity.update_user if who.kind is SubjectKind.USER else people.identity.update_agent
    await change(people.admin, id=who.subject_id, is_active=active)
