"""If these fail, tools are lost on their way from one server to another, or a file does what it must not."""

import asyncio
import json
from typing import Any

import pytest
from toolcrib.access.service import Access
from toolcrib.catalog.comparison import ChangeKind, Impact
from toolcrib.catalog.model import ToolVisibility
from toolcrib.catalog.service import Catalog
from toolcrib.catalog.transfer import importing
from toolcrib.catalog.transfer.model import ConflictAction, ImportChoices, ImportOutcome, ImportResult
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput
from toolcrib.executors.contract import Network
from toolcrib.identity.model import Principal
from toolcrib.reads.functions import FUNCTIONS
from toolcrib.reads.reader import Reader
from toolcrib.reads.roots import ROOTS
from toolcrib.reads.selection import Field
from toolcrib.reads.types import TYPES

from tests.integration.catalog.conftest import INPUT, SCRIPT, Make, content, only
from tests.support.database import TestServer

TOOL = {
    "name": "totals",
    "displayName": "Totals",
    "description": "Doubles.",
    "scriptContent": SCRIPT,
    "inputSchema": INPUT,
}


def _file(*tools: Any, **more: Any) -> str:
    return json.dumps({"format": "toolcrib", "formatVersion": 1, "tools": list(tools)} | more)


async def _export(database: Database, principal: Principal, **arguments: Any) -> str:
    field = Field("toolFile", "toolFile", arguments, frozenset({"Query"}))
    text = await Reader(database, ROOTS, TYPES, FUNCTIONS).read(field, principal)
    return str(json.loads(text or "null"))


async def _import(
    catalog: Catalog, who: Principal, text: str, *, dry_run: bool = False, **choices: Any
) -> ImportResult:
    return await catalog.import_tools(who, document=text, choices=ImportChoices(**choices), dry_run=dry_run)


def _outcomes(result: ImportResult) -> list[ImportOutcome]:
    return [tool.outcome for tool in result.tools]


async def _count(database: Database, table: str) -> int:
    return int(await database.fetch_value(f"SELECT count(*) FROM {table}"))  # noqa: S608 - a table of ours


async def test_there_and_back_again_gives_the_same_tools(
    catalog: Catalog, admin: Principal, database: Database, database_server: TestServer, migrated_template: str
) -> None:
    top = await catalog.create_category(admin, name="Data")
    shelf = await catalog.create_category(admin, name="Tables", parent=top)
    schema = INPUT | {"properties": {"total": {"type": "integer", "minimum": 1, "default": 9007199254740993}}}
    tool = await catalog.create_tool(
        admin,
        name="totals",
        content=content(category=shelf, tags=["b", "a"], icon="🧮", input_schema=schema),
        visibility=ToolVisibility.PUBLIC,
        network=Network.NONE,
        changelog="First",
    )
    await catalog.update_tool(
        admin, id=tool, expected_version=1, content=only(description="More.", annotations={"readOnly": True})
    )
    await catalog.create_tool(admin, name="other", content=content())
    exported = json.loads(await _export(database, admin, versions=True))

    name = await database_server.create(migrated_template)
    elsewhere = Database(database_server.dsn_of(name))
    await elsewhere.start()
    try:
        people = [row async for row in _people(elsewhere, admin)]
        there = Catalog(elsewhere, Access(elsewhere), catalog._executors)  # noqa: SLF001 - the same executors
        result = await _import(there, people[0], json.dumps(exported), keep_policy=True)
        assert (result.done, result.problems, result.new_categories) == (True, [], ["Data", "Tables"])
        again = json.loads(await _export(elsewhere, people[0], versions=True))
    finally:
        await elsewhere.close()
        await database_server.drop(name)
    assert again["tools"] == exported["tools"]
    assert [each["name"] for each in exported["tools"]] == ["other", "totals"]
    assert exported["tools"][1]["category"] == ["Data", "Tables"]
    assert [each["version"] for each in exported["tools"][1]["versions"]] == [1]


async def _people(database: Database, admin: Principal) -> Any:
    await database.execute("INSERT INTO subject (id, kind) VALUES ($1, 'USER')", admin.subject_id)
    await database.execute(
        "INSERT INTO user_account (id, username, display_name, role) VALUES ($1, 'admin', 'admin', 'ADMIN')",
        admin.subject_id,
    )
    yield admin


