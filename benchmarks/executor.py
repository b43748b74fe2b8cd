"""What it costs to run a tool: recorded, validated and streamed, against a bare `subprocess.run([python, file])`.

Both sides run the same script, taking turns in the same process of measuring, so that a busy machine hurts both alike.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import ClassVar
from uuid import UUID

from toolcrib.access.service import Access
from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.service import Catalog
from toolcrib.core.database_server import database_server
from toolcrib.core.db import Database
from toolcrib.core.errors import Problem
from toolcrib.core.hub import Hub
from toolcrib.core.json_text import JsonObject
from toolcrib.core.migrate import migrate
from toolcrib.core.settings import Settings
from toolcrib.execution.model import Call
from toolcrib.execution.service import Executions
from toolcrib.executors.contract import Executor, ExecutorInfo, OutputSink, RunRequest, RunResult, RunStatus
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.identity.model import Principal, Role, SubjectKind
from toolcrib.identity.service import Identity

ECHO = "import json, sys\njson.dump(json.load(sys.stdin), sys.stdout)\n"
INPUT: JsonObject = {"text": "hello", "numbers": [1, 2, 3]}
TURNS = 40
CALLS = 300
AT_ONCE = 100

Measured = Callable[[], Awaitable[object]]


class InstantExecutor:
    """Answers its input at once: what is left is the funnel itself."""

    type: ClassVar[str] = "PYTHON"

    def check(self, script: str | None, config: JsonObject) -> list[Problem]:  # noqa: ARG002 - as the contract names them
        return []

    def suggest_config(self, script: str) -> JsonObject:  # noqa: ARG002 - as the contract names it
        return {"entry": "STDIN"}

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:  # noqa: ARG002 - as the contract names them
        return RunResult(RunStatus.SUCCESS, request.input_json, None, (), 0, None, None)

    async def start(self) -> None:
        """Nothing to make ready."""

    async def close(self) -> None:
        """Nothing to free."""

    def describe(self) -> ExecutorInfo:
        return ExecutorInfo(self.type, "none", isolated=False, summary="Runs nothing.")


@dataclass(frozen=True)
class Funnel:
    """One tool, ready to be called."""

    executions: Executions
    principal: Principal
    tool: UUID

    async def run(self) -> None:
        execution = await self.executions.execute(self.principal, Call(self.tool, INPUT))
        if not await self.executions.wait(execution, 60):
            raise TimeoutError


async def measure() -> list[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, database_server(settings_in(Path(folder))) as settings:
        await migrate(str(settings.database_url))
        script = Path(folder) / "echo.py"
        script.write_text(ECHO)
        async with funnel(settings, load_executors(Sandbox())) as real:
            runs = await _real_runs(real, script)
        async with funnel(settings, {"PYTHON": InstantExecutor()}) as instant:
            return [*runs, *await _funnel_alone(instant)]


async def _real_runs(real: Funnel, script: Path) -> list[str]:
    cold, recorded = await _alternating(lambda: _cold(script), real.run, TURNS)
    cold_rate = await _per_second(lambda: _cold(script), AT_ONCE)
    recorded_rate = await _per_second(real.run, AT_ONCE)
    return [
        f"echo, cold subprocess.run, p50            {cold:8.1f} ms",
        f"echo, recorded run, call to end, p50      {recorded:8.1f} ms   {recorded / cold:5.2f} x cold",
        f"{AT_ONCE} at once, cold                         {cold_rate:8.1f} /s",
        (
            f"{AT_ONCE} at once, recorded                     {recorded_rate:8.1f} /s   "
            f"{recorded_rate / cold_rate:5.2f} x cold"
        ),
    ]


async def _funnel_alone(instant: Funnel) -> list[str]:
    times = [await _milliseconds(instant.run) for _ in range(CALLS)]
    before = time.process_time()
    rate = await _per_second(instant.run, CALLS)
    busy = (time.process_time() - before) * 1000 / CALLS
    return [
        f"the funnel alone, call to end, p50        {median(times):8.1f} ms",
        f"the funnel alone, {CALLS} calls at once       {rate:8.1f} /s   {busy:5.2f} ms of CPU each (server process)",
    ]


async def _alternating(one: Measured, other: Measured, turns: int) -> tuple[float, float]:
    await one()
    await other()
    pairs = [(await _milliseconds(one), await _milliseconds(other)) for _ in range(turns)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


async def _milliseconds(work: Measured) -> float:
    started = time.perf_counter()
    await work()
    return (time.perf_counter() - started) * 1000


async def _per_second(work: Measured, times: int) -> float:
    started = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(times)))
    return times / (time.perf_counter() - started)


async def _cold(script: Path) -> None:
    command = [sys.executable, str(script)]
    await asyncio.to_thread(subprocess.run, command, input=json.dumps(INPUT).encode(), capture_output=True, check=True)


def settings_in(folder: Path) -> Settings:
    environment = {"TOOLCRIB_DATA_DIR": str(folder)}
    folder.chmod(0o755)
    return Settings.from_environment(environment)


@asynccontextmanager
async def funnel(settings: Settings, executors: Mapping[str, Executor]) -> AsyncIterator[Funnel]:
    """The services a call passes, on their database, with one tool in it."""
    database = await Database.open(str(settings.database_url))
    access = Access(database)
    catalog = Catalog(database, access, executors)
    executions = Executions(database, access, catalog, executors, Hub(), settings)
    for executor in executors.values():
        await executor.start()
    await executions.start()
    try:
        yield await _with_a_tool(database, settings, catalog, executions)
    finally:
        await executions.close()
        for executor in executors.values():
            await executor.close()
        await database.close()


async def _with_a_tool(database: Database, settings: Settings, catalog: Catalog, executions: Executions) -> Funnel:
    await Identity(database, settings).ensure_first_admin()
    admin = Principal(await database.fetch_value("SELECT id FROM user_account"), SubjectKind.USER, Role.ADMIN)
    count = await database.fetch_value("SELECT count(*) FROM tool")
    content = ToolContentChange(
        display_name="Echo",
        description="Answers what it is given.",
        script_content=ECHO,
        input_schema={"type": "object"},
    )
    return Funnel(executions, admin, await catalog.create_tool(admin, name=f"echo_{count}", content=content))
