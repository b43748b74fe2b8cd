"""Many who follow the same. If these fail, somebody misses or repeats something, or sees what is no longer theirs."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from uuid import UUID

import pytest
from toolcrib.api.graphql.live import log
from toolcrib.core.ids import global_id
from toolcrib.executors.contract import OutputSink, RunRequest, Stream

from tests.support.execution import until
from tests.support.following import EVENTS, Stage, numbers, settle, stage

LINES = 200
FLOOD = 1_000


async def count(_request: RunRequest, sink: OutputSink) -> None:
    for number in range(LINES):
        sink.write(Stream.STDOUT if number % 3 else Stream.STDERR, f"{number}\n")
        await asyncio.sleep(0.005)


async def flood(_request: RunRequest, sink: OutputSink) -> None:
    for number in range(FLOOD):
        sink.write(Stream.STDOUT if number % 2 else Stream.STDERR, f"{number}\n")
        if number % 50 == 0:
            await asyncio.sleep(0.06)


async def chatter(_request: RunRequest, sink: OutputSink) -> None:
    while True:
        sink.write(Stream.STDOUT, "1\n")
        await asyncio.sleep(0.03)


async def echo(_request: RunRequest, _sink: OutputSink) -> object:
    return {}


async def everything(events: AsyncGenerator[dict[str, Any], None]) -> list[dict[str, Any]]:
    async with asyncio.timeout(60), aclosing(events):
        return [event async for event in events]


async def test_a_hundred_followers_cost_one_execution_and_one_encoding(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, count) as made:
        owner, other = await made.world.person(), await made.world.person()
        tool = await made.world.tool(owner)
        await made.world.grant(tool, other, "ADMIN")
        people = [await made.program_of(owner), await made.program_of(other)]
        run = await made.world.call(owner, tool)

        seen = await asyncio.gather(*(everything(made.events(people[n % 2], run)) for n in range(100)))

        assert numbers(seen[0]) == list(range(LINES))
        assert [event["seq"] for event in seen[0]] == list(range(1, len(seen[0]) + 1))
        assert all(events == seen[0] for events in seen)
        assert len(made.encoded) == len(seen[0])


async def test_whoever_comes_late_and_wherever_they_begin_misses_nothing(database_dsn: str, tmp_path: Path) -> None:
    """More than is kept in memory is written meanwhile."""
    async with stage(database_dsn, tmp_path, flood) as made:
        owner = await made.program_of(await made.world.person())
        run = await made.world.call(owner, await made.world.tool(owner))
        chance = Random(7)  # noqa: S311 - a test's
        comers: list[tuple[int, asyncio.Task[list[dict[str, Any]]]]] = []
        async with aclosing(made.events(owner, run)) as first:
            async for event in first:
                if event["seq"] % 20 == 0:
                    after = chance.choice([0, event["seq"] // 2, event["seq"], event["seq"] + 5])
                    comers.append((after, asyncio.create_task(everything(made.events(owner, run, after)))))
        last = event["seq"]

        for after, task in comers:
            assert [event["seq"] for event in await task] == list(range(after + 1, last + 1))
        assert len(comers) > 30
        await settle(made.is_empty)


async def test_a_slow_reader_holds_no_memory_delays_nobody_and_still_sees_all(
    database_dsn: str, tmp_path: Path
) -> None:
    async with stage(database_dsn, tmp_path, flood) as made:
        owner = await made.program_of(await made.world.person())
        run = await made.world.call(owner, await made.world.tool(owner))
        async with aclosing(made.events(owner, run)) as slow:
            seen = [await anext(slow)]
            fast = asyncio.create_task(everything(made.events(owner, run)))

            assert numbers(await fast) == list(range(FLOOD))
            assert all(len(each._entries) <= log.MAX_ENTRIES for each in made.logs)  # noqa: SLF001 - what waits in memory is what matters here

            seen += [event async for event in slow]
        assert numbers(seen) == list(range(FLOOD))
        await settle(made.is_empty)


async def test_only_the_one_whose_right_ends_is_cut_off(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, chatter) as made:
        owner, helper = await made.world.person(), await made.world.person()
        tool = await made.world.tool(owner)
        await made.world.grant(tool, helper, "ADMIN")
        run = await made.world.call(owner, tool)
        async with aclosing(made.events(owner, run)) as kept, aclosing(_results(made, helper, run)) as cut:
            for _ in range(5):
                await anext(kept)
                await anext(cut)
            assert len(made.logs) == 1

            await made.world.database.execute("DELETE FROM tool_permission")
            began = monotonic()
            async with asyncio.timeout(10):
                last = [result async for result in cut][-1]
            assert last["errors"][0]["extensions"]["code"] == "NOT_FOUND"
            assert last["data"] is None
            assert monotonic() - began < 6

            for _ in range(50):
                await anext(kept)
        await made.world.executions.cancel(owner, run)


@pytest.mark.parametrize(
    "end",
    [
        "UPDATE access_token SET revoked_at = now() WHERE id = $1",
        "UPDATE access_token SET expires_at = now() + interval '50 ms' WHERE id = $1",
        "UPDATE access_token SET scope = 'READ' WHERE id = $1",
    ],
)
async def test_only_the_one_whose_token_ends_is_cut_off(database_dsn: str, tmp_path: Path, end: str) -> None:
    async with stage(database_dsn, tmp_path, chatter) as made:
        person = await made.world.person()
        one, other = await made.program_of(person), await made.program_of(person)
        run = await made.world.call(one, await made.world.tool(person))
        async with aclosing(made.events(one, run)) as kept, aclosing(_results(made, other, run)) as cut:
            await anext(kept)
            await anext(cut)

            await made.world.database.execute(end, other.token_id)
            began = monotonic()
            async with asyncio.timeout(10):
                last = [result async for result in cut][-1]
            assert last["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
            assert monotonic() - began < 1.5

            for _ in range(20):
                await anext(kept)
        await made.world.executions.cancel(one, run)


async def test_a_session_that_expires_is_cut_off_while_nothing_happens(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, echo) as made:
        identity = made.services.identity
        link = await identity.ensure_first_admin()
        assert link
        secret = await identity.consume_sign_in_link(link, "correct horse battery staple", None, None)
        browser = await identity.authenticate_session(secret, None)
        async with aclosing(made.follow(browser, "subscription { executions { id } }")) as feed:
            next_result = asyncio.ensure_future(anext(feed))
            await settle(made.has_begun)
            await made.world.database.execute("UPDATE session SET expires_at = now() + interval '50 ms'")
            async with asyncio.timeout(10):
                result = await next_result
            assert result["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


async def test_a_stranger_does_not_join_those_who_may_see_a_run(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, chatter) as made:
        owner, stranger = await made.world.person(), await made.world.person()
        run = await made.world.call(owner, await made.world.tool(owner))
        async with aclosing(made.events(owner, run)) as events:
            await anext(events)
            [refused] = [result async for result in _results(made, stranger, run)]
            assert refused["errors"][0]["extensions"]["code"] == "NOT_FOUND"
            await anext(events)
        await made.world.executions.cancel(owner, run)


async def test_a_thousand_who_come_and_go_leave_nothing_behind(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, chatter) as made:
        owner = await made.program_of(await made.world.person())
        run = await made.world.call(owner, await made.world.tool(owner))
        await until(lambda: _has_written(made, run))
        before = asyncio.all_tasks()

        async def come_and_go(patience: int) -> None:
            async with aclosing(made.events(owner, run)) as events:
                for _ in range(patience):
                    await anext(events)

        for _ in range(20):
            await asyncio.gather(*(come_and_go(number % 4) for number in range(50)))
        waiting = [asyncio.create_task(come_and_go(1_000_000)) for _ in range(20)]
        await settle(lambda: made.logs)
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)

        await settle(made.is_empty)
        await settle(lambda: not asyncio.all_tasks() - before)
        await made.world.executions.cancel(owner, run)


async def test_followers_get_over_a_lost_database(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, flood) as made:
        owner = await made.program_of(await made.world.person())
        run = await made.world.call(owner, await made.world.tool(owner))
        events = [asyncio.create_task(everything(made.events(owner, run))) for _ in range(5)]
        await settle(lambda: len(made.encoded) > 100)
        await made.world.break_connections()
        for task in events:
            assert numbers(await task) == list(range(FLOOD))


async def test_an_error_in_one_field_leaves_the_others_and_the_stream(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, echo) as made:
        owner = await made.world.person()
        run = (await made.world.run(owner, await made.world.tool(owner)))["id"]
        more = "INSERT INTO execution_event (execution, seq, kind, payload) VALUES ($1, $2, $3, $4)"
        too_long = '{"status": "RUNNING", "durationMs": 3000000000}'
        await made.world.database.execute(more, run, 4, "STATUS", too_long)
        await made.world.database.execute(more, run, 5, "STDOUT", '{"text": "after"}')
        asked = made.follow(owner, EVENTS.replace("kind", "durationMs kind"), id=global_id("execution", run), after=2)
        third, fourth, fifth = [result async for result in asked]
        assert "errors" not in third
        assert fourth["errors"][0]["path"] == ["executionEvents", "durationMs"]
        assert fourth["data"]["executionEvents"] == {
            "seq": 4,
            "durationMs": None,
            "kind": "STATUS",
            "status": "RUNNING",
            "text": None,
        }
        assert fifth["data"]["executionEvents"]["text"] == "after"


async def test_the_feed_of_runs_is_shared_by_one_viewer_and_by_nobody_else(database_dsn: str, tmp_path: Path) -> None:
    async with stage(database_dsn, tmp_path, echo) as made:
        owner, other = await made.world.person(), await made.world.person()
        program = await made.program_of(owner)
        hers, his = await made.world.tool(owner), await made.world.tool(other)
        text = "subscription { executions(filter: {status: [SUCCESS]}) { id } }"
        seen: dict[str, list[str]] = {"ann": [], "ann again": [], "bob": []}

        watchers = [
            asyncio.create_task(_gather(made.follow(who, text), seen[name]))
            for name, who in {"ann": program, "ann again": program, "bob": other}.items()
        ]
        await settle(lambda: len(made.logs) == 2 and made.has_begun())
        ids = [
            [global_id("execution", (await made.world.run(who, tool))["id"]) for _ in range(5)]
            for who, tool in ((owner, hers), (other, his))
        ]
        wanted = {"ann": set(ids[0]), "ann again": set(ids[0]), "bob": set(ids[1])}
        await settle(lambda: {name: set(runs) for name, runs in seen.items()} == wanted)
        await settle(lambda: seen["ann"] == seen["ann again"])
        await settle(lambda: len(made.encoded) == len(seen["ann"]) + len(seen["bob"]))
        for task in watchers:
            task.cancel()
        await asyncio.wait(watchers)
        await settle(made.is_empty)


async def test_who_reads_the_feed_slowly_still_hears_of_every_run(
    database_dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MAX_ENTRIES", 4)
    async with stage(database_dsn, tmp_path, echo) as made:
        owner = await made.program_of(await made.world.person())
        tool = await made.world.tool(owner)
        text = "subscription { executions(filter: {status: [SUCCESS]}) { id } }"
        fast: list[str] = []

        async with aclosing(made.follow(owner, text)) as slow:
            first = asyncio.ensure_future(anext(slow))
            watcher = asyncio.create_task(_gather(made.follow(owner, text), fast))
            await settle(made.has_begun)
            runs = {global_id("execution", (await made.world.run(owner, tool))["id"]) for _ in range(30)}
            await settle(lambda: set(fast) == runs)
            seen = {(await first)["data"]["executions"]["id"]}
            async with asyncio.timeout(20):
                while seen != runs:
                    seen.add((await anext(slow))["data"]["executions"]["id"])
        watcher.cancel()
        await asyncio.wait([watcher])


async def _gather(results: AsyncGenerator[dict[str, Any], None], into: list[str]) -> None:
    """The ids of the runs, as they come."""
    async for result in results:
        into += [result["data"]["executions"]["id"]]


def _results(made: Stage, who: Any, run: UUID) -> AsyncGenerator[dict[str, Any], None]:
    return made.follow(who, EVENTS, id=global_id("execution", run), after=0)


async def _has_written(made: Stage, run: UUID) -> bool:
    return bool((await made.world.row(run))["last_seq"] > 3)
