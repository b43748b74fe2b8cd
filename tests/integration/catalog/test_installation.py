"""If these fail, an upgrade tramples on what people changed, or leaves them with old starter tools."""

import asyncio
from dataclasses import replace

import pytest
from toolcrib.catalog.installation import PlatformTool
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import InvalidInput
from toolcrib.identity.model import Principal

from tests.integration.catalog.conftest import Make, content, only

DEFINITION = PlatformTool("totals", content(executor_config={"entry": "MAIN"}), "Finance")
NEWER = replace(DEFINITION, content=content(executor_config={"entry": "MAIN"}, description="Newer."))


async def test_a_starter_tool_is_installed_active_by_the_server_itself(catalog: Catalog, database: Database) -> None:
    tool_id = await catalog.install_platform_tool(DEFINITION)
    assert tool_id is not None
    row = await database.fetch_one(
        "SELECT t.status, t.visibility, t.owner, c.name, v.author FROM tool t"
        " JOIN category c ON c.id = t.category JOIN tool_version v ON v.tool = t.id"
    )
    assert row is not None
    assert tuple(row) == ("ACTIVE", "PLATFORM", None, "Finance", None)
    assert await database.fetch_value("SELECT count(*) FROM audit_event WHERE actor IS NULL") == 2


async def test_installing_again_changes_nothing_and_an_upgrade_makes_a_version(catalog: Catalog) -> None:
    tool_id = await catalog.install_platform_tool(DEFINITION)
    assert await catalog.install_platform_tool(DEFINITION) == tool_id
    assert (await catalog.resolve("totals")).version == 1
    await catalog.install_platform_tool(NEWER)
    assert (await catalog.resolve("totals")).version == 2


async def test_an_upgrade_leaves_alone_what_a_person_edited_or_deleted(
    catalog: Catalog, database: Database, admin: Principal
) -> None:
    edited, deleted = DEFINITION, replace(DEFINITION, name="deleted")
    edited_id, deleted_id = [await catalog.install_platform_tool(tool) for tool in (edited, deleted)]
    assert edited_id is not None
    assert deleted_id is not None
    await catalog.update_tool(admin, id=edited_id, expected_version=1, content=only(description="Ours."))
    await catalog.delete_tool(admin, id=deleted_id)
    for tool in (NEWER, replace(NEWER, name="deleted")):
        await catalog.install_platform_tool(tool)
    rows = await database.fetch_all("SELECT name, description, deleted_at IS NULL AS alive FROM tool ORDER BY name")
    assert [tuple(row) for row in rows] == [("deleted", "Doubles a total.", False), ("totals", "Ours.", True)]


async def test_somebodys_own_tool_of_that_name_is_left_alone(catalog: Catalog, make_tool: Make) -> None:
    await make_tool("totals")
    assert await catalog.install_platform_tool(NEWER) is None
    assert (await catalog.resolve("totals")).version == 1


async def test_servers_that_start_together_install_once(catalog: Catalog, database: Database) -> None:
    ids = await asyncio.gather(*(catalog.install_platform_tool(DEFINITION) for _ in range(4)))
    assert len(set(ids)) == 1
    assert await database.fetch_value("SELECT count(*) FROM tool_version") == 1


async def test_a_definition_that_is_wrong_is_refused(catalog: Catalog) -> None:
    with pytest.raises(InvalidInput):
        await catalog.install_platform_tool(PlatformTool("totals", content(script_content="def main(:")))
    await catalog.install_platform_tool(DEFINITION)
    with pytest.raises(InvalidInput):
        await catalog.install_platform_tool(PlatformTool("totals", content(script_content="def main(:"), "Sums"))
    assert (await catalog.resolve("totals")).version == 1
