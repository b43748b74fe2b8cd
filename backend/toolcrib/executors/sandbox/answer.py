"""Is what a script answered one clean JSON value? Says where it is not, and what to do about it."""

import json
import math
from typing import Any

from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_text import MAX_DEPTH, parse_json, shorten

_EXCERPT = 40


class BadAnswerError(Exception):
    """The answer is not usable; the message names the place and the rule."""


def check_answer(content: bytes, hint: str = "") -> str:
    """Return the JSON text in `content`, unchanged but for the white space around it: `parse_json` takes it.

    Raises BadAnswerError for anything else; `hint` ends its message.
    """
    hint = f" {hint}" if hint else ""
    try:
        text = content.decode().strip()
    except UnicodeDecodeError as error:
        raise BadAnswerError(f"The output is not UTF-8: byte {error.start} is wrong.{hint}") from None
    if not text:
        raise BadAnswerError(f"The script wrote no output.{hint}")
    try:
        parse_json(text, max_bytes=len(content))
    except InvalidInput as refusal:
        raise BadAnswerError(_explain(text, hint) or f"The output {refusal}.") from None
    return text


def _explain(text: str, hint: str) -> str | None:
    """Say more than the strict parser can: the path of a bad value, what is found instead of JSON."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        rest = text[error.pos : error.pos + _EXCERPT]
        problem = "there is more after the JSON value" if error.msg == "Extra data" else error.msg
        place = f"line {error.lineno}, column {error.colno}, at {repr(rest) if rest else 'its end'}"
        return f"The output is not JSON: {problem} ({place}).{hint}"
    except RecursionError:
        return f"The output is nested more than {MAX_DEPTH} levels deep."
    except ValueError:  # more digits than Python makes a number of
        return None
    return _find_bad_value(value)


def _find_bad_value(root: Any) -> str | None:  # noqa: ANN401 -- any JSON
    pending: list[tuple[Any, str, int]] = [(root, "output", 0)]
    while pending:
        value, path, depth = pending.pop()
        if isinstance(value, float) and not math.isfinite(value):
            return f"{path} is {value}, which JSON does not have: send null or text."
        if isinstance(value, str) and _is_half(value):
            return f"{path} holds a lone surrogate: half a character."
        if not isinstance(value, (dict, list)):
            continue
        if depth == MAX_DEPTH:
            return f"The output is nested more than {MAX_DEPTH} levels deep."
        if isinstance(value, list):
            pending.extend((item, f"{path}[{i}]", depth + 1) for i, item in reversed(list(enumerate(value))))
            continue
        if any(_is_half(key) for key in value):
            return f"A key of {path} holds a lone surrogate: half a character."
        pending.extend((item, f"{path}.{shorten(key)}", depth + 1) for key, item in reversed(value.items()))
    return None


def _is_half(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
