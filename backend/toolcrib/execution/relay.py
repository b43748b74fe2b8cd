"""Brings what other processes wrote to those who follow it here: read once, however many follow."""

import asyncio
import logging
from collections.abc import Sequence
from uuid import UUID

from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable
from toolcrib.core.hub import Hub
from toolcrib.execution import reading
from toolcrib.execution.model import Event

logger = logging.getLogger(__name__)


class Relay:
    def __init__(self, database: Database, hub: Hub[UUID, Event]) -> None:
        self._database = database
        self._hub = hub
        self._relayed: dict[UUID, int] = {}
        self._waiting: dict[UUID, None] = {}
        self._task: asyncio.Task[None] | None = None

    def heard(self, execution_ids: Sequence[UUID]) -> None:
        """Hints of another process. What nobody follows here is forgotten."""
        for execution_id in execution_ids:
            if self._hub.has_subscribers(execution_id):
                self._waiting[execution_id] = None
            else:
                self._relayed.pop(execution_id, None)
        if self._waiting and self._task is None:
            self._task = asyncio.create_task(self._relay_all())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _relay_all(self) -> None:
        try:
            while self._waiting:
                execution_id, _ = self._waiting.popitem()
                await self._relay(execution_id)
        except Exception:
            logger.exception("Events of another process could not be relayed; followers look for themselves.")
        finally:
            self._task = None

    async def _relay(self, execution_id: UUID) -> None:
        """The first time, followers are at different places: they are told to look for themselves."""
        after = self._relayed.get(execution_id)
        try:
            if after is None:
                events = await reading.last_event(self._database, execution_id)
            else:
                events = await reading.events_after(self._database, execution_id, after)
        except Unavailable:
            events = []
        if events:
            self._relayed[execution_id] = events[-1].seq
        if len(events) == reading.PAGE:
            self._waiting[execution_id] = None
        self._hub.publish(execution_id, events if after is not None else ())
