"""Levels L1 to L3: runs are forked from zygotes, which wall them in."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from toolcrib.executors.contract import Network
from toolcrib.executors.sandbox.fork_server.child import Child
from toolcrib.executors.sandbox.fork_server.memory_group import MemoryGroup
from toolcrib.executors.sandbox.fork_server.pool import RECYCLE_AFTER, Pool
from toolcrib.executors.sandbox.fork_server.slots import Slots
from toolcrib.executors.sandbox.fork_server.zygote import Zygote
from toolcrib.executors.sandbox.jail.profile import Profile, Walls
from toolcrib.executors.sandbox.job import Job, Libraries, Program, encode_job, memory_file
from toolcrib.executors.sandbox.marks import kill_orphans, new_mark
from toolcrib.executors.sandbox.plain.run_folder import PREFIX, RunFolder, remove_orphans
from toolcrib.executors.sandbox.processes import Ended, Streams
from toolcrib.executors.sandbox.surroundings import Interpreter, ProcessLimits, find_shell, own_environment

_STANDARD = (
    *("base64", "collections", "csv", "dataclasses", "datetime", "decimal", "functools", "io", "itertools", "json"),
    *("linecache", "math", "pathlib", "random", "re", "statistics", "string", "subprocess", "tempfile", "textwrap"),
    *("traceback", "typing", "urllib.parse", "uuid", "html", "html.parser", "xml.etree.ElementTree", "zoneinfo"),
)
_WEB = (
    *("asyncio", "hashlib", "http.client", "secrets", "ssl", "urllib.request"),
    *("requests", "httpx", "httpcore", "jsonschema", "pydantic"),
)
IMPORTS: Mapping[Libraries, Sequence[str]] = MappingProxyType(
    {
        Libraries.LIGHT: _STANDARD,
        Libraries.MID: (*_STANDARD, *_WEB),
        Libraries.DATA: (*_STANDARD, *_WEB, "numpy", "pandas"),
    }
)
SPARES: Mapping[Libraries, int] = MappingProxyType({Libraries.LIGHT: 6, Libraries.MID: 4, Libraries.DATA: 4})


class ForkServer:
    """One per server process."""

    def __init__(self, walls: Walls, interpreter: Interpreter, recycle_after: int = RECYCLE_AFTER) -> None:
        self.walls = walls
        self.landlock_abi = 0
        self._limits = ProcessLimits()
        self._removing: set[asyncio.Task[None]] = set()
        self._runs = ""
        if not walls.has_namespaces:
            self._runs = tempfile.mkdtemp(prefix=f"{PREFIX}{new_mark()}-")
            os.chmod(self._runs, 0o711)  # noqa: PTH101, S103 -- runs of other users pass through, and see nothing
        self._interpreter = interpreter
        self._group = MemoryGroup.create()
        slots = Slots()
        self._pools = {
            libraries: Pool(partial(self._start_zygote, libraries), slots, SPARES[libraries], recycle_after)
            for libraries in Libraries
        }

    @classmethod
    async def start(cls, walls: Walls, interpreter: Interpreter, recycle_after: int = RECYCLE_AFTER) -> "ForkServer":
        """Make the first zygote and a child of it: what they can be made into here, every run can.

        Raises LaunchError that says which step the machine refused.
        """
        await asyncio.to_thread(kill_orphans)
        await asyncio.to_thread(remove_orphans)
        server = cls(walls, interpreter, recycle_after)
        light = server._pools[Libraries.LIGHT]
        try:
            light.give_back(await light.take_new(Network.FULL))
        except BaseException:
            await server.close()
            raise
        if light.zygote:
            server.landlock_abi = light.zygote.landlock_abi
        return server

    @property
    def memory_bytes(self) -> int | None:
        """What all scripts may hold together; None where that can't be limited."""
        return self._group.limit_bytes if self._group else None

    @property
    def pools(self) -> Mapping[Libraries, Pool]:
        return MappingProxyType(self._pools)

    async def warm_up(self) -> None:
        """Load the libraries of every kind of zygote, one after the other."""
        for pool in self._pools.values():
            await pool.warm_up()

    async def launch(self, job: Job, streams: Streams, stop: asyncio.Future[str]) -> "ForkedProcess | None":
        pool = self._pools[job.libraries]
        child = pool.take_spare(job.network) or await _take_unless(stop, pool, job.network)
        if child is None:
            return None
        opened: list[int] = []
        try:
            opened.append(memory_file(self._encode(job, child)))
            opened.append(memory_file(job.input_json.encode()))
            child.send([*opened, streams.stdout, streams.stderr, streams.report])
        except BaseException:
            pool.give_back(child)
            raise
        finally:
            for descriptor in opened:
                os.close(descriptor)
        return ForkedProcess(child, pool, self._remove_later)

    async def close(self) -> None:
        for pool in self._pools.values():
            await pool.close()
        await asyncio.gather(*self._removing)
        if self._group:
            self._group.remove()
        if self._runs:
            await asyncio.to_thread(shutil.rmtree, self._runs, ignore_errors=True)

    async def _start_zygote(self, libraries: Libraries) -> Zygote:
        profile = Profile(
            walls=self.walls,
            imports=tuple(IMPORTS[libraries]),
            certificates=libraries is not Libraries.LIGHT,
            readable=self._interpreter.folders,
            runs=self._runs,
        )
        return await Zygote.start(profile, self._interpreter.path, self._group)

    def _encode(self, job: Job, child: Child) -> bytes:
        shell = find_shell() if job.program is Program.SHELL else None
        limits = self._limits.of(job.limits, own_user=self.walls.has_slot_users)
        return encode_job(job, own_environment(job.environment, child.mark), limits, shell)

    def _remove_later(self, child: Child) -> None:
        """What a run leaves on the machine, where it has no file system of its own, goes when it is gone."""
        if self._runs:
            task = asyncio.create_task(_remove(RunFolder(Path(self._runs) / f"run-{child.run}"), child))
            self._removing.add(task)
            task.add_done_callback(self._removing.discard)


class ForkedProcess:
    def __init__(self, child: Child, pool: Pool, remove_later: Callable[[Child], None]) -> None:
        self.through = child.through
        self._child = child
        self._pool = pool
        self._remove_later = remove_later

    def end(self) -> asyncio.Future[Ended | None]:
        self._pool.give_back(self._child)
        return self._child.ended

    def artifacts(self) -> int:
        return self._child.artifacts()

    async def clear(self) -> None:
        self._child.close_artifacts()
        self._remove_later(self._child)


async def _take_unless(stop: asyncio.Future[str], pool: Pool, network: Network) -> Child | None:
    """A new child; None where `stop` came first."""

    def give_back(taken: asyncio.Task[Child]) -> None:
        if not taken.cancelled() and not taken.exception():
            pool.give_back(taken.result())

    taking = asyncio.create_task(pool.take_new(network))
    ends: list[asyncio.Future[Any]] = [taking, stop]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if stop.done() or not taking.done():
            taking.add_done_callback(give_back)
            taking.cancel()
    return None if stop.done() else taking.result()


async def _remove(folder: RunFolder, child: Child) -> None:
    await asyncio.shield(child.ended)
    await asyncio.to_thread(folder.remove)
