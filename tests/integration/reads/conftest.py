"""One nasty world in a database that nobody changes, the product over it, and the oracle beside it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import asyncpg
import orjson
import pytest
import pytest_asyncio
from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.schema import schema
from toolcrib.api.services import Services
from toolcrib.app import wire
from toolcrib.core.db import Database
from toolcrib.core.settings import Settings
from toolcrib.identity.model import Principal

from tests.integration.reads import world
from tests.integration.reads.oracle import Answer, Oracle, errors_of
from tests.integration.reads.rows import Snapshot, take_snapshot
from tests.support.database import TestServer

SCHEMA = (Path(__file__).parents[3] / "schema.graphql").read_text()


@dataclass(frozen=True)
class World:
    dsn: str
    snapshot: Snapshot


@dataclass
class Product:
    """The API as it is wired; only HTTP is left out. `statements` collects what it asks of the database."""

    services: Services
    statements: list[str] = field(default_factory=list)

    async def answer(self, principal: Principal | None, text: str, variables: Mapping[str, Any]) -> Answer:
        context = Context(self.services, principal)
        result = await schema.execute(text, variable_values=dict(variables), context_value=context)
        return Answer(orjson.dumps(result.data).decode(), errors_of(result))


@pytest.fixture(scope="session")
def nasty_world(database_server: TestServer, migrated_template: str) -> Iterator[World]:
    name = asyncio.run(database_server.create(migrated_template))
    dsn = database_server.dsn_of(name)
    yield World(dsn, asyncio.run(_populated(dsn)))
    asyncio.run(database_server.drop(name))


async def _populated(dsn: str) -> Snapshot:
    connection = await asyncpg.connect(dsn)
    try:
        await world.populate(connection)
        return await take_snapshot(connection)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def oracle(nasty_world: World) -> Oracle:
    return Oracle(nasty_world.snapshot, SCHEMA)


@asynccontextmanager
async def product_over(dsn: str, folder: Path) -> AsyncIterator[Product]:
    database = await Database.open(dsn, connections=2)
    product = Product(wire(Settings(data_dir=folder, secret_key=bytes(32), database_url=dsn), database))
    fetch = {name: getattr(database, name) for name in ("fetch_value", "fetch_one", "fetch_all", "execute")}

    def counted(name: str) -> Callable[..., Awaitable[Any]]:
        def call(sql: str, *arguments: object) -> Awaitable[Any]:
            product.statements.append(sql)
            return cast("Awaitable[Any]", fetch[name](sql, *arguments))

        return call

    for name in fetch:
        setattr(database, name, counted(name))
    yield product
    await database.close()


@pytest_asyncio.fixture
async def product(nasty_world: World, tmp_path: Path) -> AsyncIterator[Product]:
    async with product_over(nasty_world.dsn, tmp_path) as made:
        yield made


@pytest_asyncio.fixture
async def own_world(database_dsn: str) -> World:
    """The same world once more, for one test to change."""
    connection = await asyncpg.connect(database_dsn)
    try:
        await world.populate(connection)
        return World(database_dsn, await take_snapshot(connection))
    finally:
        await connection.close()


@pytest_asyncio.fixture
async def own_product(own_world: World, tmp_path: Path) -> AsyncIterator[Product]:
    async with product_over(own_world.dsn, tmp_path) as made:
        yield made