async def test_an_export_holds_what_its_reader_may_read_and_no_secret_example(
    catalog: Catalog, author: Principal, stranger: Principal, make_tool: Make, database: Database
) -> None:
    secret = {"type": "object", "properties": {"key": {"type": "string", "writeOnly": True}}}
    inputs = [{"name": "mine", "value": {"key": "s3cret"}}, {"name": "none", "value": {}}]
    tool = await make_tool(input_schema=secret, examples={"prompts": [], "inputs": inputs})
    text = await _export(database, author, ids=[str(tool)])
    assert "s3cret" not in text
    assert [each["name"] for each in json.loads(text)["tools"][0]["examples"]["inputs"]] == ["none"]
    assert json.loads(await _export(database, stranger, ids=[str(tool)]))["tools"] == []
    assert json.loads(await _export(database, author, filter={"search": "nothing"}))["tools"] == []


async def test_new_tools_are_private_drafts_unless_asked(
    catalog: Catalog, author: Principal, database: Database
) -> None:
    policy = {"status": "ACTIVE", "visibility": "PUBLIC", "network": "NONE", "rateLimitPerHour": 5}
    await _import(catalog, author, _file(TOOL | policy))
    await _import(catalog, author, _file(TOOL | policy | {"name": "open_one"}), keep_policy=True)
    found = await database.fetch_all("SELECT status, visibility, network, rate_limit_per_hour FROM tool ORDER BY name")
    assert [tuple(row.values()) for row in found] == [
        ("ACTIVE", "PUBLIC", "NONE", 5),
        ("DRAFT", "PRIVATE", "NONE", 5),
    ]
    platform = _file(TOOL | {"name": "ours", "visibility": "PLATFORM"})
    assert [each.code for each in (await _import(catalog, author, platform, keep_policy=True)).problems] == [
        "FORBIDDEN"
    ]


@pytest.mark.parametrize(("version", "number"), [("1.2.0", 1), ("v3.1", 3), ("0.9", 1), (7, 7)])
async def test_an_old_version_becomes_its_major_number(
    catalog: Catalog, author: Principal, database: Database, version: object, number: int
) -> None:
    result = await _import(catalog, author, _file(TOOL | {"version": version}))
    assert result.done
    assert await database.fetch_value("SELECT version FROM tool") == number
    await catalog.update_tool(
        author,
        id=result.tools[0].tool_id or author.subject_id,
        expected_version=number,
        content=only(description="On."),
    )


async def test_other_spellings_are_read(catalog: Catalog, author: Principal, database: Database) -> None:
    function = {"type": "function", "function": {"name": "totals", "description": "Sums.", "parameters": INPUT}}
    theirs = {
        "tool_id": "x", "name": "totals", "schema": function, "script_content": SCRIPT, "visibility": "private",
        "owner_type": "user", "version": "2.0.1", "is_deprecated": True, "execution_count": 7,
        "rate_limit_per_minute": 9,
    }  # fmt: skip
    assert (await _import(catalog, author, json.dumps([theirs]), keep_policy=True)).done
    row = await database.fetch_one("SELECT display_name, description, version, status, rate_limit_per_minute FROM tool")
    assert row is not None
    assert tuple(row.values()) == ("Totals", "Sums.", 2, "DEPRECATED", 9)


async def test_a_taken_name_is_skipped_renamed_or_made_a_version(
    catalog: Catalog, author: Principal, make_tool: Make, database: Database
) -> None:
    await make_tool()
    narrowed = INPUT | {"properties": {"total": {"type": "integer", "minimum": 9}}}
    text = _file(TOOL | {"inputSchema": narrowed})
    assert _outcomes(await _import(catalog, author, text)) == [ImportOutcome.SKIPPED]
    renamed = await _import(catalog, author, text, on_conflict=ConflictAction.RENAME)
    assert [each.final_name for each in renamed.tools] == ["totals_2"]
    [made] = (await _import(catalog, author, text, by_name={"totals": (ConflictAction.NEW_VERSION, None)})).tools
    assert (made.outcome, made.version) == (ImportOutcome.NEW_VERSION, 2)
    assert made.comparison is not None
    assert made.comparison.impact is Impact.BREAKING
    again = await _import(catalog, author, text, on_conflict=ConflictAction.NEW_VERSION)
    assert _outcomes(again) == [ImportOutcome.UNCHANGED]
    lines = await database.fetch_all("SELECT target FROM audit_event WHERE action = 'tool.import'")
    assert len(lines) == 2


