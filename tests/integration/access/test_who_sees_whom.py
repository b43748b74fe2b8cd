"""If these fail, somebody reads others' email addresses, sessions, tokens or grants."""

from collections.abc import Callable
from uuid import UUID

import pytest_asyncio
from toolcrib.access import predicates
from toolcrib.access.model import Permission
from toolcrib.access.service import Access
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal, Scope

from tests.support.people import PASSWORD, People

Predicate = Callable[[str, Principal, Parameters], str]


@pytest_asyncio.fixture
async def crowd(people: People) -> dict[str, Principal]:
    """Ann owns a bot; ben and the admin are others."""
    ann, ben = await people.user_with_password("ann"), await people.user_with_password("ben")
    bot = await people.agent("bot", ann)
    other_bot = await people.agent("other_bot", ben)
    return {"ann": ann, "ben": ben, "bot": bot, "other_bot": other_bot, "admin": people.admin}


async def test_an_account_is_its_persons_and_the_admins(people: People, crowd: dict[str, Principal]) -> None:
    account = crowd["ann"].subject_id
    assert await _who(people, crowd, predicates.account_visible, "user_account", account) == {"ann", "admin"}
    lesser = await people.identity.authenticate_token(
        await people.token(people.admin, people.admin, Scope.EXECUTE), None
    )
    assert not await _sees(people, lesser, predicates.account_visible, "user_account", account)
    assert await _sees(people, lesser, predicates.account_visible, "user_account", lesser.subject_id)


async def test_a_persona_is_the_agents_its_owners_and_the_admins(people: People, crowd: dict[str, Principal]) -> None:
    agent = crowd["bot"].subject_id
    seen_by = await _who(people, crowd, predicates.agent_profile_visible, "agent", agent)
    assert seen_by == {"ann", "bot", "admin"}


async def test_sessions_are_their_persons_and_the_admins(people: People, crowd: dict[str, Principal]) -> None:
    await people.identity.sign_in("ann", PASSWORD, None, None)
    session = crowd["ann"].session_id
    assert session
    assert await _who(people, crowd, predicates.session_visible, "session", session) == {"ann", "admin"}
    token = await people.token(crowd["ann"], crowd["ann"], Scope.READ)
    lesser = await people.identity.authenticate_token(token, None)
    assert not await _sees(people, lesser, predicates.session_visible, "session", session)


async def test_tokens_are_seen_by_whom_they_belong_to(people: People, crowd: dict[str, Principal]) -> None:
    ann, bot = crowd["ann"], crowd["bot"]
    of_ann = await people.identity.authenticate_token(await people.token(ann, ann), None)
    of_bot = await people.identity.authenticate_token(await people.token(ann, bot), None)
    of_bot_for_admin = await people.identity.authenticate_token(
        await people.token(people.admin, bot, on_behalf_of=people.admin), None
    )
    for token in (of_ann, of_bot, of_bot_for_admin):
        assert token.token_id
        seen_by = await _who(people, crowd, predicates.access_token_visible, "access_token", token.token_id)
        assert seen_by == {"ann", "admin"}


async def test_a_grant_is_seen_by_the_tools_admins_and_by_who_has_it(
    people: People, crowd: dict[str, Principal]
) -> None:
    access, owner = Access(people.database), await people.user("owner")
    tool = await people.tool("secret_tool", owner)
    crowd["owner"] = owner
    for name, expected in (("bot", {"bot", "ann", "owner", "admin"}), ("ben", {"ben", "owner", "admin"})):
        grant = await access.grant_tool_permission(
            owner, tool=tool, subject=crowd[name].subject_id, permission=Permission.EXECUTE
        )
        assert await _who(people, crowd, predicates.tool_permission_visible, "tool_permission", grant) == expected


async def test_a_traceback_is_for_the_caller_and_the_tools_admins(people: People, crowd: dict[str, Principal]) -> None:
    owner = crowd["owner"] = await people.user("owner")
    tool = await people.tool("secret_tool", owner)
    execution = crowd["bot"].subject_id
    await people.database.execute(
        "INSERT INTO execution (id, tool, tool_version, caller) VALUES ($1, $2, 1, $3)",
        execution,
        tool,
        crowd["bot"].subject_id,
    )
    seen = await _who(people, crowd, predicates.execution_visible, "execution", execution)
    secret = await _who(people, crowd, predicates.execution_secret_parts_visible, "execution", execution)
    controlled = await _who(people, crowd, predicates.execution_controllable, "execution", execution)
    assert seen == controlled == {"bot", "ann", "owner", "admin"}
    assert secret == {"bot", "owner", "admin"}
    token = await people.token(crowd["ann"], crowd["bot"], Scope.READ)
    lesser = await people.identity.authenticate_token(token, None)
    assert await _sees(people, lesser, predicates.execution_visible, "execution", execution)
    assert not await _sees(people, lesser, predicates.execution_controllable, "execution", execution)


async def _who(people: People, crowd: dict[str, Principal], predicate: Predicate, table: str, row_id: UUID) -> set[str]:
    return {name for name, asker in crowd.items() if await _sees(people, asker, predicate, table, row_id)}


async def _sees(people: People, asker: Principal, predicate: Predicate, table: str, row_id: UUID) -> bool:
    parameters = Parameters(row_id)
    sql = f"SELECT count(*) FROM {table} x WHERE x.id = $1 AND {predicate('x', asker, parameters)}"  # noqa: S608
    return bool(await people.database.fetch_value(sql, *parameters.values))
