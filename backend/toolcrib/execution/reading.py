"""SQL of reading events."""

import json
from uuid import UUID

from toolcrib.core.db import Database, Record
from toolcrib.execution.model import Event, EventKind

PAGE = 200

COLUMNS = "execution, seq, at, attempt, kind, payload::text AS payload"

_AFTER = f"SELECT {COLUMNS} FROM execution_event WHERE execution = $1 AND seq > $2 ORDER BY seq LIMIT {PAGE}"  # noqa: S608 - constants
_LAST = f"SELECT {COLUMNS} FROM execution_event WHERE execution = $1 ORDER BY seq DESC LIMIT 1"  # noqa: S608 - constants


async def events_after(database: Database, execution_id: UUID, seq: int) -> list[Event]:
    """The next events in order, at most `PAGE`."""
    return [event(row) for row in await database.fetch_all(_AFTER, execution_id, seq)]


async def last_event(database: Database, execution_id: UUID) -> list[Event]:
    return [event(row) for row in await database.fetch_all(_LAST, execution_id)]


def event(row: Record) -> Event:
    kind, payload = EventKind(row["kind"]), json.loads(row["payload"])
    return Event(row["execution"], row["seq"], row["at"], row["attempt"], kind, payload)
