"""If these fail, a new server has no tools to try, or an upgrade tramples on somebody's work."""

import json
import logging
from dataclasses import replace

import pytest
from toolcrib.access.service import Access
from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.toolbox.install import install_starter_tools
from toolcrib.toolbox.loader import load_starter_tools

from tests.support.people import People


@pytest.fixture
def catalog(database: Database) -> Catalog:
    return Catalog(database, Access(database), load_executors(Sandbox()))


async def always() -> bool:
    return True


async def never() -> bool:
    return False


async def not_to_be_asked() -> bool:
    raise AssertionError


async def test_a_new_server_has_the_starter_tools_ready_to_run(catalog: Catalog, database: Database) -> None:
    await install_starter_tools(catalog, always)
    rows = await database.fetch_all(
        "SELECT t.name, t.status, t.visibility, t.owner, t.version, t.network, c.name AS category"
        " FROM tool t JOIN category c ON c.id = t.category ORDER BY t.name"
    )
    assert [tuple(row) for row in rows] == [
        (name, "ACTIVE", "PLATFORM", None, 1, "NONE", category)
        for name, category in [
            ("calculate_dates", "Dates"),
            ("describe_numbers", "Data"),
            ("diff_texts", "Text"),
            ("draw_chart", "Data"),
            ("extract_html", "Web"),
            ("join_tables", "Data"),
            ("match_regex", "Text"),
            ("profile_csv", "Data"),
            ("query_json", "Data"),
            ("render_template", "Text"),
            ("tally_text", "Text"),
            ("validate_json", "Data"),
        ]
    ]


async def test_where_nothing_can_hold_the_network_back_the_tools_run_all_the_same(
    catalog: Catalog, database: Database
) -> None:
    await install_starter_tools(catalog, never)
    assert [tuple(row) for row in await database.fetch_all("SELECT DISTINCT network FROM tool")] == [("FULL",)]


async def test_an_upgrade_brings_new_tools_and_leaves_what_people_decided(
    catalog: Catalog, people: People, database: Database
) -> None:
    older = [tool for tool in load_starter_tools() if tool.name in ("diff_texts", "query_json")]
    await install_starter_tools(catalog, always, older)
    edited, opened = [await catalog.resolve(tool.name) for tool in older]
    await catalog.update_tool(
        people.admin, id=edited.tool_id, expected_version=1, content=ToolContentChange(description="Ours.")
    )
    await database.execute("UPDATE tool SET network = 'FULL' WHERE id = $1", opened.tool_id)
    await install_starter_tools(catalog, always)
    assert await database.fetch_value("SELECT count(*) FROM tool") == len(load_starter_tools())
    assert [(await catalog.resolve(tool.name)).version for tool in older] == [2, 1]
    assert (await catalog.resolve("query_json")).network == "FULL"


async def test_what_is_stored_is_what_the_folders_say(catalog: Catalog) -> None:
    await install_starter_tools(catalog, always)
    for tool in load_starter_tools():
        stored = await catalog.resolve(tool.name)
        assert stored.script == tool.script
        assert json.loads(stored.input_schema) == tool.input_schema
        assert (stored.executor_type, stored.executor_config) == (tool.executor, tool.config)
        assert stored.timeout_seconds == tool.timeout_seconds


async def test_a_restart_changes_nothing_and_waits_for_no_sandbox(catalog: Catalog, database: Database) -> None:
    await install_starter_tools(catalog, always)
    await install_starter_tools(catalog, not_to_be_asked)
    assert await database.fetch_value("SELECT count(*) FROM tool_version") == len(load_starter_tools())


async def test_an_upgrade_replaces_only_what_nobody_edited(catalog: Catalog, people: People) -> None:
    await install_starter_tools(catalog, always)
    edited = await catalog.resolve("diff_texts")
    ours = ToolContentChange(script_content="def main(): return 'ours'")
    await catalog.update_tool(people.admin, id=edited.tool_id, expected_version=1, content=ours)
    newer = [replace(tool, script=f"{tool.script}# newer\n") for tool in load_starter_tools()]
    await install_starter_tools(catalog, always, newer)
    assert (await catalog.resolve("diff_texts")).script == "def main(): return 'ours'"
    upgraded = await catalog.resolve("query_json")
    assert (upgraded.version, str(upgraded.script)[-8:]) == (2, "# newer\n")


async def test_somebodys_own_tool_keeps_its_name(
    catalog: Catalog, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    (tool, *_) = load_starter_tools()
    own = ToolContentChange(
        display_name="Mine", description="My own.", script_content="def main(): pass", input_schema={"type": "object"}
    )
    await catalog.create_tool(await people.user("ada"), name=tool.name, content=own)
    with caplog.at_level(logging.WARNING):
        await install_starter_tools(catalog, always)
    assert (await catalog.resolve(tool.name)).script == own.script_content
    assert f"{tool.name} was not installed" in caplog.text
    assert (await catalog.resolve("query_json")).visibility == "PLATFORM"
