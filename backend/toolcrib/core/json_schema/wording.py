"""What jsonschema-rs finds, said for people: never at length, never with a huge value."""

from collections.abc import Iterator
from typing import Any

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
    "minimum": "must be at least {limit}",
    "maximum": "must be at most {limit}",
    "exclusiveMinimum": "must be more than {limit}",
    "exclusiveMaximum": "must be less than {limit}",
    "minLength": "must have at least {limit} characters",
    "maxLength": "must have at most {limit} characters",
    "minItems": "must have at least {limit} items",
    "maxItems": "must have at most {limit} items",
    "minProperties": "must have at least {limit} fields",
    "maxProperties": "must have at most {limit} fields",
    "additionalItems": "must have at most {limit} items",
    "multipleOf": "must be a multiple of {multiple_of}",
    "pattern": "must match the pattern {pattern}",
    "format": "must be a valid {format}",
    "contentEncoding": "must be {content_encoding} text",
    "contentMediaType": "must be a text of type {content_media_type}",
}

_SENTENCES = {
    "contains": "must contain an item of the required form",
    "uniqueItems": "must not hold the same item twice",
    "not": "has a form that is not allowed",
    "false schema": "is not allowed here",
    "unevaluatedItems": "has items that are not allowed",
}


def describe(error: jsonschema_rs.ValidationError, root: Path) -> Iterator[Problem]:
    """The problems of one error: as many as it names fields."""
    place = (*root, *(_name(step) for step in error.instance_path))
    kind, facts = error.kind.name, error.kind.as_dict()
    if kind == "required":
        yield Problem(CODE, "is required", (*place, _name(facts["property"])))
    elif kind in ("additionalProperties", "unevaluatedProperties"):
        yield from (Problem(CODE, "is not a known field", (*place, _name(name))) for name in facts["unexpected"])
    elif kind == "propertyNames":
        yield Problem(CODE, f"has a field whose name {sentence(facts['error'])}", place)
    else:
        yield Problem(CODE, sentence(error), place)


def sentence(error: jsonschema_rs.ValidationError) -> str:
    """The rule that was broken, as what follows the field's name."""
    kind, facts = error.kind.name, error.kind.as_dict()
    if kind in _LIMITS:
        return _LIMITS[kind].format_map({name: _shown(fact) for name, fact in facts.items()})
    if kind == "type":
        return f"must be {' or '.join(_TYPES.get(name, name) for name in facts['types'])}"
    if kind == "const":
        return f"must be {_value(facts['expected_value'])}"
    if kind == "enum":
        return f"must be one of {_options(facts['options'])}"
    if kind in ("anyOf", "oneOf"):
        return _forms(facts.get("context", []))
    return _SENTENCES.get(kind, f"breaks the rule {kind}")


def _forms(context: list[list[jsonschema_rs.ValidationError]]) -> str:
    if any(not branch for branch in context):
        return "must fit exactly one of the allowed forms, and fits several"
    shown = "; or ".join(_form(branch[0]) for branch in context[:_SHOWN_FORMS])
    more = len(context) - _SHOWN_FORMS
    return f"must fit one of the allowed forms: {shown}" + (f"; or one of {more} more" if more > 0 else "")


def _form(error: jsonschema_rs.ValidationError) -> str:
    problem = next(describe(error, ()), None)
    if problem is None or error.kind.name in ("anyOf", "oneOf"):
        return "one of several others"
    place = ".".join(str(step) for step in problem.field)
    return f"{shorten(place)} {problem.message}" if place else problem.message


def _options(options: list[Any]) -> str:
    shown = ", ".join(_value(option) for option in options[:_SHOWN_OPTIONS])
    return shown if len(options) <= _SHOWN_OPTIONS else f"{shown} … ({len(options)} in all)"


def _value(value: object) -> str:
    return shorten(to_json(value))


def _shown(fact: object) -> str:
    return shorten(str(fact))


def _name(step: str | int) -> str | int:
    return shorten(step, _NAME_CHARACTERS) if isinstance(step, str) else step
