"""Children of one kind of zygote: some wait, walled in and rehearsed, for runs to come."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from toolcrib.executors.contract import Network
from toolcrib.executors.sandbox.fork_server.child import Child
from toolcrib.executors.sandbox.fork_server.slots import Slots
from toolcrib.executors.sandbox.fork_server.zygote import Zygote
from toolcrib.executors.sandbox.processes import LaunchError

RECYCLE_AFTER = 2_000
"""Children of one zygote share its hash seed and the layout of its memory, which a patient attacker would learn."""

_REFILL_SECONDS = 0.002  # after a run's end: its answer goes first
_FEWEST = 2  # spares of a kind that was wanted once
_LOOK_SECONDS = 1
_BUSY = 1  # runs at once from which on the processor is theirs

logger = logging.getLogger(__name__)


class Pool:
    """Starts its zygote when it is first needed, and another one where that died or has had its share of children."""

    def __init__(
        self, start_zygote: Callable[[], Coroutine[Any, Any, Zygote]], slots: Slots, spares: int, recycle_after: int
    ) -> None:
        """Keep `spares` children ready that may reach the network, and some that may not once one was wanted."""
        self._start_zygote = start_zygote
        self._slots = slots
        self._wanted = {Network.FULL: spares, Network.NONE: 0}
        self._recycle_after = recycle_after
        self._zygote: Zygote | None = None
        self._starting: asyncio.Task[Zygote] | None = None
        self._spares: dict[Network, deque[Child]] = {network: deque() for network in Network}
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
        return sum(child.is_ready for spares in self._spares.values() for child in spares)

    async def warm_up(self) -> None:
        """Have the zygote and its spares before the first run asks. Raises LaunchError."""
        await self._living_zygote()
        self._fill_later()

    def take_spare(self, network: Network) -> Child | None:
        """A child that waited for a run; to be given back by `give_back`. None where none waits."""
        self._wanted[network] = max(self._wanted[network], _FEWEST)
        child = self._spare(network)
        if child:
            self._in_use.add(child)
        return child

    async def take_new(self, network: Network) -> Child:
        """A child forked for this run, as soon as it is ready. Raises LaunchError, OSError."""
        child = self._fork(await self._living_zygote(), network, rehearse=False)
        self._in_use.add(child)
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

    def _spare(self, network: Network) -> Child | None:
        """One that waits already; those still at their walls are left to them."""
        spares = self._spares[network]
        for _ in range(len(spares)):
            child = spares.popleft()
            if child.is_ready:
                return child
            if not child.gone:
                spares.append(child)
        return None

    async def _living_zygote(self) -> Zygote:
        if self._zygote and self._zygote.is_alive:
            return self._zygote
        return await asyncio.shield(self._starting or self._begin_start())

    def _begin_start(self) -> asyncio.Task[Zygote]:
        self._starting = asyncio.create_task(self._start_zygote())
        self._starting.add_done_callback(self._started)
        return self._starting

    def _started(self, starting: asyncio.Task[Zygote]) -> None:
        self._starting = None
        if starting.cancelled() or starting.exception():
            return
        old, self._zygote = self._zygote, starting.result()
        if old:
            self._let_go(old)

    def _let_go(self, zygote: Zygote) -> None:
        """The spares of an old zygote go at once, its runs come to their end; of a dead one, what it left."""
        for spares in self._spares.values():
            while spares:
                spares.popleft().kill()
        task = asyncio.create_task(self._close_when_idle(zygote))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _close_when_idle(self, zygote: Zygote) -> None:
        while zygote.children and not self._closed:
            await asyncio.wait([child.ended for child in zygote.children], timeout=_LOOK_SECONDS)
        await zygote.close()

    def _fork(self, zygote: Zygote, network: Network, *, rehearse: bool) -> Child:
        slot = self._slots.take()
        try:
            return zygote.fork(slot, self._free_slot, network=network is Network.FULL, rehearse=rehearse)
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
            self._begin_start().add_done_callback(lambda _: self._fill_later())
            return
        for network, spares in self._spares.items():
            self._spares[network] = deque(child for child in spares if not child.gone)
        lacking = next((network for network in Network if len(self._spares[network]) < self._wanted[network]), None)
        if lacking:
            try:
                self._spares[lacking].append(self._fork(zygote, lacking, rehearse=True))
            except (LaunchError, OSError) as error:
                logger.warning("No process could be made ready ahead of its run: %s", error)
                return
            self._fill_later()
