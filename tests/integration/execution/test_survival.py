"""If these fail, a crash, a stop or a lost database leaves runs RUNNING for ever, or loses what was promised."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest
from toolcrib.core.errors import Unavailable
from toolcrib.execution import store
from toolcrib.execution.store import Held
from toolcrib.executors.contract import OutputSink, RunRequest, Stream
from toolcrib.identity.model import Principal

from tests.support.execution import MemoryExecutor, World, until, world

ROOT = Path(__file__).parents[3]
SLEEP = "import time\ndef main():\n    print('began', flush=True)\n    time.sleep(120)\n"


async def forever(_request: RunRequest, _sink: OutputSink) -> None:
    await asyncio.Event().wait()


async def expire_leases(made: World) -> None:
    """As if the lease time had passed."""
    await made.database.execute(
        "UPDATE execution SET lease_expires_at = now() - interval '1 second' WHERE completed_at IS NULL"
    )


@asynccontextmanager
async def doomed_server(
    made: World, owner: Principal, tool: UUID, calls: int
) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.doomed_server"),
        *(made.dsn, str(made.data_dir), str(owner.subject_id), str(tool), str(calls)),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}"},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_after_a_kill_no_run_stays_running_and_each_is_ended_once(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, SLEEP)
    async with doomed_server(real, owner, tool, 20) as server:
        assert server.stdout is not None
        lines = [line async for line in _until_ready(server.stdout)]
        await real.until_status(UUID(lines[0]), "RUNNING")
        server.kill()
        await server.wait()
    await expire_leases(real)

    async with world(real.dsn, real.data_dir) as other:
        ended = [await real.executions.wait(UUID(line), 20) for line in lines]
        rows = [await other.row(UUID(line)) for line in lines]

    assert all(ended)
    assert {(row["status"], row["error_code"]) for row in rows} == {("FAILED", "WORKER_LOST")}
    for line in lines:
        events = await real.all_events(owner, UUID(line))
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert [event.status for event in events if event.ends] == ["FAILED"]


async def _until_ready(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    async with asyncio.timeout(60):
        while (line := (await stream.readline()).decode().strip()) != "ready":
            assert line, "the server died"
            yield line


async def test_a_living_lease_is_not_reaped(database_dsn: str, tmp_path: Path) -> None:
    async with (
        world(database_dsn, tmp_path, MemoryExecutor(forever)) as one,
        world(database_dsn, tmp_path, MemoryExecutor(forever)) as two,
    ):
        owner = await one.person()
        execution = await one.call(owner, await one.tool(owner))
        await one.until_status(execution, "RUNNING")

        assert await two.executions._reaper.reap() == []  # noqa: SLF001 - now, not in two seconds
        assert (await one.row(execution))["status"] == "RUNNING"


async def test_a_process_keeps_its_own_runs_where_a_lease_ran_out_unnoticed(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(forever)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))
        await made.until_status(execution, "RUNNING")
        await expire_leases(made)

        assert await made.executions._reaper.reap() == []  # noqa: SLF001 - now, not in two seconds
        await made.executions.cancel(owner, execution)
        assert await made.executions.wait(execution, 5)
        assert (await made.row(execution))["status"] == "CANCELLED"


async def test_what_a_zombie_still_writes_is_refused(database_dsn: str, tmp_path: Path) -> None:
    go_on = asyncio.Event()

    async def zombie(_request: RunRequest, sink: OutputSink) -> object:
        await go_on.wait()
        sink.write(Stream.STDOUT, "I am still here\n")
        return "brains"

    async with world(database_dsn, tmp_path, MemoryExecutor(zombie)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))
        await made.until_status(execution, "RUNNING")
        lost: list[UUID] = []
        async with asyncio.timeout(20):
            while not lost:  # its owner may renew the lease in between
                await expire_leases(made)
                lost = await store.reap(made.database, [], "lost")
        assert lost == [execution]
        reaped = await made.row(execution)

        go_on.set()

        async def gave_up() -> bool:
            return not made.executions._lane.held  # noqa: SLF001 - nothing else can be seen of it

        await until(gave_up)
        assert await made.row(execution) == reaped
        assert (await made.all_events(owner, execution))[-1].payload["errorCode"] == "WORKER_LOST"


async def test_two_reapers_share_the_dead(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner)
    await real.run(owner, tool)
    await real.database.execute(
        "INSERT INTO execution (id, tool, tool_version, status, caller, worker, lease_expires_at)"
        " SELECT gen_random_uuid(), tool, tool_version, 'PENDING', caller, 'dead', now() - interval '1 s'"
        " FROM execution, generate_series(1, 200)"
    )

    shares = await asyncio.gather(*(store.reap(real.database, [], "lost") for _ in range(8)))

    reaped = [one for share in shares for one in share]
    assert len(reaped) == len(set(reaped))
    left = await real.database.fetch_value("SELECT count(*) FROM execution WHERE completed_at IS NULL")
    assert left == 0


async def test_a_server_that_stops_leaves_nothing_running(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, max_concurrency=2) as made:
        owner = await made.person()
        tool = await made.tool(owner, SLEEP)
        executions = [await made.call(owner, tool) for _ in range(5)]
        await made.until_status(executions[0], "RUNNING")

        await made.executions.close(grace_seconds=0)

        rows = [await made.row(execution) for execution in executions]
        assert {(row["status"], row["error_code"]) for row in rows} == {("FAILED", "WORKER_LOST")}
        assert {row["error_message"] for row in rows} == {
            "The server was stopped while this ran.",
            "The server was stopped before this run began.",
        }
        with pytest.raises(Unavailable):
            await made.call(owner, tool)


async def test_a_server_that_stops_lets_short_runs_end(real: World) -> None:
    owner = await real.person()
    execution = await real.call(owner, await real.tool(owner, "import time\ndef main():\n    time.sleep(0.5)\n"))
    await real.until_status(execution, "RUNNING")

    await real.executions.close(grace_seconds=20)

    assert (await real.row(execution))["status"] == "SUCCESS"


async def test_runs_go_on_while_all_connections_break_again_and_again(database_dsn: str, tmp_path: Path) -> None:
    async def chatty(request: RunRequest, sink: OutputSink) -> object:
        for number in range(30):
            sink.write(Stream.STDOUT, f"{number}\n")
            await asyncio.sleep(0.02)
        return json.loads(request.input_json)

    async with world(database_dsn, tmp_path, MemoryExecutor(chatty)) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        acknowledged = [await made.call(owner, tool, {"n": 0})]
        following = asyncio.create_task(made.all_events(owner, acknowledged[0]))
        for _ in range(6):
            for _ in range(10):
                acknowledged.append(await made.call_patiently(owner, tool, {"n": len(acknowledged)}))
            assert await made.break_connections() > 0
        for execution in acknowledged:
            await _patiently(made, execution)
        assert await following == await made.all_events(owner, acknowledged[0])

        for number, execution in enumerate(acknowledged):
            row = await made.row(execution)
            events = await made.all_events(owner, execution)
            assert (row["status"], json.loads(row["output_data"])["n"] <= number) == ("SUCCESS", True)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            text = "".join(str(event.payload["text"]) for event in events if event.kind == "STDOUT")
            assert text == "".join(f"{line}\n" for line in range(30))


async def _patiently(made: World, execution: UUID) -> None:
    async with asyncio.timeout(40):
        while True:
            try:
                if await made.executions.wait(execution, 1):
                    return
            except Unavailable:
                await asyncio.sleep(0.05)


async def test_the_database_refuses_to_change_what_has_ended(real: World) -> None:
    owner = await real.person()
    row = await real.run(owner, await real.tool(owner))

    with pytest.raises(asyncpg.PostgresError):
        await real.database.execute("UPDATE execution SET error_message = 'x' WHERE id = $1", row["id"])
    with pytest.raises(asyncpg.PostgresError):
        await real.database.execute("UPDATE execution_event SET payload = '{}' WHERE execution = $1", row["id"])
    assert await store.append(real.database, Held(row["id"], row["worker"], 1), [store.Line(99, "STDOUT", {})]) is None  # type: ignore[arg-type]
