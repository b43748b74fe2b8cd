"""From how a run went to its output, or to why there is none."""

import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace

from toolcrib.core.json_text import to_json
from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.sandbox.answer import BadAnswerError, check_answer
from toolcrib.executors.sandbox.job import Finished
from toolcrib.executors.sandbox.report import shorten

MAX_QUOTED = 900
"""Characters of a line of the log: a longer one may have lost its beginning, and with it what makes a secret known."""

_FORK_FAILED = re.compile(r"\bfork: (?:retry: )?Resource temporarily unavailable|\bcannot fork\b", re.IGNORECASE)
_NO_MEMORY = re.compile(r"cannot allocate (?:memory|\d+ bytes)|memory exhausted", re.IGNORECASE)
_MEANINGS: Mapping[int, str] = {126: "a command can't be executed", 127: "a command was not found"}
_SIGNALLED = 128  # bash adds the signal that killed its last command; so does the runner with the one that killed bash
_ONLY_JSON = (
    "With JSON as its output a script writes one JSON value to stdout and nothing else: send logs to stderr (>&2), "
    "or choose TEXT."
)


def conclude(output: str, finished: Finished) -> str | RunError:
    """The output's JSON text, or why there is none. `output` is JSON or TEXT."""
    lines = _whole_lines(finished.stderr_tail)
    if finished.stopped:
        return _explained(finished.stopped, lines)
    if error := finished.report.error:
        return error
    if finished.report.kind == "done" and finished.exit_code == 0:
        answer = _text(finished.stdout) if output == "TEXT" else _json(finished.stdout)
        return (_exhausted(lines) or answer) if isinstance(answer, RunError) else answer
    return _exhausted(lines) or _failure(finished, lines[-1] if lines else None)


def _explained(stopped: RunError, lines: Sequence[str]) -> RunError:
    """Bash tries for 15 seconds to start a process before it gives up: many a timeout comes first."""
    reason = _exhausted(lines) if stopped.code == ErrorCode.TIMEOUT else None
    return replace(stopped, message=f"{stopped.message} {reason.message}") if reason else stopped


def _json(stdout: bytes) -> str | RunError:
    try:
        return check_answer(stdout, _ONLY_JSON)
    except BadAnswerError as error:
        return RunError(ErrorCode.INVALID_OUTPUT, shorten(str(error)))


def _text(stdout: bytes) -> str | RunError:
    """All of stdout as a JSON string, but for the line end that closes it."""
    try:
        return to_json(stdout.decode().removesuffix("\n"))
    except UnicodeDecodeError as error:
        return RunError(ErrorCode.INVALID_OUTPUT, f"The output is not UTF-8: byte {error.start} is wrong.")


def _whole_lines(stderr_tail: str) -> list[str]:
    lines = (line.strip() for line in stderr_tail.splitlines())
    return [line for line in lines if 0 < len(line) < MAX_QUOTED]


def _exhausted(lines: Sequence[str]) -> RunError | None:
    """What bash and its commands say, each in its own words, when they run into a limit."""
    for line in reversed(lines):
        if _FORK_FAILED.search(line):
            message = f"The script asked for more processes at once than it may ({line})."
            return RunError(ErrorCode.PROCESS_LIMIT, shorten(message))
        if _NO_MEMORY.search(line):
            return RunError(ErrorCode.MEMORY_LIMIT, shorten(f"The script used more memory than it may ({line})."))
    return None


def _failure(finished: Finished, last_line: str | None) -> RunError:
    code = finished.exit_code
    if finished.report.kind == "":
        return RunError(ErrorCode.SANDBOX_FAILED, f"The process could not be set up (exit code {code}).")
    if finished.report.kind == "ready" or code is None:
        return RunError(ErrorCode.SCRIPT_ERROR, "The script was killed before it came to its end.")
    if code == _SIGNALLED + signal.SIGXCPU:
        return RunError(ErrorCode.TIMEOUT, "The script was stopped: it had used up its processor time.")
    meaning = _MEANINGS.get(code) or _signal_meaning(code - _SIGNALLED)
    message = f"The script exited with code {code}{f' ({meaning})' if meaning else ''}"
    return RunError(ErrorCode.SCRIPT_ERROR, shorten(f"{message}: {last_line}" if last_line else f"{message}."))


def _signal_meaning(number: int) -> str | None:
    try:
        return f"a command was killed by {signal.Signals(number).name}"
    except ValueError:
        return None
