"""Running scripts through the real executors, in a real sandbox, and watching what they write."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from toolcrib.executors import shell
from toolcrib.executors.contract import Executor, Limits, Network, RunRequest, RunResult, Stream
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.fork_server.launcher import SPARES
from toolcrib.executors.sandbox.sandbox import Sandbox

_sandboxes: list[Sandbox] = []


@asynccontextmanager
async def current_sandbox(sandbox: Sandbox | None = None) -> AsyncIterator[Sandbox]:
    """Where `run_script` runs what it is given without an executor. It is started by its first run."""
    sandbox = sandbox or Sandbox()
    _sandboxes.append(sandbox)
    try:
        yield sandbox
    finally:
        _sandboxes.remove(sandbox)
        await sandbox.close()


@dataclass
class RecordingSink:
    """Keeps what a run writes, with the time of its arrival."""

    pieces: list[tuple[Stream, str, float]] = field(default_factory=list)
    _written: asyncio.Event = field(default_factory=asyncio.Event)

    def write(self, stream: Stream, text: str) -> None:
        self.pieces.append((stream, text, time.time()))
        self._written.set()

    def text(self, stream: Stream) -> str:
        return "".join(text for its_stream, text, _ in self.pieces if its_stream is stream)

    @property
    def stdout(self) -> str:
        return self.text(Stream.STDOUT)

    @property
    def stderr(self) -> str:
        return self.text(Stream.STDERR)

    async def until(self, stdout_has: str) -> None:
        """Wait until stdout holds this text."""
        async with asyncio.timeout(10):
            while stdout_has not in self.stdout:
                self._written.clear()
                await self._written.wait()


@dataclass(frozen=True)
class Ran:
    result: RunResult
    sink: RecordingSink

    @property
    def output(self) -> Any:
        """What the run answered; fails the test with the run's error where it did not."""
        assert self.result.output_json is not None, (self.result.error, self.sink.stderr)
        return json.loads(self.result.output_json)

    @property
    def code(self) -> str | None:
        return self.result.error and self.result.error.code

    @property
    def message(self) -> str:
        assert self.result.error is not None, self.result.output_json
        return self.result.error.message


async def run_script(
    script: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    entry: str = "MAIN",
    config: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    environment: Mapping[str, str] | None = None,
    sink: RecordingSink | None = None,
    cancel: asyncio.Event | None = None,
    timeout_seconds: float = 30,
    network: Network = Network.FULL,
    **limits: int,
) -> Ran:
    sink = sink or RecordingSink()
    request = RunRequest(
        execution_id=uuid4(),
        script=script,
        config={"entry": entry} if config is None else config,
        input_json=json.dumps(arguments or {}),
        limits=Limits(timeout_seconds=timeout_seconds, **limits),
        network=network,
        environment=environment or {},
    )
    executor = executor or create_executor(_sandboxes[-1])
    return Ran(await executor.run(request, sink, cancel or asyncio.Event()), sink)


run_stdin = partial(run_script, entry="STDIN")


async def run_shell(
    script: str, arguments: Mapping[str, Any] | None = None, *, output: str = "JSON", **options: Any
) -> Ran:
    """The options are those of `run_script`."""
    executor = shell.create_executor(_sandboxes[-1])
    return await run_script(script, arguments, executor=executor, config={"output": output}, **options)


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def spares_are_back(sandbox: Sandbox) -> None:
    """Wait until nothing but as many spares as before is left of runs that had the network."""
    pools = sandbox.fork_server.pools if sandbox.fork_server else {}
    started = [(pool, pool.zygote, SPARES[libraries]) for libraries, pool in pools.items() if pool.zygote]
    assert await eventually(lambda: all(pool.spares == len(zygote.children) == n for pool, zygote, n in started))


async def eventually(condition: Callable[[], bool], seconds: float = 5) -> bool:
    """Whether `condition` comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.01)
    return True
