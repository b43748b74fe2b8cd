"""Level L0: each run is a fresh process, bounded and killed as a whole, but not isolated."""

import asyncio
import os
import sys
from typing import Any

from toolcrib.executors.contract import Network
from toolcrib.executors.sandbox.job import Job, Program, encode_job, memory_file
from toolcrib.executors.sandbox.marks import kill_marked, kill_orphans, new_mark
from toolcrib.executors.sandbox.plain.process import ChildProcess
from toolcrib.executors.sandbox.plain.run_folder import RunFolder, remove_orphans
from toolcrib.executors.sandbox.processes import Ended, LaunchError, Streams
from toolcrib.executors.sandbox.surroundings import ProcessLimits, find_shell, own_environment, start_code

_AT_ONCE = 8  # a fresh interpreter each takes a core for a while: more would only make all of them slower


class PlainLauncher:
    def __init__(self) -> None:
        self._limits = ProcessLimits()
        self._room = asyncio.Semaphore(_AT_ONCE)

    @classmethod
    async def start(cls) -> "PlainLauncher":
        """Clear away what the runs of a killed server left behind."""
        await asyncio.to_thread(kill_orphans)
        await asyncio.to_thread(remove_orphans)
        return cls()

    async def launch(self, job: Job, streams: Streams, stop: asyncio.Future[str]) -> "PlainProcess | None":
        if job.network is Network.NONE:
            raise LaunchError("this tool may not reach the network, and at level L0 nothing can keep a script from it")
        if not await self._find_room(stop):
            return None
        try:
            return await self._launch(job, streams)
        except BaseException:
            self._room.release()
            raise

    async def _find_room(self, stop: asyncio.Future[str]) -> bool:
        """False where `stop` came first."""
        turn = asyncio.create_task(self._room.acquire())
        ends: list[asyncio.Future[Any]] = [turn, stop]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not turn.done():
            turn.cancel()
        return turn.done()

    async def _launch(self, job: Job, streams: Streams) -> "PlainProcess":
        mark = new_mark()
        folder = RunFolder.create(mark)
        opened: list[int] = []
        try:
            environment = own_environment(job.environment, mark)
            shell = find_shell() if job.program is Program.SHELL else None
            opened.append(memory_file(encode_job(job, environment, self._limits.of(job.limits), shell)))
            opened.append(memory_file(job.input_json.encode()))
            command = [sys.executable, "-I", "-B", "-X", "utf8", "-c", start_code("runner")]
            command += [str(opened[0]), str(streams.report), str(os.getpid())]
            descriptors = (opened[1], streams.stdout, streams.stderr)
            child = ChildProcess.start(command, folder.path, environment, descriptors, (opened[0], streams.report))
        except BaseException:
            folder.remove()
            raise
        finally:
            for descriptor in opened:
                os.close(descriptor)
        return PlainProcess(child, folder, mark, self._room)

    async def close(self) -> None:
        """Nothing is shared but the room."""


class PlainProcess:
    def __init__(self, child: ChildProcess, folder: RunFolder, mark: str, room: asyncio.Semaphore) -> None:
        self.through: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._child = child
        self._folder = folder
        self._mark = mark
        self._room = room
        self._exited = asyncio.create_task(child.exited())
        self._exited.add_done_callback(self._tell)
        self._ending: asyncio.Task[Ended | None] | None = None
        self._artifacts: int | None = None

    def end(self) -> asyncio.Future[Ended | None]:
        if self._ending is None:
            self._child.kill()
            self._ending = asyncio.create_task(self._reap())
        return self._ending

    def artifacts(self) -> int:
        if self._artifacts is None:
            self._artifacts = self._folder.open_artifacts()
        return self._artifacts

    async def clear(self) -> None:
        if self._artifacts is not None:
            os.close(self._artifacts)
        try:
            await asyncio.shield(self.end())
            await asyncio.to_thread(self._folder.remove)
        finally:
            self._room.release()

    async def _reap(self) -> Ended:
        await asyncio.wait({self._exited})
        ended = self._child.reap()
        await asyncio.to_thread(kill_marked, self._mark)
        return ended

    def _tell(self, _: asyncio.Task[None]) -> None:
        if not self.through.done():
            self.through.set_result(None)
