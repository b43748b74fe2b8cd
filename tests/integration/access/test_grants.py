"""If these fail, rights are handed out by people who don't have them, or linger after they were taken back."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from toolcrib.access.model import Permission
from toolcrib.access.service import Access
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, InvalidInput, NotFound, ToolcribError
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

from tests.support.people import People


@pytest.fixture
def access(database: Database) -> Access:
    return Access(database)


@pytest_asyncio.fixture
async def ann(people: People) -> Principal:
    return await people.user("ann")


@pytest_asyncio.fixture
async def ben(people: People) -> Principal:
    return await people.user("ben")


async def test_a_grant_opens_the_tool_and_taking_it_back_closes_it_at_once(
    people: People, access: Access, ann: Principal, ben: Principal
) -> None:
    tool = await people.tool("secret_tool", ann)
    assert await access.permission(ben, tool) is None
    grant = await access.grant_tool_permission(ann, tool=tool, subject=ben.subject_id, permission=Permission.EXECUTE)
    assert await access.permission(ben, tool) is Permission.EXECUTE
    assert await access.can_execute(ben, tool)
    assert await access.revoke_tool_permission(ann, id=grant) == tool
    assert await access.permission(ben, tool) is None
    assert not await access.can_execute(ben, tool)


async def test_granting_again_changes_the_grant(people: People, access: Access, ann: Principal, ben: Principal) -> None:
    tool = await people.tool("secret_tool", ann)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    grants = {
        await access.grant_tool_permission(ann, tool=tool, subject=ben.subject_id, permission=permission, expires_at=at)
        for permission, at in ((Permission.ADMIN, None), (Permission.READ, tomorrow))
    }
    assert len(grants) == 1
    assert await access.permission(ben, tool) is Permission.READ
    await people.database.execute("UPDATE tool_permission SET expires_at = now() - interval '1 second'")
    assert await access.permission(ben, tool) is None


async def test_a_private_tool_of_others_can_not_be_told_from_none(
    people: People, access: Access, ann: Principal, ben: Principal
) -> None:
    hidden = await people.tool("secret_tool", ann)
    grant = await access.grant_tool_permission(
        ann, tool=hidden, subject=people.admin.subject_id, permission=Permission.READ
    )
    for tool, permission in ((hidden, grant), (new_id(), new_id())):
        assert await _refusal(access.require(ben, tool, Permission.READ)) == ("NOT_FOUND", "There is no such tool.")
        granting = access.grant_tool_permission(ben, tool=tool, subject=ben.subject_id, permission=Permission.ADMIN)
        assert await _refusal(granting) == ("NOT_FOUND", "There is no such tool.")
        revoking = access.revoke_tool_permission(ben, id=permission)
        assert await _refusal(revoking) == ("NOT_FOUND", "There is no such permission.")
        with pytest.raises(NotFound):
            await access.explain(ben, tool, Permission.READ)


async def test_who_may_run_a_tool_may_not_hand_it_on(
    people: People, access: Access, ann: Principal, ben: Principal
) -> None:
    tool = await people.tool("secret_tool", ann)
    mine = await access.grant_tool_permission(ann, tool=tool, subject=ben.subject_id, permission=Permission.EXECUTE)
    with pytest.raises(Forbidden):
        await access.grant_tool_permission(ben, tool=tool, subject=ben.subject_id, permission=Permission.ADMIN)
    with pytest.raises(Forbidden):
        await access.revoke_tool_permission(ben, id=mine)
    assert await access.permission(ben, tool) is Permission.EXECUTE


@pytest.mark.parametrize("scope", [Scope.READ, Scope.EXECUTE])
async def test_the_owners_lesser_token_grants_nothing(people: People, access: Access, scope: Scope) -> None:
    ann = await people.user("ann")
    tool = await people.tool("secret_tool", ann)
    lesser = await people.identity.authenticate_token(await people.token(ann, ann, scope), None)
    with pytest.raises(Forbidden) as caught:
        await access.grant_tool_permission(
            lesser, tool=tool, subject=people.admin.subject_id, permission=Permission.READ
        )
    assert f"scope {scope}" in str(caught.value)


async def test_an_admin_manages_a_private_tool_but_does_not_run_it_unless_granted(
    people: People, access: Access, ann: Principal
) -> None:
    tool = await people.tool("secret_tool", ann)
    assert await access.permission(people.admin, tool) is Permission.ADMIN
    assert not await access.can_execute(people.admin, tool)
    admin = people.admin.subject_id
    await access.grant_tool_permission(people.admin, tool=tool, subject=admin, permission=Permission.EXECUTE)
    assert await access.can_execute(people.admin, tool)


async def test_an_agent_for_a_person_has_what_both_have(
    people: People, access: Access, ann: Principal, ben: Principal
) -> None:
    tool = await people.tool("secret_tool", ann)
    bot = await people.agent("bot", ben)
    for_ben = Principal(bot.subject_id, SubjectKind.AGENT, on_behalf_of=ben.subject_id)
    await access.grant_tool_permission(ann, tool=tool, subject=bot.subject_id, permission=Permission.ADMIN)
    assert await access.permission(bot, tool) is Permission.ADMIN
    assert await access.permission(for_ben, tool) is None
    await access.grant_tool_permission(ann, tool=tool, subject=ben.subject_id, permission=Permission.EXECUTE)
    assert await access.permission(for_ben, tool) is Permission.EXECUTE
    assert await access.can_execute(for_ben, tool)


async def test_platform_tools_are_everybodys_and_managed_by_admins_only(
    people: People, access: Access, ann: Principal
) -> None:
    tool = await people.tool("shared_tool", None, "PLATFORM")
    assert await access.permission(ann, tool) is Permission.EXECUTE
    assert await access.can_execute(ann, tool)
    with pytest.raises(InvalidInput) as caught:
        await access.grant_tool_permission(people.admin, tool=tool, subject=ann.subject_id, permission=Permission.ADMIN)
    assert caught.value.problems[0].field == ("permission",)


async def test_a_grant_that_can_not_work_is_refused(people: People, access: Access, ann: Principal) -> None:
    tool = await people.tool("secret_tool", ann)
    now = datetime.now(UTC)
    for subject, expires_at, field in (
        (new_id(), None, "subject"),
        (people.admin.subject_id, now, "expiresAt"),
        (people.admin.subject_id, (now + timedelta(days=1)).replace(tzinfo=None), "expiresAt"),
    ):
        with pytest.raises(ToolcribError) as caught:
            await access.grant_tool_permission(
                ann, tool=tool, subject=subject, permission=Permission.READ, expires_at=expires_at
            )
        assert caught.value.problems[0].field == (field,)
    assert await people.database.fetch_value("SELECT count(*) FROM tool_permission") == 0


async def test_grants_and_their_end_leave_a_trace(
    people: People, access: Access, ann: Principal, ben: Principal
) -> None:
    tool = await people.tool("secret_tool", ann)
    for permission in (Permission.READ, Permission.EXECUTE):
        grant = await access.grant_tool_permission(ann, tool=tool, subject=ben.subject_id, permission=permission)
    await access.revoke_tool_permission(ann, id=grant)
    rows = await people.database.fetch_all(
        "SELECT action, actor, before, after FROM audit_event WHERE target = $1 ORDER BY id", f"tool_{tool.hex}"
    )
    assert [(row["action"], _permission(row["before"]), _permission(row["after"])) for row in rows] == [
        ("tool_permission.grant", None, "READ"),
        ("tool_permission.grant", "READ", "EXECUTE"),
        ("tool_permission.revoke", "EXECUTE", None),
    ]
    assert {row["actor"] for row in rows} == {ann.subject_id}


async def test_a_deleted_tool_is_known_to_its_admins_only(
    people: People, access: Access, ann: Principal, ben: Principal
) -> None:
    tool = await people.tool("open_tool", ann, "PUBLIC")
    await people.database.execute("UPDATE tool SET deleted_at = now()")
    assert await access.permission(ann, tool) is Permission.ADMIN
    assert await access.permission(ben, tool) is None
    assert not await access.can_execute(ann, tool)


async def test_a_former_admins_connection_gives_no_more(people: People, access: Access, ann: Principal) -> None:
    tool = await people.tool("secret_tool", ann)
    bot = await people.agent("bot", people.admin)
    other = await people.user("other", Role.ADMIN)
    for_other = Principal(bot.subject_id, SubjectKind.AGENT, on_behalf_of=other.subject_id)
    await access.grant_tool_permission(ann, tool=tool, subject=bot.subject_id, permission=Permission.READ)
    assert await access.permission(for_other, tool) is Permission.READ
    await people.identity.update_user(people.admin, id=other.subject_id, role=Role.MEMBER)
    assert await access.permission(for_other, tool) is None


def _permission(facts: str | None) -> object:
    return json.loads(facts)["permission"] if facts else None


async def _refusal(action: object) -> tuple[str, str]:
    with pytest.raises(ToolcribError) as caught:
        await action  # type: ignore[misc]
    return caught.value.problems[0].code, str(caught.value)
