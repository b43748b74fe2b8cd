"""If these fail, every outage and every hung-up caller takes a connection with it, until the server has none."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio
from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable


@pytest_asyncio.fixture
async def single(database_dsn: str) -> AsyncIterator[Database]:
    """A database with one connection: one that leaks is missed at once."""
    database = await Database.open(database_dsn, connections=1)
    yield database
    async with asyncio.timeout(20):
        await database.close()


async def answers(database: Database) -> bool:
    async with asyncio.timeout(20):
        return bool(await database.fetch_value("SELECT 1") == 1)


@pytest.mark.parametrize("queries_after", [1, 0], ids=["noticed inside", "noticed at the end"])
async def test_a_lost_server_inside_a_transaction_costs_no_connection(
    single: Database, database_dsn: str, queries_after: int
) -> None:
    async def lose_the_server() -> None:
        async with single.transaction():
            backend = await single.fetch_value("SELECT pg_backend_pid()")
            killer = await asyncpg.connect(database_dsn)
            await killer.execute("SELECT pg_terminate_backend($1)", backend)
            await killer.close()
            for _ in range(queries_after):
                await single.fetch_value("SELECT 1")

    with pytest.raises(Unavailable):
        await lose_the_server()

    assert await answers(single)


async def test_a_task_that_is_cancelled_at_any_moment_of_a_transaction_costs_no_connection(single: Database) -> None:
    await single.execute("CREATE TABLE mark (id int)")

    async def work() -> None:
        async with single.transaction():
            await single.execute("INSERT INTO mark VALUES (1)")
            await single.execute("INSERT INTO mark VALUES (2)")

    for moment in range(60):
        task = asyncio.create_task(work())
        for _ in range(moment):
            await asyncio.sleep(0.0003 if moment > 30 else 0)
        task.cancel()
        await asyncio.wait([task])
        assert await answers(single)

    uneven = await single.fetch_value(
        "SELECT count(*) FILTER (WHERE id = 1) - count(*) FILTER (WHERE id = 2) FROM mark"
    )
    assert uneven == 0


async def test_after_a_transaction_its_task_speaks_outside_of_it(single: Database) -> None:
    async def fail() -> None:
        async with single.transaction():
            await single.execute("CREATE TABLE undone (id int)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()

    assert await single.fetch_value("SELECT to_regclass('undone')") is None


async def test_a_statement_that_takes_too_long_is_a_clear_answer(single: Database) -> None:
    async def dawdle() -> None:
        async with single.transaction():
            await single.execute("SET LOCAL statement_timeout = 20")
            await single.execute("SELECT pg_sleep(60)")

    with pytest.raises(Unavailable) as refused:
        await dawdle()
    assert refused.value.problems[0].code == "TIMEOUT"
    assert await answers(single)
