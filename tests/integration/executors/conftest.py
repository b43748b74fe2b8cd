"""Every test of this folder has a sandbox of its own, which ends with it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.levels import require
from tests.support.runs import current_sandbox
from tests.support.witness import Witness


@pytest.fixture
def level() -> Level:
    """The level that runs are to have; modules whose promises hold at several say so."""
    return Level.L3


@pytest_asyncio.fixture(autouse=True)
async def sandbox(level: Level) -> AsyncIterator[Sandbox]:
    require(level)
    async with current_sandbox(Sandbox(level, minimum=level)) as made:
        yield made


@pytest.fixture
def witness() -> Witness:
    return Witness()
