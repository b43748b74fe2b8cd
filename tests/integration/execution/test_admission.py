"""If these fail, a retried call does its work twice, a limit does not limit, or one caller takes the whole server."""

import asyncio
import json
from pathlib import Path

import pytest
from toolcrib.core.errors import Conflict
from toolcrib.execution.model import Load, Refused
from toolcrib.executors.contract import OutputSink, RunRequest

from tests.support.execution import MemoryExecutor, World, until, world


async def echo(request: RunRequest, _sink: OutputSink) -> object:
    await asyncio.sleep(0.01)
    return json.loads(request.input_json)


async def forever(_request: RunRequest, _sink: OutputSink) -> None:
    await asyncio.Event().wait()


async def test_fifty_equal_calls_with_one_key_are_one_run(database_dsn: str, tmp_path: Path) -> None:
    executor = MemoryExecutor(echo)
    async with world(database_dsn, tmp_path, executor) as made:
        owner = await made.person()
        tool = await made.tool(owner, rate_limit_per_minute=1)

        ids = await asyncio.gather(*(made.call(owner, tool, {"a": 1}, idempotency_key="k") for _ in range(50)))

        assert len(set(ids)) == 1
        assert await made.executions.wait(ids[0], 10)
        assert executor.started == [ids[0]]
        assert await made.call(owner, tool, {"a": 1}, idempotency_key="k") == ids[0]
        assert (await made.only_row())["status"] == "SUCCESS"


async def test_a_key_that_was_used_for_something_else_is_a_conflict(real: World) -> None:
    owner = await real.person()
    tool, other = await real.tool(owner), await real.tool(owner)
    await real.version(tool, 2)
    await real.call(owner, tool, {"a": 1}, idempotency_key="k")

    for call in ((tool, {"a": 2}, {}), (other, {"a": 1}, {}), (tool, {"a": 1}, {"version": 1})):
        with pytest.raises(Conflict):
            await real.call(owner, call[0], call[1], idempotency_key="k", **call[2])
    assert await real.database.fetch_value("SELECT count(*) FROM execution") == 1


async def test_the_order_of_fields_makes_no_other_request(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner)

    first = await real.call(owner, tool, {"a": 1, "b": 2}, idempotency_key="k")

    assert await real.call(owner, tool, {"b": 2, "a": 1}, idempotency_key="k") == first


async def test_keys_of_different_callers_have_nothing_to_do_with_each_other(real: World) -> None:
    owner, other = await real.person(), await real.person()
    tool = await real.tool(owner, visibility="PUBLIC")

    assert await real.call(owner, tool, idempotency_key="k") != await real.call(other, tool, idempotency_key="k")


async def test_a_refused_call_leaves_its_key_free(real: World) -> None:
    owner = await real.person()
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    tool = await real.tool(owner, input_schema=schema)
    with pytest.raises(Refused):
        await real.call(owner, tool, {"a": "x"}, idempotency_key="k")

    assert (await real.run(owner, tool, {"a": 1}, idempotency_key="k"))["status"] == "SUCCESS"


async def test_calls_over_the_limit_are_refused_recorded_and_told_when_to_come_back(real: World) -> None:
    owner, other = await real.person(), await real.person()
    tool = await real.tool(owner, visibility="PUBLIC", rate_limit_per_minute=3)
    for _ in range(3):
        await real.call(owner, tool)

    with pytest.raises(Refused) as refused:
        await real.call(owner, tool, idempotency_key="k")

    assert refused.value.problems[0].code == "RATE_LIMITED"
    assert 15_000 < (refused.value.retry_after_ms or 0) <= 20_000
    row = await real.row(refused.value.execution_id)  # type: ignore[arg-type]  # a None would fail here
    assert (row["status"], row["error_code"], row["rate_limit_hit"]) == ("FAILED", "RATE_LIMITED", True)
    assert row["idempotency_key"] is None
    assert await real.call(other, tool)


async def test_both_windows_hold_and_a_refused_call_costs_nothing(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, rate_limit_per_minute=100, rate_limit_per_hour=2)
    for _ in range(2):
        await real.call(owner, tool)
    before = await real.database.fetch_all("SELECT * FROM rate_limit ORDER BY per_seconds")

    for _ in range(5):
        with pytest.raises(Refused):
            await real.call(owner, tool)

    assert await real.database.fetch_all("SELECT * FROM rate_limit ORDER BY per_seconds") == before
    assert [row["per_seconds"] for row in before] == [60, 3600]


async def test_the_limit_holds_when_all_come_at_once(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, rate_limit_per_minute=10)

    answers = await asyncio.gather(*(real.call(owner, tool) for _ in range(40)), return_exceptions=True)

    assert sum(isinstance(answer, Refused) for answer in answers) == 30


async def test_time_gives_turns_back(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, rate_limit_per_minute=3)
    for _ in range(3):
        await real.call(owner, tool)
    await real.database.execute("UPDATE rate_limit SET arrival_at = arrival_at - interval '21 seconds'")

    assert await real.call(owner, tool)
    with pytest.raises(Refused):
        await real.call(owner, tool)


async def test_a_hundred_calls_at_once_all_succeed(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner)

    rows = await asyncio.gather(*(real.run(owner, tool, {"n": number}) for number in range(100)))

    assert [json.loads(row["output_data"])["n"] for row in rows] == list(range(100))
    assert {row["status"] for row in rows} == {"SUCCESS"}


async def test_no_more_run_at_once_than_there_are_slots(database_dsn: str, tmp_path: Path) -> None:
    executor = MemoryExecutor(echo)
    async with world(database_dsn, tmp_path, executor, max_concurrency=3) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        await asyncio.gather(*(made.run(owner, tool) for _ in range(20)))

    assert executor.most_at_once == 3


async def test_the_load_tells_runs_from_those_that_wait(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(forever), max_concurrency=2) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        calls = [await made.call(owner, tool) for _ in range(3)]
        assert made.executions.load() == Load(running=2, waiting=1, slots=2)
        for call in calls:
            await made.executions.cancel(owner, call)
            assert await made.executions.wait(call, 5)
        assert made.executions.load() == Load(running=0, waiting=0, slots=2)


async def test_a_caller_with_two_hundred_calls_does_not_hold_up_another(database_dsn: str, tmp_path: Path) -> None:
    executor = MemoryExecutor(echo)
    async with world(database_dsn, tmp_path, executor, max_concurrency=2) as made:
        greedy, other = await made.person(), await made.person()
        tool = await made.tool(greedy, visibility="PUBLIC")
        many = await asyncio.gather(*(made.call(greedy, tool) for _ in range(200)))
        late = await made.call(other, tool)
        begun_before = len(executor.started)
        assert await made.executions.wait(late, 10)

        position = executor.started.index(late)
        assert position - begun_before <= 3
        assert all(await asyncio.gather(*(made.executions.wait(one, 20) for one in many)))


async def test_a_caller_that_hangs_up_cancels_nothing(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(echo)) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        for delay in range(8):
            call = asyncio.create_task(made.call(owner, tool))
            for _ in range(delay):
                await asyncio.sleep(0)
            await asyncio.sleep(delay / 1000)
            call.cancel()
            await asyncio.wait([call])

        async def all_succeeded() -> bool:
            counted = "SELECT count(*) >= 7 AND bool_and(status = 'SUCCESS') FROM execution"
            return bool(await made.database.fetch_value(counted))

        await until(all_succeeded)
