"""If these fail, people lose versions, overwrite each other, or save tools that can't run."""

import asyncio
import json
from dataclasses import replace

import pytest
from toolcrib.access.model import Permission
from toolcrib.access.service import Access
from toolcrib.catalog.editing import StaleVersion
from toolcrib.catalog.function_name import name_alias
from toolcrib.catalog.model import ToolVisibility
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound, ToolcribError
from toolcrib.core.ids import new_id
from toolcrib.executors.contract import Network
from toolcrib.identity.model import Principal, Scope

from tests.integration.catalog.conftest import INPUT, Make, People, content, only


def fields_of(error: pytest.ExceptionInfo[ToolcribError]) -> set[tuple[str | int, ...]]:
    return {problem.field for problem in error.value.problems}


async def test_a_new_tool_is_a_private_draft_of_its_author_with_its_first_version(
    catalog: Catalog, database: Database, author: Principal
) -> None:
    tool_id = await catalog.create_tool(
        author, name="totals", content=content(tags=[" a ", "b", "a", ""]), changelog=" first "
    )
    tool = await database.fetch_one("SELECT * FROM tool WHERE id = $1", tool_id)
    version = await database.fetch_one("SELECT * FROM tool_version WHERE tool = $1", tool_id)
    assert tool is not None
    assert version is not None
    assert (tool["status"], tool["visibility"], tool["owner"], tool["version"]) == (
        "DRAFT",
        "PRIVATE",
        author.subject_id,
        1,
    )
    assert json.loads(tool["tags"]) == ["a", "b"]
    assert json.loads(tool["executor_config"]) == {"entry": "MAIN"}
    assert (version["version"], version["is_latest"], version["author"]) == (1, True, author.subject_id)
    assert version["changelog"] == "first"
    assert version["script_content"] == tool["script_content"]
    assert await database.fetch_value("SELECT execution_count FROM tool_usage WHERE tool = $1", tool_id) == 0


async def test_schemas_keep_the_order_their_author_gave_them(catalog: Catalog, make_tool: Make) -> None:
    schema = {"type": "object", "properties": {"zebra": {}, "apple": {}, "mango": {}}}
    tool = await catalog.resolve(await make_tool(input_schema=schema))
    assert list(json.loads(tool.input_schema)["properties"]) == ["zebra", "apple", "mango"]


async def test_everything_that_is_wrong_is_said_at_once(catalog: Catalog, author: Principal) -> None:
    wrong = only(
        description="\n",
        icon="javascript:alert(1)",
        tags=["x" * 51],
        input_schema={"type": "array"},
        output_schema={"type": "strin"},
        script_content="def main(:\n",
        timeout_seconds=0,
        annotations={"readOnly": "yes"},
        examples={"inputs": [{"name": ""}]},
        category=new_id(),
    )
    with pytest.raises(InvalidInput) as error:
        await catalog.create_tool(author, name="Bad Name", content=wrong)
    assert fields_of(error) == {
        ("name",),
        ("content", "displayName"),
        ("content", "description"),
        ("content", "icon"),
        ("content", "tags", 0),
        ("content", "inputSchema", "type"),
        ("content", "outputSchema", "type"),
        ("content", "scriptContent"),
        ("content", "timeoutSeconds"),
        ("content", "annotations", "readOnly"),
        ("content", "examples", "inputs", 0),
        ("content", "category"),
    }


@pytest.mark.parametrize("name", ["", "A", "1a", "a b", "a-b", "ä", "a\n", "_a", "a" * 101, "a\0"])
async def test_a_name_llms_could_not_call_is_refused(catalog: Catalog, author: Principal, name: str) -> None:
    with pytest.raises(InvalidInput) as error:
        await catalog.create_tool(author, name=name, content=content())
    assert fields_of(error) == {("name",)}


