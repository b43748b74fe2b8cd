import json
import signal

import pytest
from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.python.outcome import conclude
from toolcrib.executors.sandbox.job import Finished, Program
from toolcrib.executors.sandbox.report import parse_report, shorten


def conclusion(report: bytes, exit_code: int = 0, entry: str = "MAIN", stdout: bytes = b"") -> str | RunError:
    return conclude(
        Program(entry),
        Finished(
            stopped=None,
            exit_code=exit_code,
            report=parse_report(report),
            stdout=stdout,
            stderr_tail="",
            artifacts=(),
            artifacts_refused=None,
            duration_ms=1,
            cpu_ms=1,
            peak_memory_bytes=None,
        ),
    )


@pytest.mark.parametrize(
    "report",
    [
        b"ready\n\xff\xfe",
        b"ready\nvalue\n1",
        b"ready\nvalue 1 99999999999999999999999\n1",
        b"ready\nvalue 1 1\n{",
        b"ready\n" + b"error 1 1\n" + b"[" * 100_000,
        b'ready\nerror 1 1\n{"code": "NO_SUCH", "message": "x", "stack": null}',
        b"ready\nerror 1 1\n[]",
        b"ready\nshout 1 1\n1",
    ],
)
def test_a_report_the_script_forged_can_only_spoil_its_own_run(report: bytes) -> None:
    outcome = conclusion(report)
    assert isinstance(outcome, RunError)
    assert outcome.code == ErrorCode.INVALID_OUTPUT


def test_a_process_that_never_came_up_is_our_fault_not_the_scripts() -> None:
    outcome = conclusion(b"", exit_code=1)
    assert isinstance(outcome, RunError)
    assert outcome.code == ErrorCode.SANDBOX_FAILED


def test_a_value_counts_although_the_last_flush_failed() -> None:
    assert conclusion(b"ready\nvalue 1 5\n[1]", exit_code=120) == "[1]"


def test_a_value_does_not_count_when_the_process_failed_afterwards() -> None:
    outcome = conclusion(b"ready\nvalue 1 5\n[1]", exit_code=7)
    assert outcome == RunError(ErrorCode.SCRIPT_ERROR, "The script exited with code 7.")


def test_using_up_the_processor_time_is_a_timeout() -> None:
    outcome = conclusion(b"ready\n", exit_code=-signal.SIGXCPU)
    assert isinstance(outcome, RunError)
    assert outcome.code == ErrorCode.TIMEOUT


def test_a_signal_without_a_name_has_its_number() -> None:
    outcome = conclusion(b"ready\n", exit_code=-40)
    assert isinstance(outcome, RunError)
    assert "signal 40" in outcome.message


def test_an_error_reaches_people_as_one_bounded_clean_line() -> None:
    body = json.dumps({"code": "SCRIPT_ERROR", "message": "a\nb\0\ud800" + "x" * 5_000, "stack": "s\0"}).encode()
    outcome = conclusion(b"ready\nerror 1 0\n" + body, exit_code=1)
    assert isinstance(outcome, RunError)
    assert outcome.message.startswith("a b\ufffd?x")
    assert len(outcome.message) < 2_100
    assert outcome.stack == "s\ufffd"
    assert shorten("") == ""
