"""SQL of categories."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from toolcrib.catalog.records import CategoryRecord
from toolcrib.catalog.store import rules_as_errors
from toolcrib.core.db import Database
from toolcrib.core.ids import new_id

_INSERT = "INSERT INTO category (id, name, description, parent) VALUES ($1, $2, $3, $4)"
_UPDATE = "UPDATE category SET name = $2, description = $3, parent = $4 WHERE id = $1"
_CONTENTS = """
SELECT (SELECT count(*) FROM category WHERE parent = $1) AS children,
    (SELECT count(*) FROM tool WHERE category = $1 AND deleted_at IS NULL) AS tools
"""


async def exists(database: Database, category_id: UUID) -> bool:
    return bool(await database.fetch_value("SELECT EXISTS (SELECT FROM category WHERE id = $1)", category_id))


async def id_by_name(database: Database, name: str) -> UUID | None:
    found: UUID | None = await database.fetch_value("SELECT id FROM category WHERE name = $1", name)
    return found


async def lock(database: Database, category_id: UUID) -> CategoryRecord | None:
    """The category, held against other changes until the transaction ends.

    The whole tree is held first: the trigger that refuses cycles holds it too, and a second order would be a deadlock.
    """
    await database.execute("SELECT pg_advisory_xact_lock(hashtext('refuse_category_cycle'))")
    row = await database.fetch_one("SELECT * FROM category WHERE id = $1 FOR UPDATE", category_id)
    return _category(row) if row else None


async def insert(database: Database, name: str, description: str | None, parent: UUID | None) -> CategoryRecord:
    """Raises Conflict (NAME_TAKEN), NotFound (parent)."""
    made = CategoryRecord(new_id(), name, description, parent)
    async with rules_as_errors():
        await database.execute(_INSERT, made.id, name, description, parent)
    return made


async def update(database: Database, category: CategoryRecord) -> None:
    """Raises Conflict (NAME_TAKEN, CATEGORY_CYCLE), NotFound (parent)."""
    async with rules_as_errors():
        await database.execute(_UPDATE, category.id, category.name, category.description, category.parent)


async def contents(database: Database, category_id: UUID) -> tuple[int, int]:
    """How many categories and tools stand directly in it; deleted tools don't count."""
    row = await database.fetch_one(_CONTENTS, category_id)
    return (row["children"], row["tools"]) if row else (0, 0)


async def replace_and_delete(database: Database, category_id: UUID, move_to: UUID | None) -> None:
    """Let `move_to` take its place everywhere, in old versions and deleted tools too, and remove it.

    Raises Conflict (CATEGORY_CYCLE), NotFound (`move_to`).
    """
    async with rules_as_errors():
        for statement in (
            "UPDATE category SET parent = $2 WHERE parent = $1",
            "UPDATE tool SET category = $2 WHERE category = $1",
            "UPDATE tool_version SET category = $2 WHERE category = $1",
        ):
            await database.execute(statement, category_id, move_to)
        await database.execute("DELETE FROM category WHERE id = $1", category_id)


def _category(row: Mapping[str, Any]) -> CategoryRecord:
    return CategoryRecord(row["id"], row["name"], row["description"], row["parent"])
