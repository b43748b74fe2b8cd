"""The SHELL executor: what it takes, and how a run's traces become its result."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar

from toolcrib.core.errors import Problem
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.contract import ExecutorInfo, OutputSink, RunError, RunRequest, RunResult, RunStatus
from toolcrib.executors.sandbox.job import Finished, Job, Program
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.executors.shell.outcome import conclude
from toolcrib.executors.shell.script_check import DEFAULT_OUTPUT, check_config, check_script, suggest_output
from toolcrib.executors.shell.script_review import review_script
from toolcrib.executors.shell.variables import UnfitInputError, input_variables

INVALID_INPUT = "INVALID_INPUT"
"""The error code of an input that can't be told in environment variables."""

_LARGE = 50_000  # bytes from which an output is checked in a thread: other runs don't wait for it


class ShellExecutor:
    type: ClassVar[str] = "SHELL"

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def check(self, script: str | None, config: JsonObject) -> list[Problem]:
        return check_config(config) + check_script(script)

    def review(self, script: str, config: JsonObject, input_schema: JsonObject | None) -> list[Problem]:  # noqa: ARG002 -- the promise's form
        return review_script(script, input_schema)

    def modules(self) -> Mapping[str, Sequence[str]]:
        return {}

    def suggest_config(self, script: str) -> JsonObject:
        return {"output": suggest_output(script)}

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        try:
            variables = input_variables(request.input_json)
        except UnfitInputError as error:
            return RunResult(RunStatus.FAILED, None, RunError(INVALID_INPUT, str(error)), (), 0, None, None)
        finished = await self._sandbox.run(_job(request, variables), sink, cancel)
        output = str(request.config.get("output", DEFAULT_OUTPUT))
        if len(finished.stdout) > _LARGE:
            return await asyncio.to_thread(_result, output, finished)
        return _result(output, finished)

    async def start(self) -> None:
        """The sandbox is started by whoever shares it out."""

    async def close(self) -> None:
        """As above."""

    def describe(self) -> ExecutorInfo:
        info = self._sandbox.describe()
        return ExecutorInfo(self.type, str(info.level), info.isolated, info.summary)


def _job(request: RunRequest, variables: Mapping[str, str]) -> Job:
    return Job(
        program=Program.SHELL,
        script=request.script,
        input_json=request.input_json,
        limits=request.limits,
        environment={**request.environment, **variables},
        network=request.network,
    )


def _result(output: str, finished: Finished) -> RunResult:
    return finished.result(conclude(output, finished))
