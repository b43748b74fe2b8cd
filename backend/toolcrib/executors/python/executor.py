"""The PYTHON executor: what it takes, and how a run's traces become its result."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar

from toolcrib.core.errors import Problem
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.contract import ExecutorInfo, OutputSink, RunRequest, RunResult
from toolcrib.executors.python.font_cache import FontCache
from toolcrib.executors.python.imports import choose_libraries
from toolcrib.executors.python.modules import public_names
from toolcrib.executors.python.outcome import conclude
from toolcrib.executors.python.script_check import check_config, check_script, suggest_entry
from toolcrib.executors.python.script_review import review_script
from toolcrib.executors.sandbox.job import Finished, Job, Program
from toolcrib.executors.sandbox.sandbox import Sandbox

_LARGE = 50_000  # characters or bytes from which work on a text goes to a thread: other runs don't wait for it


class PythonExecutor:
    type: ClassVar[str] = "PYTHON"

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._fonts = FontCache()

    def check(self, script: str | None, config: JsonObject) -> list[Problem]:
        return check_config(config) + check_script(script, config.get("entry"))

    def review(self, script: str, config: JsonObject, input_schema: JsonObject | None) -> list[Problem]:
        return review_script(script, config, input_schema)

    def modules(self) -> Mapping[str, Sequence[str]]:
        return public_names()

    def suggest_config(self, script: str) -> JsonObject:
        return {"entry": suggest_entry(script)}

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        job = await self._job(request)
        finished = await self._sandbox.run(job, sink, cancel)
        size = len(finished.stdout) + len(finished.report.body)
        if size > _LARGE:
            return await asyncio.to_thread(_result, job.program, finished)
        return _result(job.program, finished)

    async def start(self) -> None:
        """The sandbox is started by whoever shares it out."""

    async def close(self) -> None:
        """As above."""

    def describe(self) -> ExecutorInfo:
        info = self._sandbox.describe()
        return ExecutorInfo(self.type, str(info.level), info.isolated, info.summary)

    async def _job(self, request: RunRequest) -> Job:
        script = request.script
        large = len(script) > _LARGE
        libraries = await asyncio.to_thread(choose_libraries, script) if large else choose_libraries(script)
        return Job(
            program=Program(str(request.config.get("entry", "STDIN"))),
            script=script,
            input_json=request.input_json,
            limits=request.limits,
            environment=request.environment,
            files=await self._fonts.files_for(script),
            network=request.network,
            libraries=libraries,
        )


def _result(program: Program, finished: Finished) -> RunResult:
    return finished.result(conclude(program, finished))
