"""SQL of tools and their versions."""

# ruff: noqa: S608 - column lists are constants of this module; values are always parameters

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg

from toolcrib.catalog.content import ToolContent
from toolcrib.catalog.model import ExecutorType, ToolStatus, ToolVisibility
from toolcrib.catalog.records import RunnableTool, ToolPolicy, ToolRecord
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, NotFound, ToolcribError
from toolcrib.core.ids import new_id
from toolcrib.core.json_text import to_json
from toolcrib.executors.contract import Network

_CONTENT = (
    "display_name",
    "description",
    "icon",
    "category",
    "tags",
    "executor_type",
    "executor_config",
    "script_content",
    "input_schema",
    "output_schema",
    "timeout_seconds",
    "max_retries",
    "annotations",
    "examples",
)
_CONTENT_COLUMNS = ", ".join(_CONTENT)


def _placeholders(first: int) -> str:
    return ", ".join(f"${first + index}" for index in range(len(_CONTENT)))


_INSERT_TOOL = f"""
INSERT INTO tool (id, name, status, visibility, owner, rate_limit_per_minute, rate_limit_per_hour, network,
    {_CONTENT_COLUMNS})
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {_placeholders(9)})
"""
_UPDATE_CONTENT = f"UPDATE tool SET version = $2, ({_CONTENT_COLUMNS}) = ROW({_placeholders(3)}) WHERE id = $1"
_INSERT_VERSION = f"""
INSERT INTO tool_version (id, tool, version, changelog, author, is_latest, {_CONTENT_COLUMNS})
VALUES ($1, $2, $3, $4, $5, true, {_placeholders(6)})
"""
_LOCK = "SELECT * FROM tool WHERE id = $1 FOR UPDATE"

_RUNNABLE = """
SELECT t.id, t.name, t.status, t.visibility, t.owner, t.deleted_at IS NOT NULL AS deleted, t.version AS current_version,
    t.rate_limit_per_minute, t.rate_limit_per_hour, t.network, v.version, v.executor_type, v.executor_config,
    v.script_content, v.input_schema, v.output_schema, v.timeout_seconds, v.max_retries, v.annotations
FROM tool t LEFT JOIN tool_version v ON v.tool = t.id AND v.version = coalesce($2, t.version)
WHERE {which}
"""

_MEANINGS: Mapping[str, ToolcribError] = {
    "tool_name_key": Conflict("This name is taken.", ("name",), code="NAME_TAKEN"),
    "tool_category_fkey": NotFound("There is no such category.", ("content", "category")),
    "tool_version_category_fkey": NotFound("There is no such category.", ("content", "category")),
    "tool_owner_fkey": NotFound("There is no such user or agent.", ("policy", "owner")),
    "category_name_key": Conflict("This name is taken.", ("name",), code="NAME_TAKEN"),
    "category_parent_fkey": NotFound("There is no such category.", ("parent",)),
    "category_cycle": Conflict("A category can't be below itself.", ("parent",), code="CATEGORY_CYCLE"),
    "not_its_own_parent": Conflict("A category can't be below itself.", ("parent",), code="CATEGORY_CYCLE"),
}
"""The rules that the database holds for us, as domain errors."""


@asynccontextmanager
async def rules_as_errors() -> AsyncIterator[None]:
    """Raises what a broken constraint means; the transaction around it is lost."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        meaning = _MEANINGS.get(error.constraint_name or "")
        if meaning is None:
            raise
        problem = meaning.problems[0]
        raise type(meaning)(problem.message, problem.field, code=problem.code) from None


async def insert_tool(
    database: Database, name: str, policy: ToolPolicy, content: ToolContent, *, status: ToolStatus = ToolStatus.DRAFT
) -> UUID:
    """Raises Conflict (NAME_TAKEN), NotFound (category, owner)."""
    tool_id = new_id()
    async with rules_as_errors():
        await database.execute(_INSERT_TOOL, tool_id, name, str(status), *_policy_values(policy), *_values(content))
        await database.execute("INSERT INTO tool_usage (tool) VALUES ($1)", tool_id)
    return tool_id


async def insert_version(
    database: Database, tool_id: UUID, version: int, content: ToolContent, *, author: UUID | None, changelog: str | None
) -> None:
    """Add the snapshot that is the latest from now on. The tool's row is locked by the caller, or new."""
    async with rules_as_errors():
        await database.execute("UPDATE tool_version SET is_latest = false WHERE tool = $1 AND is_latest", tool_id)
        await database.execute(_INSERT_VERSION, new_id(), tool_id, version, changelog, author, *_values(content))


async def update_content(database: Database, tool_id: UUID, version: int, content: ToolContent) -> None:
    async with rules_as_errors():
        await database.execute(_UPDATE_CONTENT, tool_id, version, *_values(content))


async def update_policy(database: Database, tool_id: UUID, policy: ToolPolicy) -> None:
    sql = """
    UPDATE tool SET visibility = $2, owner = $3, rate_limit_per_minute = $4, rate_limit_per_hour = $5, network = $6
    WHERE id = $1
    """
    async with rules_as_errors():
        await database.execute(sql, tool_id, *_policy_values(policy))


