"""One execution of an operation, and the last of what it gave: written once, read by any number of readers."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from toolcrib.api.graphql.live.following import Following, Place

MAX_ENTRIES = 256
MAX_LENGTH = 262_144
"""Characters that are kept, but the last entry always is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One result as JSON. `errors` are those of a request that was not executed; nothing comes after it then."""

    text: str
    place: Place | None = None
    errors: Sequence[Any] = ()


class Listener(Protocol):
    def wake(self) -> None:
        """There is something new, or nothing more to come."""


class Log:
    """Asks for the next result when a reader has had all, so it is as fast as its fastest reader, and keeps the last.

    Entries are numbered from 0. A reader that is slower than `first` has missed some: it has to read them elsewhere.
    """

    def __init__(
        self, results: AsyncGenerator[Entry, None], following: Following, on_end: Callable[["Log"], None]
    ) -> None:
        self.first = 0
        self.has_ended = False
        self._following = following
        self._on_end = on_end
        self._before: Place | None = None
        self._entries: deque[Entry] = deque()
        self._length = 0
        self._numbers: dict[Place, int] = {}
        self._readers: set[Listener] = set()
        self._waiting: set[Listener] = set()
        self._wanted = asyncio.Event()
        self._task = asyncio.create_task(self._write(results))

    @property
    def end(self) -> int:
        """The number that the next entry will have."""
        return self.first + len(self._entries)

    @property
    def origin(self) -> Place | None:
        """Where what is kept begins; None while that is not known."""
        return self._following.start if self._before is None else self._before

    def find(self, place: Place | None) -> int | None:
        """The number of what comes after `place`, or of what comes next for None; None where it is not kept."""
        if place is None:
            return self.end
        if place == self.origin:
            return self.first
        number = self._numbers.get(place)
        return None if number is None else number + 1

    def since(self, number: int) -> Sequence[Entry]:
        """All from `number`, which is not before `first`."""
        return tuple(islice(self._entries, number - self.first, None))

    def join(self, reader: Listener) -> None:
        self._readers.add(reader)

    def leave(self, reader: Listener) -> None:
        """Without readers it ends."""
        self._readers.discard(reader)
        self._waiting.discard(reader)
        if not self._readers and not self._task.done():
            self._on_end(self)
            self._task.cancel()

    def wait(self, reader: Listener) -> None:
        """Wake the reader, who has had all, when there is more."""
        self._waiting.add(reader)
        self._wanted.set()

    def stop_waiting(self, reader: Listener) -> None:
        self._waiting.discard(reader)

    async def _write(self, results: AsyncGenerator[Entry, None]) -> None:
        try:
            async with aclosing(results):
                async for entry in results:
                    self._append(entry)
                    await self._wanted.wait()
        finally:
            self.has_ended = True
            self._on_end(self)
            self._wake_all()

    def _append(self, entry: Entry) -> None:
        if entry.place is not None:
            self._numbers.setdefault(entry.place, self.end)
        self._entries.append(entry)
        self._length += len(entry.text)
        while len(self._entries) > MAX_ENTRIES or (self._length > MAX_LENGTH and len(self._entries) > 1):
            self._drop_first()
        self._wanted.clear()
        self._wake_all()

    def _drop_first(self) -> None:
        entry = self._entries.popleft()
        self._length -= len(entry.text)
        if entry.place is not None:
            self._before = entry.place
            if self._numbers.get(entry.place) == self.first:
                del self._numbers[entry.place]
        self.first += 1

    def _wake_all(self) -> None:
        waiting, self._waiting = self._waiting, set()
        for reader in waiting:
            reader.wake()
