"""What a model reads at the end of a call. If one fails, it is told the wrong thing to do next."""

from typing import Any

import pytest
from toolcrib.core.errors import Problem
from toolcrib.execution.model import Refused
from toolcrib.mcp.results import finished, place, refused, unable


def row(**changes: Any) -> dict[str, Any]:
    return {
        "id": "execution_1",
        "status": "SUCCESS",
        "outputData": {"a": 1},
        "errorCode": None,
        "errorMessage": None,
        "durationMs": 5,
        "tool": {"status": "ACTIVE"},
    } | changes


@pytest.mark.parametrize(
    ("output", "text"),
    [({"é": [1.5]}, '{"é":[1.5]}'), ("plain", "plain"), (None, "null"), ([1], "[1]"), (True, "true")],
)
def test_an_output_is_text_and_only_an_object_is_structured_too(output: Any, text: str) -> None:
    result = finished(row(outputData=output), "tool", [])
    assert result["content"] == [{"type": "text", "text": text}]
    assert result.get("structuredContent") == (output if isinstance(output, dict) else None)
    assert not result["isError"]


def test_a_failure_says_why_and_what_to_do() -> None:
    failed = row(status="TIMEOUT", errorCode="TIMEOUT", errorMessage="It took longer than 3 s.", outputData=None)
    result = finished(failed, "slow_tool", [])
    assert result["isError"]
    text = result["content"][0]["text"]
    assert text == "slow_tool failed (TIMEOUT): It took longer than 3 s.\nAsk for less at once, or go on without it."
    assert "structuredContent" not in result


def test_a_refusal_names_each_field_as_code_would() -> None:
    problems = [Problem("INVALID_INPUT", "is required", ("input", "rows", 3, "name")), Problem("INVALID_INPUT", "no")]
    text = refused(Refused(problems), "tool", reads_only=False, execution=None)["content"][0]["text"]
    assert text.splitlines()[:3] == ["tool was not run:", "- rows[3].name: is required", "- no"]


@pytest.mark.parametrize(("milliseconds", "words"), [(1, "Wait 1 s"), (1_000, "Wait 1 s"), (1_001, "Wait 2 s")])
def test_a_rate_limit_says_how_long_to_wait(milliseconds: int, words: str) -> None:
    refusal = Refused([Problem("RATE_LIMITED", "…")], retry_after_ms=milliseconds)
    result = refused(refusal, "tool", reads_only=False, execution="execution_1")
    assert words in result["content"][0]["text"]
    assert result["_meta"]["toolcrib/error"]["retryAfterMs"] == milliseconds
    assert result["_meta"]["toolcrib/execution"] == "execution_1"


def test_only_a_token_that_reads_is_told_that_its_scope_is_the_reason() -> None:
    refusal = Refused([Problem("FORBIDDEN", "This needs EXECUTE on the tool.", ("tool",))])
    told = [refused(refusal, "tool", reads_only=it, execution=None)["content"][0]["text"] for it in (True, False)]
    assert "scope READ" in told[0]
    assert "needs EXECUTE on the tool" in told[1]


def test_an_outage_says_that_nothing_was_run() -> None:
    text = unable([Problem("UNAVAILABLE", "The server is stopping.")], "tool")["content"][0]["text"]
    assert "Nothing was run" in text


def test_the_place_of_a_field_outside_the_input() -> None:
    assert place(("_meta", "key")) == "_meta.key"
    assert place(("input",)) == ""