async def test_a_taken_name_says_no_more_than_that_whoever_has_it(
    catalog: Catalog, make_tool: Make, author: Principal, stranger: Principal
) -> None:
    await make_tool("secret_plan")
    await catalog.delete_tool(author, id=await make_tool("gone"))
    for name in ("secret_plan", "gone"):
        with pytest.raises(Conflict) as error:
            await catalog.create_tool(stranger, name=name, content=content())
        problem = error.value.problems[0]
        assert (problem.code, problem.message, problem.field) == ("NAME_TAKEN", "This name is taken.", ("name",))


async def test_a_tool_cannot_take_the_short_name_that_llms_call_another_by(
    catalog: Catalog, make_tool: Make, stranger: Principal
) -> None:
    long_name = "monthly_" * 11
    await make_tool(long_name.rstrip("_"))
    alias = name_alias(long_name.rstrip("_"))
    with pytest.raises(Conflict):
        await catalog.create_tool(stranger, name=alias, content=content())
    assert (await catalog.resolve(alias)).name == long_name.rstrip("_")


async def test_only_admins_make_platform_tools_and_nobody_owns_them(
    catalog: Catalog, database: Database, author: Principal, admin: Principal
) -> None:
    with pytest.raises(Forbidden):
        await catalog.create_tool(author, name="p", content=content(), visibility=ToolVisibility.PLATFORM)
    tool_id = await catalog.create_tool(admin, name="p", content=content(), visibility=ToolVisibility.PLATFORM)
    assert await database.fetch_value("SELECT owner FROM tool WHERE id = $1", tool_id) is None


async def test_a_token_that_may_not_manage_makes_and_changes_nothing(
    catalog: Catalog, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    weak = replace(author, scope=Scope.EXECUTE)
    with pytest.raises(Forbidden):
        await catalog.create_tool(weak, name="other", content=content())
    with pytest.raises(Forbidden):
        await catalog.update_tool(weak, id=tool_id, expected_version=1, content=only(display_name="X"))


async def test_an_agent_with_a_managing_token_makes_tools_of_its_own(
    catalog: Catalog, database: Database, people: People, author: Principal
) -> None:
    agent = await people.agent("helper", author)
    tool_id = await catalog.create_tool(agent, name="made_by_agent", content=content())
    assert await database.fetch_value("SELECT owner FROM tool WHERE id = $1", tool_id) == agent.subject_id


async def test_an_update_is_the_next_version_and_the_only_latest(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(
        author, id=tool_id, expected_version=1, content=only(icon="📦", tags=["x"]), changelog="icon"
    )
    versions = await database.fetch_all("SELECT * FROM tool_version WHERE tool = $1 ORDER BY version", tool_id)
    tool = await database.fetch_one("SELECT * FROM tool WHERE id = $1", tool_id)
    assert tool is not None
    assert [(row["version"], row["is_latest"], row["icon"]) for row in versions] == [(1, False, None), (2, True, "📦")]
    assert (tool["version"], tool["icon"], tool["script_content"]) == (2, "📦", versions[0]["script_content"])


async def test_content_that_says_the_same_makes_no_version(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool(executor_config={"requirements": "standard", "entry": "MAIN"})
    same = content(display_name=" Totals ", executor_config={"entry": "MAIN", "requirements": "standard"})
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=same)
    assert await database.fetch_value("SELECT version FROM tool WHERE id = $1", tool_id) == 1


@pytest.mark.parametrize(
    "schema",
    [
        {**INPUT, "properties": {"total": {"type": "integer", "minimum": 1.0}}},
        {**INPUT, "properties": {"total": {"minimum": 1, "type": "integer"}}},
        {**INPUT, "additionalProperties": True},
    ],
)
async def test_a_change_that_python_calls_equal_is_still_a_change(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal, schema: dict[str, object]
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(input_schema=schema))
    assert await database.fetch_value("SELECT version FROM tool WHERE id = $1", tool_id) == 2


async def test_a_stale_update_shows_both_versions_and_loses_nothing(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name="Second"))
    with pytest.raises(StaleVersion) as error:
        await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name="Third"))
    assert (error.value.expected, error.value.current) == (1, 2)
    assert fields_of(error) == {("expectedVersion",)}
    assert await database.fetch_value("SELECT display_name FROM tool WHERE id = $1", tool_id) == "Second"


