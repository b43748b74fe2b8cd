"""If these fail, tools run that should not, policy changes overwrite each other, or deleted tools are lost."""

import pytest
from toolcrib.access.model import Permission
from toolcrib.access.service import Access
from toolcrib.catalog.lifecycle import ToolPolicyChange
from toolcrib.catalog.model import MOVES, ToolStatus, ToolStatusMove, ToolVisibility
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from toolcrib.core.ids import new_id
from toolcrib.executors.contract import Network
from toolcrib.identity.model import Principal

from tests.integration.catalog.conftest import Make, content, only

PUBLIC, PRIVATE, PLATFORM = ToolVisibility.PUBLIC, ToolVisibility.PRIVATE, ToolVisibility.PLATFORM


@pytest.mark.parametrize("status", list(ToolStatus))
async def test_only_the_moves_of_the_status_machine_are_made(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal, status: ToolStatus
) -> None:
    possible = [str(move) for move, (start, _) in MOVES.items() if start is status]
    for move in ToolStatusMove:
        tool_id = await make_tool(f"tool_{move.lower()}")
        await database.execute("UPDATE tool SET status = $2 WHERE id = $1", tool_id, str(status))
        if move in possible:
            await catalog.move_tool_status(author, id=tool_id, move=move)
            assert (await catalog.resolve(tool_id)).status is MOVES[move][1]
            continue
        with pytest.raises(Conflict) as error:
            await catalog.move_tool_status(author, id=tool_id, move=move)
        problem = error.value.problems[0]
        assert (problem.code, problem.field) == ("ILLEGAL_MOVE", ("move",))
        assert all(other in problem.message for other in possible)


async def test_policy_changes_name_the_value_they_replace(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    change, expected = ToolPolicyChange(rate_limit_per_minute=5), ToolPolicyChange(rate_limit_per_minute=None)
    await catalog.update_tool_policy(author, id=tool_id, policy=change, expected=expected)
    tool = await catalog.resolve(tool_id)
    assert (tool.rate_limit_per_minute, tool.version) == (5, 1)
    with pytest.raises(Conflict) as stale:
        await catalog.update_tool_policy(author, id=tool_id, policy=change, expected=expected)
    assert stale.value.problems[0].field == ("expected", "rateLimitPerMinute")
    assert "5" in stale.value.problems[0].message
    with pytest.raises(InvalidInput) as unnamed:
        await catalog.update_tool_policy(author, id=tool_id, policy=change, expected=ToolPolicyChange())
    assert unnamed.value.problems[0].field == ("expected", "rateLimitPerMinute")
    rows = await database.fetch_all(
        "SELECT before::text, after::text FROM audit_event WHERE action = 'tool.update_policy'"
    )
    assert [tuple(row) for row in rows] == [('{"rate_limit_per_minute": null}', '{"rate_limit_per_minute": 5}')]


async def test_taking_the_network_from_a_tool_holds_for_all_its_versions_and_is_on_record(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name="Second"))
    assert (await catalog.resolve(tool_id)).network is Network.FULL
    change, expected = ToolPolicyChange(network=Network.NONE), ToolPolicyChange(network=Network.FULL)
    await catalog.update_tool_policy(author, id=tool_id, policy=change, expected=expected)
    for version in (1, 2):
        assert (await catalog.resolve(tool_id, version)).network is Network.NONE
    await catalog.restore_tool_version(author, id=tool_id, version=1, expected_version=2)
    assert (await catalog.resolve(tool_id)).network is Network.NONE
    with pytest.raises(Conflict) as stale:
        await catalog.update_tool_policy(author, id=tool_id, policy=change, expected=expected)
    assert stale.value.problems[0].field == ("expected", "network")
    row = await database.fetch_one("SELECT before, after FROM audit_event WHERE action = 'tool.update_policy'")
    assert row is not None
    assert tuple(row) == ('{"network": "FULL"}', '{"network": "NONE"}')


@pytest.mark.parametrize("rate", [0, -1, 1_000_001])
async def test_a_rate_limit_that_makes_no_sense_is_refused(
    catalog: Catalog, make_tool: Make, author: Principal, rate: int
) -> None:
    with pytest.raises(InvalidInput) as error:
        await catalog.update_tool_policy(
            author,
            id=await make_tool(),
            policy=ToolPolicyChange(rate_limit_per_hour=rate),
            expected=ToolPolicyChange(rate_limit_per_hour=None),
        )
    assert error.value.problems[0].field == ("policy", "rateLimitPerHour")


