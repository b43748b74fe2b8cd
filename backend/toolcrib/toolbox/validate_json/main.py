"""Validate JSON against a JSON Schema, and say in words what is wrong where."""

import datetime as dt
import json
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

SECONDS = 10
MOST = 10_000  # errors that are counted
SHOWN = 100  # characters of a value
NOT_GIVEN = object()
JSON_TYPES = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
Problem = dict[str, str]
Broken = ValidationError | SchemaError


def main(
    schema: Any,  # noqa: ANN401 - an object, true or false
    data: Any = NOT_GIVEN,  # noqa: ANN401 - any JSON
    text: str | None = None,
    limit: int = 50,
    *,
    check_formats: bool = True,
) -> dict[str, Any]:
    if (data is NOT_GIVEN) == (text is None):
        raise ValueError("Give either data, a JSON value, or text, a JSON document as text.")
    with in_time():
        return validate(schema, data, text, limit, formats() if check_formats else FormatChecker(()))


class OutOfTime(BaseException):
    """No Exception, which a library might take for one of its own and go on. Says what took the time."""


@contextmanager
def in_time() -> Iterator[None]:
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, 1)  # again each second: a library may swallow it
    try:
        yield
    except OutOfTime as error:
        raise ValueError(f"schema took more than {SECONDS} seconds to check: {error}") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def give_up(_number: int, frame: FrameType | None) -> None:
    if frame and frame.f_code is re.search.__code__:
        raise OutOfTime(
            f"the pattern {show(frame.f_locals['pattern'])} tries too many ways to match. Avoid a repetition inside a"
            " repetition, such as (a+)+, and alternatives that match the same."
        )
    raise OutOfTime(
        "it has too many ways through it for this data. Avoid a $ref that is reached in many ways, alternatives inside"
        " alternatives, and uniqueItems for long lists; or check a part of the data at a time."
    )


def validate(
    schema: Any,  # noqa: ANN401 - as above
    data: Any,  # noqa: ANN401 - as above
    text: str | None,
    limit: int,
    checker: FormatChecker,
) -> dict[str, Any]:
    validator = make_validator(schema, checker)
    errors: list[Problem] = []
    if text is not None:
        data, errors = read(text)
    errors = errors or list(find_errors(validator, data))
    return {
        "valid": not errors,
        "error_count": len(errors),
        "truncated": len(errors) > limit,
        "errors": errors[:limit],
        "unchecked_formats": sorted(set(unknown_formats(schema, checker))),
    }


def make_validator(schema: Any, checker: FormatChecker) -> Validator:  # noqa: ANN401 - as above
    kind: Any = Draft202012Validator
    if isinstance(schema, dict) and "$schema" in schema:
        named = str(schema["$schema"])
        kind = validator_for({"$schema": named}, default=Draft202012Validator)
        known = kind.META_SCHEMA.get("$id", kind.META_SCHEMA.get("id", ""))
        if named.rstrip("#") != known.rstrip("#"):
            raise ValueError(f"schema.$schema is no draft of JSON Schema that is known: {show(named)}.")
    try:
        kind.check_schema(schema, format_checker=FormatChecker(("regex",)))
    except SchemaError as error:
        raise ValueError(f"schema is no JSON Schema: at {path_of(error.absolute_path)}, it {say(error)}.") from None
    validator: Validator = kind(schema, registry=Registry(), format_checker=checker)
    return validator


def read(text: str) -> tuple[Any, list[Problem]]:
    """What the text holds, or why it is not JSON."""
    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=refuse), []
    except json.JSONDecodeError as error:
        message = f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
    except (ValueError, RecursionError) as error:
        message = f"is not JSON that can be read: {error}"
    return None, [{"path": "$", "message": message, "keyword": "syntax", "schema_path": ""}]


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"an object has the key {show(name)} twice")
        found[name] = value
    return found


def refuse(name: str) -> None:
    raise ValueError(f"JSON has no {name}")


def find_errors(validator: Validator, data: Any) -> Iterator[Problem]:  # noqa: ANN401 - any JSON
    seen = set()
    try:
        for error in islice(validator.iter_errors(data), MOST):
            where, pointer = path_of(error.absolute_path), "".join(f"/{step}" for step in error.absolute_schema_path)
            if (where, pointer) not in seen:  # several missing fields are one error here
                seen.add((where, pointer))
                yield {"path": where, "message": say(error), "keyword": str(error.validator), "schema_path": pointer}
    except Unresolvable as error:
        raise ValueError(f"schema has a $ref that leads nowhere in it: {error}. Others are not fetched.") from None
    except RecursionError:
        raise ValueError("schema refers to itself without end, or data is nested too deeply.") from None


def path_of(steps: Iterable[str | int]) -> str:
    """As JSONPath, which query_json reads: $.lines[2]['unit price']."""
    return "$" + "".join(map(step_of, steps))


