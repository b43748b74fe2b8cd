"""Those who follow, as the sockets and event streams of one server do; only the wire is left out."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.live.broadcast import Broadcast
from toolcrib.api.graphql.live.operation import Operation
from toolcrib.api.graphql.schema import schema
from toolcrib.api.services import Services
from toolcrib.app import wire
from toolcrib.core.ids import global_id
from toolcrib.core.settings import Settings
from toolcrib.identity.model import Principal, Scope

from tests.support.execution import Behaviour, MemoryExecutor, World, world

EVENTS = "subscription ($id: ID!, $after: Int!) { executionEvents(id: $id, afterSeq: $after) { seq kind status text } }"


@dataclass
class Audience:
    """`encoded` is every result that was made into JSON."""

    services: Services
    encoded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.broadcast = Broadcast(schema, self.services, self._encode)

    async def follow(self, who: Principal, text: str, **variables: Any) -> AsyncGenerator[dict[str, Any], None]:
        """Results as a client gets them; with a token of `who`: whoever follows must have a credential."""
        if who.token_id is None and who.session_id is None:
            who = await self.program_of(who)
        context = Context(self.services, who)
        async with aclosing(self.broadcast.follow(Operation(text, variables), context)) as batches:
            async for entries in batches:
                for entry in entries:
                    yield json.loads(entry.text)

    async def events(self, who: Principal, run: UUID, after: int = 0) -> AsyncGenerator[dict[str, Any], None]:
        """A run's events; an error fails the test."""
        async with aclosing(self.follow(who, EVENTS, id=global_id("execution", run), after=after)) as results:
            async for result in results:
                assert "errors" not in result, result
                yield result["data"]["executionEvents"]

    async def program_of(self, person: Principal, scope: Scope = Scope.MANAGE) -> Principal:
        identity = self.services.identity
        _, secret = await identity.create_access_token(
            person, subject=person.subject_id, name="program", scope=scope, on_behalf_of=None, expires_at=None
        )
        return await identity.authenticate_token(secret, None)

    @property
    def logs(self) -> list[Any]:
        """The executions that go on."""
        return [log for channel in self.broadcast._channels.values() for log in channel._logs]  # noqa: SLF001 - what is kept in memory is what matters here

    def has_begun(self) -> bool:
        """Somebody follows, and whatever happens from now on is seen."""
        return bool(self.logs) and all(log.origin is not None for log in self.logs)

    def _encode(self, payload: object) -> str:
        text = orjson.dumps(payload).decode()
        self.encoded.append(text)
        return text


@dataclass
class Stage(Audience):
    """An audience, and a world in which tools run."""

    world: World = field(kw_only=True)

    def is_empty(self) -> bool:
        """Nobody follows, and nothing is left of those who did."""
        broadcast, feeds = self.broadcast, self.services.executions.feeds
        guards = (self.services.identity.credentials, broadcast._sights)  # noqa: SLF001 - as above
        left = (broadcast._channels, broadcast._readers, feeds._events_hub._inboxes, feeds._changes._inboxes)  # noqa: SLF001 - as above
        return not any(left) and not any(guard._cuts or guard._task for guard in guards)  # noqa: SLF001 - as above


@asynccontextmanager
async def stage(dsn: str, data_dir: Path, behaviour: Behaviour) -> AsyncIterator[Stage]:
    async with world(dsn, data_dir, MemoryExecutor(behaviour)) as made:
        wired = wire(Settings(data_dir, secret_key=bytes(32), database_url=dsn), made.database)
        yield Stage(replace(wired, executions=made.executions), world=made)


def numbers(events: list[dict[str, Any]]) -> list[int]:
    """What a run printed, number by number."""
    texts = [event["text"] for event in events if event["kind"] in {"STDOUT", "STDERR"}]
    return [int(line) for line in "".join(texts).split()]


async def settle(condition: Callable[[], object], seconds: float = 20) -> None:
    """Return as soon as `condition()` holds. Fails the test after `seconds`."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is let go of sets no Event
            await asyncio.sleep(0.005)
