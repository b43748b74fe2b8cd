"""Taking turns: whatever makes the machine slow then hurts both sides alike."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

Work = Callable[[], Awaitable[object]]

PAUSE_SECONDS = 0.02
"""Between two measurements: what one side leaves to be done afterwards is not to be the other side's burden."""


async def alternate(one: Work, other: Work, turns: int) -> tuple[float, float]:
    """Medians, in milliseconds."""
    await one()
    await other()
    pairs = [(await milliseconds(one), await milliseconds(other)) for _ in range(turns)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


async def milliseconds(work: Work) -> float:
    await asyncio.sleep(PAUSE_SECONDS)
    started = time.perf_counter()
    await work()
    return (time.perf_counter() - started) * 1000


async def per_second(work: Work, times: int, at_once: int) -> float:
    """How often `work` is done in a second when `at_once` of it always go on together."""
    left = iter(range(times))

    async def go_on() -> None:
        for _ in left:
            await work()

    started = time.perf_counter()
    await asyncio.gather(*(go_on() for _ in range(at_once)))
    return times / (time.perf_counter() - started)


async def run_cold(script: Path, content: bytes, wrapper: tuple[str, ...] = ()) -> None:
    """The baseline: a fresh interpreter, `subprocess.run([sys.executable, file])`, behind `wrapper` if given."""
    command = [*wrapper, sys.executable, str(script)]
    await asyncio.to_thread(subprocess.run, command, input=content, capture_output=True, check=True)
