"""What a call of a tool costs: authorized, recorded, sandboxed, against a bare `subprocess.run([python, file])`.

Once through HTTP, as an agent calls a server in a process of its own; once from the funnel's front door; and once
with an executor that answers at once, which leaves the funnel alone.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import ClassVar
from uuid import UUID

import httpx
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

from benchmarks.measuring import alternate, milliseconds, per_second, run_cold
from tests.support.graph import EXECUTE, sign_in_by_link
from tests.support.server import running_server

ECHO = "import json, sys\njson.dump(json.load(sys.stdin), sys.stdout)\n"
INPUT: JsonObject = {"text": "hello", "numbers": [1, 2, 3]}
SCRIPT = "echo_input.py"
SERVER_DATA = "data"
TURNS = 40
CALLS = 300
AT_ONCE = 100


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
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = prepare_folder(Path(name))
        lines = await _over_http(folder)
        with database_server(settings_in(folder)) as settings:
            await migrate(str(settings.database_url))
            sandbox = Sandbox()
            await sandbox.start()
            async with funnel(settings, load_executors(sandbox)) as real:
                lines += await _real_runs(real, folder / SCRIPT)
            await sandbox.close()
            async with funnel(settings, {"PYTHON": InstantExecutor()}) as instant:
                return [*lines, *await _funnel_alone(instant)]


def prepare_folder(folder: Path) -> Path:
    """With the script in it that is called, and a data directory for a server."""
    folder.chmod(0o755)
    (folder / SCRIPT).write_text(ECHO)
    (folder / SERVER_DATA).mkdir()
    return folder


async def _over_http(folder: Path) -> list[str]:
    with running_server(folder / SERVER_DATA) as server:
        admin = sign_in_by_link(server.url, str(server.first_link))
        tool = admin.tool("echo", ECHO, executorConfig={"entry": "STDIN"})
        question = {"query": EXECUTE, "variables": {"input": {"tool": tool, "input": INPUT}}}
        async with httpx.AsyncClient(base_url=server.url, headers=dict(admin.http.headers), timeout=90) as client:
            client.cookies = admin.http.cookies

            async def call() -> None:
                answer = (await client.post("/graphql", json=question)).json()
                if answer["data"]["executeTool"]["execution"]["status"] != "SUCCESS":
                    raise RuntimeError(answer)

            cold, called = await alternate(lambda: run_cold(folder / SCRIPT, json.dumps(INPUT).encode()), call, TURNS)
        admin.close()
    return [f"executeTool over HTTP, p50: cold {cold:.1f} ms, called {called:.1f} ms: {cold / called:.1f} x faster"]


async def _real_runs(real: Funnel, script: Path) -> list[str]:
    def cold() -> Awaitable[None]:
        return run_cold(script, json.dumps(INPUT).encode())

    before, recorded = await alternate(cold, real.run, TURNS)
    cold_rate = await per_second(cold, AT_ONCE, AT_ONCE)
    rate = await per_second(real.run, CALLS, AT_ONCE)
    return [
        f"a recorded run, p50: cold {before:.1f} ms, recorded {recorded:.1f} ms: {before / recorded:.1f} x faster",
        f"recorded, {AT_ONCE} at once: cold {cold_rate:.1f}/s, recorded {rate:.1f}/s: {rate / cold_rate:.1f} x more",
    ]


async def _funnel_alone(instant: Funnel) -> list[str]:
    times = [await milliseconds(instant.run) for _ in range(CALLS)]
    before = time.process_time()
    rate = await per_second(instant.run, CALLS, AT_ONCE)
    busy = (time.process_time() - before) * 1000 / CALLS
    return [
        f"the funnel alone, p50: {median(times):.1f} ms",
        f"the funnel alone, {AT_ONCE} at once: {rate:.0f}/s, {busy:.2f} ms of CPU each (server process)",
    ]


def settings_in(folder: Path) -> Settings:
    environment = {"TOOLCRIB_DATA_DIR": str(folder)}
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