async def update_status(database: Database, tool_id: UUID, status: ToolStatus) -> None:
    await database.execute("UPDATE tool SET status = $2 WHERE id = $1", tool_id, str(status))


async def set_deleted(database: Database, tool_id: UUID, *, deleted: bool) -> None:
    await database.execute("UPDATE tool SET deleted_at = CASE WHEN $2 THEN now() END WHERE id = $1", tool_id, deleted)


async def lock_tool(database: Database, tool_id: UUID) -> ToolRecord | None:
    """The tool, held against other changes until the transaction ends."""
    row = await database.fetch_one(_LOCK, tool_id)
    return _tool(row) if row else None


async def tool(database: Database, tool_id: UUID) -> ToolRecord | None:
    row = await database.fetch_one("SELECT * FROM tool WHERE id = $1", tool_id)
    return _tool(row) if row else None


async def tool_named(database: Database, name: str) -> ToolRecord | None:
    row = await database.fetch_one("SELECT * FROM tool WHERE name = $1 FOR UPDATE", name)
    return _tool(row) if row else None


async def version_content(database: Database, tool_id: UUID, version: int) -> ToolContent | None:
    row = await database.fetch_one("SELECT * FROM tool_version WHERE tool = $1 AND version = $2", tool_id, version)
    return _content(row) if row else None


async def lock_installation(database: Database) -> None:
    """Servers that start together install one after the other; held until the transaction ends."""
    await database.execute("SELECT pg_advisory_xact_lock(hashtext('install_platform_tools'))")


async def edited_by_anyone(database: Database, tool_id: UUID) -> bool:
    """Whether somebody other than the server itself made a version of it."""
    sql = "SELECT EXISTS (SELECT FROM tool_version WHERE tool = $1 AND author IS NOT NULL)"
    return bool(await database.fetch_value(sql, tool_id))


async def names_beginning(database: Database, prefix: str, *, longer_than: int) -> list[str]:
    sql = "SELECT name FROM tool WHERE starts_with(name, $1) AND length(name) > $2 ORDER BY name"
    return [row["name"] for row in await database.fetch_all(sql, prefix, longer_than)]


async def runnable(database: Database, which: UUID | str, version: int | None) -> RunnableTool | None:
    """By id or by name; None where there is no such tool. Raises NotFound where it has no such version."""
    condition = "t.id = $1" if isinstance(which, UUID) else "t.name = $1"
    row = await database.fetch_one(_RUNNABLE.format(which=condition), which, version)
    if row is None:
        return None
    if row["version"] is None:
        raise NotFound(f"The tool has no version {version}.", ("version",))
    return RunnableTool(
        tool_id=row["id"],
        name=row["name"],
        version=row["version"],
        current_version=row["current_version"],
        status=ToolStatus(row["status"]),
        visibility=ToolVisibility(row["visibility"]),
        owner=row["owner"],
        deleted=row["deleted"],
        executor_type=ExecutorType(row["executor_type"]),
        executor_config=json.loads(row["executor_config"]),
        script=row["script_content"],
        input_schema=row["input_schema"],
        output_schema=row["output_schema"],
        timeout_seconds=row["timeout_seconds"],
        max_retries=row["max_retries"],
        rate_limit_per_minute=row["rate_limit_per_minute"],
        rate_limit_per_hour=row["rate_limit_per_hour"],
        network=Network(row["network"]),
        annotations=json.loads(row["annotations"]),
    )


def _tool(row: Mapping[str, Any]) -> ToolRecord:
    return ToolRecord(
        id=row["id"],
        name=row["name"],
        status=ToolStatus(row["status"]),
        version=row["version"],
        deleted_at=row["deleted_at"],
        policy=ToolPolicy(
            visibility=ToolVisibility(row["visibility"]),
            owner=row["owner"],
            rate_limit_per_minute=row["rate_limit_per_minute"],
            rate_limit_per_hour=row["rate_limit_per_hour"],
            network=Network(row["network"]),
        ),
        content=_content(row),
    )


def _content(row: Mapping[str, Any]) -> ToolContent:
    return ToolContent(
        display_name=row["display_name"],
        description=row["description"],
        icon=row["icon"],
        category=row["category"],
        tags=tuple(json.loads(row["tags"])),
        executor_type=ExecutorType(row["executor_type"]),
        executor_config=json.loads(row["executor_config"]),
        script_content=row["script_content"],
        input_schema=json.loads(row["input_schema"]),
        output_schema=json.loads(row["output_schema"]),
        timeout_seconds=row["timeout_seconds"],
        max_retries=row["max_retries"],
        annotations=json.loads(row["annotations"]),
        examples=json.loads(row["examples"]),
    )


_JSON = frozenset({"tags", "executor_config", "input_schema", "output_schema", "annotations", "examples"})


def _values(content: ToolContent) -> list[object]:
    values = {name: getattr(content, name) for name in _CONTENT} | {"executor_type": str(content.executor_type)}
    return [to_json(value) if name in _JSON else value for name, value in values.items()]


def _policy_values(policy: ToolPolicy) -> tuple[object, ...]:
    limits = policy.rate_limit_per_minute, policy.rate_limit_per_hour
    return str(policy.visibility), policy.owner, *limits, str(policy.network)
