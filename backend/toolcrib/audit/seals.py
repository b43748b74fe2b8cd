"""The chain over the trail: each seal is a hash of its number, the seal before it and the row that it seals."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from toolcrib.core.db import Database

FIRST = bytes(32)
"""What stands before the first seal."""
BATCH = 1_000
_LOCK = 7_866_522_714
"""The advisory lock of whoever seals; the number has no meaning."""

DIGEST = (
    "sha256(convert_to(json_build_array(a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US'),"
    " a.actor, a.token, a.action, a.target, a.before::text, a.after::text, a.address, a.trace_id)::text, 'UTF8'))"
)
"""Of all that a row `a` of the trail says."""

_DUE = f"""
SELECT a.id, {DIGEST} AS digest FROM audit_seal s JOIN audit_event a ON a.id = s.event
WHERE s.number IS NULL ORDER BY s.event LIMIT {BATCH}
"""  # noqa: S608 - constants
_SET = """
UPDATE audit_seal s SET number = new.number, hash = new.hash, sealed_at = clock_timestamp()
FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) new (event, number, hash) WHERE s.event = new.event
"""


@dataclass(frozen=True, slots=True)
class Head:
    """The newest seal: to keep elsewhere, for whoever wants to know that nothing was cut off after it."""

    number: int
    hash: bytes
    sealed_at: datetime | None

    @property
    def text(self) -> str:
        return f"{self.number}:{self.hash.hex()}"


def next_hash(number: int, before: bytes, digest: bytes) -> bytes:
    return sha256(number.to_bytes(8, "big") + before + digest).digest()


async def head(database: Database) -> Head:
    """Number 0 before the first seal."""
    row = await database.fetch_one(
        "SELECT number, hash, sealed_at FROM audit_seal WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1"
    )
    return Head(row["number"], row["hash"], row["sealed_at"]) if row else Head(0, FIRST, None)


async def due(database: Database) -> int:
    """How many rows wait for their seal."""
    return int(await database.fetch_value("SELECT count(*) FROM audit_seal WHERE number IS NULL"))


async def seal(database: Database) -> int:
    """Seal what is committed and due, at most a batch of it; returns how many rows.

    None where another process is at it: of several, one seals.
    """
    async with database.transaction():
        if not await database.fetch_value("SELECT pg_try_advisory_xact_lock($1)", _LOCK):
            return 0
        rows = await database.fetch_all(_DUE)
        if not rows:
            return 0
        last = await head(database)
        events: list[UUID] = [row["id"] for row in rows]
        numbers = [last.number + place for place in range(1, len(rows) + 1)]
        hashes: list[bytes] = []
        for number, row in zip(numbers, rows, strict=True):
            hashes.append(next_hash(number, hashes[-1] if hashes else last.hash, row["digest"]))
        await database.execute(_SET, events, numbers, hashes)
        return len(rows)
