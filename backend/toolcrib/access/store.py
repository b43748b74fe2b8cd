"""SQL of the grants."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from toolcrib.access.model import Permission
from toolcrib.access.policy import Facts, Standing
from toolcrib.access.predicates import tool_executable, tool_permission_level, tool_permission_visible
from toolcrib.core.db import Database, Record
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal

_GRANT = """
INSERT INTO tool_permission (id, tool, subject, permission, granted_by, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tool, subject) DO UPDATE SET permission = excluded.permission, granted_by = excluded.granted_by,
    expires_at = excluded.expires_at
RETURNING id
"""


_STANDING = """
coalesce(t.owner = {subject}, FALSE) AS {side}is_owner,
EXISTS (SELECT FROM user_account u WHERE u.id = {subject} AND u.role = 'ADMIN' AND u.is_active) AS {side}has_role_admin,
{side}.permission AS {side}grant, coalesce({side}.expires_at <= now(), FALSE) AS {side}grant_has_expired
"""
_FACTS = f"""
SELECT t.visibility, t.deleted_at IS NOT NULL AS is_deleted,
    {_STANDING.format(subject="$2::uuid", side="asker_")}, {_STANDING.format(subject="$3::uuid", side="person_")}
FROM tool t
LEFT JOIN tool_permission asker_ ON asker_.tool = t.id AND asker_.subject = $2
LEFT JOIN tool_permission person_ ON person_.tool = t.id AND person_.subject = $3
WHERE t.id = $1
"""  # noqa: S608 - put together from constants


@dataclass(frozen=True, slots=True)
class Grant:
    id: UUID
    tool_id: UUID
    subject_id: UUID
    permission: Permission
    expires_at: datetime | None


async def permission_level(database: Database, principal: Principal, tool_id: UUID) -> int:
    """0 none (or no such tool), 1 READ, 2 EXECUTE, 3 ADMIN."""
    parameters = Parameters(tool_id)
    level = tool_permission_level("t", principal, parameters)
    found = await database.fetch_value(f"SELECT {level} FROM tool t WHERE t.id = $1", *parameters.values)  # noqa: S608
    return int(found or 0)


async def executable(database: Database, principal: Principal, tool_id: UUID) -> bool:
    parameters = Parameters(tool_id)
    condition = tool_executable("t", principal, parameters)
    sql = f"SELECT EXISTS (SELECT FROM tool t WHERE t.id = $1 AND {condition})"  # noqa: S608
    return bool(await database.fetch_value(sql, *parameters.values))


async def facts(database: Database, principal: Principal, tool_id: UUID) -> Facts | None:
    """What the rights of the asker on the tool rest on; None where there is no such tool."""
    row = await database.fetch_one(_FACTS, tool_id, principal.subject_id, principal.on_behalf_of)
    if row is None:
        return None
    person = _standing(row, "person_") if principal.on_behalf_of else None
    return Facts(row["visibility"], row["is_deleted"], principal.scope, _standing(row, "asker_"), person)


async def visibility(database: Database, tool_id: UUID) -> str | None:
    found: str | None = await database.fetch_value("SELECT visibility FROM tool WHERE id = $1", tool_id)
    return found


async def subject_exists(database: Database, subject_id: UUID) -> bool:
    return bool(await database.fetch_value("SELECT EXISTS (SELECT FROM subject WHERE id = $1)", subject_id))


async def lock_grant(database: Database, tool_id: UUID, subject_id: UUID) -> Grant | None:
    row = await database.fetch_one(
        "SELECT * FROM tool_permission WHERE tool = $1 AND subject = $2 FOR UPDATE", tool_id, subject_id
    )
    return _grant(dict(row)) if row else None


async def visible_grant(database: Database, principal: Principal, grant_id: UUID) -> Grant | None:
    """The grant, locked, as far as the asker may know it."""
    parameters = Parameters(grant_id)
    condition = tool_permission_visible("g", principal, parameters)
    sql = f"SELECT g.* FROM tool_permission g WHERE g.id = $1 AND {condition} FOR UPDATE OF g"  # noqa: S608
    row = await database.fetch_one(sql, *parameters.values)
    return _grant(dict(row)) if row else None


async def save_grant(database: Database, grant: Grant, granted_by: UUID) -> Grant:
    """Make the grant, or change the one the subject has on the tool; returns it as it is then."""
    saved: UUID = await database.fetch_value(
        _GRANT, grant.id, grant.tool_id, grant.subject_id, str(grant.permission), granted_by, grant.expires_at
    )
    return replace(grant, id=saved)


async def delete_grant(database: Database, grant_id: UUID) -> None:
    await database.execute("DELETE FROM tool_permission WHERE id = $1", grant_id)


def _standing(row: Record, side: str) -> Standing:
    grant = row[f"{side}grant"]
    return Standing(
        is_owner=row[f"{side}is_owner"],
        has_role_admin=row[f"{side}has_role_admin"],
        grant=Permission(grant) if grant else None,
        grant_has_expired=row[f"{side}grant_has_expired"],
    )


def _grant(row: dict[str, object]) -> Grant:
    return Grant(row["id"], row["tool"], row["subject"], Permission(row["permission"]), row["expires_at"])  # type: ignore[arg-type]
