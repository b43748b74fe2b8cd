"""What a run asks of whatever starts its process, isolated or not."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from toolcrib.executors.sandbox.job import Job


class LaunchError(Exception):
    """No process could be made ready; the message is for people, and says what the machine refused."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: exit code, or minus the signal that killed it. Usage covers the children it awaited."""

    exit_code: int | None
    cpu_ms: int | None = None
    peak_memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Streams:
    """File descriptors that the process takes over; they stay open here until the caller closes them."""

    stdout: int
    stderr: int
    report: int


class Process(Protocol):
    """One run's process, with all it starts. `through`: the script has come to its end, or the process has died."""

    through: asyncio.Future[int | None]  # the exit code, where the process could tell it

    def end(self) -> asyncio.Future[Ended | None]:
        """Kill it and all it started, at once; done when nothing is left. None where how it ended was not told."""

    def artifacts(self) -> int:
        """A descriptor of the folder with its artifacts. Raises ArtifactRefusedError where there is none any more."""

    async def clear(self) -> None:
        """Remove what it leaves on the machine; to be called once `end` is done or under way."""


class Launcher(Protocol):
    async def launch(self, job: Job, streams: Streams, stop: asyncio.Future[str]) -> Process | None:
        """Begin the run; None where `stop` was set while it had to wait for others.

        Raises LaunchError, OSError or ValueError where there can be no such process.
        """

    async def close(self) -> None:
        """Free what runs share, once none is left."""
