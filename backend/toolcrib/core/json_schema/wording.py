"""Broken rules, said for people: never at length, never with a huge value."""

from collections.abc import Iterator, Sequence
from typing import Any

import jsonschema
import jsonschema_rs

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import shorten, to_json

CODE = "INVALID_INPUT"
_SHOWN_OPTIONS = 10
_SHOWN_FORMS = 3
_NAME_CHARACTERS = 100

_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}

_LIMITS = {
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "exclusiveMinimum": "must be more than {}",
    "exclusiveMaximum": "must be less than {}",
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items",
    "minProperties": "must have at least {} fields",
    "maxProperties": "must have at most {} fields",
    "multipleOf": "must be a multiple of {}",
    "pattern": "must match the pattern {}",
    "format": "must be a valid {}",
    "contentEncoding": "must be {} text",
    "contentMediaType": "must be a text of type {}",
}

_SENTENCES = {
    "contains": "must contain an item of the required form",
    "uniqueItems": "must not hold the same item twice",
    "not": "has a form that is not allowed",
    "falseSchema": "is not allowed here",
}

UNEXPLAINED = "does not fit its schema"
SEVERAL_FIT = "must fit exactly one of the allowed forms, and fits several"


def problems_of(error: jsonschema_rs.ValidationError, place: Path) -> Iterator[Problem]:
    """The problems of one error about the value at `place` itself: as many as it names fields."""
    keyword, facts = error.kind.name, error.kind.as_dict()
    if keyword == "required":
        yield problem("is required", (*place, facts["property"]))
    elif keyword in ("additionalProperties", "unevaluatedProperties"):
        yield from (problem("is not a known field", (*place, name)) for name in facts["unexpected"])
    else:
        yield problem(sentence(keyword, next(iter(facts.values()), None)), place)


def metaschema_problem(error: jsonschema.ValidationError, field: Path) -> Problem:
    """What is wrong with a schema; where a keyword may be of several types, by the one that was meant."""
    while error.context:
        error = next((inner for inner in error.context if inner.validator != "type"), error.context[0])
    operand = error.validator_value
    if error.validator == "type" and isinstance(operand, str):
        operand = [operand]
    return problem(sentence(str(error.validator), operand), (*field, *error.absolute_path))


def sentence(keyword: str, operand: Any) -> str:  # noqa: ANN401 - whatever the keyword takes
    """The rule as what follows a field's name: "must be at least 1"."""
    if keyword in _LIMITS:
        return _LIMITS[keyword].format(shorten(str(operand)))
    if keyword == "type":
        return f"must be {' or '.join(_TYPES.get(name, name) for name in operand)}"
    if keyword == "const":
        return f"must be {_value(operand)}"
    if keyword == "enum":
        return f"must be one of {_options(operand)}"
    return _SENTENCES.get(keyword, UNEXPLAINED)


def forms(branches: Sequence[Problem | None], count: int, place: Path) -> str:
    """What each of `count` alternatives would ask for; None for one that is too long to tell."""
    shown = "; or ".join(_form(branch, place) for branch in branches[:_SHOWN_FORMS])
    more = count - min(len(branches), _SHOWN_FORMS)
    return f"must fit one of the allowed forms: {shown}" + (f"; or one of {more} more" if more > 0 else "")


def problem(message: str, place: Path) -> Problem:
    """A problem with the long names on its path shortened."""
    return Problem(
        CODE, message, tuple(shorten(step, _NAME_CHARACTERS) if isinstance(step, str) else step for step in place)
    )


def _form(branch: Problem | None, place: Path) -> str:
    if branch is None:
        return "one of several others"
    inside = ".".join(str(step) for step in branch.field[len(place) :])
    return f"{shorten(inside)} {branch.message}" if inside else branch.message


def _options(options: Sequence[Any]) -> str:
    shown = ", ".join(_value(option) for option in options[:_SHOWN_OPTIONS])
    return shown if len(options) <= _SHOWN_OPTIONS else f"{shown} … ({len(options)} in all)"


def _value(value: object) -> str:
    return shorten(to_json(value))
