"""What a run of a tool is: plain types and rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from toolcrib.core.errors import InvalidInput, Problem, ToolcribError
from toolcrib.core.json_text import JsonValue

MAX_VERSION = 2**31 - 1
_TRACE_ID = re.compile(r"^[0-9a-f]{32}$")
_KEY = re.compile(r"^[^\x00-\x1f\x7f\ud800-\udfff]{1,255}$")


class ExecutionStatus(StrEnum):
    PENDING = "PENDING"
    RUNNING = "RUNNING"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    TIMEOUT = "TIMEOUT"
    CANCELLED = "CANCELLED"
    UNAUTHORIZED = "UNAUTHORIZED"

    @property
    def has_ended(self) -> bool:
        return self not in {ExecutionStatus.PENDING, ExecutionStatus.RUNNING}


class EventKind(StrEnum):
    STATUS = "STATUS"
    STDOUT = "STDOUT"
    STDERR = "STDERR"
    PROGRESS = "PROGRESS"
    ARTIFACT = "ARTIFACT"


class RefusalCode(StrEnum):
    """Why the funnel itself ends an execution. The codes of runs are the executors': `executors.contract.ErrorCode`."""

    UNAUTHORIZED = "UNAUTHORIZED"
    NOT_RUNNABLE = "NOT_RUNNABLE"  # a draft, a disabled or a deleted tool, or one whose executor is not here
    RATE_LIMITED = "RATE_LIMITED"
    INVALID_INPUT = "INVALID_INPUT"
    INVALID_OUTPUT = "INVALID_OUTPUT"
    CANCELLED = "CANCELLED"
    WORKER_LOST = "WORKER_LOST"  # the process that ran it went away
    INTERNAL = "INTERNAL"


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody's wish to run a tool. `tool` is an id or a name; `version` None means the newest."""

    tool: UUID | str
    input: JsonValue = field(default_factory=dict)
    version: int | None = None
    idempotency_key: str | None = None
    trace_id: str | None = None

    def check(self) -> None:
        """Raises InvalidInput where the call itself, not the tool's input, is malformed; that is not recorded."""
        problems = [
            Problem("INVALID_INPUT", message, (name,))
            for name, broken, message in (
                ("version", _is_no_version(self.version), f"A version is a number from 1 to {MAX_VERSION}."),
                (
                    "idempotencyKey",
                    _breaks(_KEY, self.idempotency_key),
                    "A key is 1 to 255 characters, none a control one.",
                ),
                ("traceId", _breaks(_TRACE_ID, self.trace_id), "A trace id is 32 lower-case hex digits."),
            )
            if broken
        ]
        if problems:
            raise InvalidInput.of(problems)


class Refused(ToolcribError):
    """The funnel would not run it.

    `execution_id` is the record of the refusal, None where the caller may not know of it (a tool it may not read
    answers exactly like one that isn't there). `problems` say why, in the API's codes; `retry_after_ms` is set for
    RATE_LIMITED.
    """

    def __init__(
        self, problems: Sequence[Problem], execution_id: UUID | None = None, retry_after_ms: int | None = None
    ) -> None:
        super().__init__(problems[0].message)
        self.problems = tuple(problems)
        self.execution_id = execution_id
        self.retry_after_ms = retry_after_ms


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a run. `seq` counts from 1 without a gap.

    `payload` by `kind`: STATUS {status, errorCode?, durationMs?} · STDOUT, STDERR, PROGRESS {text} ·
    ARTIFACT {text: its name, id, mimeType, size}
    """

    execution_id: UUID
    seq: int
    at: datetime
    attempt: int
    kind: EventKind
    payload: Mapping[str, JsonValue]

    @property
    def status(self) -> ExecutionStatus | None:
        return ExecutionStatus(str(self.payload["status"])) if self.kind is EventKind.STATUS else None

    @property
    def ends(self) -> bool:
        status = self.status
        return status is not None and status.has_ended


@dataclass(frozen=True, slots=True)
class Ending:
    """How an execution ended. `output_json` is redacted JSON text; the texts hold no NUL.

    What it used is None where it never ran, or where its executor can't tell.
    """

    status: ExecutionStatus
    output_json: str | None = None
    error_code: str | None = None
    error_message: str | None = None
    error_stack: str | None = None
    duration_ms: int | None = None
    cpu_ms: int | None = None
    peak_memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """What one process has to do. At most `slots` run at once; the others wait for their turn."""

    running: int
    waiting: int
    slots: int


def storable(text: str) -> str:
    """Text that a text column and any reader takes: NUL and lone surrogates shown by a sign of their own."""
    return text.replace("\0", "\N{SYMBOL FOR NULL}").encode(errors="replace").decode()


def _is_no_version(version: int | None) -> bool:
    return version is not None and not 1 <= version <= MAX_VERSION


def _breaks(form: re.Pattern[str], text: str | None) -> bool:
    return text is not None and not form.fullmatch(text)