def step_of(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if re.fullmatch(r"[^\W\d]\w*", step) else f"[{step!r}]"


def show(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def type_of(value: object) -> str:
    return JSON_TYPES.get(type(value), f"the number {show(value)}")


def say(error: Broken) -> str:
    """What a value must be, as the rest of a sentence that begins with its path."""
    wanted: Any = error.validator_value
    value, keyword = error.instance, str(error.validator)
    if keyword == "None":  # the schema is false, and the path that of the object or array around
        return f"holds a value where none is allowed: {show(value)}"
    if keyword in SAYINGS:
        return SAYINGS[keyword](error)
    if keyword in BOUNDS:
        size = f"it has {len(value):,}" if isinstance(value, str | list | dict) else f"it is {show(value)}"
        return f"{BOUNDS[keyword].format(show(wanted))}; {size}"
    return error.message if len(error.message) <= 2 * SHOWN else f"breaks the rule {keyword}"


def say_type(error: Broken) -> str:
    names = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    return f"must be of type {' or '.join(map(str, names))}, not {type_of(error.instance)}"


def say_required(error: Broken) -> str:
    wanted: Any = error.validator_value
    present: Any = error.instance
    return f"lacks {', '.join(show(name) for name in wanted if name not in present)}"


def say_extras(error: Broken) -> str:
    schema: Any = error.schema
    patterns, known = (schema.get(keyword, {}) for keyword in ("patternProperties", "properties"))
    present: Any = error.instance
    others = [name for name in present if name not in known and not any(re.search(each, name) for each in patterns)]
    return f"has fields that the schema doesn't know: {', '.join(map(show, others))}"


def say_alternatives(error: Broken) -> str:
    """With what is wrong in the alternative that comes closest: the one that fails deepest inside."""
    if not error.context:
        return f"fits more than one of the alternatives of {error.validator}, and must fit exactly one"
    closest = max(error.context, key=lambda each: (len(each.relative_path), each.validator != "type"))
    steps = closest.relative_path
    where = f"its {path_of(steps)[1:].lstrip('.')}" if steps else "it"
    alternatives: Any = error.validator_value
    count = len(alternatives)
    return f"fits none of the {count} alternatives of {error.validator}; of the closest, {where} {say(closest)}"


SAYINGS: dict[str, Callable[[Broken], str]] = {
    "type": say_type,
    "required": say_required,
    "additionalProperties": say_extras,
    "anyOf": say_alternatives,
    "oneOf": say_alternatives,
    "enum": lambda error: f"must be one of {show(error.validator_value)[1:-1]}, not {show(error.instance)}",
    "const": lambda error: f"must be {show(error.validator_value)}, not {show(error.instance)}",
    "not": lambda error: f"must not be what the schema excludes by not: {show(error.instance)}",
    "pattern": lambda error: f"must match the pattern {error.validator_value}, not {show(error.instance)}",
    "format": lambda error: f"must be of the format {error.validator_value}, not {show(error.instance)}",
    "uniqueItems": lambda error: f"must not have equal items: {show(error.instance)}",
}
BOUNDS = {
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "exclusiveMinimum": "must be more than {}",
    "exclusiveMaximum": "must be less than {}",
    "multipleOf": "must be a multiple of {}",
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items",
    "minProperties": "must have at least {} fields",
    "maxProperties": "must have at most {} fields",
}


def unknown_formats(schema: object, checker: FormatChecker) -> Iterator[str]:
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = part.get("format")
            if isinstance(name, str) and name not in checker.checkers:
                yield name
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else []


TIME = r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)"
LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
DURATION = r"P(?!\Z)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?!\Z)(\d+H)?(\d+M)?(\d+S)?)?)"
PATTERNS = {
    "time": re.compile(TIME, re.IGNORECASE | re.ASCII),
    "date-time": re.compile(rf"\d{{4}}-\d\d-\d\d[T ]{TIME}", re.IGNORECASE | re.ASCII),
    "hostname": re.compile(rf"(?=.{{1,253}}\Z){LABEL}(\.{LABEL})*"),
    "duration": re.compile(DURATION, re.ASCII),
    "uri": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*"),
}


def formats() -> FormatChecker:
    """Those that jsonschema checks by itself, and those for which it would want other libraries."""
    checker = FormatChecker()
    for name in PATTERNS:
        checker.checks(name)(lambda value, name=name: not isinstance(value, str) or matches(value, name))
    return checker


def matches(value: str, name: str) -> bool:
    if not PATTERNS[name].fullmatch(value):
        return False
    return name != "date-time" or is_date(value[:10])


def is_date(text: str) -> bool:
    try:
        return bool(dt.date.fromisoformat(text))
    except ValueError:
        return False
