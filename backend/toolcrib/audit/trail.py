"""The trail as a whole, as the API shows it."""

import asyncio

from toolcrib.audit import seals
from toolcrib.audit.verification import Verification, verify
from toolcrib.core.db import Database


class Trail:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()

    async def state(self) -> tuple[seals.Head, int]:
        """The newest seal, and how many rows wait for theirs."""
        return await seals.head(self._database), await seals.due(self._database)

    async def verify(self) -> Verification:
        """Read it all. One after another: it takes the database's time."""
        async with self._turn:
            return await verify(self._database)
