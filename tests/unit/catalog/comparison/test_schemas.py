"""Which edits of a schema break callers, and how they are named."""

from typing import Any

import pytest
from toolcrib.catalog.comparison.model import Impact
from toolcrib.catalog.comparison.schemas import compare_schemas


def _object(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)} | more


def _named(before: dict[str, Any], after: dict[str, Any], *, is_input: bool = True) -> list[str]:
    changes = compare_schemas(before, after, (), is_input=is_input)
    return [f"{change.impact} {change.kind} {'.'.join(map(str, change.path))}" for change in changes]


A = {"a": {"type": "integer"}}
TEXT = {"type": "string"}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "value": TEXT}}

INPUTS = {
    "an optional field more": (_object(A), _object(A | {"b": TEXT}), ["COMPATIBLE FIELD_ADDED properties.b"]),
    "a required field more": (
        _object(A),
        _object(A | {"b": TEXT}, "b"),
        ["BREAKING REQUIRED_FIELD_ADDED properties.b"],
    ),
    "required, but filled in": (
        _object(A),
        _object(A | {"b": TEXT | {"default": "x"}}, "b"),
        ["COMPATIBLE REQUIRED_FIELD_ADDED properties.b"],
    ),
    "filled in with what doesn't fit": (
        _object(A),
        _object(A | {"b": TEXT | {"default": 3}}),
        ["BREAKING FIELD_ADDED properties.b"],
    ),
    "a field more, which an invitation to any field let in": (
        _object(A, additionalProperties=True),
        _object(A | {"b": TEXT}, additionalProperties=True),
        ["BREAKING FIELD_ADDED properties.b"],
    ),
    "a field less": (_object(A | {"b": TEXT}), _object(A), ["COMPATIBLE FIELD_REMOVED properties.b"]),
    "a field less, and no others": (
        _object(A | {"b": TEXT}, additionalProperties=False),
        _object(A, additionalProperties=False),
        ["BREAKING FIELD_REMOVED properties.b"],
    ),
    "closed": (
        _object(A),
        _object(A, additionalProperties=False),
        ["BREAKING OTHER_FIELDS additionalProperties"],
    ),
    "now required": (_object(A), _object(A, "a"), ["BREAKING FIELD_REQUIRED properties.a"]),
    "no longer required": (_object(A, "a"), _object(A), ["COMPATIBLE FIELD_OPTIONAL properties.a"]),
    "a wider type": (_object(A), _object({"a": {"type": "number"}}), ["COMPATIBLE TYPE properties.a.type"]),
    "a narrower type": (_object({"a": {"type": "number"}}), _object(A), ["BREAKING TYPE properties.a.type"]),
    "an option less": (
        _object({"a": {"enum": ["x", "y"]}}),
        _object({"a": {"enum": ["x"]}}),
        ["BREAKING OPTIONS properties.a.enum"],
    ),
    "a limit lowered": (
        _object({"a": {"type": "integer", "maximum": 9}}),
        _object({"a": {"type": "integer", "maximum": 8}}),
        ["BREAKING LIMIT properties.a.maximum"],
    ),
    "a pattern on what is one of a few": (
        _object({"a": {"enum": ["ab", "ac"]}}),
        _object({"a": {"enum": ["ab", "ac"], "pattern": "^a"}}),
        ["COMPATIBLE PATTERN properties.a.pattern"],
    ),
    "another default": (
        _object({"a": {"type": "integer", "default": 1}}),
        _object({"a": {"type": "integer", "default": 2}}),
        ["BREAKING DEFAULT properties.a.default"],
    ),
    "a default more": (
        _object(A),
        _object({"a": {"type": "integer", "default": 2}}),
        ["COMPATIBLE DEFAULT properties.a.default"],
    ),
    "a definition that is used twice, told once": (
        _object({"x": {"$ref": "#/$defs/node"}, "y": {"$ref": "#/$defs/node"}}, **{"$defs": {"node": NODE}}),
        _object(
            {"x": {"$ref": "#/$defs/node"}, "y": {"$ref": "#/$defs/node"}},
            **{"$defs": {"node": NODE | {"required": ["value"]}}},
        ),
        ["BREAKING FIELD_REQUIRED $defs.node.properties.value"],
    ),
    "a definition that is written out": (
        _object({"x": {"$ref": "#/$defs/t"}}, **{"$defs": {"t": TEXT}}),
        _object({"x": TEXT}),
        ["COMPATIBLE REARRANGED "],
    ),
    "a form more": (
        _object({"a": {"anyOf": [TEXT, {"type": "null"}]}}),
        _object({"a": {"anyOf": [TEXT, {"type": "null"}, {"type": "integer"}]}}),
        ["COMPATIBLE ALTERNATIVES properties.a.anyOf"],
    ),
    "a form less": (
        _object({"a": {"anyOf": [TEXT, {"type": "null"}]}}),
        _object({"a": {"anyOf": [TEXT]}}),
        ["BREAKING ALTERNATIVES properties.a.anyOf"],
    ),
    "longer tuples": (
        _object({"a": {"type": "array", "items": [TEXT], "additionalItems": False}}),
        _object({"a": {"type": "array", "items": [TEXT, TEXT], "additionalItems": False}}),
        ["COMPATIBLE ITEMS properties.a"],
    ),
    "items of another type": (
        _object({"a": {"type": "array", "items": TEXT}}),
        _object({"a": {"type": "array", "items": {"type": "integer"}}}),
        ["BREAKING TYPE properties.a.items.type"],
    ),
    "words only": (
        _object({"a": {"title": "A"}}),
        _object({"a": {"title": "B"}}),
        ["COMPATIBLE REMARK properties.a.title"],
    ),
    "nothing allowed any more": (_object({"a": True}), _object({"a": False}), ["BREAKING RULE properties.a"]),
}

