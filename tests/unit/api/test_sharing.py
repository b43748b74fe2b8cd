"""Who shares results with whom. If these fail, people see what is another's, or a thousand cost a thousand times."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from random import Random
from uuid import UUID

import pytest
from strawberry.types.graphql import OperationType
from toolcrib.api.graphql.live import log as log_module
from toolcrib.api.graphql.live.following import Following, Place
from toolcrib.api.graphql.live.log import Entry, Log
from toolcrib.api.graphql.live.operation import Kind, Operation, kind_of
from toolcrib.api.graphql.live.reader import Channel, Reader
from toolcrib.api.graphql.schema import schema
from toolcrib.core.errors import Unavailable
from toolcrib.identity.model import Principal, Scope, SubjectKind

RUN = UUID(int=7)
ID = f"execution_{RUN.hex}"
EVENTS = "subscription ($id: ID!, $after: Int! = 0) { executionEvents(id: $id, afterSeq: $after) { seq } }"
FEED = "subscription ($filter: ExecutionFilter) { executions(filter: $filter) { id } }"
ANN = Principal(UUID(int=1), SubjectKind.USER, token_id=UUID(int=2), address="10.0.0.1")
ENTRIES = 400


def kind(text: str, who: Principal = ANN, name: str | None = None, **variables: object) -> Kind:
    return kind_of(Operation(text, variables, name), schema.documents, who)


def test_the_events_of_a_run_are_the_same_for_everybody_wherever_they_begin() -> None:
    bob = Principal(UUID(int=3), SubjectKind.USER)
    one, other = kind(EVENTS, id=ID, after=3), kind(EVENTS, bob, id=ID, after=9)
    assert one.key == other.key
    assert (one.type, one.run, one.start, other.start) == (OperationType.SUBSCRIPTION, RUN, 3, 9)
    literal = kind(f'subscription {{ it: executionEvents(id: "{RUN}", afterSeq: 5) {{ seq }} }}')
    assert (literal.run, literal.start) == (RUN, 5)
    assert kind(EVENTS, id=ID).start == 0


def test_other_runs_documents_operations_and_variables_are_something_else() -> None:
    two = "query A { viewer { scope } } " + EVENTS.replace("subscription", "subscription B")
    switched = EVENTS.replace("Int! = 0", "Int! = 0, $on: Boolean!").replace(
        "{ seq }", "{ seq text @include(if: $on) }"
    )
    keys = {
        kind(EVENTS, id=ID).key,
        kind(EVENTS, id=f"execution_{UUID(int=8).hex}").key,
        kind(EVENTS.replace("seq", "seq kind"), id=ID).key,
        kind(two, name="B", id=ID).key,
        kind(switched, id=ID, on=True).key,
        kind(switched, id=ID, on=False).key,
    }
    assert len(keys) == 6
    assert None not in keys


def test_the_feed_of_runs_is_for_one_credential_wherever_it_is_used() -> None:
    elsewhere = Principal(UUID(int=1), SubjectKind.USER, token_id=UUID(int=2), address="10.0.0.2")
    assert kind(FEED).key == kind(FEED, elsewhere).key
    others = [
        kind(FEED, Principal(UUID(int=9), SubjectKind.USER, token_id=UUID(int=2))),
        kind(FEED, Principal(UUID(int=1), SubjectKind.USER, token_id=UUID(int=3))),
        kind(FEED, Principal(UUID(int=1), SubjectKind.USER, scope=Scope.READ, token_id=UUID(int=2))),
        kind(FEED, filter={"status": ["FAILED"]}),
    ]
    assert len({each.key for each in (kind(FEED), *others)}) == 5
    assert kind(FEED).run is None


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("{ viewer { scope } }", {}),
        ('mutation { deleteTool(input: {id: "x"}) { userErrors { code } } }', {}),
        ("{", {}),
        ("{ nothing }", {}),
        ("{ " * 50_000, {}),
        ("query A { viewer { scope } } query B { viewer { scope } }", {}),
        (EVENTS, {}),
        (EVENTS, {"id": ID, "after": "three"}),
        (EVENTS, {"id": ID, "after": None}),
        (EVENTS, {"id": "tool_" + "0" * 32}),
        ("subscription { ...F } fragment F on Subscription { executions { id } }", {}),
        (FEED, {"filter": {"status": float("nan")}, "more": object()}),
    ],
)
def test_what_changes_something_or_would_be_refused_is_shared_with_nobody(
    text: str, variables: dict[str, object]
) -> None:
    assert kind(text, **variables).key is None


class Source:
    """A stream that can be read from any place: its entries' places are their numbers, from 1."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.given = 0

    def begin(self, place: Place | None, on_end: Callable[[Log], None]) -> Log:
        start = int(place or 0)
        self.begun.append(start)
        following = Following(None, start, start)
        return Log(self._results(start), following, on_end)

    async def _results(self, start: int) -> AsyncGenerator[Entry, None]:
        for number in range(start + 1, ENTRIES + 1):
            await asyncio.sleep(0)
            self.given += 1
            yield Entry(str(number), number)


