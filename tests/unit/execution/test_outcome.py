"""If these fail, agents get output that breaks its schema, or output that shows a secret."""

import json

from toolcrib.core.json_schema import compile_schema
from toolcrib.core.redaction import Redactor
from toolcrib.execution.model import ExecutionStatus, storable
from toolcrib.execution.outcome import conclude, measured
from toolcrib.executors.contract import RunError, RunResult, RunStatus

ANYTHING = compile_schema({})
TOTAL = compile_schema({"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]})


def answered(output_json: str) -> RunResult:
    return RunResult(RunStatus.SUCCESS, output_json, None, (), 7, None, None)


def failed(status: RunStatus, error: RunError | None) -> RunResult:
    return RunResult(status, None, error, (), 7, None, None)


def test_output_is_kept_exactly_as_it_was_written() -> None:
    text = '{"z": 1.0, "a":\t"\\u00e9\\u0000", "big": 123456789012345678901234567890}'

    outcome = conclude(answered(text), ANYTHING, Redactor())

    assert (outcome.ending.status, outcome.ending.output_json) == ("SUCCESS", text)


def test_output_that_breaks_its_schema_fails_with_the_place_and_is_kept_for_the_log() -> None:
    outcome = conclude(answered('{"total": "12"}'), TOTAL, Redactor())

    assert (outcome.ending.status, outcome.ending.error_code) == ("FAILED", "INVALID_OUTPUT")
    assert outcome.ending.error_message == "output.total must be a number"
    assert outcome.ending.output_json is None
    assert outcome.rejected_output == '{"total": "12"}'


def test_output_no_browser_could_read_fails() -> None:
    for text in ('{"a": "\\ud800"}', "[" * 1000 + "]" * 1000, "NaN", '{"a": 1e999}'):
        ending = conclude(answered(text), ANYTHING, Redactor()).ending

        assert (ending.status, ending.error_code) == ("FAILED", "INVALID_OUTPUT"), text
        assert ending.error_message


def test_marked_fields_and_known_secrets_are_taken_out_of_the_output() -> None:
    schema = compile_schema({"type": "object", "properties": {"token": {"type": "string", "writeOnly": True}}})

    outcome = conclude(answered('{"token": "t-123456", "said": "hunter2"}'), schema, Redactor(["hunter2"]))

    assert json.loads(outcome.ending.output_json or "") == {"token": "[redacted]", "said": "[redacted]"}


def test_an_error_shows_no_secret_and_nothing_a_text_column_refuses() -> None:
    error = RunError("SCRIPT_ERROR", "no hunter2\0 \ud800", "Traceback: hunter2\0")

    ending = conclude(failed(RunStatus.FAILED, error), ANYTHING, Redactor(["hunter2"])).ending

    assert ending.error_message == "no [redacted]\N{SYMBOL FOR NULL} ?"
    assert ending.error_stack == "Traceback: [redacted]\N{SYMBOL FOR NULL}"


def test_a_timeout_is_a_timeout() -> None:
    ending = conclude(failed(RunStatus.TIMEOUT, RunError("TIMEOUT", "Too slow.")), ANYTHING, Redactor()).ending

    assert (ending.status, ending.error_code) == (ExecutionStatus.TIMEOUT, "TIMEOUT")


def test_an_executor_that_breaks_its_promise_fails_the_run() -> None:
    ending = conclude(failed(RunStatus.SUCCESS, None), ANYTHING, Redactor()).ending

    assert (ending.status, ending.error_code) == ("FAILED", "INTERNAL")


def test_what_a_run_used_is_told_however_it_ended() -> None:
    for status in RunStatus:
        result = RunResult(status, None, None, (), 7, cpu_ms=5, peak_memory_bytes=3_000_000_000)

        ending = measured(conclude(result, ANYTHING, Redactor()).ending, result)

        assert (ending.duration_ms, ending.cpu_ms, ending.peak_memory_bytes) == (7, 5, 3_000_000_000), status


def test_text_for_people_keeps_everything_else() -> None:
    assert storable("发票 é\n\t😀") == "发票 é\n\t😀"
