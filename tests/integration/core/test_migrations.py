"""If these fail, a server that is brought up to date does not start, or loses what it held."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from piccolo.apps.migrations.commands.new import AutoMigrationManager
from toolcrib.piccolo_app import APP_CONFIG

from tests.support.database import TestServer
from tests.support.server import PACKAGE, toolcrib_command, toolcrib_environment

FIRST_SCHEMA = "2026-11-21T22:40:00:000000"
FURNISH = """
INSERT INTO subject (id, kind) VALUES (gen_random_uuid(), 'USER');
INSERT INTO user_account (id, username, display_name) SELECT id, 'ann', 'Ann' FROM subject;
INSERT INTO tool (id, name, display_name, description, owner, script_content, input_schema, tags)
    SELECT gen_random_uuid(), 'add', 'Add', 'Adds.', id, 'def main(): pass', '{}', '["sums", "school maths"]'
    FROM subject;
INSERT INTO execution (id, tool, tool_version, caller, status, completed_at, duration_ms)
    SELECT gen_random_uuid(), tool.id, 1, owner, 'SUCCESS', now(), 12 FROM tool;
"""


@pytest.fixture
def old_database(database_server: TestServer) -> Iterator[str]:
    """The DSN of a database as the first version made it, with an execution in it."""
    name = asyncio.run(database_server.create())
    piccolo = [sys.executable, "-m", "piccolo.main", "migrations", "forwards", "toolcrib", FIRST_SCHEMA]
    settings = {"DATABASE_URL": database_server.dsn_of(name), "PICCOLO_CONF": "toolcrib.piccolo_conf"}
    subprocess.run(piccolo, check=True, capture_output=True, cwd=PACKAGE, env=os.environ | settings)
    asyncio.run(furnish(database_server.dsn_of(name)))
    yield database_server.dsn_of(name)
    asyncio.run(database_server.drop(name))


def test_what_the_first_version_recorded_is_still_there_in_this_one(old_database: str, tmp_path: Path) -> None:
    before = asyncio.run(the_execution(old_database))

    subprocess.run(toolcrib_command("migrate"), check=True, env=toolcrib_environment(tmp_path, old_database))

    after = asyncio.run(the_execution(old_database))
    assert {name: after[name] for name in before} == before
    assert (after["cpu_ms"], after["peak_memory_bytes"]) == (None, None)
    assert asyncio.run(the_text_that_is_searched(old_database)) == "add add adds. sums school maths"


async def furnish(dsn: str) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute(FURNISH)
    await connection.close()


async def the_text_that_is_searched(dsn: str) -> str:
    connection = await asyncpg.connect(dsn)
    text: str = await connection.fetchval("SELECT search_text FROM tool")
    await connection.close()
    return text


async def the_execution(dsn: str) -> dict[str, object]:
    connection = await asyncpg.connect(dsn)
    row = await connection.fetchrow("SELECT * FROM execution")
    await connection.close()
    return dict(row)


async def test_the_migrations_make_the_tables_that_the_code_describes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICCOLO_CONF", "toolcrib.piccolo_conf")
    missing = await AutoMigrationManager().get_alter_statements(APP_CONFIG)

    assert [statement for group in missing for statement in group.statements] == []
