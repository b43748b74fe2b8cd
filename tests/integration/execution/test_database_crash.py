"""If this fails, a database that crashes takes runs with it that were promised to somebody."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest_asyncio
import toolcrib
from toolcrib.core.embedded_postgres import EmbeddedPostgres
from toolcrib.core.errors import Unavailable
from toolcrib.execution.model import Event
from toolcrib.executors.contract import OutputSink, RunRequest, Stream

from tests.support.database import throwaway_cluster
from tests.support.embedded import postmaster
from tests.support.execution import MemoryExecutor, World, until, world

LINES = 40


async def chatty(request: RunRequest, sink: OutputSink) -> object:
    for number in range(LINES):
        sink.write(Stream.STDOUT, f"{number}\n")
        await asyncio.sleep(0.05)
    return json.loads(request.input_json)


async def rest_of(events: AsyncIterator[Event]) -> list[Event]:
    async with asyncio.timeout(60):
        return [event async for event in events]


async def ended(made: World, execution: UUID) -> bool:
    try:
        return await made.executions.wait(execution, 1)
    except Unavailable:
        return False


@pytest_asyncio.fixture
async def own_server() -> AsyncIterator[tuple[str, Path]]:
    """A server that may be killed: its DSN and its directory."""
    with throwaway_cluster() as root:
        server = EmbeddedPostgres(root)
        dsn = await asyncio.to_thread(server.start)
        try:
            await _migrate(dsn)
            yield dsn, root
        finally:
            await asyncio.to_thread(server.release)


async def _migrate(dsn: str) -> None:
    """In a process of its own: Piccolo remembers the first database that it met."""
    program = f"import asyncio; from toolcrib.core.migrate import migrate; asyncio.run(migrate({dsn!r}))"
    path = str(Path(toolcrib.__file__).parents[1])
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, env=os.environ | {"PYTHONPATH": path})
    assert await process.wait() == 0


async def test_a_crash_of_the_database_under_load_loses_no_run_and_no_line(
    own_server: tuple[str, Path], tmp_path: Path
) -> None:
    dsn, root = own_server
    async with world(dsn, tmp_path, MemoryExecutor(chatty), max_concurrency=15) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        acknowledged = [await made.call(owner, tool, {"n": number}) for number in range(20)]
        followed = made.executions.events(owner, acknowledged[0])
        assert (await anext(followed)).seq == 1  # who had begun to follow, follows on
        following = asyncio.create_task(rest_of(followed))
        await made.until_status(acknowledged[0], "RUNNING")

        os.kill(postmaster(root), signal.SIGKILL)
        acknowledged += [await made.call_patiently(owner, tool, {"n": number}) for number in range(20, 40)]

        for number, execution in enumerate(acknowledged):
            await until(partial(ended, made, execution), seconds=90)
            row = await made.row(execution)
            events = await made.all_events(owner, execution)
            assert (row["status"], json.loads(row["output_data"])) == ("SUCCESS", {"n": number})
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            text = "".join(str(event.payload["text"]) for event in events if event.kind == "STDOUT")
            assert text == "".join(f"{line}\n" for line in range(LINES))
        assert [event.seq for event in await following][-1] == (await made.row(acknowledged[0]))["last_seq"]
