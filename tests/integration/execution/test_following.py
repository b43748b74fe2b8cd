"""If these fail, people watching a run miss lines, see them twice, or wait for ever; or see what is not theirs."""

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from uuid import UUID

import pytest
from toolcrib.core.errors import InvalidInput, NotFound
from toolcrib.core.ids import new_id
from toolcrib.execution.feeds import Change
from toolcrib.execution.model import Event
from toolcrib.executors.contract import OutputSink, RunRequest, Stream
from toolcrib.identity.model import Principal, Role

from tests.support.execution import MemoryExecutor, World, until, world

LINES = 200


async def count(_request: RunRequest, sink: OutputSink) -> None:
    for number in range(LINES):
        sink.write(Stream.STDOUT if number % 3 else Stream.STDERR, f"{number}\n")
        await asyncio.sleep(0.005)


async def echo(request: RunRequest, _sink: OutputSink) -> object:
    return json.loads(request.input_json)


def numbers(events: list[Event]) -> list[int]:
    texts = [str(event.payload["text"]) for event in events if event.kind in ("STDOUT", "STDERR")]
    return [int(line) for line in "".join(texts).split()]


async def test_lines_arrive_while_the_run_goes_on(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(count)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))

        statuses_at_first_line = None
        async for event in made.executions.events(owner, execution):
            if event.kind == "STDERR":
                statuses_at_first_line = (await made.row(execution))["status"]
                break

        assert statuses_at_first_line == "RUNNING"


async def test_a_follower_sees_everything_in_order_from_any_point(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(count)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))

        live = await made.all_events(owner, execution)

        assert [event.seq for event in live] == list(range(1, len(live) + 1))
        assert numbers(live) == list(range(LINES))
        assert live[-1].ends
        for after in range(len(live) + 1):
            assert await made.all_events(owner, execution, after) == live[after:]
        assert await made.all_events(owner, execution, 10_000) == []


async def test_followers_that_come_and_go_at_any_moment_miss_nothing(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(count)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))

        async def flaky_follower(patience: int) -> list[Event]:
            seen: list[Event] = []
            while not (seen and seen[-1].ends):
                stream = made.executions.events(owner, execution, seen[-1].seq if seen else 0)
                seen += [event async for event in _at_most(stream, patience)]
            return seen

        async with asyncio.timeout(30):
            seen = await asyncio.gather(*(flaky_follower(patience) for patience in range(1, 20)))

        assert all(numbers(events) == list(range(LINES)) for events in seen)


async def _at_most(stream: AsyncGenerator[Event, None], count: int) -> AsyncGenerator[Event, None]:
    try:
        for _ in range(count):
            yield await anext(stream)
    except StopAsyncIteration:
        return
    finally:
        await stream.aclose()


async def test_a_slow_follower_holds_little_and_still_sees_all(database_dsn: str, tmp_path: Path) -> None:
    go_on = asyncio.Event()

    async def flood(_request: RunRequest, sink: OutputSink) -> None:
        for number in range(2000):
            sink.write(Stream.STDOUT if number % 2 else Stream.STDERR, f"{number}\n")
            if number % 100 == 0:
                await asyncio.sleep(0.06)
        await go_on.wait()

    async with world(database_dsn, tmp_path, MemoryExecutor(flood)) as made:
        owner = await made.person()
        execution = await made.call(owner, await made.tool(owner))
        stream = made.executions.events(owner, execution)
        seen = [await anext(stream)]

        async def all_written() -> bool:
            return bool((await made.row(execution))["last_seq"] > 2000)

        await until(all_written)
        inboxes = made.executions._hub._inboxes[execution]  # noqa: SLF001 - what waits in memory is what matters here
        assert sum(len(inbox._waiting) for inbox in inboxes) <= 256  # noqa: SLF001

        go_on.set()
        seen += [event async for event in stream]

        assert numbers(seen) == list(range(2000))


async def test_another_server_follows_too(database_dsn: str, tmp_path: Path) -> None:
    async with (
        world(database_dsn, tmp_path, MemoryExecutor(count)) as one,
        world(database_dsn, tmp_path, MemoryExecutor(count)) as two,
    ):
        owner = await one.person()
        execution = await one.call(owner, await one.tool(owner))

        followers = [two.all_events(owner, execution) for _ in range(20)]
        async with asyncio.timeout(20):
            seen = await asyncio.gather(one.all_events(owner, execution), *followers)

        assert all(events == seen[0] for events in seen)
        assert numbers(seen[0]) == list(range(LINES))