async def read(channel: Channel, start: int, pace: Random | None = None) -> list[int]:
    reader = Reader(channel, start)
    seen: list[int] = []
    try:
        while (entries := await reader.take()) is not None:
            seen += [int(entry.text) for entry in entries]
            for _ in range(pace.choice([0, 0, 1, 30]) if pace else 0):
                await asyncio.sleep(0)
    finally:
        reader.close()
    return seen


@pytest.mark.parametrize("seed", range(20))
async def test_readers_of_any_pace_from_any_place_at_any_time_miss_and_repeat_nothing(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "MAX_ENTRIES", 8)
    chance, source, emptied = Random(seed), Source(), asyncio.Event()  # noqa: S311 - a test's
    channel = Channel(source.begin, lambda _channel: emptied.set())
    readers: list[tuple[int, asyncio.Task[list[int]]]] = []
    for _ in range(30):
        start = chance.randrange(ENTRIES + 1)
        readers.append((start, asyncio.create_task(read(channel, start, Random(chance.random())))))  # noqa: S311 - as above
        for _ in range(chance.randrange(20)):
            await asyncio.sleep(0)
        if chance.random() < 0.2:
            chance.choice(readers)[1].cancel()
    await asyncio.wait([task for _, task in readers])

    finished = [(start, task.result()) for start, task in readers if not task.cancelled()]
    assert len(finished) > 10
    for start, seen in finished:
        assert seen == list(range(start + 1, ENTRIES + 1))
    await emptied.wait()


async def test_readers_that_keep_up_cost_one_execution() -> None:
    source = Source()
    channel = Channel(source.begin, lambda _channel: None)
    seen = await asyncio.gather(*(read(channel, 0) for _ in range(50)))
    assert all(each == list(range(1, ENTRIES + 1)) for each in seen)
    assert (source.begun, source.given) == ([0], ENTRIES)


async def test_nothing_is_asked_for_that_nobody_reads() -> None:
    source = Source()
    reader = Reader(Channel(source.begin, lambda _channel: None), 0)
    await reader.take()
    for _ in range(100):
        await asyncio.sleep(0)
    assert source.given == 1
    reader.close()


async def test_who_misses_what_can_not_be_read_again_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "MAX_ENTRIES", 2)

    async def placeless() -> AsyncGenerator[Entry, None]:
        for number in range(10):
            yield Entry(str(number))

    channel = Channel(lambda _place, on_end: Log(placeless(), Following(), on_end), lambda _channel: None)
    slow, fast = Reader(channel, None), Reader(channel, None)
    while await fast.take() is not None:
        continue
    with pytest.raises(Unavailable) as refused:
        await slow.take()
    assert refused.value.problems[0].code == "TOO_SLOW"
    slow.close()
    fast.close()


async def test_a_long_text_does_not_keep_others_in_memory() -> None:
    async def long() -> AsyncGenerator[Entry, None]:
        for number in range(1, 6):
            yield Entry("x" * log_module.MAX_LENGTH, number)

    logs: list[Log] = []

    def begin(place: Place | None, on_end: Callable[[Log], None]) -> Log:
        logs.append(Log(long(), Following(None, place, place), on_end))
        return logs[-1]

    reader = Reader(Channel(begin, lambda _channel: None), 0)
    async with aclosing(_taken(reader)) as batches:
        async for _ in batches:
            assert logs[0].end - logs[0].first == 1
    reader.close()


async def _taken(reader: Reader) -> AsyncGenerator[object, None]:
    while (entries := await reader.take()) is not None:
        yield entries
