"""Writes the events of one run: in order, numbered without a gap, and by nobody else."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeVar
from uuid import UUID

from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable
from toolcrib.core.hub import Hub
from toolcrib.core.ids import global_id
from toolcrib.core.json_text import JsonValue
from toolcrib.core.redaction import Redactor
from toolcrib.execution import store
from toolcrib.execution.model import Ending, Event, EventKind, ExecutionStatus, storable
from toolcrib.execution.notifier import Notifier
from toolcrib.execution.store import Held, Line, StoredArtifact, status_payload
from toolcrib.executors.contract import Stream

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)

GATHER_SECONDS = 0.05
OUTAGE_SECONDS = 1.0
MAX_TEXT = 32_000
"""Characters in one log event."""


class Announcer:
    """Says that an execution changed: to this process at once, with the events; to the others by a hint."""

    def __init__(self, hub: Hub[UUID, Event], changes: Hub[None, None], notifier: Notifier) -> None:
        self._hub = hub
        self._changes = changes
        self._notifier = notifier

    def announce(self, execution_id: UUID, events: Sequence[Event] = (), *, status_changed: bool = True) -> None:
        self._hub.publish(execution_id, events)
        if status_changed:
            self._changes.publish(None)
        self._notifier.changed(execution_id)


class EventWriter:
    """The `OutputSink` of one run, and its statuses. Text is redacted here, before anything else sees it."""

    def __init__(
        self, database: Database, announcer: Announcer, held: Held, redactor: Redactor, lost: asyncio.Event
    ) -> None:
        """`held` says how it was recorded: attempt 0 as PENDING, 1 as RUNNING.

        `lost` is set when a write finds the lease taken: whatever the run does from then on will not be recorded.
        """
        self.held = held
        self._lost = lost
        self._database = database
        self._announcer = announcer
        self._redacting = {stream: redactor.stream() for stream in Stream}
        self._seq = 1 + held.attempt
        self._texts: list[tuple[EventKind, str]] = []
        self._sent: list[Line] = []  # log lines are few enough to be kept: the executor's limits see to that
        self._unsent: list[Line] = []
        self._flushing: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()

    def write(self, stream: Stream, text: str) -> None:
        self._texts.append((EventKind(stream), storable(self._redacting[stream].feed(text))))
        if self._flushing is None and not self._ending.is_set():
            self._flushing = asyncio.create_task(self._flush_until_quiet())

    async def ensure_started(self) -> bool:
        """PENDING → RUNNING; False where the run is no longer ours to start. Repeats while the database is away."""
        if self.held.attempt:
            return True
        self.held = replace(self.held, attempt=1)
        self._seq += 1
        line = Line(self._seq, EventKind.STATUS, status_payload(ExecutionStatus.RUNNING))
        moment = await until_reached(lambda: store.start(self._database, self.held, self._seq))
        return self._told([line], moment)

    async def end(self, ending: Ending, artifacts: Sequence[StoredArtifact] = ()) -> bool:
        """Record the end with all that was still to be written; False where the lease was lost. Repeats likewise."""
        self._ending.set()
        if self._flushing is not None:
            await self._flushing
        for stream, redacting in self._redacting.items():
            self._texts.append((EventKind(stream), storable(redacting.close())))
        self._number_texts()
        self._number(EventKind.ARTIFACT, [_artifact_payload(artifact) for artifact in artifacts])
        final = status_payload(ending.status, ending.error_code, ending.duration_ms)
        self._number(EventKind.STATUS, [final])
        return await until_reached(
            lambda: self._send(lambda lines: store.end(self._database, self.held, lines, ending, artifacts))
        )

    async def _flush_until_quiet(self) -> None:
        pause = GATHER_SECONDS
        while (self._texts or self._unsent) and not self._ending.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._ending.wait()
            if not self._ending.is_set():
                pause = GATHER_SECONDS if await self._flush() else OUTAGE_SECONDS
        self._flushing = None

    async def _flush(self) -> bool:
        """False where nothing could be written; the lines keep their numbers and go with the next batch."""
        self._number_texts()
        try:
            if self._unsent:
                await self._send(lambda lines: store.append(self._database, self.held, lines))
        except Unavailable:
            return False
        except Exception:
            logger.exception("Log lines of %s could not be written; trying again.", self.held.execution_id)
            return False
        return True

    async def _send(self, write: Callable[[Sequence[Line]], Awaitable[datetime | None]]) -> bool:
        """Write what is unsent, and first again what a database that crashed has forgotten of the lines before."""
        moment = await write(self._unsent)
        if moment is None and (known := await store.last_seq(self._database, self.held)) is not None:
            lines = [*self._sent, *self._unsent]
            self._sent = [line for line in lines if line.seq <= known]
            self._unsent = [line for line in lines if line.seq > known]
            moment = await write(self._unsent)
        lines, self._unsent = self._unsent, []
        self._sent += lines
        return self._told(lines, moment, status_changed=any(line.kind is EventKind.STATUS for line in lines))

    def _number_texts(self) -> None:
        texts, self._texts = self._texts, []
        for kind, text in _merged(texts):
            self._number(kind, [{"text": text[at : at + MAX_TEXT]} for at in range(0, len(text), MAX_TEXT)])

    def _number(self, kind: EventKind, payloads: Sequence[dict[str, JsonValue]]) -> None:
        for payload in payloads:
            self._seq += 1
            self._unsent.append(Line(self._seq, kind, payload))

    def _told(self, lines: Sequence[Line], moment: datetime | None, *, status_changed: bool = True) -> bool:
        if moment is None:
            self._lost.set()
            return False
        held = self.held
        events = [Event(held.execution_id, line.seq, moment, held.attempt, line.kind, line.payload) for line in lines]
        self._announcer.announce(held.execution_id, events, status_changed=status_changed)
        return True


def _merged(texts: Sequence[tuple[EventKind, str]]) -> Iterator[tuple[EventKind, str]]:
    """Neighbours of one stream as one text."""
    for kind, group in groupby(texts, key=itemgetter(0)):
        if text := "".join(text for _, text in group):
            yield kind, text


def _artifact_payload(artifact: StoredArtifact) -> dict[str, JsonValue]:
    identifier = global_id("artifact", artifact.id)
    return {"text": artifact.name, "id": identifier, "mimeType": artifact.mime_type, "size": artifact.size}


async def until_reached(action: Callable[[], Awaitable[Answer]]) -> Answer:
    """What `action` answers, tried again, ever more slowly, as long as the database can't be reached."""
    pause = 0.1
    while True:
        try:
            return await action()
        except Unavailable:
            await asyncio.sleep(pause)
            pause = min(pause * 2, 2.0)
