"""From what an executor answers to how the execution ended: checked against the schema, without secrets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolcrib.core.errors import InvalidInput, Problem
from toolcrib.core.json_schema import Validator, redact
from toolcrib.core.json_text import parse_json, to_json
from toolcrib.core.redaction import Redactor
from toolcrib.execution.model import Ending, ExecutionStatus, RefusalCode, storable
from toolcrib.executors.contract import RunResult, RunStatus

MAX_OUTPUT_BYTES = 6_000_000
MAX_MESSAGE = 4_000
MAX_STACK = 50_000
SHOWN_OUTPUT = 10_000
"""Characters of an output that breaks its schema which go to the log, for the author to see."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`rejected_output`: the beginning of an output that broke the schema; it is logged, not stored as the output."""

    ending: Ending
    rejected_output: str | None = None


def conclude(result: RunResult, output: Validator, redactor: Redactor) -> Outcome:
    """Pure, and slow for megabytes of output: may run in a thread. What the run used is not in it: see `measured`."""
    if result.status is not RunStatus.SUCCESS or result.output_json is None:
        return Outcome(_failure(result, redactor))
    try:
        value = parse_json(result.output_json, max_bytes=MAX_OUTPUT_BYTES, field=("output",))
    except InvalidInput as error:
        return _rejected(error.problems, redactor.text(result.output_json), redactor)
    shown = redactor.value(redact(output.schema, value))
    text = result.output_json if shown is value else to_json(shown)
    if problems := output.problems(value, ("output",)):
        return _rejected(problems, text, redactor)
    return Outcome(Ending(ExecutionStatus.SUCCESS, output_json=text))


def measured(ending: Ending, result: RunResult) -> Ending:
    """However it ended: with how long it took and what it used."""
    return replace(
        ending,
        duration_ms=result.duration_ms,
        cpu_ms=result.cpu_ms,
        peak_memory_bytes=result.peak_memory_bytes,
    )


def list_problems(problems: Sequence[Problem]) -> str:
    """One line each, with the place: `output.total must be a number`."""
    lines = (f"{_place(problem)} {problem.message}" for problem in problems)
    return storable("\n".join(lines))[:MAX_MESSAGE]


def _place(problem: Problem) -> str:
    place = ""
    for step in problem.field:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else str(step)
    return place


def _failure(result: RunResult, redactor: Redactor) -> Ending:
    error = result.error
    code = str(error.code) if error else RefusalCode.INTERNAL
    message = redactor.text(error.message) if error else "The executor gave no reason."
    stack = redactor.text(error.stack) if error and error.stack else None
    return Ending(
        ExecutionStatus(result.status) if result.status is not RunStatus.SUCCESS else ExecutionStatus.FAILED,
        error_code=code,
        error_message=storable(message)[:MAX_MESSAGE],
        error_stack=storable(stack)[:MAX_STACK] if stack else None,
    )


def _rejected(problems: Sequence[Problem], text: str, redactor: Redactor) -> Outcome:
    ending = Ending(
        ExecutionStatus.FAILED,
        error_code=RefusalCode.INVALID_OUTPUT,
        error_message=redactor.text(list_problems(problems)),
    )
    return Outcome(ending, text[:SHOWN_OUTPUT])
