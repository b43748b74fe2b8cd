"""Every test of this folder has a sandbox of its own, which ends with it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.runs import current_sandbox


@pytest.fixture
def level() -> Level:
    """The level to try first; modules that must hold at several override it."""
    return Level.L3


@pytest_asyncio.fixture(autouse=True)
async def sandbox(level: Level) -> AsyncIterator[Sandbox]:
    async with current_sandbox(Sandbox(level)) as made:
        yield made