async def test_a_choice_about_a_tool_that_is_not_in_the_file_is_told(
    catalog: Catalog, author: Principal, make_tool: Make, database: Database
) -> None:
    """Else a slip in its name would skip the tool, or overwrite what was to be renamed."""
    await make_tool()
    choices = {"totals": (ConflictAction.RENAME, None), "total": (ConflictAction.SKIP, None)}
    with pytest.raises(InvalidInput) as refused:
        await _import(catalog, author, _file(TOOL), by_name=choices)
    [problem] = refused.value.problems
    assert (problem.field, problem.message) == (("choices", 1, "name"), 'names "total", which is no tool of the file')
    assert await _count(database, "tool") == 1


async def test_comparing_hundreds_of_schemas_does_not_hold_up_an_import(
    catalog: Catalog, author: Principal, make_tool: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once its time is spent, an import says what it hasn't compared, and never that it is compatible."""
    monkeypatch.setattr(importing, "COMPARING_SECONDS", 0.000_001)
    wider = INPUT | {"properties": {"total": {"type": "integer", "minimum": 0}}}
    tools = [TOOL | {"name": name, "inputSchema": wider, "description": "Doubles."} for name in ("one", "two", "three")]
    for tool in tools:
        await make_tool(tool["name"])
    first, *others = (await _import(catalog, author, _file(*tools), on_conflict=ConflictAction.NEW_VERSION)).tools
    assert first.comparison is not None
    assert first.comparison.impact is Impact.COMPATIBLE
    for each in others:
        assert each.comparison is not None
        schema = next(change for change in each.comparison.changes if change.path == ("inputSchema",))
        assert (schema.kind, schema.impact, schema.proven) == (ChangeKind.TOO_LARGE, Impact.BREAKING, False)
        assert (schema.before, schema.after) == (INPUT, wider)
        assert ChangeKind.DESCRIPTION in [change.kind for change in each.comparison.changes]


async def test_somebody_else_s_tool_is_a_taken_name(catalog: Catalog, stranger: Principal, make_tool: Make) -> None:
    await make_tool()
    result = await _import(catalog, stranger, _file(TOOL), on_conflict=ConflictAction.NEW_VERSION)
    assert [(each.code, each.field) for each in result.problems] == [("NAME_TAKEN", ("tools", 0, "name"))]
    assert result.tools[0].tool_id is None


async def test_a_rehearsal_changes_nothing_and_says_what_would_happen(
    catalog: Catalog, admin: Principal, database: Database
) -> None:
    text = _file(TOOL | {"category": ["New", "Newer"]})
    before = await _count(database, "audit_event")
    result = await _import(catalog, admin, text, dry_run=True)
    assert (_outcomes(result), result.done, result.new_categories) == ([ImportOutcome.CREATED], False, ["New", "Newer"])
    assert await _count(database, "tool") == await _count(database, "category") == 0
    assert await _count(database, "audit_event") == before


async def test_one_refused_tool_keeps_all_out(catalog: Catalog, author: Principal, database: Database) -> None:
    wrong = TOOL | {"name": "second", "inputSchema": {"type": "object", "properties": {"a": {"type": "intger"}}}}
    result = await _import(catalog, author, _file(TOOL, wrong))
    assert not result.done
    assert result.problems[0].field == ("tools", 1, "inputSchema", "properties", "a", "type")
    assert await _count(database, "tool") == 0


WRONG = {
    "an unknown field": (TOOL | {"inptuSchema": {}}, ("tools", 0, "inptuSchema")),
    "a text for a number": (TOOL | {"timeoutSeconds": "30"}, ("tools", 0, "timeoutSeconds")),
    "true for a number": (TOOL | {"rateLimitPerHour": True}, ("tools", 0, "rateLimitPerHour")),
    "a number for a text": (TOOL | {"description": 3}, ("tools", 0, "description")),
    "no object": (["totals"], ("tools", 0)),
    "no name": ({"description": "x"}, ("tools", 0, "name")),
    "a wrong name": (TOOL | {"name": "Totals!"}, ("tools", 0, "name")),
    "a wrong version": (TOOL | {"version": "latest"}, ("tools", 0, "version")),
    "a circle of categories": (TOOL | {"category": ["A", "B", "A"]}, ("tools", 0, "category")),
    "a category that only admins add": (TOOL | {"category": ["A"]}, ("tools", 0, "category")),
    "an unknown executor": (TOOL | {"executorType": "COBOL"}, ("tools", 0, "executorType")),
    "a later version among the older": (
        TOOL | {"version": 2, "versions": [TOOL | {"version": 3, "name": "x"}]},
        ("tools", 0, "versions", 0, "name"),
    ),
    "NUL in a text": (TOOL | {"description": "a\0b"}, ("tools", 0, "description")),
    "NUL in a category": (TOOL | {"category": "a\0b"}, ("tools", 0, "category")),
    "a list for a number": (TOOL | {"maxRetries": []}, ("tools", 0, "maxRetries")),
    "retries": (TOOL | {"maxRetries": 3}, ("tools", 0, "maxRetries")),
    "a limit that is none": (TOOL | {"rateLimitPerMinute": 0}, ("tools", 0, "rateLimitPerMinute")),
}


@pytest.mark.parametrize("name", WRONG)
async def test_what_is_wrong_is_told_at_its_place(catalog: Catalog, author: Principal, name: str) -> None:
    tool, place = WRONG[name]
    result = await _import(catalog, author, _file(tool))
    assert not result.done
    assert place in [problem.field for problem in result.problems]


@pytest.mark.parametrize("name", ["a\0b", "", "Totals!", "later"])
async def test_a_new_name_that_can_t_be_had_is_told(
    catalog: Catalog, author: Principal, make_tool: Make, database: Database, name: str
) -> None:
    """`later`: else that tool of the file would be left out, or become a version of the renamed one."""
    await make_tool("totals")
    file = _file(TOOL, TOOL | {"name": "later"})
    for other in ConflictAction:
        choices = {"totals": (ConflictAction.RENAME, name), "later": (other, None)}
        result = await _import(catalog, author, file, by_name=choices)
        assert (result.done, result.tools[0].problems[0].field) == (False, ("tools", 0, "name"))
    assert await _count(database, "tool") == 1


async def test_a_free_name_is_none_of_the_file_s(catalog: Catalog, author: Principal, make_tool: Make) -> None:
    await make_tool("totals")
    file = _file(TOOL, TOOL | {"name": "totals_2"})
    result = await _import(catalog, author, file, on_conflict=ConflictAction.RENAME)
    assert [tool.final_name for tool in result.tools] == ["totals_3", "totals_2"]


async def test_of_two_imports_at_once_one_is_told_to_try_again(catalog: Catalog, admin: Principal) -> None:
    file = _file(TOOL | {"category": ["New"]}, TOOL | {"name": "other", "category": ["New"]})
    ends = await asyncio.gather(*(_import(catalog, admin, file) for _ in range(4)), return_exceptions=True)
    refused = [end for end in ends if not isinstance(end, ImportResult)]
    assert all(isinstance(end, Conflict) and "try again" in str(end) for end in refused), refused
    assert [end.done for end in ends if isinstance(end, ImportResult)]
    assert (await _import(catalog, admin, file)).done


async def test_twins_and_torn_trees_are_told(catalog: Catalog, admin: Principal) -> None:
    twins = await _import(catalog, admin, _file(TOOL, TOOL))
    assert [problem.field for problem in twins.problems] == [("tools", 1, "name")]
    torn = _file(TOOL | {"category": ["A", "B"]}, TOOL | {"name": "b", "category": ["B", "A"]})
    assert ("tools", 1, "category") in [problem.field for problem in (await _import(catalog, admin, torn)).problems]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"tools": [\n  oops]}', "line 2, column 3"),
        ('{"tools": [], "tools": []}', "given twice"),
        ("[" * 100_000, "nested too deeply"),
        ('"tools"', "must be an object"),
        (_file(), "holds no tools"),
        (_file(format="other"), "toolcrib"),
        (_file(formatVersion=2), "must be 1"),
        (_file(TOOL, secret=1), "secret"),
        (json.dumps({"tools": {}}), "list of tools"),
        (json.dumps([TOOL] * 501), "at most 500"),
        (" " * 10_000_001, "too large"),
        (json.dumps(TOOL)[:-1] + ', "timeoutSeconds": NaN}', "NaN"),
    ],
)
async def test_what_is_no_file_of_tools_is_refused(
    catalog: Catalog, author: Principal, text: str, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message) as refused:
        await _import(catalog, author, text)
    assert refused.value.problems[0].field[:1] == ("document",)


async def test_reading_alone_imports_nothing(catalog: Catalog, people: Any) -> None:
    from toolcrib.identity.model import Role, Scope  # noqa: PLC0415

    reader = await people.user("reader", Role.MEMBER, Scope.READ)
    with pytest.raises(Forbidden):
        await _import(catalog, reader, _file(TOOL), dry_run=True)
