"""Find, replace or split by a regular expression."""

import re
import signal
from bisect import bisect_right
from types import FrameType
from typing import Any

SECONDS = 8
MAX_FOUND = 500_000  # characters of all matches and groups returned
MAX_REPLACED = 1_500_000  # characters of the new text


def main(
    text: str,
    pattern: str,
    operation: str = "find",
    replacement: str | None = None,
    limit: int = 100,
    *,
    ignore_case: bool = False,
    multiline: bool = False,
    dot_all: bool = False,
) -> dict[str, Any]:
    if (replacement is None) == (operation == "replace"):
        raise ValueError("replacement is needed for the operation replace, and has no meaning for the others.")
    flags = re.IGNORECASE * ignore_case | re.MULTILINE * multiline | re.DOTALL * dot_all
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    try:
        expression = compile_pattern(pattern, flags)
        if operation == "find":
            return find(expression, text, limit)
        if operation == "split":
            return split(expression, text, limit)
        return replace(expression, text, str(replacement), limit)
    finally:
        signal.alarm(0)


def give_up(_number: int, _frame: FrameType | None) -> None:
    raise ValueError(
        f"pattern was still at work after {SECONDS} seconds: it tries too many ways to match. Avoid a repetition"
        " inside a repetition, such as (a+)+ or (.*,)*, and alternatives that match the same; or shorten the text."
    )


def compile_pattern(pattern: str, flags: int) -> re.Pattern[str]:
    try:
        return re.compile(pattern, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"pattern is not a regular expression that Python can read: {error}.") from None


def find(expression: re.Pattern[str], text: str, limit: int) -> dict[str, Any]:
    starts = [0, *(newline.end() for newline in re.finditer("\n", text))]
    count, size = 0, 0
    matches: list[dict[str, Any]] = []
    for match in expression.finditer(text):
        count += 1
        if len(matches) < limit and size < MAX_FOUND:
            size += sum(len(group or "") for group in (match[0], *match.groups()))
            matches.append(describe(match, starts))
    return {"operation": "find", "count": count, "truncated": len(matches) < count, "matches": matches}


def describe(match: re.Match[str], starts: list[int]) -> dict[str, Any]:
    line = bisect_right(starts, match.start())
    return {
        "match": match[0],
        "start": match.start(),
        "end": match.end(),
        "line": line,
        "column": match.start() - starts[line - 1] + 1,
        "groups": list(match.groups()),
        "named": match.groupdict(),
    }


def replace(expression: re.Pattern[str], text: str, replacement: str, limit: int) -> dict[str, Any]:
    pieces: list[str] = []
    end, size, count, replaced = 0, len(text), 0, 0
    for match in expression.finditer(text):
        count += 1
        if replaced == limit:
            continue
        replaced += 1
        new = expand(match, replacement)
        size += len(new)
        if size > MAX_REPLACED:
            raise ValueError(
                f"The new text would have more than {MAX_REPLACED:,} characters: shorten text or replacement."
            )
        pieces += [text[end : match.start()], new]
        end = match.end()
    new_text = "".join([*pieces, text[end:]])
    return {"operation": "replace", "count": count, "truncated": replaced < count, "text": new_text}


def expand(match: re.Match[str], replacement: str) -> str:
    try:
        return match.expand(replacement)
    except (re.error, IndexError) as error:
        raise ValueError(
            rf"replacement can't be used: {error}. Groups are \1 or \g<name>, a backslash is \\."
        ) from None


def split(expression: re.Pattern[str], text: str, limit: int) -> dict[str, Any]:
    """The text between the matches; what groups match is not among it, other than in Python."""
    count, end = 0, 0
    parts: list[str] = []
    for match in expression.finditer(text):
        count += 1
        if len(parts) < limit:
            parts.append(text[end : match.start()])
            end = match.end()
    truncated = len(parts) < count
    return {"operation": "split", "count": count, "truncated": truncated, "parts": [*parts, text[end:]]}
