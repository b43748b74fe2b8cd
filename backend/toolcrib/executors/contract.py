"""What every executor promises: one version of one tool, run once, on one input.

An executor knows neither the database nor any feature. It is given everything it needs in a `RunRequest`,
reports log text through an `OutputSink` while the run goes on, and answers with a `RunResult`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Protocol
from uuid import UUID

from toolcrib.core.errors import Problem
from toolcrib.core.json_text import JsonObject, JsonValue


class RunStatus(StrEnum):
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    TIMEOUT = "TIMEOUT"
    CANCELLED = "CANCELLED"


class Stream(StrEnum):
    STDOUT = "STDOUT"
    STDERR = "STDERR"


class ErrorCode(StrEnum):
    """Why a run did not end in SUCCESS."""

    SCRIPT_ERROR = "SCRIPT_ERROR"  # the script raised, exited with a code other than 0 or was killed by a signal
    INVALID_OUTPUT = "INVALID_OUTPUT"  # the run ended well, but what it answered is not usable JSON
    OUTPUT_LIMIT = "OUTPUT_LIMIT"  # it wrote more than `Limits` allow
    MEMORY_LIMIT = "MEMORY_LIMIT"
    PROCESS_LIMIT = "PROCESS_LIMIT"  # it asked for more processes or threads than `Limits` allow
    TIMEOUT = "TIMEOUT"
    CANCELLED = "CANCELLED"
    SANDBOX_FAILED = "SANDBOX_FAILED"  # the process could not be set up: the host's fault, not the script's


class Network(StrEnum):
    """What a script can reach."""

    FULL = "FULL"  # whatever the server's host reaches
    NONE = "NONE"  # nothing: a private, empty network


MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use. Bytes are bytes; `timeout_seconds` is wall-clock time from the start of the process."""

    timeout_seconds: float
    stdout_bytes: int = 5_000_000
    stderr_bytes: int = 1_000_000
    memory_bytes: int = 512 * MEBIBYTE  # address space beyond what the interpreter and its libraries take
    processes: int = 64
    open_files: int = 256
    file_bytes: int = 64 * MEBIBYTE  # any one file
    artifact_bytes: int = 32 * MEBIBYTE  # all artifacts together
    artifact_count: int = 50


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run. `input_json` is the text of a JSON object, already validated, with schema defaults filled in."""

    execution_id: UUID
    script: str
    config: Mapping[str, JsonValue]
    input_json: str
    limits: Limits
    network: Network = Network.FULL
    environment: Mapping[str, str] = field(default_factory=dict)  # added to the executor's own scrubbed environment


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file the run left behind. `name` holds no path separator and is safe to show; it is never used as a path."""

    name: str
    mime_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RunError:
    """`message` is one line for people; `stack` is the script's own traceback, for those who may read the script."""

    code: str
    message: str
    stack: str | None = None


@dataclass(frozen=True, slots=True)
class RunResult:
    """`output_json` is JSON text and set exactly when `status` is SUCCESS; `error` exactly when it is not."""

    status: RunStatus
    output_json: str | None
    error: RunError | None
    artifacts: tuple[Artifact, ...]
    duration_ms: int
    cpu_ms: int | None
    peak_memory_bytes: int | None


class OutputSink(Protocol):
    def write(self, stream: Stream, text: str) -> None:
        """Take a piece of log text, in the order it was written. Never blocks and never raises."""


@dataclass(frozen=True, slots=True)
class ExecutorInfo:
    """How well runs are isolated here: for the health page and `toolcrib doctor`."""

    type: str
    level: str  # L0 (a plain process) to L3 (namespaces, Landlock, seccomp)
    isolated: bool
    summary: str  # plain words, one or two sentences


class Executor(Protocol):
    type: ClassVar[str]  # "PYTHON": what `tool.executor_type` holds

    def check(self, script: str | None, config: JsonObject) -> list[Problem]:
        """Say all that is wrong with a script and its config; empty when they can run.

        Fields are ("scriptContent",) with line and column in the message, or ("executorConfig", …).
        """

    def review(self, script: str, config: JsonObject, input_schema: JsonObject | None) -> list[Problem]:
        """Say what may not be as meant in a script that can run; fields as in `check`. Never raises."""

    def modules(self) -> Mapping[str, Sequence[str]]:
        """Say what scripts can import, with the public names in each. May take seconds, the first time."""

    def suggest_config(self, script: str) -> JsonObject:
        """Guess the config that fits a script. Never raises, whatever the text."""

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        """Run once. Never raises for what a script does; a set `cancel` ends it as CANCELLED.

        When the awaiting task itself is cancelled, everything the run started is killed first.
        """

    async def start(self) -> None:
        """Make ready whatever runs share."""

    async def close(self) -> None:
        """Kill what still runs and free what `start` made."""

    def describe(self) -> ExecutorInfo: ...