async def test_following_is_for_those_who_may_see_the_run(real: World) -> None:
    owner, stranger = await real.person(), await real.person()
    execution = await real.call(owner, await real.tool(owner))

    for missing in (execution, new_id()):
        with pytest.raises(NotFound):
            await real.all_events(stranger, missing)
    with pytest.raises(InvalidInput):
        await real.all_events(owner, execution, -1)
    with pytest.raises(InvalidInput):
        await real.all_events(owner, execution, 2**31)


async def test_whose_right_is_revoked_stops_seeing_the_run_even_while_lines_keep_coming(
    database_dsn: str, tmp_path: Path
) -> None:
    async def chatty(_request: RunRequest, sink: OutputSink) -> None:
        while True:
            sink.write(Stream.STDOUT, "line\n")
            await asyncio.sleep(0.05)

    async with world(database_dsn, tmp_path, MemoryExecutor(chatty)) as made:
        owner, helper = await made.person(), await made.person()
        tool = await made.tool(owner)
        await made.grant(tool, helper, "ADMIN")
        execution = await made.call(owner, tool)
        stream = made.executions.events(helper, execution)
        while (await anext(stream)).kind != "STDOUT":
            continue

        await made.database.execute("DELETE FROM tool_permission")

        async with asyncio.timeout(30):
            with pytest.raises(NotFound):
                await _exhaust(stream)


async def _exhaust(stream: AsyncGenerator[Event, None]) -> None:
    async for _ in stream:
        continue


class Watcher:
    """Gathers what a feed of changes says."""

    def __init__(self, stream: AsyncGenerator[Change, None]) -> None:
        self.seen: list[UUID] = []
        self._task = asyncio.create_task(self._watch(stream))

    async def _watch(self, stream: AsyncGenerator[Change, None]) -> None:
        async for change in stream:
            self.seen.append(change.execution_id)

    async def until_it_sees(self, made: World, who: Principal, tool: UUID) -> None:
        """Until the feed has begun: runs are made until it tells of one."""

        async def has_begun() -> bool:
            await made.run(who, tool)
            return bool(self.seen)

        await until(has_begun)

    async def until_seen(self, expected: set[UUID]) -> None:
        async def all_seen() -> bool:
            return expected <= set(self.seen)

        await until(all_seen)

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])


async def test_the_live_feed_names_every_run_of_every_server_to_those_who_may_see_it(
    database_dsn: str, tmp_path: Path
) -> None:
    async with (
        world(database_dsn, tmp_path, MemoryExecutor(echo)) as one,
        world(database_dsn, tmp_path, MemoryExecutor(echo)) as two,
    ):
        owner, stranger, admin = await one.person(), await one.person(), await one.person(Role.ADMIN)
        tool, other_tool = await one.tool(owner), await one.tool(stranger)
        watchers = [Watcher(made.executions.changes(who)) for made in (one, two) for who in (owner, admin)]
        outsider = Watcher(one.executions.changes(stranger))
        for watcher in watchers:
            await watcher.until_it_sees(one, owner, tool)
        await outsider.until_it_sees(one, stranger, other_tool)

        called = set(await asyncio.gather(*(made.call(owner, tool) for made in (one, two) for _ in range(50))))
        for watcher in watchers:
            await watcher.until_seen(called)

        assert called.isdisjoint(outsider.seen)
        for watcher in (*watchers, outsider):
            await watcher.stop()


async def test_a_change_that_commits_late_is_not_lost(database_dsn: str, tmp_path: Path) -> None:
    """A feed that remembers the last id it has seen loses it: the late one's id is smaller."""
    async with world(database_dsn, tmp_path, MemoryExecutor(echo)) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        late = (await made.run(owner, tool))["id"]
        watcher = Watcher(made.executions.changes(owner))
        await watcher.until_it_sees(made, owner, tool)
        async with made.database.connect() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO execution_event (execution, seq, kind, payload) VALUES ($1, 99, 'STATUS', '{}')", late
            )
            sooner = (await made.run(owner, tool))["id"]
            await watcher.until_seen({sooner})
            assert late not in watcher.seen

        await watcher.until_seen({late})
        assert watcher.seen.count(late) == 1
        await watcher.stop()


async def test_the_feed_survives_lost_connections(database_dsn: str, tmp_path: Path) -> None:
    async with world(database_dsn, tmp_path, MemoryExecutor(echo)) as made:
        owner = await made.person()
        tool = await made.tool(owner)
        watcher = Watcher(made.executions.changes(owner))
        await watcher.until_it_sees(made, owner, tool)
        await made.break_connections()

        execution = await made.call_patiently(owner, tool)

        await watcher.until_seen({execution})
        await watcher.stop()
