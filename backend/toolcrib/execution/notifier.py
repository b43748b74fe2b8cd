"""Tells the other processes which executions changed, and hears it from them.

A NOTIFY inside a transaction would make all commits wait for one another. So each process gathers the ids and sends
them every 10 ms on a connection of its own. What is sent is a hint, ids only: it may be lost while the database is
away, and every reader looks for itself from time to time.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable

CHANGED = "toolcrib_execution_changed"
CANCEL = "toolcrib_execution_cancel"

GATHER_SECONDS = 0.01
CHECK_SECONDS = 5.0
_IDS_PER_PAYLOAD = 240  # 33 bytes each; PostgreSQL takes payloads below 8,000 bytes

logger = logging.getLogger(__name__)

Listener = Callable[[Sequence[UUID]], None]


class Notifier:
    """`start` returns at once; both connections come, go and come back by themselves."""

    def __init__(self, database: Database, on_changed: Listener, on_cancel: Listener) -> None:
        self._database = database
        self._listeners = {CHANGED: on_changed, CANCEL: on_cancel}
        self._waiting: dict[str, dict[UUID, None]] = {CHANGED: {}, CANCEL: {}}
        self._something = asyncio.Event()
        self._own_backend: int | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(_persistently(work)) for work in (self._send, self._listen)]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CHECK_SECONDS)

    def changed(self, execution_id: UUID) -> None:
        self._mark(CHANGED, execution_id)

    def cancel(self, execution_id: UUID) -> None:
        self._mark(CANCEL, execution_id)

    def _mark(self, channel: str, execution_id: UUID) -> None:
        self._waiting[channel][execution_id] = None
        self._something.set()

    async def _send(self) -> None:
        async with self._database.connect() as connection:
            self._own_backend = connection.get_server_pid()
            while True:
                await self._something.wait()
                await asyncio.sleep(GATHER_SECONDS)
                self._something.clear()
                for channel, ids in self._waiting.items():
                    await self._send_ids(connection, channel, ids)

    async def _send_ids(self, connection: Any, channel: str, ids: dict[UUID, None]) -> None:  # noqa: ANN401 - asyncpg has no types
        while ids:
            batch = list(ids)[:_IDS_PER_PAYLOAD]
            try:
                await connection.execute("SELECT pg_notify($1, $2)", channel, ",".join(one.hex for one in batch))
            except BaseException:
                self._something.set()
                raise
            for one in batch:
                ids.pop(one, None)

    async def _listen(self) -> None:
        async with self._database.connect() as connection:
            gone = asyncio.Event()
            connection.add_termination_listener(lambda _: gone.set())
            for channel in self._listeners:
                await connection.add_listener(channel, self._heard)
            while not gone.is_set():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_SECONDS):
                        await gone.wait()
                await connection.execute("SELECT 1", timeout=CHECK_SECONDS)

    def _heard(self, _connection: object, backend: int, channel: str, payload: object) -> None:
        if backend == self._own_backend:
            return
        try:
            ids = [UUID(hex=part) for part in str(payload).split(",")]
        except ValueError:
            logger.warning("A message on %s is not a list of ids.", channel)
            return
        self._listeners[channel](ids)


async def _persistently(work: Callable[[], Any]) -> None:
    """Do `work`, which ends only by failing, again and again."""
    pause = 0.1
    while True:
        started = asyncio.get_running_loop().time()
        try:
            await work()
        except Unavailable:
            logger.info("The connection for notifications is lost; trying again.")
        except Exception:
            logger.exception("Notifications failed; trying again.")
        lasted = asyncio.get_running_loop().time() - started
        pause = 0.1 if lasted > CHECK_SECONDS else min(pause * 2, 2.0)
        await asyncio.sleep(pause)
