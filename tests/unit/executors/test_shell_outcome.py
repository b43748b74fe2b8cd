import signal
from dataclasses import replace

import pytest
from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.sandbox.job import Finished
from toolcrib.executors.sandbox.report import Report
from toolcrib.executors.shell.outcome import conclude

WELL = Finished(
    stopped=None,
    exit_code=0,
    report=Report("done"),
    stdout=b"",
    stderr_tail="",
    artifacts=(),
    artifacts_refused=None,
    duration_ms=1,
    cpu_ms=None,
    peak_memory_bytes=None,
)


def error_of(finished: Finished, output: str = "JSON") -> tuple[str, str]:
    error = conclude(output, finished)
    assert isinstance(error, RunError), error
    return error.code, error.message


def failed(code: int, log: str = "") -> tuple[str, str]:
    return error_of(replace(WELL, exit_code=code, stderr_tail=log))


def test_json_is_handed_on_as_it_was_written() -> None:
    assert conclude("JSON", replace(WELL, stdout=b' {"b": 1.50,  "a": 2}\n')) == '{"b": 1.50,  "a": 2}'


@pytest.mark.parametrize(
    ("stdout", "message"),
    [
        (b"", "The script wrote no output."),
        (b"done\n{}", "The output is not JSON: Expecting value (line 1, column 1, at 'done\\n{}')."),
        (b"{}\n{}", "The output is not JSON: there is more after the JSON value (line 2, column 1"),
        (b'"\xff"', "The output is not UTF-8: byte 1 is wrong."),
        (b"NaN", "output is nan"),
    ],
)
def test_anything_else_on_stdout_is_explained(stdout: bytes, message: str) -> None:
    code, said = error_of(replace(WELL, stdout=stdout))
    assert code == ErrorCode.INVALID_OUTPUT
    assert said.startswith(message)


def test_who_forgot_to_send_the_log_to_stderr_is_told_how() -> None:
    _, said = error_of(replace(WELL, stdout=b"working\n{}"))
    assert "send logs to stderr (>&2), or choose TEXT" in said


@pytest.mark.parametrize(
    ("stdout", "output"),
    [
        (b"", '""'),
        (b"one line\n", '"one line"'),
        (b"two\nlines\n\n", '"two\\nlines\\n"'),
        ('é "quoted" \\ \t\0'.encode(), '"é \\"quoted\\" \\\\ \\t\\u0000"'),
        (b"\r\n", '"\\r"'),
        (b'{"a": 1}', '"{\\"a\\": 1}"'),
    ],
)
def test_text_is_one_string_without_the_last_line_end(stdout: bytes, output: str) -> None:
    assert conclude("TEXT", replace(WELL, stdout=stdout)) == output


def test_text_that_is_no_text_names_the_byte() -> None:
    said = error_of(replace(WELL, stdout="né".encode()[:-1] + b"\xff"), "TEXT")
    assert said == (ErrorCode.INVALID_OUTPUT, "The output is not UTF-8: byte 1 is wrong.")


@pytest.mark.parametrize(
    ("exit_code", "log", "message"),
    [
        (3, "", "The script exited with code 3."),
        (3, "looking …\nno such customer\n\n", "The script exited with code 3: no such customer"),
        (
            127,
            "tool.sh: line 2: jq: command not found\n",
            "The script exited with code 127 (a command was not found): tool.sh: line 2: jq: command not found",
        ),
        (
            126,
            "tool.sh: line 1: /x: Permission denied\n",
            "The script exited with code 126 (a command can't be executed): tool.sh: line 1: /x: Permission denied",
        ),
        (137, "", "The script exited with code 137 (a command was killed by SIGKILL)."),
        (141, "", "The script exited with code 141 (a command was killed by SIGPIPE)."),
        (255, "", "The script exited with code 255."),
        (1, "x" * 4_000, "The script exited with code 1."),
        (1, "two\u2028lines", "The script exited with code 1: lines"),
    ],
)
def test_a_failure_tells_the_code_and_the_last_words(exit_code: int, log: str, message: str) -> None:
    assert failed(exit_code, log) == (ErrorCode.SCRIPT_ERROR, message)


@pytest.mark.parametrize("exit_code", [254, 1])
@pytest.mark.parametrize(
    "line",
    [
        "tool.sh: fork: retry: Resource temporarily unavailable",
        "tool.sh: fork: Resource temporarily unavailable",
        "xargs: cannot fork: Resource temporarily unavailable",
        "sh: 1: Cannot fork",
    ],
)
def test_too_many_processes_are_named_as_such(exit_code: int, line: str) -> None:
    code, said = failed(exit_code, f"{line}\ntool.sh: fork: Interrupted system call\n")
    assert code == ErrorCode.PROCESS_LIMIT
    assert said == f"The script asked for more processes at once than it may ({line})."


@pytest.mark.parametrize(
    "line",
    [
        "tool.sh: xrealloc: cannot allocate 97853440 bytes",
        "tool.sh: fork: Cannot allocate memory",
        "sort: memory exhausted",
    ],
)
def test_too_much_memory_is_named_as_such(line: str) -> None:
    code, said = failed(2, f"{line}\n")
    assert (code, said) == (ErrorCode.MEMORY_LIMIT, f"The script used more memory than it may ({line}).")


def test_a_limit_explains_an_output_that_is_missing() -> None:
    log = "tool.sh: fork: retry: Resource temporarily unavailable\n"
    assert error_of(replace(WELL, stderr_tail=log))[0] == ErrorCode.PROCESS_LIMIT


def test_a_run_that_got_over_a_limit_is_a_success() -> None:
    log = "tool.sh: fork: retry: Resource temporarily unavailable\n"
    assert conclude("JSON", replace(WELL, stdout=b"1", stderr_tail=log)) == "1"


def test_processor_time_used_up_is_a_timeout() -> None:
    assert failed(128 + signal.SIGXCPU)[0] == ErrorCode.TIMEOUT


def test_why_we_stopped_it_comes_first() -> None:
    stopped = RunError(ErrorCode.CANCELLED, "unwanted")
    log = "sort: memory exhausted\n"
    assert conclude("TEXT", replace(WELL, stopped=stopped, stdout=b"half", stderr_tail=log)) is stopped


def test_a_timeout_says_what_bash_was_waiting_for() -> None:
    log = "tool.sh: fork: retry: Resource temporarily unavailable\n"
    late = replace(WELL, stopped=RunError(ErrorCode.TIMEOUT, "Too late."), stderr_tail=log)
    assert error_of(late) == (
        ErrorCode.TIMEOUT,
        f"Too late. The script asked for more processes at once than it may ({log.strip()}).",
    )


@pytest.mark.parametrize(("kind", "code"), [("", ErrorCode.SANDBOX_FAILED), ("ready", ErrorCode.SCRIPT_ERROR)])
def test_a_run_that_told_no_end_is_never_a_success(kind: str, code: ErrorCode) -> None:
    for exit_code in (None, 0, 1, -9):
        assert error_of(replace(WELL, exit_code=exit_code, report=Report(kind), stdout=b"1"))[0] == code


def test_a_process_that_could_not_be_made_ready_is_not_the_scripts_fault() -> None:
    unusable = Report("unusable", body=b"No space left on device")
    assert error_of(replace(WELL, report=unusable))[0] == ErrorCode.SANDBOX_FAILED