async def test_only_admins_make_a_tool_platform_and_it_then_belongs_to_nobody(
    catalog: Catalog, make_tool: Make, author: Principal, admin: Principal
) -> None:
    tool_id = await make_tool()
    change, expected = ToolPolicyChange(visibility=PLATFORM), ToolPolicyChange(visibility=PRIVATE)
    with pytest.raises(Forbidden):
        await catalog.update_tool_policy(author, id=tool_id, policy=change, expected=expected)
    await catalog.update_tool_policy(admin, id=tool_id, policy=change, expected=expected)
    tool = await catalog.resolve(tool_id)
    assert (tool.visibility, tool.owner) == (PLATFORM, None)
    with pytest.raises(Forbidden):
        await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name="Mine"))
    back, now = ToolPolicyChange(visibility=PUBLIC), ToolPolicyChange(visibility=PLATFORM)
    with pytest.raises(InvalidInput) as ownerless:
        await catalog.update_tool_policy(admin, id=tool_id, policy=back, expected=now)
    assert ownerless.value.problems[0].field == ("policy", "owner")
    given = ToolPolicyChange(visibility=PUBLIC, owner=author.subject_id)
    await catalog.update_tool_policy(
        admin, id=tool_id, policy=given, expected=ToolPolicyChange(visibility=PLATFORM, owner=None)
    )
    assert (await catalog.resolve(tool_id)).owner == author.subject_id


async def test_an_owner_must_exist(catalog: Catalog, make_tool: Make, author: Principal) -> None:
    tool_id = await make_tool()
    with pytest.raises(NotFound) as error:
        await catalog.update_tool_policy(
            author,
            id=tool_id,
            policy=ToolPolicyChange(owner=new_id()),
            expected=ToolPolicyChange(owner=author.subject_id),
        )
    assert error.value.problems[0].field == ("policy", "owner")


async def test_deleting_hides_a_tool_keeps_its_name_and_can_be_undone(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal, stranger: Principal
) -> None:
    tool_id = await make_tool()
    await Access(database).grant_tool_permission(
        author, tool=tool_id, subject=stranger.subject_id, permission=Permission.READ
    )
    for _ in range(2):
        assert await catalog.delete_tool(author, id=tool_id) == tool_id
    assert (await catalog.resolve(tool_id)).deleted
    with pytest.raises(NotFound):
        await catalog.duplicate_tool(stranger, id=tool_id, name="copy")
    with pytest.raises(Conflict):
        await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name="X"))
    for _ in range(2):
        assert await catalog.undelete_tool(author, id=tool_id) == tool_id
    assert not (await catalog.resolve(tool_id)).deleted
    actions = await database.fetch_all("SELECT action FROM audit_event WHERE action LIKE 'tool.%delete'")
    assert [row["action"] for row in actions] == ["tool.delete", "tool.undelete"]


async def test_after_thirty_days_a_deletion_can_no_longer_be_undone(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await database.execute("UPDATE tool SET deleted_at = now() - interval '31 days' WHERE id = $1", tool_id)
    with pytest.raises(Conflict) as error:
        await catalog.undelete_tool(author, id=tool_id)
    assert "30 days" in error.value.problems[0].message


async def test_someone_elses_private_tool_has_no_policy_or_status_to_change(
    catalog: Catalog, make_tool: Make, stranger: Principal
) -> None:
    change, expected = ToolPolicyChange(visibility=PUBLIC), ToolPolicyChange(visibility=PRIVATE)
    for tool_id in (await make_tool(), new_id()):
        with pytest.raises(NotFound):
            await catalog.update_tool_policy(stranger, id=tool_id, policy=change, expected=expected)
        with pytest.raises(NotFound):
            await catalog.move_tool_status(stranger, id=tool_id, move=ToolStatusMove.ACTIVATE)


async def test_a_tool_is_resolved_by_id_name_and_version_with_all_that_running_takes(
    catalog: Catalog, author: Principal
) -> None:
    tool_id = await catalog.create_tool(author, name="totals", content=content(annotations={"idempotent": True}))
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(timeout_seconds=7))
    current = await catalog.resolve("totals")
    assert current == await catalog.resolve(tool_id)
    assert (current.tool_id, current.version, current.timeout_seconds, current.is_current) == (tool_id, 2, 7, True)
    assert (current.owner, current.status, current.idempotent) == (author.subject_id, ToolStatus.DRAFT, True)
    assert current.executor_config == {"entry": "MAIN"}
    old = await catalog.resolve(tool_id, 1)
    assert (old.version, old.timeout_seconds, old.is_current) == (1, 30, False)


async def test_what_is_not_there_does_not_resolve(catalog: Catalog, make_tool: Make) -> None:
    await make_tool()
    for tool, version in ((new_id(), None), ("nope", None), ("totals", 2), ("x" * 64, None), ("\0", None)):
        with pytest.raises(NotFound):
            await catalog.resolve(tool, version)
