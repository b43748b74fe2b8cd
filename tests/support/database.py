"""Real databases for tests: a fresh, migrated one for each, copied from a template that is made once per session.

The server is the embedded one with a throw-away cluster, or, for a run against a server of one's own,
TOOLCRIB_TEST_DATABASE_URL (a role that may create databases and extensions).
"""

import asyncio
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest
import pytest_asyncio
from toolcrib.core.db import Database
from toolcrib.core.embedded_postgres import EmbeddedPostgres, locks
from toolcrib.core.embedded_postgres.binaries import Binaries
from toolcrib.core.embedded_postgres.cluster import create_cluster
from toolcrib.core.migrate import migrate

CACHE = Path(tempfile.gettempdir()) / f"toolcrib-tests-{os.geteuid()}"


@dataclass(frozen=True)
class TestServer:
    """A PostgreSQL server where tests make and drop databases. `dsn` leads to one that is always there."""

    __test__ = False
    dsn: str

    def dsn_of(self, database: str) -> str:
        return urlunsplit(urlsplit(self.dsn)._replace(path=f"/{database}"))

    async def create(self, template: str | None = None) -> str:
        """Make a database, empty or a copy of `template`; returns its name."""
        name = f"toolcrib_test_{secrets.token_hex(6)}"
        await self._execute(f"CREATE DATABASE {name} TEMPLATE {template or 'template0'}")
        return name

    async def drop(self, database: str) -> None:
        await self._execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    async def _execute(self, sql: str) -> None:
        connection = await asyncpg.connect(self.dsn)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()


def cached_cluster() -> Path:
    """A pristine cluster, made once per machine and PostgreSQL version; copying it is faster than making one."""
    CACHE.mkdir(exist_ok=True)
    if CACHE.is_symlink() or CACHE.stat().st_uid != os.geteuid():
        raise PermissionError(f"{CACHE} belongs to another user")
    CACHE.chmod(0o711)
    with locks.exclusive(CACHE / "lock"):
        binaries = Binaries.find(copy_to=CACHE / "bin")
        cluster = CACHE / f"pg{binaries.major_version()}"
        create_cluster(binaries, cluster, sync=False)
    return cluster


def copy_cluster(cluster: Path, root: Path) -> None:
    """Put a copy of `cluster` where an EmbeddedPostgres of `root` looks for its own."""
    copy = root / cluster.name
    shutil.copytree(cluster, copy, symlinks=True)
    owner = cluster.stat()
    for path in (copy, *copy.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def throwaway_server() -> Iterator[TestServer]:
    """An embedded server on a copied cluster with fsync off, gone at the end."""
    cluster = cached_cluster()
    _sweep()
    root = Path(tempfile.mkdtemp(prefix="session-", dir=CACHE))
    root.chmod(0o711)
    copy_cluster(cluster, root)
    server = EmbeddedPostgres(root, throwaway=True)
    try:
        yield TestServer(server.start())
    finally:
        server.release()
        shutil.rmtree(root)


def _sweep() -> None:
    """Stop and remove the servers of sessions that were killed."""
    with locks.exclusive(CACHE / "lock"):
        for root in CACHE.glob("session-*"):
            if (root / "users.lock").exists() and EmbeddedPostgres(root).stop_if_unused():
                shutil.rmtree(root)


@pytest.fixture(scope="session")
def database_server() -> Iterator[TestServer]:
    if url := os.environ.get("TOOLCRIB_TEST_DATABASE_URL"):
        yield TestServer(url)
        return
    with throwaway_server() as server:
        yield server


@pytest.fixture(scope="session")
def migrated_template(database_server: TestServer) -> Iterator[str]:
    """The name of a database at this version's schema, to copy."""
    template = asyncio.run(_make_template(database_server))
    yield template
    asyncio.run(database_server.drop(template))


async def _make_template(server: TestServer) -> str:
    template = await server.create()
    await migrate(server.dsn_of(template))
    return template


@pytest_asyncio.fixture
async def database_dsn(database_server: TestServer, migrated_template: str) -> AsyncIterator[str]:
    """The DSN of a fresh, migrated database."""
    name = await database_server.create(migrated_template)
    yield database_server.dsn_of(name)
    await database_server.drop(name)


@pytest_asyncio.fixture
async def database(database_dsn: str) -> AsyncIterator[Database]:
    """A fresh, migrated database, open."""
    opened = await Database.open(database_dsn, connections=5)
    yield opened
    await opened.close()
