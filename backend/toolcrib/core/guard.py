"""What must go on to hold while somebody follows: asked for again and again, once for all who depend on it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from toolcrib.core.errors import ToolcribError, Unavailable

Thing = TypeVar("Thing", bound=Hashable)
Result = TypeVar("Result")
Cut = Callable[[ToolcribError], None]

logger = logging.getLogger(__name__)


class Guard(Generic[Thing]):
    """Every `seconds` it asks which of the things that are held still hold, and cuts those off whose don't.

    As long as the database can't be asked, nobody can have changed anything in it.
    """

    def __init__(
        self,
        seconds: float,
        still_hold: Callable[[Collection[Thing]], Awaitable[Collection[Thing]]],
        refusal: Callable[[], ToolcribError],
    ) -> None:
        self._seconds = seconds
        self._still_hold = still_hold
        self._refusal = refusal
        self._cuts: dict[Thing, set[Cut]] = {}
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def holding(self, thing: Thing, cut: Cut) -> Iterator[None]:
        """Call `cut` when it no longer holds."""
        self._cuts.setdefault(thing, set()).add(cut)
        if self._task is None:
            self._task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            self._release(thing, cut)

    async def during(self, thing: Thing, work: Awaitable[Result]) -> Result:
        """What comes of the work, which is given up when the thing no longer holds. Raises the refusal then."""
        task = asyncio.ensure_future(work)
        refused: list[ToolcribError] = []

        def cut(error: ToolcribError) -> None:
            refused.append(error)
            task.cancel()

        with self.holding(thing, cut):
            try:
                return await task
            except asyncio.CancelledError:
                if refused:
                    raise refused[0] from None
                raise

    def _release(self, thing: Thing, cut: Cut) -> None:
        self._cuts[thing].discard(cut)
        if not self._cuts[thing]:
            del self._cuts[thing]
        if not self._cuts and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await self._look()
            except Unavailable:
                continue
            except Exception:
                logger.exception("Rights of followers could not be looked at; trying again.")

    async def _look(self) -> None:
        asked = tuple(self._cuts)
        holding = await self._still_hold(asked)
        for thing in set(asked).difference(holding):
            for cut in self._cuts.get(thing, ()):
                cut(self._refusal())
