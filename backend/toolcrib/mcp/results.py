"""The end of a call as MCP's result: what a program reads, and words by which a model can go on. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from toolcrib.catalog.model import ToolStatus
from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import to_json
from toolcrib.execution.model import ExecutionStatus, RefusalCode, Refused
from toolcrib.executors.contract import ErrorCode

EXECUTION, STATUS, DURATION, ERROR = (f"toolcrib/{name}" for name in ("execution", "status", "durationMs", "error"))
"""Keys of a result's `_meta`."""

Row = Mapping[str, Any]
Content = dict[str, Any]

_ADVICE: Mapping[str, str] = {
    ErrorCode.TIMEOUT: "Ask for less at once, or go on without it.",
    ErrorCode.CANCELLED: "Somebody stopped it on purpose: don't repeat it unasked.",
    ErrorCode.OUTPUT_LIMIT: "Ask for less at once.",
    ErrorCode.MEMORY_LIMIT: "Ask for less at once.",
    ErrorCode.INVALID_OUTPUT: "The tool itself is at fault: other arguments may work; tell its owner.",
    ErrorCode.SANDBOX_FAILED: "The server is at fault, not your call: try again later.",
    RefusalCode.WORKER_LOST: "It may have begun: call it again only if doing it twice does no harm.",
    RefusalCode.INTERNAL: "The server is at fault, not your call: try again later.",
}
_REFUSAL_ADVICE: Mapping[str, str] = {
    RefusalCode.INVALID_INPUT: "Mend these arguments as the tool's inputSchema says and call it again.",
    RefusalCode.NOT_RUNNABLE: "Use another tool; tools/list says which there are.",
    "FORBIDDEN": "Calling it again will not help: ask the person you work for to be given the right.",
}
_CALL_ADVICE: Mapping[str, str] = {
    "INVALID_INPUT": "The arguments are not at fault: mend the request's _meta, or leave this out of it.",
    "UNAVAILABLE": "Nothing was run: call it again in a few seconds.",
    "CONFLICT": "Use a key of its own for each new call.",
}
READ_ONLY = "This access token has scope READ: it lists tools and can't call them. A token of scope EXECUTE can."


def finished(row: Row, name: str, files: Sequence[Content]) -> dict[str, Any]:
    """`row` is the execution as it was read; `files` its artifacts as content."""
    succeeded = row["status"] == ExecutionStatus.SUCCESS
    output = row["outputData"]
    shown = output if isinstance(output, str) else to_json(output)
    content = [_text(shown if succeeded else _failure(row, name)), *files]
    if row["tool"] and row["tool"]["status"] == ToolStatus.DEPRECATED:
        content.append(_text(f"Note: {name} is deprecated and may be taken away. Prefer another tool."))
    result = _result(content, is_error=not succeeded)
    if succeeded and isinstance(output, dict):
        result["structuredContent"] = output
    result["_meta"] = {EXECUTION: row["id"], STATUS: row["status"], DURATION: row["durationMs"]}
    if not succeeded:
        result["_meta"][ERROR] = {"code": row["errorCode"], "message": row["errorMessage"]}
    return result


def refused(refusal: Refused, name: str, *, reads_only: bool, execution: str | None) -> dict[str, Any]:
    """The funnel would not run it; `execution` is the id of the record of that, if there is one."""
    problems, retry = refusal.problems, refusal.retry_after_ms
    if reads_only and problems[0].code == "FORBIDDEN":
        problems = (Problem("FORBIDDEN", READ_ONLY),)
    if retry is not None:
        text = (
            f"{name} was not run: its rate limit is reached."
            f" Wait {max(1, -(-retry // 1000))} s, then call it again with the same arguments."
        )
    else:
        text = _listed(f"{name} was not run:", problems, _REFUSAL_ADVICE.get(problems[0].code))
    return _refusal(text, problems, {EXECUTION: execution} if execution else {}, retry)


def unable(problems: Sequence[Problem], name: str) -> dict[str, Any]:
    """The call itself is malformed, or can't be taken now; nothing is recorded."""
    advice = _CALL_ADVICE.get(problems[0].code)
    return _refusal(_listed(f"{name} was not run:", problems, advice), problems, {}, None)


def place(field: Path) -> str:
    """A field's path as it is written in code, without the argument `input` that all tools' fields lie in."""
    parts = field[1:] if field[:1] == ("input",) else field
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def _failure(row: Row, name: str) -> str:
    code = row["errorCode"] or row["status"]
    advice = _ADVICE.get(code)
    words = f"{name} failed ({code}): {row['errorMessage'] or 'no reason was given'}"
    return f"{words}\n{advice}" if advice else words


def _listed(beginning: str, problems: Sequence[Problem], advice: str | None) -> str:
    lines = [
        f"- {place(problem.field)}: {problem.message}" if place(problem.field) else f"- {problem.message}"
        for problem in problems
    ]
    return "\n".join([beginning, *lines, *([advice] if advice else [])])


def _refusal(text: str, problems: Sequence[Problem], meta: dict[str, Any], retry: int | None) -> dict[str, Any]:
    error: dict[str, Any] = {
        "code": problems[0].code,
        "problems": [{"code": each.code, "message": each.message, "field": list(each.field)} for each in problems],
    }
    if retry is not None:
        error["retryAfterMs"] = retry
    return _result([_text(text)], is_error=True) | {"_meta": meta | {ERROR: error}}


def _result(content: list[Content], *, is_error: bool) -> dict[str, Any]:
    return {"content": content, "isError": is_error, "resultType": "complete"}


def _text(text: str) -> Content:
    return {"type": "text", "text": text}
