"""JSON text, read strictly: what one program reads here, every other program must read the same."""

import json
import re
from collections.abc import Iterator
from typing import NoReturn

from toolcrib.core.errors import InvalidInput, Path

JsonValue = dict[str, "JsonValue"] | list["JsonValue"] | str | int | float | bool | None
JsonObject = dict[str, JsonValue]

MAX_DEPTH = 100
MAX_NUMBER_CHARACTERS = 1_000

_NUMBER_CHARACTERS = bytes.maketrans(b"123456789E", b"000000000e")
_EXTREME_NUMBERS = (b"0" * 300, b"0e000", b"0e+000")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SHOWN_CHARACTERS = 60


def parse_json(text: str | bytes, *, max_bytes: int, max_depth: int = MAX_DEPTH, field: Path = ()) -> JsonValue:
    """The value of a JSON text of at most `max_bytes` bytes of UTF-8, nested at most `max_depth` deep.

    Beyond the grammar it refuses what programs disagree on: NaN and Infinity, numbers no double can hold, a key given
    twice, lone surrogates. Raises InvalidInput naming `field`, with line and column where there is one.
    """
    text = _decoded(text, max_bytes, field)
    extreme = _may_hold_extreme_number(text)  # numbers are looked at one by one only then: it costs five times as much
    try:
        value: JsonValue = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_float if extreme else None,
            parse_int=_integer if extreme else None,
        )
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" at")  # of "Unterminated string starting at"
        raise InvalidInput(f"is not valid JSON: {reason} at line {error.lineno}, column {error.colno}", field) from None
    except RecursionError:
        raise _too_deep(max_depth, field) from None
    except _Refusal as refusal:
        raise InvalidInput(f"is not valid JSON: {refusal}", field) from None
    if text.count("[") + text.count("{") > max_depth:
        check_depth(value, max_depth, field)
    if _SURROGATE_ESCAPE.search(text):
        _check_surrogates(value, field)
    return value


def to_json(value: object) -> str:
    """Compact JSON text in the value's own order; integers of any size, text as it is.

    Raises ValueError for NaN and Infinity.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def check_text(value: str, field: Path) -> None:
    """Raises InvalidInput where `value` holds what PostgreSQL or UTF-8 can't: NUL or half a surrogate pair."""
    if "\0" in value:
        raise InvalidInput(f"must not contain the NUL character (at position {value.index(chr(0))})", field)
    if match := _SURROGATE.search(value):
        raise InvalidInput(f"must not contain half a surrogate pair (at position {match.start()})", field)


def check_texts(value: JsonValue, field: Path) -> None:
    """`check_text` for every string in `value`, keys included; the error names its place."""
    for path, text in _texts(value, field):
        check_text(text, path)


def check_depth(value: JsonValue, max_depth: int, field: Path = ()) -> None:
    """Raises InvalidInput where `value` is nested deeper than `max_depth`; never by recursion."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(max_depth):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, dict | list)
        ]
        if not level:
            return
    raise _too_deep(max_depth, field)


def shorten(text: str, characters: int = _SHOWN_CHARACTERS) -> str:
    """At most `characters` of `text`, for a message."""
    return text if len(text) <= characters else f"{text[: characters - 1]}…"


class _Refusal(Exception):
    """What the JSON grammar allows and we don't."""


def _decoded(text: str | bytes, max_bytes: int, field: Path) -> str:
    if len(text) > max_bytes:
        raise InvalidInput(f"is too large: {len(text):,} bytes, at most {max_bytes:,} are allowed", field)
    try:
        if isinstance(text, bytes):
            return text.decode()
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeDecodeError as error:
        raise InvalidInput(f"is not UTF-8 text: byte {error.start} can't be decoded", field) from None
    except UnicodeEncodeError as error:
        raise InvalidInput(f"must not contain half a surrogate pair (at position {error.start})", field) from None
    if size > max_bytes:
        raise InvalidInput(f"is too large: {size:,} bytes, at most {max_bytes:,} are allowed", field)
    return text


def _may_hold_extreme_number(text: str) -> bool:
    """By plain searches: a regular expression takes a second for 10 MB, in which nothing else runs."""
    shape = text.encode(errors="surrogatepass").translate(_NUMBER_CHARACTERS)
    return any(number in shape for number in _EXTREME_NUMBERS)


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        shown = (
            shorten(twice).encode(errors="backslashreplace").decode()
        )  # half a surrogate pair can't be answered with
        raise _Refusal(f'the key "{shown}" is given twice')
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _Refusal(f"{name} is not a JSON number")


def _float(text: str) -> float:
    _check_number(text)
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _Refusal(f"the number {shorten(text)} is beyond what a double can hold")
    return number


def _integer(text: str) -> int:
    _check_number(text)
    return int(text)


def _check_number(text: str) -> None:
    if len(text) > MAX_NUMBER_CHARACTERS:
        raise _Refusal(f"a number of {len(text):,} characters is longer than {MAX_NUMBER_CHARACTERS:,}")


def _too_deep(max_depth: int, field: Path) -> InvalidInput:
    return InvalidInput(f"is nested too deeply: at most {max_depth} levels are allowed", field)


def _check_surrogates(value: JsonValue, field: Path) -> None:
    for path, text in _texts(value, field):
        if match := _SURROGATE.search(text):
            raise InvalidInput(f"must not contain half a surrogate pair (at position {match.start()})", path)


def _texts(value: JsonValue, field: Path) -> Iterator[tuple[Path, str]]:
    waiting: list[tuple[Path, JsonValue]] = [(field, value)]
    while waiting:
        path, current = waiting.pop()
        if isinstance(current, str):
            yield path, current
        elif isinstance(current, dict):
            yield from ((path, key) for key in current)
            waiting.extend(((*path, key), child) for key, child in current.items())
        elif isinstance(current, list):
            waiting.extend(((*path, index), child) for index, child in enumerate(current))
