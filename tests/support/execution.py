"""A running funnel on a real database: people, tools and runs for tests."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

import asyncpg
import pytest_asyncio
from toolcrib.access.service import Access
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import Problem, Unavailable
from toolcrib.core.hub import Hub
from toolcrib.core.ids import new_id
from toolcrib.core.json_text import JsonObject
from toolcrib.core.settings import Settings
from toolcrib.execution.model import Call, Event
from toolcrib.execution.service import Executions
from toolcrib.executors.contract import (
    Executor,
    ExecutorInfo,
    OutputSink,
    RunError,
    RunRequest,
    RunResult,
    RunStatus,
)
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

Behaviour = Callable[[RunRequest, OutputSink], Awaitable[Any]]

ECHO = "def main(**fields):\n    return fields\n"


class MemoryExecutor:
    """Runs a Python coroutine of the test's in place of a script. `started` counts its runs."""

    type: ClassVar[str] = "PYTHON"

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self.started: list[UUID] = []
        self.at_once = 0
        self.most_at_once = 0

    def check(self, script: str | None, config: JsonObject) -> list[Problem]:  # noqa: ARG002
        return []

    def review(self, script: str, config: JsonObject, input_schema: JsonObject | None) -> list[Problem]:  # noqa: ARG002
        return []

    def modules(self) -> Mapping[str, Sequence[str]]:
        return {}

    def suggest_config(self, script: str) -> JsonObject:  # noqa: ARG002
        return {"entry": "MAIN"}

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        self.started.append(request.execution_id)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        work = asyncio.ensure_future(self._behaviour(request, sink))
        stop = asyncio.ensure_future(cancel.wait())
        try:
            await asyncio.wait({work, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.at_once -= 1
            stop.cancel()
        if not work.done():
            work.cancel()
            error = RunError("CANCELLED", "The run was cancelled.")
            return RunResult(RunStatus.CANCELLED, None, error, (), 1, None, None)
        answer = work.result()
        if isinstance(answer, RunResult):
            return answer
        return RunResult(RunStatus.SUCCESS, json.dumps(answer), None, (), 1, None, None)

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def describe(self) -> ExecutorInfo:
        return ExecutorInfo(self.type, "L0", isolated=False, summary="in memory")


@dataclass
class World:
    """What a test needs to call tools. `dsn` leads a second server to the same database."""

    database: Database
    dsn: str
    data_dir: Path
    executions: Executions
    names: int = field(default=0)

    async def person(self, role: Role = Role.MEMBER) -> Principal:
        subject = await self._subject(SubjectKind.USER)
        sql = "INSERT INTO user_account (id, username, display_name, role) VALUES ($1, $2, 'Someone', $3)"
        await self.database.execute(sql, subject, f"user-{subject.hex[-12:]}", str(role))
        return Principal(subject, SubjectKind.USER, role)

    async def agent(self, owner: Principal, scope: Scope = Scope.EXECUTE) -> Principal:
        subject = await self._subject(SubjectKind.AGENT)
        sql = "INSERT INTO agent (id, name, display_name, owner) VALUES ($1, $2, 'Agent', $3)"
        await self.database.execute(sql, subject, f"agent-{subject.hex[-12:]}", owner.subject_id)
        return Principal(subject, SubjectKind.AGENT, scope=scope)

    async def tool(self, owner: Principal, script: str = ECHO, **columns: Any) -> UUID:
        """An ACTIVE, PRIVATE tool with one version; `columns` are those of the table."""
        self.names += 1
        tool = new_id()
        row = {
            "id": tool,
            "name": f"tool_{self.names}",
            "display_name": "Tool",
            "description": "A tool.",
            "status": "ACTIVE",
            "owner": owner.subject_id,
            "script_content": script,
            "executor_config": {"entry": "MAIN"},
            "input_schema": {"type": "object"},
            **columns,
        }
        await self._insert("tool", row)
        await self.version(tool, 1, script_content=row["script_content"])
        return tool

    async def version(self, tool: UUID, version: int, script_content: str | None = None) -> None:
        """Make a version the newest one."""
        await self.database.execute("UPDATE tool_version SET is_latest = FALSE WHERE tool = $1", tool)
        await self.database.execute(
            "UPDATE tool SET version = $2, script_content = coalesce($3, script_content) WHERE id = $1",
            *(tool, version, script_content),
        )
        copied = (
            "display_name, description, executor_type, executor_config, script_content, input_schema, output_schema,"
            " timeout_seconds"
        )
        await self.database.execute(
            f"INSERT INTO tool_version (id, tool, version, {copied}) SELECT $1, id, version, {copied} FROM tool"  # noqa: S608
            " WHERE id = $2",
            *(new_id(), tool),
        )

    async def grant(self, tool: UUID, to: Principal, permission: str) -> None:
        sql = "INSERT INTO tool_permission (id, tool, subject, permission) VALUES ($1, $2, $3, $4)"
        await self.database.execute(sql, new_id(), tool, to.subject_id, permission)

    async def call(self, principal: Principal, tool: UUID | str, value: Any = None, **more: Any) -> UUID:
        return await self.executions.execute(principal, Call(tool, {} if value is None else value, **more))

    async def run(self, principal: Principal, tool: UUID | str, value: Any = None, **more: Any) -> asyncpg.Record:
        """Call it and wait for the end; the row."""
        execution_id = await self.call(principal, tool, value, **more)
        assert await self.executions.wait(execution_id, 30)
        return await self.row(execution_id)

    async def row(self, execution_id: UUID) -> asyncpg.Record:
        row = await self.database.fetch_one("SELECT * FROM execution WHERE id = $1", execution_id)
        assert row is not None
        return row

    async def only_row(self) -> asyncpg.Record:
        rows = await self.database.fetch_all("SELECT * FROM execution")
        assert len(rows) == 1
        return rows[0]

    async def until_status(self, execution_id: UUID, status: str) -> None:
        async def reached() -> bool:
            return bool((await self.row(execution_id))["status"] == status)

        await until(reached)

    async def call_patiently(self, principal: Principal, tool: UUID, value: Any = None) -> UUID:
        """Call it again and again until the database is there."""
        while True:
            with contextlib.suppress(Unavailable):
                return await self.call(principal, tool, value)

    async def break_connections(self) -> int:
        """What a restart of the database is to its clients; returns how many connections were broken."""
        connection = await asyncpg.connect(self.dsn)
        try:
            return int(
                await connection.fetchval(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        finally:
            await connection.close()

    async def all_events(self, principal: Principal, execution_id: UUID, after_seq: int = 0) -> list[Event]:
        async with asyncio.timeout(60):
            return [event async for event in self.executions.events(principal, execution_id, after_seq)]

    async def _subject(self, kind: SubjectKind) -> UUID:
        subject = new_id()
        await self.database.execute("INSERT INTO subject (id, kind) VALUES ($1, $2)", subject, str(kind))
        return subject

    async def _insert(self, table: str, row: dict[str, Any]) -> None:
        values = [json.dumps(value) if isinstance(value, dict | list) else value for value in row.values()]
        places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
        await self.database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", *values)  # noqa: S608


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 60) -> None:
    """Return as soon as `condition` holds. Fails the test after `seconds`."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - what happens in the database sets no Event
            await asyncio.sleep(0.01)


@asynccontextmanager
async def world(dsn: str, data_dir: Path, executor: Executor | None = None, **settings: Any) -> AsyncIterator[World]:
    """A process's worth of Toolcrib, without its API; several on one `dsn` are several servers."""
    database = await Database.open(dsn, connections=10)
    sandbox = Sandbox()
    executors = {"PYTHON": executor or create_executor(sandbox)}
    access = Access(database)
    catalog = Catalog(database, access, executors)
    executions = Executions(
        database, access, catalog, executors, Hub(), Settings(data_dir, secret_key=b"k" * 32, **settings)
    )
    await executors["PYTHON"].start()
    await executions.start()
    try:
        yield World(database, dsn, data_dir, executions)
    finally:
        await executions.close(grace_seconds=0)
        await executors["PYTHON"].close()
        await sandbox.close()
        await database.close()


@pytest_asyncio.fixture
async def real(database_dsn: str, tmp_path: Path) -> AsyncIterator[World]:
    """The funnel with the real PYTHON executor."""
    async with world(database_dsn, tmp_path) as made:
        yield made
