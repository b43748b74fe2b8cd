"""If these fail, the trail can be tampered with unseen, or rows of it are never sealed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from toolcrib import cli
from toolcrib.audit import seals
from toolcrib.audit.model import Actor
from toolcrib.audit.sealer import Sealer
from toolcrib.audit.service import record
from toolcrib.audit.verification import FaultKind, verify
from toolcrib.core.db import Database

Tamper = Callable[[asyncpg.Connection, list[UUID]], Coroutine[Any, Any, object]]


async def _write(database: Database, number: int) -> list[UUID]:
    """The ids of the rows, in order."""
    for count in range(number):
        await record(database, Actor(address="::1"), "thing.change", f"thing_{count}", {"n": count}, {"n": count + 1})
    return [row["id"] for row in await database.fetch_all("SELECT id FROM audit_event ORDER BY id")]


@asynccontextmanager
async def _without_triggers(dsn: str) -> AsyncIterator[asyncpg.Connection]:
    """As somebody does who may do anything in the database: neither triggers nor foreign keys hold."""
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("SET session_replication_role = replica")
        yield connection
    finally:
        await connection.close()


async def test_what_was_written_is_sealed_and_found_whole(database: Database) -> None:
    await _write(database, 5)
    assert (await verify(database)).due == 5
    assert await seals.seal(database) == 5
    await _write(database, 2)
    assert await seals.seal(database) == 2
    found = await verify(database)
    assert (found.checked, found.due, found.head.number, found.fault) == (7, 0, 7, None)


TAMPERINGS: dict[FaultKind, list[tuple[str, Tamper]]] = {
    FaultKind.CHANGED: [
        ("a value", lambda db, ids: db.execute("UPDATE audit_event SET after = '{\"n\": 9}' WHERE id = $1", ids[2])),
        ("an action", lambda db, ids: db.execute("UPDATE audit_event SET action = 'thing.x' WHERE id = $1", ids[2])),
        ("an address", lambda db, ids: db.execute("UPDATE audit_event SET address = NULL WHERE id = $1", ids[2])),
        (
            "a time",
            lambda db, ids: db.execute("UPDATE audit_event SET at = at - interval '1 us' WHERE id = $1", ids[2]),
        ),
        ("a seal", lambda db, ids: db.execute("UPDATE audit_seal SET hash = sha256('') WHERE event = $1", ids[2])),
    ],
    FaultKind.DELETED: [
        ("a row", lambda db, ids: db.execute("DELETE FROM audit_event WHERE id = $1", ids[2])),
    ],
    FaultKind.SEAL_MISSING: [
        ("a seal", lambda db, ids: db.execute("DELETE FROM audit_seal WHERE event = $1", ids[2])),
    ],
}


@pytest.mark.parametrize(
    ("kind", "tamper"),
    [pytest.param(kind, tamper, id=f"{kind} {what}") for kind, ways in TAMPERINGS.items() for what, tamper in ways],
)
async def test_tampering_is_named(database: Database, database_dsn: str, kind: FaultKind, tamper: Tamper) -> None:
    ids = await _write(database, 5)
    await seals.seal(database)
    async with _without_triggers(database_dsn) as connection:
        await tamper(connection, ids)
    found = await verify(database)
    assert found.fault is not None
    assert (found.fault.kind, found.fault.number, found.checked) == (kind, 3, 2)
    assert kind is FaultKind.SEAL_MISSING or (found.fault.event == ids[2] and ids[2].hex in found.fault.message)


async def test_a_row_that_was_put_in_is_named(database: Database, database_dsn: str) -> None:
    [known] = await _write(database, 1)
    await seals.seal(database)
    async with _without_triggers(database_dsn) as connection:
        forged = await connection.fetchval(
            "INSERT INTO audit_event (id, at, action, target) VALUES (gen_random_uuid(), now(), 'x', 'x') RETURNING id"
        )
    found = await verify(database)
    assert known != forged
    assert found.fault is not None
    assert (found.fault.kind, found.fault.event) == (FaultKind.INSERTED, forged)


async def test_a_row_that_was_deleted_before_it_was_sealed_is_named(database: Database, database_dsn: str) -> None:
    ids = await _write(database, 2)
    async with _without_triggers(database_dsn) as connection:
        await connection.execute("DELETE FROM audit_event WHERE id = $1", ids[0])
    found = await verify(database)
    assert found.fault is not None
    assert (found.fault.kind, found.fault.event) == (FaultKind.DELETED, ids[0])


async def test_an_end_that_was_cut_off_shows_against_a_seal_that_was_noted(
    database: Database, database_dsn: str
) -> None:
    ids = await _write(database, 3)
    await seals.seal(database)
    noted = await seals.head(database)
    async with _without_triggers(database_dsn) as connection:
        for table, column in (("audit_seal", "event"), ("audit_event", "id")):
            await connection.execute(f"DELETE FROM {table} WHERE {column} = $1", ids[2])  # noqa: S608 - names from above
    assert (await verify(database)).fault is None
    found = await verify(database, (noted.number, noted.hash.hex()))
    assert found.fault is not None
    assert found.fault.kind is FaultKind.CUT_OFF
    await _write(database, 1)
    await seals.seal(database)
    replaced = await verify(database, (noted.number, noted.hash.hex()))
    assert replaced.fault is not None
    assert replaced.fault.kind is FaultKind.CHANGED


async def test_a_seal_is_set_once(database: Database, subtests: pytest.Subtests) -> None:
    await _write(database, 2)
    await seals.seal(database)
    for rewrite in (
        "UPDATE audit_seal SET hash = sha256('')",
        "UPDATE audit_seal SET sealed_at = now()",
        "DELETE FROM audit_seal",
        "TRUNCATE audit_seal",
    ):
        with subtests.test(rewrite=rewrite), pytest.raises(Exception, match="append-only"):
            await database.execute(rewrite)


async def test_no_row_is_passed_over_however_late_it_is_committed(database: Database, database_dsn: str) -> None:
    late = await asyncpg.connect(database_dsn)
    transaction = late.transaction()
    await transaction.start()
    await late.execute(
        "INSERT INTO audit_event (id, at, action, target) VALUES ($1, now(), 'late.x', 'x')", UUID(int=1)
    )
    await _write(database, 3)
    assert await seals.seal(database) == 3
    await transaction.commit()
    await late.close()
    assert await seals.seal(database) == 1
    found = await verify(database)
    assert (found.checked, found.due, found.fault) == (4, 0, None)


async def test_several_processes_make_one_chain(database: Database, database_dsn: str) -> None:
    others = [await Database.open(database_dsn, connections=2) for _ in range(3)]
    try:
        for _ in range(5):
            await asyncio.gather(*(_write(each, 2) for each in others), *(seals.seal(each) for each in others))
        while await seals.seal(database):
            pass
    finally:
        for each in others:
            await each.close()
    found = await verify(database)
    assert (found.checked, found.due, found.fault) == (30, 0, None)


async def test_the_sealer_seals_what_is_written_here_by_itself(database: Database) -> None:
    await _write(database, 1)
    sealer = Sealer(database)
    sealer.start()
    await _until_sealed(database, 1)
    await _write(database, 1)
    await _until_sealed(database, 2)
    await _write(database, 1)
    await sealer.close()
    assert (await seals.head(database)).number == 3


async def _until_sealed(database: Database, number: int) -> None:
    async with asyncio.timeout(20):
        while (await seals.head(database)).number < number:  # noqa: ASYNC110 - it is another connection's to say
            await asyncio.sleep(0.05)


async def test_the_command_says_whether_the_trail_is_whole(
    database: Database, database_dsn: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await _write(database, 3)
    await seals.seal(database)
    monkeypatch.setenv("DATABASE_URL", database_dsn)
    assert await asyncio.to_thread(_command) == 0
    said = capsys.readouterr().out
    assert "3 lines checked" in said
    seal = said.split()[-1]
    assert await asyncio.to_thread(_command, "--expect", seal) == 0
    async with _without_triggers(database_dsn) as connection:
        await connection.execute("UPDATE audit_event SET target = 'other' WHERE id = $1", ids[1])
    assert await asyncio.to_thread(_command, "--expect", seal) == 1
    assert f"audit_event_{ids[1].hex}" in capsys.readouterr().err


def _command(*arguments: str) -> int:
    options = cli._parser().parse_args(["verify-audit", *arguments])  # noqa: SLF001 - main's signals are for main threads
    return int(options.run(options))
