"""Bring a database to this version's schema."""

import os
from contextlib import redirect_stdout
from io import StringIO

import asyncpg
from piccolo.apps.migrations.commands.forwards import run_forwards
from piccolo.engine import engine_finder

from toolcrib.core.db import Engine
from toolcrib.core.errors import StartupError

_LOCK = 7_866_522_713
"""The advisory lock of everybody who migrates this database; the number has no meaning."""


async def migrate(dsn: str) -> None:
    """Run the missing migrations in one transaction; processes that start together take turns.

    Raises StartupError where the database can't be reached or a migration fails; the database is then as it was.
    """
    guard = await _reach(dsn)
    try:
        await guard.execute("SELECT pg_advisory_lock($1)", _LOCK)
        await _run_missing(Engine(config={"dsn": dsn}))
    finally:
        await guard.close()


async def _reach(dsn: str) -> asyncpg.Connection:
    try:
        return await asyncpg.connect(dsn)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StartupError(f"The database can't be reached: {error or type(error).__name__}") from error


async def _run_missing(engine: Engine) -> None:
    os.environ["PICCOLO_CONF"] = "toolcrib.piccolo_conf"
    from toolcrib import piccolo_conf  # noqa: PLC0415 - Piccolo finds its engine in this module, by name

    piccolo_conf.DB = engine
    talk = StringIO()
    try:
        async with engine.transaction():
            with redirect_stdout(talk):
                result = await run_forwards("toolcrib")
    except asyncpg.PostgresError as error:
        raise StartupError(f"The database could not be brought to this version: {error}") from error
    if not result.success:
        raise StartupError(f"The database could not be brought to this version: {result.message}")


async def run_statements(sql: str) -> None:
    """For migrations: several statements at once, inside the migration's own transaction."""
    engine = engine_finder()
    transaction = engine.current_transaction.get() if engine else None
    if transaction is None:
        raise RuntimeError("statements of a migration run inside its transaction")
    await transaction.connection.execute(sql)
