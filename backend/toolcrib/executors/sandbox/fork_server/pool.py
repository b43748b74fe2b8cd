"""Children of one kind of zygote: some wait, walled in and rehearsed, for runs to come."""

import asyncio
import contextlib
import logging
from collections import deque

from toolcrib.executors.sandbox.fork_server.child import Child
from toolcrib.executors.sandbox.fork_server.slots import Slots
from toolcrib.executors.sandbox.fork_server.zygote import Zygote
from toolcrib.executors.sandbox.jail.profile import Profile
from toolcrib.executors.sandbox.processes import LaunchError

RECYCLE_AFTER = 2_000
"""Children of one zygote share its hash seed and the layout of its memory, which a patient attacker would learn."""

_REFILL_SECONDS = 0.002  # after a run's end: its answer goes first
_LOOK_SECONDS = 1
_BUSY = 1  # runs at once from which on the processor is theirs

logger = logging.getLogger(__name__)


class Pool:
    """Starts its zygote when it is first needed, and another one where that died or has had its share of children."""

    def __init__(self, profile: Profile, interpreter: str, slots: Slots, spares: int, recycle_after: int) -> None:
        self._profile = profile
        self._interpreter = interpreter
        self._slots = slots
        self._most_spares = spares
        self._recycle_after = recycle_after
        self._zygote: Zygote | None = None
        self._starting: asyncio.Task[Zygote] | None = None
        self._spares: deque[Child] = deque()
        self._in_use: set[Child] = set()
        self._refill: asyncio.TimerHandle | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def zygote(self) -> Zygote | None:
        return self._zygote if self._zygote and self._zygote.is_alive else None

    @property
    def spares(self) -> int:
        """Children that could serve a run at once."""
        return sum(child.is_ready for child in self._spares)

    async def warm_up(self) -> None:
        """Have the zygote and its spares before the first run asks. Raises LaunchError."""
        await self._living_zygote()
        self._fill_later()

    async def take(self, *, network: bool) -> Child:
        """A child that is ready for a run; to be given back by `give_back`. Raises LaunchError, OSError."""
        child = self._spare() if network else None
        if child is None:
            zygote = await self._living_zygote()
            child = self._fork(zygote, network=network, rehearse=False)
        self._in_use.add(child)
        if child.is_ready:
            return child
        try:
            await child.ready()
        except BaseException:
            self.give_back(child)
            raise
        return child

    def give_back(self, child: Child) -> None:
        """Its run is over: it is killed, and another takes its place among the spares."""
        child.kill()
        self._in_use.discard(child)
        self._fill_later()

    async def close(self) -> None:
        self._closed = True
        if self._refill:
            self._refill.cancel()
        if self._starting:
            self._starting.cancel()
            with contextlib.suppress(asyncio.CancelledError, LaunchError):
                await self._starting
        if self._zygote:
            await self._zygote.close()
        await asyncio.gather(*self._leaving)

    def _spare(self) -> Child | None:
        while self._spares:
            child = self._spares.popleft()
            if child.is_ready:
                return child
            child.kill()
        return None

    async def _living_zygote(self) -> Zygote:
        if self._zygote and self._zygote.is_alive:
            return self._zygote
        if self._starting is None:
            self._starting = asyncio.create_task(Zygote.start(self._profile, self._interpreter))
            self._starting.add_done_callback(self._started)
        return await asyncio.shield(self._starting)

    def _started(self, starting: asyncio.Task[Zygote]) -> None:
        self._starting = None
        if starting.cancelled() or starting.exception():
            return
        old, self._zygote = self._zygote, starting.result()
        if old and old.is_alive:
            self._let_go(old)

    def _let_go(self, zygote: Zygote) -> None:
        """The spares of an old zygote go at once, its runs come to their end."""
        while self._spares:
            self._spares.popleft().kill()
        task = asyncio.create_task(self._close_when_idle(zygote))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _close_when_idle(self, zygote: Zygote) -> None:
        while zygote.children and not self._closed:
            await asyncio.wait([child.ended for child in zygote.children], timeout=_LOOK_SECONDS)
        await zygote.close()

    def _fork(self, zygote: Zygote, *, network: bool, rehearse: bool) -> Child:
        slot = self._slots.take()
        try:
            return zygote.fork(slot, self._free_slot, network=network, rehearse=rehearse)
        except BaseException:
            self._slots.give_back(slot)
            raise

    def _free_slot(self, child: Child) -> None:
        self._slots.give_back(child.slot)
        self._in_use.discard(child)

    def _fill_later(self) -> None:
        if self._refill is None and not self._closed:
            self._refill = asyncio.get_running_loop().call_later(_REFILL_SECONDS, self._fill_one)

    def _fill_one(self) -> None:
        self._refill = None
        zygote = self.zygote
        if zygote is None or self._closed or len(self._in_use) > _BUSY:
            return
        if zygote.forks >= self._recycle_after and self._starting is None:
            self._starting = asyncio.create_task(Zygote.start(self._profile, self._interpreter))
            self._starting.add_done_callback(self._started)
            self._starting.add_done_callback(lambda _: self._fill_later())
            return
        if len(self._spares) < self._most_spares:
            try:
                self._spares.append(self._fork(zygote, network=True, rehearse=True))
            except (LaunchError, OSError) as error:
                logger.warning("No process could be made ready ahead of its run: %s", error)
                return
            self._fill_later()
