"""If these fail, a run that should stop goes on, or one that should go on stops."""

import asyncio
import json
from pathlib import Path

import pytest
from toolcrib.core.errors import Conflict, NotFound
from toolcrib.core.ids import new_id
from toolcrib.executors.contract import OutputSink, RunRequest, Stream
from toolcrib.identity.model import Role

from tests.support.execution import MemoryExecutor, World, world

SLEEP = "import time\ndef main():\n    print('began', flush=True)\n    time.sleep(60)\n"


async def forever(_request: RunRequest, _sink: OutputSink) -> None:
    await asyncio.Event().wait()


async def test_a_running_script_is_stopped_at_once(real: World) -> None:
    owner = await real.person()
    execution = await real.call(owner, await real.tool(owner, SLEEP))
    await real.until_status(execution, "RUNNING")

    await real.executions.cancel(owner, execution)

    assert await real.executions.wait(execution, 5)
    row = await real.row(execution)
    assert (row["status"], row["error_code"]) == ("CANCELLED", "CANCELLED")
    assert row["cancel_requested_at"] is not None
    assert [event.status for event in await real.all_events(owner, execution) if event.status][-1] == "CANCELLED"


async def test_a_waiting_run_is_cancelled_before_it_begins(database_dsn: str, tmp_path: Path) -> None:
    executor = MemoryExecutor(forever)
    async with world(database_dsn, tmp_path, executor, max_concurrency=1) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        first, second = await made.call(owner, tool), await made.call(owner, tool)
        await made.until_status(first, "RUNNING")

        await made.executions.cancel(owner, second)

        assert await made.executions.wait(second, 5)
        row = await made.row(second)
        assert (row["status"], row["started_at"], row["duration_ms"]) == ("CANCELLED", None, None)
        assert executor.started == [first]


async def test_cancelling_what_has_ended_says_so_and_changes_nothing(real: World) -> None:
    owner = await real.person()
    row = await real.run(owner, await real.tool(owner))

    with pytest.raises(Conflict) as refused:
        await real.executions.cancel(owner, row["id"])

    assert refused.value.problems[0].code == "ALREADY_ENDED"
    assert await real.row(row["id"]) == row


async def test_who_may_cancel(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(forever)) as made:
        owner, caller, stranger = await made.person(), await made.person(), await made.person()
        admin = await made.person(Role.ADMIN)
        tool = await made.tool(owner, visibility="PUBLIC")
        for allowed in (caller, owner, admin):
            execution = await made.call(caller, tool)
            with pytest.raises(NotFound):
                await made.executions.cancel(stranger, execution)
            await made.executions.cancel(allowed, execution)
            assert await made.executions.wait(execution, 5)
            assert (await made.row(execution))["status"] == "CANCELLED"


async def test_cancelling_what_is_not_there_answers_not_found(real: World) -> None:
    with pytest.raises(NotFound):
        await real.executions.cancel(await real.person(), new_id())


async def test_another_server_cancels_through_the_database(database_dsn: str, tmp_path: Path) -> None:
    async with (
        world(database_dsn, tmp_path, MemoryExecutor(forever)) as one,
        world(database_dsn, tmp_path, MemoryExecutor(forever)) as two,
    ):
        owner = await one.person()
        execution = await one.call(owner, await one.tool(owner))
        await one.until_status(execution, "RUNNING")

        await two.executions.cancel(owner, execution)

        async with asyncio.timeout(4):  # well before the owner would look at its leases
            assert await two.executions.wait(execution, 10)
        assert (await two.row(execution))["status"] == "CANCELLED"


async def test_a_run_that_was_quicker_than_its_cancel_keeps_its_success(database_dsn: str, tmp_path: Path) -> None:
    async def deaf(request: RunRequest, sink: OutputSink) -> object:
        sink.write(Stream.STDOUT, "done")
        return json.loads(request.input_json)

    async with world(database_dsn, tmp_path, MemoryExecutor(deaf)) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        executions = [await made.call(owner, tool) for _ in range(10)]
        for execution in executions:
            try:
                await made.executions.cancel(owner, execution)
            except Conflict:
                continue
        assert all(await asyncio.gather(*(made.executions.wait(one, 10) for one in executions)))

        rows = [await made.row(execution) for execution in executions]
        assert {row["status"] for row in rows} <= {"SUCCESS", "CANCELLED"}
        assert all((row["output_data"] is not None) == (row["status"] == "SUCCESS") for row in rows)
