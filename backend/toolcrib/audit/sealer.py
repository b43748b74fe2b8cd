"""Seals the trail a moment after it was written. Every process that serves has one; each row is sealed once."""

import asyncio
import logging
from weakref import WeakKeyDictionary

from toolcrib.audit import seals
from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable

SOON_SECONDS = 0.5
LONGEST_SECONDS = 60.0
"""Between two looks where nothing was written here: another process may have died before it sealed."""

logger = logging.getLogger(__name__)

_woken: WeakKeyDictionary[Database, asyncio.Event] = WeakKeyDictionary()


def written(database: Database) -> None:
    """Something was written to the trail: it is to be sealed once it is committed."""
    if event := _woken.get(database):
        event.set()


class Sealer:
    """Looks soon after something was written here, then ever more seldom: what was not committed by then is found.

    Idle, it is one look into an empty index a minute. A NOTIFY inside the writers' transactions would make their
    commits wait for one another.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        _woken[self._database] = self._wake
        self._task = asyncio.create_task(self._seal_for_ever())

    async def close(self) -> None:
        """Seals what is due, if the database is there, and stops."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            async with asyncio.timeout(SOON_SECONDS):
                await seals.seal(self._database)
        except (TimeoutError, Unavailable):
            logger.info("The last rows of the audit trail are sealed at the next start.")

    async def _seal_for_ever(self) -> None:
        pause = 0.0
        while True:
            try:
                async with asyncio.timeout(pause):
                    await self._wake.wait()
                pause = SOON_SECONDS
                self._wake.clear()
                await asyncio.sleep(SOON_SECONDS)  # many changes come together, and none is committed yet
            except TimeoutError:
                pause = min(max(pause, SOON_SECONDS) * 2, LONGEST_SECONDS)
            await self._seal()

    async def _seal(self) -> None:
        try:
            while await seals.seal(self._database) == seals.BATCH:
                pass
        except Unavailable:  # it comes back, and what is due stays due
            pass
        except Exception:
            logger.exception("The audit trail could not be sealed; trying again.")
