"""When contents are compared: on threads of their own, for that takes a second of a processor at worst."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID
from weakref import WeakValueDictionary

from toolcrib.catalog.comparison import Comparison, compare_contents
from toolcrib.catalog.content import ToolContent
from toolcrib.identity.model import Principal

THREADS = 2
KEPT = 64
"""Comparisons of two versions; neither of them ever changes."""

Versions = tuple[UUID, int, int]
"""A tool, the version before, the version after."""


class Comparing:
    """Whoever asks for many comparisons at once waits for their own, and holds up nothing else."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="comparing")
        self._turns: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()
        self._kept: OrderedDict[Versions, Comparison] = OrderedDict()

    async def contents(self, before: ToolContent, after: ToolContent, *, schemas: bool = True) -> Comparison:
        """As `compare_contents`. In a transaction too: it waits for no other turn, only for a thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: compare_contents(before, after, schemas=schemas)
        )

    async def contents_of(self, principal: Principal, before: ToolContent, after: ToolContent) -> Comparison:
        async with self._turn(principal):
            return await self.contents(before, after)

    async def versions(
        self,
        principal: Principal,
        versions: Versions,
        read: Callable[[UUID, int, int], Awaitable[tuple[ToolContent, ToolContent]]],
    ) -> Comparison:
        """`read` fetches the two contents, where they weren't compared lately; what it raises is raised."""
        async with self._turn(principal):
            if versions not in self._kept:
                self._kept[versions] = await self.contents(*await read(*versions))
            self._kept.move_to_end(versions)
            found = self._kept[versions]
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return found

    def _turn(self, principal: Principal) -> asyncio.Lock:
        turn = self._turns.get(principal.subject_id)
        if turn is None:
            turn = self._turns[principal.subject_id] = asyncio.Lock()
        return turn
