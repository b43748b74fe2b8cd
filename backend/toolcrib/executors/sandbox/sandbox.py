"""The sandbox: the best walls that this machine allows, and the runs behind them."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from toolcrib.executors.contract import ErrorCode, OutputSink, RunError
from toolcrib.executors.sandbox.fork_server.launcher import ForkServer
from toolcrib.executors.sandbox.fork_server.pool import RECYCLE_AFTER
from toolcrib.executors.sandbox.jail.landlock import landlock_abi
from toolcrib.executors.sandbox.jail.system_calls import set_dumpable
from toolcrib.executors.sandbox.job import Finished, Job
from toolcrib.executors.sandbox.levels import Level, LevelFinding, SandboxInfo
from toolcrib.executors.sandbox.plain.launcher import PlainLauncher
from toolcrib.executors.sandbox.probing import summarize, walls_of, why_not_tried, why_refused
from toolcrib.executors.sandbox.processes import Launcher, LaunchError
from toolcrib.executors.sandbox.run import Run, not_run
from toolcrib.executors.sandbox.surroundings import Interpreter

_WARM_UP_AFTER_SECONDS = 1  # the first page goes first
_CANCELLED = "The run was cancelled."
_SHUTTING_DOWN = "The run was stopped: the server is shutting down."

logger = logging.getLogger(__name__)


class Sandbox:
    """One per server process, shared by the executors of scripts.

    `highest`: the level to try first; `minimum`: below it no script runs. `describe` tells what `start` found.
    """

    def __init__(
        self,
        highest: Level = Level.L3,
        minimum: Level = Level.L0,
        *,
        interpreter: Interpreter | None = None,
        recycle_after: int = RECYCLE_AFTER,
    ) -> None:
        self._highest = highest
        self._minimum = minimum
        self._interpreter = interpreter or Interpreter.ours()
        self._recycle_after = recycle_after
        self._launcher: Launcher | None = None
        self._opening = asyncio.Lock()
        self._warming: asyncio.Task[None] | None = None
        self._closing = False
        self._stops: set[asyncio.Future[str]] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._running = 0
        self._info = SandboxInfo(Level.L0, minimum, 0, "The sandbox is not started yet.")

    @property
    def fork_server(self) -> ForkServer | None:
        """What runs are forked by; None at level L0, and before the start."""
        return self._launcher if isinstance(self._launcher, ForkServer) else None

    async def start(self) -> None:
        """Try the levels from the highest down, and stay at the first that this machine can hold."""
        async with self._opening:
            if self._launcher is None:
                self._closing = False
                self._launcher = await self._open()

    async def run(self, job: Job, sink: OutputSink, cancel: asyncio.Event) -> Finished:
        """Run once. Never raises for what a script does; a set `cancel` ends it as CANCELLED.

        When the awaiting task itself is cancelled, everything the run started is killed first.
        """
        if self._launcher is None:
            await self.start()
        if self._info.refuses:
            return not_run(RunError(ErrorCode.SANDBOX_FAILED, self._refusal()))
        self._running += 1
        self._idle.clear()
        try:
            assert self._launcher is not None  # noqa: S101 -- for the type checker: `start` made it
            with self._stopped_by(cancel) as stop:
                finished = await Run(job, sink, stop, self._launcher).perform()
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()
        if finished.stopped and finished.stopped.code == ErrorCode.SANDBOX_FAILED:
            logger.error("%s", finished.stopped.message)
        return finished

    def warm_up(self) -> None:
        """Load the libraries that scripts import most, in the background, before somebody waits for it."""
        if server := self.fork_server:
            self._warming = asyncio.create_task(_warm_up(server))

    async def close(self) -> None:
        """End every run under way as CANCELLED, wait until they are gone, and let go of all processes."""
        self._closing = True
        for stop in self._stops:
            if not stop.done():
                stop.set_result(_SHUTTING_DOWN)
        if self._warming:
            self._warming.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._warming
        await self._idle.wait()
        async with self._opening:  # a start under way comes to its end first
            if self._launcher:
                await self._launcher.close()
            self._launcher = None

    def describe(self) -> SandboxInfo:
        return self._info

    async def _open(self) -> Launcher:
        if sys.platform == "linux":
            set_dumpable(dumpable=False)  # no script may look into this process, which holds the secrets
        findings: list[LevelFinding] = []
        for level in sorted(Level, reverse=True):
            if level > self._highest:
                continue
            reason = why_not_tried(level)
            for walls in walls_of(level):
                try:
                    server = await ForkServer.start(walls, self._interpreter, self._recycle_after)
                except (LaunchError, OSError) as error:
                    reason = why_refused(walls, str(error))
                    continue
                self._reached(level, findings, summarize(level, walls, server.landlock_abi, server.memory_bytes))
                return server
            if level > Level.L0:
                findings.append(LevelFinding(level, available=False, reason=reason))
        launcher = await PlainLauncher.start()
        self._reached(Level.L0, findings, summarize(Level.L0, None, 0, None))
        return launcher

    @contextmanager
    def _stopped_by(self, cancel: asyncio.Event) -> Iterator[asyncio.Future[str]]:
        """A future that says why a run must stop, as soon as it must."""
        stop: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if self._closing:
            stop.set_result(_SHUTTING_DOWN)
        elif cancel.is_set():
            stop.set_result(_CANCELLED)
        watch = asyncio.create_task(_tell(cancel, stop))
        self._stops.add(stop)
        try:
            yield stop
        finally:
            self._stops.discard(stop)
            watch.cancel()

    def _reached(self, level: Level, findings: list[LevelFinding], summary: str) -> None:
        found = (*findings, LevelFinding(level, available=True))
        abi = landlock_abi() if sys.platform == "linux" else 0
        self._info = SandboxInfo(level, self._minimum, abi, summary, found)
        logger.info("Scripts are isolated at level %s.", level)

    def _refusal(self) -> str:
        return (
            f"This server runs scripts at level {self._info.minimum} or better, and reaches only {self._info.level} "
            "here. The health page says why."
        )


async def _tell(cancel: asyncio.Event, stop: asyncio.Future[str]) -> None:
    await cancel.wait()
    if not stop.done():
        stop.set_result(_CANCELLED)


async def _warm_up(server: ForkServer) -> None:
    await asyncio.sleep(_WARM_UP_AFTER_SECONDS)
    try:
        await server.warm_up()
    except (LaunchError, OSError) as error:
        logger.warning("Libraries could not be loaded ahead: %s", error)
