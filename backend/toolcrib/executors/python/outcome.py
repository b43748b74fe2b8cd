"""From how a run went to its output, or to why there is none."""

import signal

from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.sandbox.answer import BadAnswerError, check_answer
from toolcrib.executors.sandbox.jail.runner import FLUSH_FAILED
from toolcrib.executors.sandbox.job import Finished, Program
from toolcrib.executors.sandbox.report import Report, shorten

_ONLY_JSON = "Under the STDIN contract stdout holds one JSON value and nothing else: print logs to stderr."


def conclude(program: Program, finished: Finished) -> str | RunError:
    """The output's JSON text, or why there is none."""
    if error := finished.stopped or _failure(finished):
        return error
    try:
        if program is Program.MAIN:
            return _returned_value(finished.report)
        return check_answer(finished.stdout, _ONLY_JSON)
    except BadAnswerError as error:
        return RunError(ErrorCode.INVALID_OUTPUT, shorten(str(error)))


def _returned_value(report: Report) -> str:
    if report.kind != "value":
        raise BadAnswerError("The process ended before main returned a value.")
    return check_answer(report.body)


def _failure(finished: Finished) -> RunError | None:
    report, code = finished.report, finished.exit_code
    if error := report.error:
        return error
    if code is not None and code < 0:
        return _killed_by(-code)
    if code == 0 or (code == FLUSH_FAILED and report.kind == "value"):
        return None
    if report.kind == "":
        return RunError(ErrorCode.SANDBOX_FAILED, f"The process could not be set up (exit code {code}).")
    return RunError(ErrorCode.SCRIPT_ERROR, f"The script exited with code {code}.")


def _killed_by(number: int) -> RunError:
    if number == signal.SIGXCPU:
        return RunError(ErrorCode.TIMEOUT, "The script was stopped: it had used up its processor time.")
    if number == signal.SIGKILL:
        return RunError(ErrorCode.MEMORY_LIMIT, "The script was killed: most likely this machine ran out of memory.")
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    return RunError(ErrorCode.SCRIPT_ERROR, f"The script was killed by {name}.")
