"""Real databases for tests: a fresh, migrated one for each, copied from a template that is made once per session.

The server is the embedded one with a throw-away cluster; with TOOLCRIB_TEST_SERVER=external the same programs over TCP;
with TOOLCRIB_TEST_DATABASE_URL a server of one's own (its role must be allowed to create databases and extensions).
"""

import asyncio
import os
import secrets
import shutil
import socket
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

THROWAWAY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
SESSION = "session"  # the kind of directory that a session holds from its start to its end
CACHE = Path(tempfile.gettempdir()) / f"toolcrib-tests-{os.geteuid()}"


@dataclass(frozen=True)
class TestServer:
    """A PostgreSQL server where tests make and drop databases. `dsn` leads to one that is always there."""

    __test__ = False
    dsn: str

    def dsn_of(self, database: str) -> str:
        """The same server's DSN for another of its databases."""
        return urlunsplit(urlsplit(self.dsn)._replace(path=f"/{database}"))

    async def create(self, template: str | None = None) -> str:
        """Make a database, empty or a copy of `template`; returns its name."""
        name = f"toolcrib_test_{secrets.token_hex(6)}"
        await self.execute(f"CREATE DATABASE {name} TEMPLATE {template or 'template1'}")
        return name

    async def drop(self, database: str) -> None:
        await self.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    async def execute(self, sql: str) -> None:
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
        binaries = Binaries.find(CACHE)
        cluster = CACHE / f"pg{binaries.major_version()}"
        create_cluster(binaries, cluster)
    return cluster


def readable_binaries() -> Path:
    """The directory of PostgreSQL's programs, where every user can run them."""
    cached_cluster()
    return Binaries.find(CACHE).directory


def copy_cluster(cluster: Path, root: Path) -> None:
    """Put a copy of `cluster` where an EmbeddedPostgres of `root` looks for its own."""
    copy = root / cluster.name
    shutil.copytree(cluster, copy, symlinks=True)
    owner = cluster.stat()
    for path in (copy, *copy.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def throwaway_directory(kind: str = "drill") -> Iterator[Path]:
    """An empty data directory that PostgreSQL's account can enter, gone at the end."""
    CACHE.mkdir(exist_ok=True)
    root = Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=CACHE))
    root.chmod(0o711)
    try:
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def throwaway_cluster(kind: str = "drill") -> Iterator[Path]:
    """A data directory with a copied cluster, gone at the end."""
    cluster = cached_cluster()
    with throwaway_directory(kind) as root:
        copy_cluster(cluster, root)
        yield root


@contextmanager
def embedded_server() -> Iterator[TestServer]:
    """The embedded server as users have it, but for its promises about power cuts."""
    with throwaway_cluster(SESSION) as root:
        server = EmbeddedPostgres(root, settings=THROWAWAY)
        try:
            yield TestServer(server.start())
        finally:
            server.release()


@contextmanager
def external_server() -> Iterator[TestServer]:
    """A server like those of a hoster: over TCP, with passwords, and a role that is no superuser."""
    with throwaway_cluster(SESSION) as root:
        rules = next(root.glob("pg*/pg_hba.conf"))
        rules.write_text("local all toolcrib trust\nhost all tester 127.0.0.1/32 scram-sha-256\n")
        port = free_port()
        server = EmbeddedPostgres(root, settings=THROWAWAY | {"listen_addresses": "127.0.0.1", "port": str(port)})
        try:
            server.start()
            asyncio.run(_admit_tester(f"{server.dsn('template1')}&port={port}"))
            yield TestServer(f"postgresql://tester:correct%20horse@127.0.0.1:{port}/postgres")
        finally:
            server.release()


async def _admit_tester(dsn: str) -> None:
    """As an administrator would: a role of its own, and the one extension that it may not create itself."""
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("CREATE ROLE tester LOGIN CREATEDB PASSWORD 'correct horse'")
        await connection.execute("CREATE EXTENSION vector")
    finally:
        await connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _sweep() -> None:
    """Stop and remove the servers of sessions that were killed."""
    cached_cluster()
    for root in CACHE.glob(f"{SESSION}-*"):
        if (root / "users.lock").exists() and EmbeddedPostgres(root).stop_if_unused():
            shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="session")
def database_server() -> Iterator[TestServer]:
    if url := os.environ.get("TOOLCRIB_TEST_DATABASE_URL"):
        yield TestServer(url)
        return
    _sweep()
    start = external_server if os.environ.get("TOOLCRIB_TEST_SERVER") == "external" else embedded_server
    with start() as server:
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