async def test_of_many_updates_at_once_exactly_one_wins(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    results = await asyncio.gather(
        *(
            catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name=f"Edit {number}"))
            for number in range(8)
        ),
        return_exceptions=True,
    )
    assert sum(result == tool_id for result in results) == 1
    assert sum(isinstance(result, StaleVersion) for result in results) == 7
    assert await database.fetch_value("SELECT count(*) FROM tool_version WHERE tool = $1 AND is_latest", tool_id) == 1


async def test_null_clears_what_may_be_empty_and_resets_the_rest(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool(icon="📦", tags=["x"], timeout_seconds=5, annotations={"readOnly": True})
    cleared = only(icon=None, tags=None, timeout_seconds=None, annotations=None)
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=cleared)
    row = await database.fetch_one("SELECT icon, tags, timeout_seconds, annotations FROM tool WHERE id = $1", tool_id)
    assert row is not None
    assert tuple(row) == (None, "[]", 30, "{}")
    with pytest.raises(InvalidInput) as error:
        await catalog.update_tool(
            author, id=tool_id, expected_version=2, content=only(display_name=None, input_schema=None)
        )
    assert fields_of(error) == {("content", "displayName"), ("content", "inputSchema")}


async def test_restoring_brings_content_back_as_the_newest_version_and_never_policy(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(display_name="Second"))
    await database.execute("UPDATE tool SET visibility = 'PUBLIC', rate_limit_per_minute = 3 WHERE id = $1", tool_id)
    await catalog.restore_tool_version(author, id=tool_id, version=1, expected_version=2)
    row = await database.fetch_one("SELECT * FROM tool WHERE id = $1", tool_id)
    assert row is not None
    assert (row["version"], row["display_name"], row["visibility"], row["rate_limit_per_minute"]) == (
        3,
        "Totals",
        "PUBLIC",
        3,
    )
    assert (
        await database.fetch_value("SELECT changelog FROM tool_version WHERE tool = $1 AND is_latest", tool_id)
        == "Restored version 1"
    )
    with pytest.raises(NotFound):
        await catalog.restore_tool_version(author, id=tool_id, version=9, expected_version=3)
    with pytest.raises(StaleVersion):
        await catalog.restore_tool_version(author, id=tool_id, version=1, expected_version=2)


async def test_someone_elses_private_tool_answers_as_if_it_were_not_there(
    catalog: Catalog, make_tool: Make, stranger: Principal
) -> None:
    hidden, missing = await make_tool(), new_id()
    answers = []
    for tool_id in (hidden, missing):
        calls = (
            catalog.update_tool(stranger, id=tool_id, expected_version=1, content=only(display_name="X")),
            catalog.restore_tool_version(stranger, id=tool_id, version=1, expected_version=1),
            catalog.duplicate_tool(stranger, id=tool_id, name="mine"),
            catalog.delete_tool(stranger, id=tool_id),
            catalog.undelete_tool(stranger, id=tool_id),
        )
        for call in calls:
            with pytest.raises(NotFound) as error:
                await call
            answers.append(tuple(error.value.problems))
    assert answers[:5] == answers[5:]


async def test_one_who_may_only_read_is_told_so_and_one_with_admin_may_edit(
    catalog: Catalog, access: Access, make_tool: Make, author: Principal, stranger: Principal
) -> None:
    tool_id = await make_tool()
    await access.grant_tool_permission(author, tool=tool_id, subject=stranger.subject_id, permission=Permission.READ)
    with pytest.raises(Forbidden):
        await catalog.update_tool(stranger, id=tool_id, expected_version=1, content=only(display_name="X"))
    await access.grant_tool_permission(author, tool=tool_id, subject=stranger.subject_id, permission=Permission.ADMIN)
    await catalog.update_tool(stranger, id=tool_id, expected_version=1, content=only(display_name="X"))
    assert (await catalog.resolve(tool_id)).version == 2


