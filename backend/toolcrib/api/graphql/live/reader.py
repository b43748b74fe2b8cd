"""Whoever reads the results of an operation that others read as well: in order, none twice, none left out."""

import asyncio
from collections.abc import Callable, Sequence

from toolcrib.api.graphql.live.following import Place
from toolcrib.api.graphql.live.log import Entry, Log
from toolcrib.core.errors import Unavailable

Begin = Callable[[Place | None, Callable[[Log], None]], Log]
"""(where, what to call at the end) → an execution that begins there."""


class Channel:
    """The executions of one operation: several while some readers catch up with the others."""

    def __init__(self, begin: Begin, on_empty: Callable[["Channel"], None]) -> None:
        self._begin = begin
        self._on_empty = on_empty
        self._logs: list[Log] = []

    def locate(self, place: Place | None) -> tuple[Log, int]:
        """What holds what comes after `place`, or comes next for None: the oldest that does, or else a new one."""
        for log in self._logs:
            if (number := log.find(place)) is not None:
                return log, number
        log = self._begin(place, self._forget)
        self._logs.append(log)
        return log, 0

    def is_oldest(self, log: Log) -> bool:
        return not self._logs or self._logs[0] is log

    def older(self, log: Log, place: Place | None) -> tuple[Log, int] | None:
        """One that is older than `log` and holds what comes after `place`."""
        for other in self._logs:
            if other is log:
                return None
            if place is not None and (number := other.find(place)) is not None:
                return other, number
        return None

    def _forget(self, log: Log) -> None:
        if log in self._logs:
            self._logs.remove(log)
        if not self._logs:
            self._on_empty(self)


class Reader:
    """Holds nothing but where it stands. One that falls behind what is kept has it read anew."""

    def __init__(self, channel: Channel, place: Place | None) -> None:
        self._channel = channel
        self._place = place
        self._log, self._next = channel.locate(place)
        self._log.join(self)
        self._error: Exception | None = None
        self._news: asyncio.Future[None] | None = None

    async def take(self, seconds: float | None = None) -> Sequence[Entry] | None:
        """What came since the last call, as soon as there is something; None after the end.

        Perhaps empty after `seconds`. Raises what `cut` said, Unavailable (TOO_SLOW) for what it missed and can't read.
        """
        has_waited = False
        while self._error is None:
            self._find_place()
            if entries := self._log.since(self._next):
                self._next += len(entries)
                self._place = entries[-1].place
                return entries
            if self._log.has_ended:
                return None
            if has_waited and seconds is not None:
                return ()
            await self._wait(seconds)
            has_waited = True
        raise self._error

    def cut(self, error: Exception) -> None:
        """Whatever comes now is no longer for this reader."""
        self._error = error
        self.wake()

    def wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def close(self) -> None:
        self._log.leave(self)

    def _find_place(self) -> None:
        if self._next < self._log.first:
            self._move(*self._channel.locate(self._missed()))
        elif not self._channel.is_oldest(self._log) and (found := self._channel.older(self._log, self._place)):
            self._move(*found)

    def _missed(self) -> Place:
        """Where to begin again."""
        place = self._log.origin if self._place is None else self._place
        if place is None:
            raise Unavailable("You read more slowly than this comes, and it can't be read again.", code="TOO_SLOW")
        return place

    def _move(self, log: Log, number: int) -> None:
        log.join(self)
        self._log.leave(self)
        self._log, self._next = log, number

    async def _wait(self, seconds: float | None) -> None:
        loop = asyncio.get_running_loop()
        self._news = loop.create_future()
        timer = None if seconds is None else loop.call_later(seconds, self.wake)
        self._log.wait(self)
        try:
            await self._news
        finally:
            self._log.stop_waiting(self)
            if timer is not None:
                timer.cancel()
