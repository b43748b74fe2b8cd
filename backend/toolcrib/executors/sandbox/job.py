"""What is run in the sandbox, and what is known of it afterwards."""

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from toolcrib.executors.contract import Artifact, Limits, Network, RunError, RunResult, RunStatus
from toolcrib.executors.sandbox.report import Report


class Program(StrEnum):
    """How a script is run. Under MAIN its stdout is log; under the others it is kept, for it holds the output."""

    STDIN = "STDIN"
    MAIN = "MAIN"
    SHELL = "SHELL"


class Libraries(StrEnum):
    """What is loaded before a run begins; a script may import more, and waits for it."""

    LIGHT = "light"
    MID = "mid"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class Job:
    """`environment` comes on top of a scrubbed one; `files` (name → text) are laid into the run's folder."""

    program: Program
    script: str
    input_json: str
    limits: Limits
    environment: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    network: Network = Network.FULL
    libraries: Libraries = Libraries.LIGHT


@dataclass(frozen=True, slots=True)
class Finished:
    """How a run went. `stopped` says why it was ended, or could not begin; None when it came to an end of its own.

    `exit_code` is the process's, or minus the signal that killed it; None where there was no process. bash tells
    128 + n for a script that signal n killed. `stderr_tail` are the last characters that were logged from there.
    """

    stopped: RunError | None
    exit_code: int | None
    report: Report
    stdout: bytes
    stderr_tail: str
    artifacts: tuple[Artifact, ...]
    artifacts_refused: RunError | None
    duration_ms: int
    cpu_ms: int | None
    peak_memory_bytes: int | None

    def result(self, outcome: str | RunError) -> RunResult:
        """The executor's answer: `outcome` is the output's JSON text or why there is none."""
        refused = self.artifacts_refused if not isinstance(outcome, RunError) else None
        error = outcome if isinstance(outcome, RunError) else refused
        status = _STATUS_OF.get(error.code, RunStatus.FAILED) if error else RunStatus.SUCCESS
        return RunResult(
            status=status,
            output_json=outcome if error is None and isinstance(outcome, str) else None,
            error=error,
            artifacts=self.artifacts,
            duration_ms=self.duration_ms,
            cpu_ms=self.cpu_ms,
            peak_memory_bytes=self.peak_memory_bytes,
        )


_STATUS_OF: Mapping[str, RunStatus] = {"TIMEOUT": RunStatus.TIMEOUT, "CANCELLED": RunStatus.CANCELLED}


def encode_job(job: Job, environment: Mapping[str, str], limits: Mapping[str, int], shell: str | None) -> bytes:
    """The job as the runner reads it (`jail.runner.Job`). Raises UnicodeEncodeError for a script that is no text."""
    fields = {
        "program": job.program,
        "script": job.script,
        "files": dict(job.files),
        "environment": dict(environment),
        "limits": dict(limits),
        "shell": shell,
    }
    job.script.encode()
    return json.dumps(fields).encode()


def memory_file(content: bytes = b"") -> int:
    """A file descriptor of a nameless file with this content, to be read from its beginning. Raises OSError."""
    if sys.platform == "linux":
        descriptor = os.memfd_create("toolcrib", os.MFD_CLOEXEC)
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    view = memoryview(content)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
