"""Is what a script answered one clean JSON value? Says where it is not, and what to do about it."""

import json
import math
from typing import Any

MAX_DEPTH = 100
_EXCERPT = 40
_ONLY_JSON = "Under the STDIN contract stdout holds one JSON value and nothing else: print logs to stderr."


class BadAnswerError(Exception):
    """The answer is not usable; the message names the place and the rule."""


def check_answer(content: bytes, *, from_stdout: bool) -> str:
    """Return the JSON text in `content`, unchanged but for the white space around it.

    Raises BadAnswerError for anything but one JSON value without NaN, Infinity, lone surrogates and endless nesting.
    """
    hint = f" {_ONLY_JSON}" if from_stdout else ""
    try:
        text = content.decode().strip()
    except UnicodeDecodeError as error:
        raise BadAnswerError(f"The output is not UTF-8: byte {error.start} is wrong.{hint}") from None
    if not text:
        raise BadAnswerError(f"The script wrote no output.{hint}")
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadAnswerError(f"{_explain(error)}{hint}") from None
    except RecursionError:
        raise BadAnswerError(f"The output is nested more than {MAX_DEPTH} levels deep.") from None
    except ValueError:  # more digits than Python turns into a number
        raise BadAnswerError("The output holds a whole number of more than 4,300 digits: send it as text.") from None
    _check_values(value)
    return text


def _explain(error: json.JSONDecodeError) -> str:
    rest = error.doc[error.pos : error.pos + _EXCERPT]
    near = f", at {rest!r}" if rest else ", at its end"
    problem = "there is more after the JSON value" if error.msg == "Extra data" else error.msg
    return f"The output is not JSON: {problem} (line {error.lineno}, column {error.colno}{near})."


def _check_values(root: Any) -> None:  # noqa: ANN401 -- any JSON
    pending: list[tuple[Any, str, int]] = [(root, "output", 0)]
    while pending:
        value, path, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise BadAnswerError(f"The output is nested more than {MAX_DEPTH} levels deep.")
        if isinstance(value, float) and not math.isfinite(value):
            raise BadAnswerError(f"{path} is {value}, which JSON does not have: send null or text.")
        if isinstance(value, str):
            _check_text(value, path)
        elif isinstance(value, dict):
            for key in value:
                _check_text(key, f"a key of {path}")
            pending.extend((item, f"{path}.{key}", depth + 1) for key, item in reversed(value.items()))
        elif isinstance(value, list):
            pending.extend((item, f"{path}[{i}]", depth + 1) for i, item in reversed(list(enumerate(value))))


def _check_text(text: str, path: str) -> None:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise BadAnswerError(f"{path.encode(errors='replace').decode()} holds a lone surrogate: half a character.")