OUTPUTS = {
    "a field more": (_object(A), _object(A | {"b": TEXT}), ["COMPATIBLE FIELD_ADDED properties.b"]),
    "a field less": (_object(A | {"b": TEXT}), _object(A), ["BREAKING FIELD_REMOVED properties.b"]),
    "a form less that looked at what others leave": (
        _object({}, anyOf=[{"required": ["c"]}, {"type": "object", "unevaluatedProperties": {"type": "integer"}}]),
        _object({}),
        ["BREAKING ALTERNATIVES anyOf"],
    ),
    "may be missing": (_object(A, "a"), _object(A), ["BREAKING FIELD_OPTIONAL properties.a"]),
    "always there": (_object(A), _object(A, "a"), ["COMPATIBLE FIELD_REQUIRED properties.a"]),
    "a wider type": (_object(A), _object({"a": {"type": "number"}}), ["BREAKING TYPE properties.a.type"]),
    "an option more": (
        _object({"a": {"enum": ["x"]}}),
        _object({"a": {"enum": ["x", "y"]}}),
        ["BREAKING OPTIONS properties.a.enum"],
    ),
}


@pytest.mark.parametrize("name", INPUTS)
def test_an_input(name: str) -> None:
    before, after, expected = INPUTS[name]
    assert _named(before, after) == expected


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output(name: str) -> None:
    before, after, expected = OUTPUTS[name]
    assert _named(before, after, is_input=False) == expected


def test_what_is_not_followed_is_said_to_be_unproven() -> None:
    before = _object({"a": {"not": {"type": "string"}}})
    [change] = compare_schemas(before, _object({"a": {"not": {"type": "object"}}}), (), is_input=True)
    assert (change.impact, change.proven) == (Impact.BREAKING, False)


def test_a_tangle_is_left_within_reasonable_time() -> None:
    def tangle(leaf: str) -> dict[str, Any]:
        levels = {
            f"n{level}": {"anyOf": [{"properties": {f"p{i}": {"$ref": f"#/$defs/n{level + 1}"}}} for i in range(6)]}
            for level in range(40)
        }
        return _object({"a": {"$ref": "#/$defs/n0"}}, **{"$defs": levels | {"n40": {"type": leaf}}})

    changes = compare_schemas(tangle("string"), tangle("integer"), (), is_input=True)
    assert any(change.impact is Impact.BREAKING for change in changes)
