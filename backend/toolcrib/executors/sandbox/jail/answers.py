"""What `main` returned, as JSON."""

import json
from typing import Any


class InvalidOutputError(Exception):
    """What the script answers can't become JSON; the message says where and why."""


def encode(value: Any) -> bytes:  # noqa: ANN401
    """JSON text of `value`. NaN, Infinity and lone surrogates pass: the server names their path."""
    try:
        text = json.dumps(value, default=to_json, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidOutputError(find_unencodable(value) or f"The returned value is not JSON: {error}") from None
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, default=to_json).encode()


def to_json(value: Any) -> Any:  # noqa: ANN401
    """Turn the obvious into what JSON has: dates, UUIDs, paths, numpy values, dataclasses, pydantic models.

    Raises TypeError for all else: a guess would be a silent error in somebody's data.
    """
    package = type(value).__module__.partition(".")[0]
    if package == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if package in ("uuid", "pathlib"):
        return str(value)
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    raise TypeError(type(value).__name__)


HINTS = {
    "DataFrame": "return frame.to_dict('records')",
    "Series": "return series.to_dict() or series.tolist()",
    "set": "return sorted(…) or list(…)",
    "frozenset": "return sorted(…) or list(…)",
    "bytes": "return text, or write a file into the ARTIFACTS folder",
    "Decimal": "return str(…) to keep every digit, or float(…)",
    "generator": "return list(…)",
    "coroutine": "await it",
}
_MAX_DEPTH = 1000


def find_unencodable(root: Any) -> str | None:  # noqa: ANN401
    """Name the path and the type of the first value that is not JSON; None where nothing is found."""
    pending: list[tuple[Any, str, int]] = [(root, "output", 0)]
    while pending:
        value, path, depth = pending.pop()
        if depth > _MAX_DEPTH:
            return f"The returned value is nested more than {_MAX_DEPTH} levels deep, or contains itself."
        if value is None or isinstance(value, (str, int, float)):
            continue
        if isinstance(value, dict):
            wrong = next((key for key in value if not isinstance(key, (str, int, float, type(None)))), None)
            if wrong is not None:
                return f"{path} has a key of type {type(wrong).__name__} ({wrong!r:.60}); JSON keys are text."
            pending.extend((item, f"{path}.{key}", depth + 1) for key, item in reversed(value.items()))
        elif isinstance(value, (list, tuple)):
            pending.extend((item, f"{path}[{i}]", depth + 1) for i, item in reversed(list(enumerate(value))))
        else:
            try:
                pending.append((to_json(value), path, depth + 1))
            except Exception:  # noqa: BLE001 -- the value's own code may fail in any way
                name = type(value).__name__
                hint = f": {HINTS[name]}" if name in HINTS else ""
                return f"{path} is of type {name}, which JSON does not have{hint}."
    return None
