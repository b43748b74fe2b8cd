"""The database as the stores see it: SQL text in, records out, over one Piccolo engine.

Piccolo owns the tables, migrations, pool and transactions; `Database.transaction()` is Piccolo's own, so a query of
either kind inside it belongs to it.
"""

import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg
from piccolo.engine.postgres import PostgresEngine, PostgresTransaction

from toolcrib.core.errors import Conflict, Unavailable

log = logging.getLogger(__name__)

Record: TypeAlias = asyncpg.Record
UniqueViolation = asyncpg.UniqueViolationError

STATEMENT_TIMEOUT_MS = 15_000
STATEMENTS_REMEMBERED = 200
LONGEST_REMEMBERED = 32_768
"""For each connection, and in characters: a planned read may be long, and to prepare it takes longer than to run it."""

_LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
)


class Transaction(PostgresTransaction):
    """Piccolo's transaction, which gives its connection back whatever happens: a lost server, a cancelled task."""

    async def __aenter__(self) -> PostgresTransaction:
        if self._parent is not None:
            return self._parent
        self.connection = await self.get_connection()  # type: ignore[no-untyped-call]  # piccolo leaves it untyped
        try:
            self.transaction = self.connection.transaction()
            await self.begin()  # type: ignore[no-untyped-call]  # as above
        except BaseException:
            await self._give_back()
            raise
        self.context = self.engine.current_transaction.set(self)
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if self._parent is not None:
            return False
        self.engine.current_transaction.reset(self.context)
        try:
            if error is not None and not self._rolled_back:
                await self.rollback()  # type: ignore[no-untyped-call]  # as above
            elif not self._committed and not self._rolled_back:
                await self.commit()  # type: ignore[no-untyped-call]  # as above
        finally:
            await self._give_back()
        return False

    async def _give_back(self) -> None:
        """The pool undoes a transaction that is still open, and replaces a connection that is lost."""
        if self.engine.pool:
            await self.engine.pool.release(self.connection)
        else:
            await self.connection.close()


class Engine(PostgresEngine):
    """Piccolo's engine without the connections it opens when it is made, to ask the version and create extensions."""

    def transaction(self, allow_nested: bool = True) -> PostgresTransaction:  # noqa: FBT001, FBT002 - piccolo's signature
        return Transaction(engine=self, allow_nested=allow_nested)

    async def check_version(self) -> None:
        """`toolcrib doctor` asks."""

    async def prep_database(self) -> None:
        """The migrations do."""


class Database:
    """Every method raises Unavailable while the server can't be reached; the next call tries again by itself.

    Every method raises Conflict where two transactions wait for each other and this one gave way.
    """

    def __init__(self, dsn: str, *, connections: int = 20) -> None:
        self.engine = Engine(config={"dsn": dsn})
        self._connections = connections

    @classmethod
    async def open(cls, dsn: str, *, connections: int = 20) -> "Database":
        database = cls(dsn, connections=connections)
        await database.start()
        return database

    async def start(self) -> None:
        with _REACHING:
            await self.engine.start_connection_pool(
                min_size=1,
                max_size=self._connections,
                command_timeout=60,
                reset=_keep,
                statement_cache_size=STATEMENTS_REMEMBERED,
                max_cacheable_statement_size=LONGEST_REMEMBERED,
                server_settings={
                    "application_name": "toolcrib",
                    "statement_timeout": str(STATEMENT_TIMEOUT_MS),
                    "timezone": "UTC",
                    "random_page_cost": "1.1",  # there is no disk head to move: an index pays for small tables too
                    "jit": "off",  # to compile a statement takes longer than any of ours runs
                    "pg_trgm.word_similarity_threshold": "0.5",  # a search forgives one wrong letter in seven
                },
            )

    async def close(self) -> None:
        if self.engine.pool:
            await self.engine.close_connection_pool()

    async def fetch_all(self, sql: str, *arguments: object) -> Sequence[Record]:
        async with self._connection() as connection:
            records: Sequence[Record] = await connection.fetch(sql, *arguments)
            return records

    async def fetch_one(self, sql: str, *arguments: object) -> Record | None:
        async with self._connection() as connection:
            return await connection.fetchrow(sql, *arguments)

    async def fetch_value(self, sql: str, *arguments: object) -> Any:  # noqa: ANN401 - a column's type is known to the caller alone
        async with self._connection() as connection:
            return await connection.fetchval(sql, *arguments)

    async def execute(self, sql: str, *arguments: object) -> int:
        """The number of rows the statement touched."""
        async with self._connection() as connection:
            status: str = await connection.execute(sql, *arguments)
            count = status.rpartition(" ")[2]
            return int(count) if count.isdigit() else 0

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """All rows or none: one implicit transaction, one round trip."""
        async with self._connection() as connection:
            await connection.executemany(sql, rows)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """All or nothing. Inside another transaction it joins that one, so an inner failure must not be swallowed."""
        with _REACHING:
            async with self.engine.transaction():
                yield

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        """Inside a transaction: what fails here is undone, and the transaction lives on."""
        transaction = self.engine.current_transaction.get()
        if transaction is None:
            raise RuntimeError("a savepoint is made inside a transaction")
        savepoint = await transaction.savepoint()
        try:
            yield
        except BaseException:
            await savepoint.rollback_to()  # type: ignore[no-untyped-call]  # piccolo leaves it untyped
            raise
        await savepoint.release()  # type: ignore[no-untyped-call]  # as above

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection of one's own, outside the pool: for LISTEN and for statements that must not wait in it."""
        with _REACHING:
            connection = await self.engine.get_new_connection()
            try:
                yield connection
            finally:
                await connection.close()

    def _connection(self) -> "_Connection":
        return _Connection(self.engine)


class _Connection:
    """A transaction's connection, or one borrowed from the pool. Every query passes here: no generators, no tasks."""

    __slots__ = ("_borrowed", "_engine")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._borrowed: asyncpg.Connection | None = None

    async def __aenter__(self) -> asyncpg.Connection:
        transaction = self._engine.current_transaction.get()
        if transaction is not None:
            return transaction.connection
        if self._engine.pool is None:
            raise Unavailable("The database is closed.")
        with _REACHING:
            self._borrowed = await self._engine.pool.acquire()
        return self._borrowed

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._borrowed is not None and self._engine.pool is not None:
            with _REACHING:
                await self._engine.pool.release(self._borrowed)
        if error is not None:
            _raise_as_ours(error)


class _Reaching:
    """`_raise_as_ours` around a block."""

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            _raise_as_ours(error)


def _raise_as_ours(error: BaseException) -> None:
    """Raises our own error for what asyncpg says about the way to the database; nothing for any other."""
    if isinstance(error, asyncpg.QueryCanceledError):
        raise Unavailable("The database took too long over this. Ask for less at once.", code="TIMEOUT") from error
    # asyncpg's ValueErrors are its word for an argument that fits no column, not for a lost server
    if isinstance(error, _LOST) and not isinstance(error, ValueError):
        log.warning("the database can't be reached: %r", error)
        raise Unavailable("The database can't be reached right now. Try again in a moment.") from error
    if isinstance(error, asyncpg.DeadlockDetectedError):
        raise Conflict("Somebody else is changing the same things. Nothing was changed; try again.") from error


_REACHING = _Reaching()


async def _keep(_connection: asyncpg.Connection) -> None:
    """Leave a returned connection as it is: nothing of ours changes its session, and a reset costs a round trip."""
