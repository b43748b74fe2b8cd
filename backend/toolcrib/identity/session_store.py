"""SQL of signed-in browsers and of the links that sign one in."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from toolcrib.core.db import Database, Record
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Principal, Role, SubjectKind

SESSION_DAYS = 30
LINK_HOURS = 24

_ALIVE = """
SELECT s.id, s.account, u.role, s.last_used_at < now() - interval '1 minute' AS is_use_news
FROM session s JOIN user_account u ON u.id = s.account
WHERE s.revoked_at IS NULL AND s.expires_at > now() AND u.is_active AND """

_OPEN_LINK = "l.token_hash = $1 AND l.consumed_at IS NULL AND l.expires_at > now()"


@dataclass(frozen=True, slots=True)
class LinkInfo:
    """Whom a sign-in link is for; `needs_password` until that person has set one."""

    account_id: UUID
    username: str
    display_name: str
    needs_password: bool


async def principal_by_hash(database: Database, token_hash: bytes, address: str | None) -> Principal | None:
    """Who is behind a living session: one statement, and once a minute a second one that prolongs it."""
    row = await database.fetch_one(f"{_ALIVE} s.token_hash = $1", token_hash)
    if row is None:
        return None
    if row["is_use_news"]:
        await database.execute(
            "UPDATE session SET last_used_at = now(), expires_at = now() + make_interval(days => $2)"
            " WHERE id = $1 AND last_used_at < now() - interval '1 minute'",
            row["id"],
            SESSION_DAYS,
        )
    return _principal(row, address)


async def principals_by_id(database: Database, session_ids: Sequence[UUID]) -> list[Principal]:
    """Who is behind those of the sessions that live, without addresses."""
    rows = await database.fetch_all(f"{_ALIVE} s.id = ANY($1::uuid[])", session_ids)
    return [_principal(row, None) for row in rows]


async def insert(
    database: Database, account_id: UUID, token_hash: bytes, address: str | None, user_agent: str | None
) -> UUID:
    session_id = new_id()
    await database.execute(
        "INSERT INTO session (id, account, token_hash, address, user_agent, expires_at)"
        " VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6))",
        session_id,
        account_id,
        token_hash,
        address,
        user_agent,
        SESSION_DAYS,
    )
    return session_id


async def owner(database: Database, session_id: UUID) -> UUID | None:
    """Whose living session it is."""
    found: UUID | None = await database.fetch_value(
        "SELECT account FROM session WHERE id = $1 AND revoked_at IS NULL AND expires_at > now()", session_id
    )
    return found


async def revoke(database: Database, session_id: UUID) -> None:
    await database.execute("UPDATE session SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL", session_id)


async def revoke_all(database: Database, account_id: UUID, *, but: UUID | None = None) -> None:
    await database.execute(
        "UPDATE session SET revoked_at = now() WHERE account = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2",
        account_id,
        but,
    )


async def insert_link(database: Database, account_id: UUID, token_hash: bytes) -> None:
    """The newest link is the only one."""
    await void_links(database, account_id)
    await database.execute(
        "INSERT INTO sign_in_link (id, account, token_hash, expires_at)"
        " VALUES ($1, $2, $3, now() + make_interval(hours => $4))",
        new_id(),
        account_id,
        token_hash,
        LINK_HOURS,
    )


async def void_links(database: Database, account_id: UUID) -> None:
    await database.execute("DELETE FROM sign_in_link WHERE account = $1 AND consumed_at IS NULL", account_id)


async def link(database: Database, token_hash: bytes) -> LinkInfo | None:
    row = await database.fetch_one(
        "SELECT u.id, u.username, u.display_name, u.password_hash IS NULL AS needs_password"  # noqa: S608 - a constant
        f" FROM sign_in_link l JOIN user_account u ON u.id = l.account WHERE {_OPEN_LINK} AND u.is_active",
        token_hash,
    )
    return LinkInfo(row["id"], row["username"], row["display_name"], row["needs_password"]) if row else None


async def consume_link(database: Database, token_hash: bytes) -> UUID | None:
    """Whose link it was; of several who try at once, one succeeds."""
    account_id: UUID | None = await database.fetch_value(
        "UPDATE sign_in_link l SET consumed_at = now() FROM user_account u"  # noqa: S608 - a constant
        f" WHERE u.id = l.account AND u.is_active AND {_OPEN_LINK} RETURNING l.account",
        token_hash,
    )
    return account_id


def _principal(row: Record, address: str | None) -> Principal:
    return Principal(
        subject_id=row["account"],
        kind=SubjectKind.USER,
        role=Role(row["role"]),
        session_id=row["id"],
        address=address,
    )
