"""If these fail, `make run` doesn't come up, or leaves a server behind, or lets two servers write the same files."""

import os
from pathlib import Path

import asyncpg
import pytest

from tests.support.conditions import wait_until
from tests.support.embedded import EmbeddedUser, embedded_user, give, is_running, postmaster


async def ask(dsn: str, question: str) -> object:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()


async def test_a_first_start_makes_a_server_that_nobody_else_can_reach(empty_dir: Path, account: str | None) -> None:
    if account:
        give(empty_dir, account)
    with embedded_user(empty_dir, account) as user:
        assert await ask(user.answer, "SHOW listen_addresses") == ""
        assert (empty_dir / "run").stat().st_mode & 0o777 == 0o700
        assert await ask(user.answer, "SHOW dynamic_shared_memory_type") == "mmap"
        assert await ask(user.answer, "SELECT current_database()") == "toolcrib"
    assert not is_running(empty_dir)


async def test_a_new_cluster_finds_chinese_and_has_vectors(empty_dir: Path) -> None:
    with embedded_user(empty_dir) as user:
        await ask(user.answer, "CREATE EXTENSION pg_trgm")
        await ask(user.answer, "CREATE EXTENSION vector")
        assert await ask(user.answer, "SELECT similarity('发票汇总', '发票')") > 0
        assert await ask(user.answer, "SELECT '[1,2]'::vector <-> '[1,4]'::vector") == 2


async def test_processes_share_one_server_and_the_last_to_leave_stops_it(owned_dir: Path, account: str | None) -> None:
    with embedded_user(owned_dir, account) as first:
        with embedded_user(owned_dir, account) as second:
            assert first.answer == second.answer
        assert await ask(first.answer, "SELECT 1") == 1
    assert not is_running(owned_dir)


async def test_who_starts_it_may_leave_first(data_dir: Path) -> None:
    starter = EmbeddedUser(data_dir)
    assert starter.answer
    with embedded_user(data_dir) as other:
        assert other.answer
        starter.leave()
        assert await ask(other.answer, "SELECT 1") == 1
    assert not is_running(data_dir)


async def test_servers_that_start_at_once_on_an_empty_directory_share_one(empty_dir: Path) -> None:
    users = [EmbeddedUser(empty_dir) for _ in range(3)]
    assert len({user.answer for user in users}) == 1
    assert await ask(users[0].answer, "SELECT 1") == 1
    for user in users:
        user.leave()
    assert not is_running(empty_dir)


async def test_a_killed_owner_is_forgotten_and_its_server_taken_over(owned_dir: Path, account: str | None) -> None:
    owner = EmbeddedUser(owned_dir, account)
    assert owner.answer
    running = postmaster(owned_dir)
    owner.kill()
    assert is_running(owned_dir)
    with embedded_user(owned_dir, account) as heir:
        assert await ask(heir.answer, "SELECT 1") == 1
        assert postmaster(owned_dir) == running
    assert not is_running(owned_dir)


@pytest.mark.parametrize(
    "name",
    ["with space", "it's", 'comma, quote"', "back\\slash", "100%", "数据 ünïcode", "long" * 40, "at@host"],
    ids=["space", "apostrophe", "quote", "backslash", "percent", "unicode", "too-long-for-a-socket", "at"],
)
async def test_any_path_will_do(data_dir: Path, name: str) -> None:
    renamed = data_dir.rename(data_dir.with_name(f"{data_dir.name}-{name}"))  # noqa: ASYNC240 - nothing else runs meanwhile
    try:
        with embedded_user(renamed) as user:
            assert await ask(user.answer, "SELECT 1") == 1
    finally:
        renamed.rename(data_dir)


async def test_surroundings_that_speak_to_postgres_are_not_listened_to(data_dir: Path) -> None:
    with embedded_user(data_dir, PGPORT="6000", PGDATA="/nowhere", PGOPTIONS="--bogus", LC_ALL="xx_XX") as user:
        connection = await asyncpg.connect(user.answer, port=5432, server_settings={})
        assert await connection.fetchval("SHOW port") == "5432"
        await connection.close()


async def test_a_server_outlives_the_terminal_of_its_owner(data_dir: Path) -> None:
    with embedded_user(data_dir) as user:
        assert user.answer
        assert os.getsid(postmaster(data_dir)) != os.getsid(0)
        wait_until(lambda: is_running(data_dir))
