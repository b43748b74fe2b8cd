"""The script shares its process with the runner: what these texts say may be the script's own words."""

import json

import pytest
from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.sandbox.report import Report, parse_report


@pytest.mark.parametrize(
    ("content", "report"),
    [
        (b"", Report()),
        (b"ready", Report()),
        (b"value 1 2\n{}", Report()),
        (b"\nready\n", Report()),
        (b"ready\n", Report("ready")),
        (b"ready\nvalue 12 3456\n[1]", Report("value", 12, 3456, b"[1]")),
        (b"ready\ndone 1 0\n", Report("done", 1, None, b"")),
        (b"ready\nunusable 0 0\nno room", Report("unusable", 0, None, b"no room")),
        (b"ready\nvalue 1 2\nvalue 3 4\n", Report("value", 1, 2, b"value 3 4\n")),
        (b"ready\nvalue -1 2\n1", Report("ready")),
        (b"ready\nvalue 1 2", Report("ready")),
        (b"ready\nvalue  1 2\n1", Report("ready")),
        (b"ready\nVALUE 1 2\n1", Report("ready")),
        ("ready\nvalue \u0661 \u0662\n1".encode(), Report("ready")),
    ],
)
def test_a_report_is_what_its_first_lines_say_or_nothing(content: bytes, report: Report) -> None:
    assert parse_report(content) == report


@pytest.mark.parametrize("figures", [b"9999999999 1", b"1 9999999999999999", b"9" * 30 + b" 1"])
def test_figures_that_no_column_can_hold_are_not_taken(figures: bytes) -> None:
    assert parse_report(b"ready\nvalue " + figures + b"\n1").kind == "ready"


@pytest.mark.parametrize("kind", ["", "ready"])
def test_a_run_that_never_came_to_an_end_is_told_apart(kind: str) -> None:
    assert not Report(kind).is_complete
    assert Report("done").is_complete


def error_of(fields: object) -> RunError | None:
    return parse_report(b"ready\nerror 1 1\n" + json.dumps(fields).encode()).error


def test_an_error_has_its_code_one_line_and_the_stack() -> None:
    error = error_of({"code": "SCRIPT_ERROR", "message": "a\nb", "stack": "line 1\nline 2"})
    assert error == RunError(ErrorCode.SCRIPT_ERROR, "a b", "line 1\nline 2")


@pytest.mark.parametrize("code", ["TIMEOUT", "CANCELLED", "SANDBOX_FAILED", "OUTPUT_LIMIT", "NO_SUCH", 1, None, ["x"]])
def test_a_script_can_not_say_what_is_the_servers_to_say(code: object) -> None:
    assert error_of({"code": code, "message": "forged", "stack": None}) is None


@pytest.mark.parametrize("fields", [[], "text", 1, None, {}, {"code": "SCRIPT_ERROR"}, {"message": "x", "stack": None}])
def test_what_is_no_error_is_none(fields: object) -> None:
    assert error_of(fields) is None


def test_neither_message_nor_stack_is_endless() -> None:
    error = error_of({"code": "SCRIPT_ERROR", "message": "m" * 9_000, "stack": "s" * 900_000})
    assert error is not None
    assert error.stack is not None
    assert (len(error.message) < 2_100, len(error.stack) < 200_000) == (True, True)


def test_a_process_that_could_not_be_made_ready_is_the_machines_fault() -> None:
    error = parse_report(b"ready\nunusable 0 0\nNo space left on device").error
    assert error == RunError("SANDBOX_FAILED", "The process could not be set up: No space left on device.")
