"""If these fail, nobody can tell which tool eats the machine: not least of those that fail by it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest
from toolcrib.executors.contract import OutputSink, RunError, RunRequest, RunResult, RunStatus

from tests.support.execution import Behaviour, MemoryExecutor, world

CPU_MS = 40
PEAK_BYTES = 3_000_000_000  # more than 32 bits hold


class Measuring(MemoryExecutor):
    """Tells what each run used."""

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        return replace(await super().run(request, sink, cancel), cpu_ms=CPU_MS, peak_memory_bytes=PEAK_BYTES)


def ending(status: RunStatus) -> Behaviour:
    async def end(_request: RunRequest, _sink: OutputSink) -> RunResult:
        return RunResult(status, None, RunError("SOME_CODE", "It ended so."), (), 1, None, None)

    return end


async def answer(_request: RunRequest, _sink: OutputSink) -> str:
    return "text"


async def forever(_request: RunRequest, _sink: OutputSink) -> None:
    await asyncio.Event().wait()


def used(row: asyncpg.Record) -> tuple[int | None, int | None]:
    return row["cpu_ms"], row["peak_memory_bytes"]


@pytest.mark.parametrize(
    ("behaviour", "schema", "status"),
    [
        (answer, {}, "SUCCESS"),
        (answer, {"type": "number"}, "FAILED"),
        (ending(RunStatus.FAILED), {}, "FAILED"),
        (ending(RunStatus.TIMEOUT), {}, "TIMEOUT"),
    ],
    ids=["success", "output that breaks its schema", "failure", "time limit"],
)
async def test_what_a_run_used_is_recorded_however_it_ended(
    database_dsn: str, tmp_path: Path, behaviour: Behaviour, schema: dict[str, str], status: str
) -> None:
    async with world(database_dsn, tmp_path, Measuring(behaviour)) as made:
        owner = await made.person()
        row = await made.run(owner, await made.tool(owner, output_schema=schema))

        assert (row["status"], *used(row)) == (status, CPU_MS, PEAK_BYTES)


async def test_what_a_cancelled_run_used_is_recorded(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, Measuring(forever)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))
        await made.until_status(execution, "RUNNING")
        await made.executions.cancel(owner, execution)

        assert await made.executions.wait(execution, 5)
        row = await made.row(execution)
        assert (row["status"], *used(row)) == ("CANCELLED", CPU_MS, PEAK_BYTES)


async def test_a_run_that_never_began_used_nothing_that_is_known(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, Measuring(forever), max_concurrency=1) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        await made.call(owner, tool)
        waiting = await made.call(owner, tool)
        await made.executions.cancel(owner, waiting)

        assert await made.executions.wait(waiting, 5)
        assert used(await made.row(waiting)) == (None, None)
