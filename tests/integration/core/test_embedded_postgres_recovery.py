"""If these fail, people lose rows that were acknowledged, or a crash leaves a data directory that starts no more."""

import asyncio
import os
import signal
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from toolcrib.core.embedded_postgres import EmbeddedPostgres
from toolcrib.core.errors import StartupError

from tests.support.conditions import wait_until
from tests.support.database import readable_binaries
from tests.support.embedded import cluster_of, embedded_user, is_running, postmaster

LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
ROUNDS = 3
WRITERS = 4
ROWS_BEFORE_THE_KILL = 150


async def write_until_lost(dsn: str, numbers: count, acknowledged: set[int]) -> None:
    """Insert rows until the server is gone; what it acknowledged is noted after the answer."""
    try:
        connection = await asyncpg.connect(dsn)
        while True:
            number = next(numbers)
            await connection.execute("INSERT INTO mark VALUES ($1)", number)
            acknowledged.add(number)
    except LOST:
        return


async def connect_again(dsn: str) -> asyncpg.Connection:
    async with asyncio.timeout(30):
        while True:
            try:
                return await asyncpg.connect(dsn)
            except LOST:
                await asyncio.sleep(0.02)


async def test_no_acknowledged_row_is_lost_when_the_server_is_killed_while_writing(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir)
    dsn = server.start()
    numbers, acknowledged = count(), set[int]()
    try:
        connection = await asyncpg.connect(dsn)
        await connection.execute("CREATE TABLE mark (id int PRIMARY KEY)")
        for _ in range(ROUNDS):
            wanted = len(acknowledged) + ROWS_BEFORE_THE_KILL
            writers = [asyncio.create_task(write_until_lost(dsn, numbers, acknowledged)) for _ in range(WRITERS)]
            while len(acknowledged) < wanted:
                await connection.fetchval("SELECT 1")  # one answer's time for the writers
            os.kill(postmaster(data_dir), signal.SIGKILL)
            await asyncio.gather(*writers)
            connection = await connect_again(dsn)  # started again by the process that holds it
            stored = {row["id"] for row in await connection.fetch("SELECT id FROM mark")}
            assert acknowledged <= stored
        await connection.close()
    finally:
        server.release()
    assert not is_running(data_dir)


@pytest.mark.parametrize(
    "content",
    [
        "999999999\n/gone\n1\n5432\n/gone\n\n\nready\n",
        f"{os.getpid()}\n/gone\n1\n5432\n/gone\n\n\nready\n",
        "",
        "\x00\x00 no number\n",
    ],
    ids=["dead", "number-given-to-another-program", "empty", "garbage"],
)
def test_what_a_crash_left_of_the_pid_file_stops_nobody(data_dir: Path, content: str) -> None:
    (cluster_of(data_dir) / "postmaster.pid").write_text(content)
    with embedded_user(data_dir) as user:
        assert user.answer.startswith("postgresql://")


def test_a_half_made_cluster_is_made_again(empty_dir: Path) -> None:
    half = empty_dir / "pg18.tmp"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    with embedded_user(empty_dir) as user:
        assert user.answer.startswith("postgresql://")
    assert not half.exists()


def test_a_directory_that_is_no_cluster_is_named_and_left_alone(empty_dir: Path) -> None:
    strange = empty_dir / "pg18" / "diary.txt"
    strange.parent.mkdir()
    strange.write_text("mine")
    with pytest.raises(StartupError, match=r"pg18 is no PostgreSQL cluster"):
        EmbeddedPostgres(empty_dir).start()
    assert strange.read_text() == "mine"


@pytest.mark.parametrize(("damaged", "content"), [("PG_VERSION", "12\n"), ("global/pg_control", "gone")])
def test_a_damaged_cluster_is_refused_with_the_servers_own_words(data_dir: Path, damaged: str, content: str) -> None:
    file = cluster_of(data_dir) / damaged
    whole = file.read_bytes()
    file.write_text(content)
    with pytest.raises(StartupError, match=r"PostgreSQL doesn't start(.|\n)*(FATAL|PANIC)"):
        EmbeddedPostgres(data_dir, timeout=20).start()
    assert not is_running(data_dir)
    file.write_bytes(whole)


def test_a_server_left_by_a_killed_owner_is_stopped_by_the_next_who_leaves(data_dir: Path) -> None:
    with embedded_user(data_dir) as owner:
        assert owner.answer
        owner.kill()
    assert is_running(data_dir)
    assert EmbeddedPostgres(data_dir).stop_if_unused()
    wait_until(lambda: not is_running(data_dir))


def test_programs_that_are_not_there_are_named(empty_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLCRIB_PG_BIN", "/nowhere/bin")
    with pytest.raises(StartupError, match=r"PostgreSQL in /nowhere/bin can't be run"):
        EmbeddedPostgres(empty_dir).start()


def test_a_cpu_that_is_too_old_is_said_in_one_line(empty_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands in for such a CPU: the real server, but the process that would compute a distance ends by SIGILL."""
    real = readable_binaries()
    stand_in = empty_dir / "old" / "bin"
    stand_in.mkdir(parents=True)
    for program, first in {"postgres": 'case "$1" in --single) kill -ILL $$;; esac', "initdb": ":"}.items():
        wrapper = stand_in / program
        wrapper.write_text(f'#!/bin/sh\n{first}\nexec "{real / program}" "$@"\n')
        wrapper.chmod(0o755)
    monkeypatch.setenv("TOOLCRIB_PG_BIN", str(stand_in))
    with pytest.raises(StartupError, match=r"needs a newer CPU.*DATABASE_URL"):
        EmbeddedPostgres(empty_dir).start()
    assert not (empty_dir / "pg18").exists()