async def test_a_reader_duplicates_a_tool_into_a_private_draft_of_their_own(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal, stranger: Principal
) -> None:
    tool_id = await make_tool(display_name="x" * 200)
    grant = {"tool": tool_id, "subject": stranger.subject_id, "permission": Permission.READ}
    await Access(database).grant_tool_permission(author, **grant)  # type: ignore[arg-type]
    copy = await catalog.duplicate_tool(stranger, id=tool_id, name="mine")
    row = await database.fetch_one("SELECT * FROM tool WHERE id = $1", copy)
    assert row is not None
    assert (row["owner"], row["status"], row["visibility"], row["version"]) == (
        stranger.subject_id,
        "DRAFT",
        "PRIVATE",
        1,
    )
    assert row["display_name"] == "x" * 193 + " (copy)"
    with pytest.raises(Conflict):
        await catalog.duplicate_tool(stranger, id=tool_id, name="totals")


async def test_a_check_says_what_create_would_and_suggests_the_entry(catalog: Catalog, author: Principal) -> None:
    fine = await catalog.check_tool(author, content=content())
    assert (list(fine.problems), fine.suggested_config) == ([], {"entry": "MAIN"})
    broken = await catalog.check_tool(author, content=content(script_content="import sys\nprint(sys.stdin.read()\n"))
    assert [problem.field for problem in broken.problems] == [("content", "scriptContent")]
    assert "Line 2" in broken.problems[0].message


async def test_a_check_warns_of_what_can_be_saved_but_may_not_be_meant(catalog: Catalog, author: Principal) -> None:
    script = "import reqests\ndef main(weight): return weight\n"
    odd = await catalog.check_tool(author, content=content(description="Short.", script_content=script))
    assert list(odd.problems) == []
    fields = [(warning.code, warning.field) for warning in odd.warnings]
    assert ("SHORT_DESCRIPTION", ("content", "description")) in fields
    assert ("MISSING_MODULE", ("content", "scriptContent")) in fields
    assert ("ENTRY_MISMATCH", ("content", "scriptContent")) in fields
    assert await catalog.create_tool(author, name="odd", content=content(description="Short.", script_content=script))


async def test_a_tool_without_network_is_made_so_and_its_copies_are_too(
    catalog: Catalog, database: Database, author: Principal
) -> None:
    tool_id = await catalog.create_tool(author, name="totals", content=content(), network=Network.NONE)
    copy = await catalog.duplicate_tool(author, id=tool_id, name="copy")
    assert (await catalog.resolve(tool_id)).network is Network.NONE
    assert (await catalog.resolve(copy)).network is Network.NONE
    rows = await database.fetch_all("SELECT after FROM audit_event WHERE action LIKE 'tool.%'")
    assert [json.loads(row["after"])["network"] for row in rows] == ["NONE", "NONE"]


async def test_every_change_leaves_a_line_in_the_trail_and_a_refused_one_none(
    catalog: Catalog, database: Database, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(icon="📦"))
    with pytest.raises(StaleVersion):
        await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(icon="🧰"))
    rows = await database.fetch_all("SELECT actor, action, target, after FROM audit_event ORDER BY id")
    assert [(row["action"], row["actor"], row["target"]) for row in rows] == [
        ("tool.create", author.subject_id, f"tool_{tool_id.hex}"),
        ("tool.update", author.subject_id, f"tool_{tool_id.hex}"),
    ]
    assert json.loads(rows[1]["after"]) == {"version": 2, "changed": ["icon"]}
