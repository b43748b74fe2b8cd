"""Is the trail as it was written? Every row against its seal, every seal against the one before."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from uuid import UUID

from toolcrib.audit import seals
from toolcrib.core.db import Database, Record
from toolcrib.core.ids import global_id
from toolcrib.core.migrate import migrate

PAGE = 5_000


class FaultKind(StrEnum):
    CHANGED = "CHANGED"
    DELETED = "DELETED"
    INSERTED = "INSERTED"
    SEAL_MISSING = "SEAL_MISSING"
    CUT_OFF = "CUT_OFF"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is not as it was sealed: the number of the seal, the id of the row, where there is one."""

    kind: FaultKind
    message: str
    number: int | None = None
    event: UUID | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """`checked` rows are whole, `due` are not sealed yet."""

    checked: int
    due: int
    head: seals.Head
    verified_at: datetime
    fault: Fault | None


_SEALED = f"""
SELECT s.number, s.event, s.hash, a.id IS NOT NULL AS is_there, {seals.DIGEST} AS digest
FROM audit_seal s LEFT JOIN audit_event a ON a.id = s.event
WHERE s.number > $1 AND s.number <= $2 ORDER BY s.number LIMIT {PAGE}
"""  # noqa: S608 - constants
_WITHOUT_SEAL = """
SELECT a.id FROM audit_event a WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.event = a.id) ORDER BY a.id LIMIT 1
"""
_DUE_FOR_NOTHING = """
SELECT s.event FROM audit_seal s WHERE s.number IS NULL AND NOT EXISTS (SELECT FROM audit_event a WHERE a.id = s.event)
ORDER BY s.event LIMIT 1
"""


async def verify(database: Database, expected: tuple[int, str] | None = None) -> Verification:
    """Read the whole trail up to its newest seal, a page at a time.

    `expected` is the number and the hash of a seal that was noted before: it must be there still.
    """
    head = await seals.head(database)
    checked, fault = await _follow(database, head.number, expected)
    fault = fault or _missing_end(head.number, expected) or await _beside_the_chain(database)
    return Verification(checked, await seals.due(database), head, datetime.now(UTC), fault)


async def verify_once(dsn: str, expected: tuple[int, str] | None) -> Verification:
    """The same of a database that nobody has opened here. Raises StartupError where it can't be reached."""
    await migrate(dsn)
    database = await Database.open(dsn, connections=1)
    try:
        return await verify(database, expected)
    finally:
        await database.close()


async def _follow(database: Database, last: int, expected: tuple[int, str] | None) -> tuple[int, Fault | None]:
    number, before = 0, seals.FIRST
    while number < last:
        rows = await database.fetch_all(_SEALED, number, last)
        for row in rows:
            if fault := _broken(row, number + 1, before):
                return number, fault
            number, before = number + 1, row["hash"]
            if expected and number == expected[0] and before.hex() != expected[1]:
                return number - 1, Fault(
                    FaultKind.CHANGED, f"Seal {number} is not the one that was noted before.", number, row["event"]
                )
        if not rows:
            return number, _seal_missing(number + 1)
    return number, None


def _broken(row: Record, number: int, before: bytes) -> Fault | None:
    if row["number"] != number:
        return _seal_missing(number)
    name = global_id("audit_event", row["event"])
    if not row["is_there"]:
        return Fault(FaultKind.DELETED, f"{name}, which seal {number} is for, was deleted.", number, row["event"])
    if row["hash"] != seals.next_hash(number, before, row["digest"]):
        return Fault(
            FaultKind.CHANGED, f"{name} is not what seal {number} was made for: one of them was changed.",
            number, row["event"],
        )  # fmt: skip
    return None


def _seal_missing(number: int) -> Fault:
    return Fault(FaultKind.SEAL_MISSING, f"Seal {number} is missing, and with it perhaps a row of the trail.", number)


def _missing_end(last: int, expected: tuple[int, str] | None) -> Fault | None:
    if expected is None or expected[0] <= last:
        return None
    return Fault(
        FaultKind.CUT_OFF, f"The trail ends with seal {last}, but seal {expected[0]} was noted before.", expected[0]
    )


async def _beside_the_chain(database: Database) -> Fault | None:
    if event := await database.fetch_value(_WITHOUT_SEAL):
        name = global_id("audit_event", event)
        return Fault(FaultKind.INSERTED, f"{name} was not written by Toolcrib: no seal was due for it.", None, event)
    if event := await database.fetch_value(_DUE_FOR_NOTHING):
        name = global_id("audit_event", event)
        return Fault(FaultKind.DELETED, f"{name} was deleted before it was sealed.", None, event)
    return None
