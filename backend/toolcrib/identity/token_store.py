"""SQL of access tokens, and who is behind one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from toolcrib.core.db import Database, Record
from toolcrib.core.ids import new_id
from toolcrib.identity.credentials import SHOWN, fingerprint
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

_ALIVE = """
SELECT k.id, k.subject, s.kind, k.scope, k.on_behalf_of, u.role,
    coalesce(k.last_used_at < now() - interval '1 minute', TRUE) AS is_use_news
FROM access_token k
JOIN subject s ON s.id = k.subject
LEFT JOIN user_account u ON u.id = k.subject
LEFT JOIN agent a ON a.id = k.subject
LEFT JOIN user_account o ON o.id = a.owner
LEFT JOIN user_account b ON b.id = k.on_behalf_of
WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
    AND coalesce(u.is_active, a.is_active AND o.is_active) AND coalesce(b.is_active, k.on_behalf_of IS NULL)
    AND """
"""An agent's tokens end with its owner's account: the owner knows their secrets."""


@dataclass(frozen=True, slots=True)
class AccessToken:
    id: UUID
    subject_id: UUID
    name: str
    scope: Scope
    on_behalf_of: UUID | None
    expires_at: datetime | None
    revoked_at: datetime | None
    agent_owner: UUID | None

    def facts(self) -> dict[str, object]:
        return {
            "subject": self.subject_id.hex,
            "name": self.name,
            "scope": self.scope,
            "on_behalf_of": self.on_behalf_of and self.on_behalf_of.hex,
            "expires_at": self.expires_at,
        }


async def principal_by_hash(database: Database, token_hash: bytes, address: str | None) -> Principal | None:
    """Who is behind a living token: one statement, and once a minute a second one that notes its use."""
    row = await database.fetch_one(f"{_ALIVE} k.token_hash = $1", token_hash)
    if row is None:
        return None
    if row["is_use_news"]:
        await database.execute(
            "UPDATE access_token SET last_used_at = now()"
            " WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', TRUE)",
            row["id"],
        )
    return _principal(row, address)


async def principals_by_id(database: Database, token_ids: Sequence[UUID]) -> list[Principal]:
    """Who is behind those of the tokens that live, without addresses."""
    rows = await database.fetch_all(f"{_ALIVE} k.id = ANY($1::uuid[])", token_ids)
    return [_principal(row, None) for row in rows]


async def insert(
    database: Database,
    *,
    subject: UUID,
    name: str,
    secret: str,
    scope: Scope,
    on_behalf_of: UUID | None,
    expires_at: datetime | None,
) -> AccessToken:
    made = AccessToken(new_id(), subject, name, scope, on_behalf_of, expires_at, None, None)
    await database.execute(
        "INSERT INTO access_token (id, subject, name, token_hash, prefix, scope, on_behalf_of, expires_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        made.id,
        subject,
        name,
        fingerprint(secret),
        secret[:SHOWN],
        str(scope),
        on_behalf_of,
        expires_at,
    )
    return made


async def lock(database: Database, token_id: UUID) -> AccessToken | None:
    row = await database.fetch_one(
        "SELECT k.*, a.owner AS agent_owner FROM access_token k LEFT JOIN agent a ON a.id = k.subject"
        " WHERE k.id = $1 FOR UPDATE OF k",
        token_id,
    )
    return _token(row) if row else None


async def revoke(database: Database, token_id: UUID) -> None:
    await database.execute("UPDATE access_token SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL", token_id)


def _principal(row: Record, address: str | None) -> Principal:
    return Principal(
        subject_id=row["subject"],
        kind=SubjectKind(row["kind"]),
        role=Role(row["role"]) if row["role"] else None,
        scope=Scope(row["scope"]),
        on_behalf_of=row["on_behalf_of"],
        token_id=row["id"],
        address=address,
    )


def _token(row: Record) -> AccessToken:
    return AccessToken(
        id=row["id"],
        subject_id=row["subject"],
        name=row["name"],
        scope=Scope(row["scope"]),
        on_behalf_of=row["on_behalf_of"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        agent_owner=row["agent_owner"],
    )
