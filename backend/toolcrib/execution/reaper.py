"""Ends the executions of processes that are gone. Every process reaps; each row is reaped once."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from uuid import UUID

from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable
from toolcrib.execution import store
from toolcrib.execution.events import Announcer

LOOK_SECONDS = 2.0
MESSAGE = "The server process that ran this is gone. It is not known how far it came."

logger = logging.getLogger(__name__)


class Reaper:
    """`held` are this process's own executions: where a lease ran out while the database was away, it is renewed."""

    def __init__(self, database: Database, announcer: Announcer, held: Callable[[], Sequence[UUID]]) -> None:
        self._database = database
        self._announcer = announcer
        self._held = held
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._reap_for_ever())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def reap(self) -> list[UUID]:
        """End what nobody holds any more, now; returns their ids. Raises Unavailable."""
        async with self._database.transaction():  # so that `held` is asked when the connection is there, not before
            lost = await store.reap(self._database, self._held(), MESSAGE)
        for execution_id in lost:
            self._announcer.announce(execution_id)
        return lost

    async def _reap_for_ever(self) -> None:
        while True:
            try:
                await self.reap()
                await asyncio.sleep(LOOK_SECONDS)
            except Unavailable:
                # No process could renew while the database was away: give the living the time to do it.
                await asyncio.sleep(store.LEASE_SECONDS)
            except Exception:
                logger.exception("Reaping failed.")
                await asyncio.sleep(LOOK_SECONDS)
