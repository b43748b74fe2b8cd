"""From what a run left behind (its exit, its report, its stdout) to how it ended."""

import json
import re
import signal
from dataclasses import dataclass

from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.python.answer import BadAnswerError, check_answer
from toolcrib.executors.python.process import Ended

MAX_MESSAGE_CHARACTERS = 2_000
_FLUSH_FAILED = 120  # Python's exit code when stdout could not be flushed at the very end
_REPORT_HEADER = re.compile(rb"ready\n(done|value|error) (\d{1,18})\n")


@dataclass(frozen=True, slots=True)
class Report:
    """What the runner wrote: "" where nothing came, then "ready", and in the end "done", "value" or "error"."""

    kind: str
    peak_memory_bytes: int | None
    body: bytes


def read_report(content: bytes) -> Report:
    """Never raises: the script could have written anything there."""
    if not content.startswith(b"ready\n"):
        return Report("", None, b"")
    header = _REPORT_HEADER.match(content)
    if header is None:
        return Report("ready", None, b"")
    return Report(header[1].decode(), int(header[2]) or None, content[header.end() :])


def conclude(entry: str, ended: Ended, report: Report, stdout: bytes) -> str | RunError:
    """The output's JSON text, or why there is none. For runs that came to an end of their own."""
    if error := _failure(ended, report):
        return error
    try:
        if entry == "MAIN":
            return _returned_value(report)
        return check_answer(stdout, from_stdout=True)
    except BadAnswerError as error:
        return RunError(ErrorCode.INVALID_OUTPUT, shorten(str(error)))


def _returned_value(report: Report) -> str:
    if report.kind != "value":
        raise BadAnswerError("The process ended before main returned a value.")
    return check_answer(report.body, from_stdout=False)


def _failure(ended: Ended, report: Report) -> RunError | None:
    if report.kind == "error" and (error := _reported_error(report.body)):
        return error
    if ended.exit_code < 0:
        return _killed_by(-ended.exit_code)
    if ended.exit_code == 0 or (ended.exit_code == _FLUSH_FAILED and report.kind == "value"):
        return None
    if report.kind == "":
        return RunError(ErrorCode.SANDBOX_FAILED, f"The process could not be set up (exit code {ended.exit_code}).")
    return RunError(ErrorCode.SCRIPT_ERROR, f"The script exited with code {ended.exit_code}.")


def _reported_error(body: bytes) -> RunError | None:
    try:
        fields = json.loads(body)
        code, message, stack = ErrorCode(fields["code"]), str(fields["message"]), fields["stack"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return RunError(code, shorten(message), clean(str(stack)) if stack is not None else None)


def _killed_by(number: int) -> RunError:
    if number == signal.SIGXCPU:
        return RunError(ErrorCode.TIMEOUT, "The script was stopped: it had used up its processor time.")
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    hint = " Often the system had run out of memory." if number == signal.SIGKILL else ""
    return RunError(ErrorCode.SCRIPT_ERROR, f"The script was killed by {name}.{hint}")


def clean(text: str) -> str:
    """Text that any database and any wire takes: no NUL, no lone surrogates."""
    return text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def shorten(message: str) -> str:
    """One clean line of bounded length."""
    line = " ".join(clean(message).splitlines())
    return line if len(line) <= MAX_MESSAGE_CHARACTERS else f"{line[:MAX_MESSAGE_CHARACTERS]} […]"
