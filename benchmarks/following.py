"""What it costs to watch: a thousand followers of one run that writes a line ten times a second."""

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from uuid import UUID

from toolcrib.core.database_server import database_server
from toolcrib.core.migrate import migrate
from toolcrib.execution.model import Call
from toolcrib.executors.contract import OutputSink, RunRequest, RunResult, Stream

from benchmarks.calls import Funnel, InstantExecutor, funnel, settings_in

FOLLOWERS = 1000
LINES = 80
PAUSE_SECONDS = 0.1
JOINING = 20
"""Lines that are written while the followers come, all at once; their delay is not counted."""


class TalkingExecutor(InstantExecutor):
    """Writes the time, again and again."""

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        for _ in range(LINES):
            sink.write(Stream.STDOUT, f"{time.perf_counter()}\n")
            await asyncio.sleep(PAUSE_SECONDS)
        return await super().run(request, sink, cancel)


async def measure() -> list[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, database_server(settings_in(Path(folder))) as settings:
        await migrate(str(settings.database_url))
        async with funnel(settings, {"PYTHON": TalkingExecutor()}) as talking:
            before = time.process_time()
            execution = await talking.executions.execute(talking.principal, Call(talking.tool))
            delays = await asyncio.gather(*(_follow(talking, execution) for _ in range(FOLLOWERS)))
            busy = time.process_time() - before
    lost = FOLLOWERS * LINES - sum(map(len, delays))
    p95 = quantiles([delay for one in delays for delay in one[JOINING:]], n=20)[-1] * 1000
    share = busy / (LINES * PAUSE_SECONDS)
    return [f"{FOLLOWERS} followers of one run, 10 lines/s: {lost} lost, p95 {p95:.0f} ms, {share:.2f} of a core"]


async def _follow(talking: Funnel, execution: UUID) -> list[float]:
    """How long each line took from the script to this follower, in seconds; 50 ms of it are the writer's batch."""
    delays: list[float] = []
    async for event in talking.executions.events(talking.principal, execution):
        if event.kind == "STDOUT":
            now = time.perf_counter()
            delays += [now - float(line) for line in str(event.payload["text"]).split()]
    return delays
