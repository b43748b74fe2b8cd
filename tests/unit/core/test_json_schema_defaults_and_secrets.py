"""If these fail, scripts miss the values their author promised them, or passwords end up in the database."""

import copy
from typing import Any

import pytest
from toolcrib.core.json_schema import fill_defaults, redact

MASK = "[redacted]"


def properties(**parts: Any) -> dict[str, Any]:
    return {"type": "object", "properties": parts}


@pytest.mark.parametrize(
    ("schema", "value", "filled"),
    [
        (properties(a={"default": 1}), {}, {"a": 1}),
        (properties(a={"default": 1}), {"a": None}, {"a": None}),
        (properties(a={"default": None}), {}, {"a": None}),
        (properties(a=properties(b={"default": 1})), {}, {}),
        (properties(a=properties(b={"default": 1})), {"a": {}}, {"a": {"b": 1}}),
        (properties(a={"default": {}, **properties(b={"default": 1})}), {}, {"a": {"b": 1}}),
        (
            properties(a={"items": properties(b={"default": 1})}),
            {"a": [{}, 2, {"b": 3}]},
            {"a": [{"b": 1}, 2, {"b": 3}]},
        ),
        (
            {"items": [properties(b={"default": 1})], "additionalItems": properties(c={"default": 2})},
            [{}, {}],
            [{"b": 1}, {"c": 2}],
        ),
        ({"prefixItems": [properties(b={"default": 1})]}, [{}, {}], [{"b": 1}, {}]),
        (
            {
                "allOf": [properties(a={"default": 1}), {"$ref": "#/definitions/b"}],
                "definitions": {"b": properties(b={"default": 2})},
            },
            {},
            {"a": 1, "b": 2},
        ),
        ({**properties(a={"$ref": "#/definitions/d"}), "definitions": {"d": {"default": 5}}}, {}, {"a": 5}),
        (
            {**properties(a={"$ref": "#/definitions/d", "default": 7}), "definitions": {"d": {"default": 5}}},
            {},
            {"a": 7},
        ),
        ({"anyOf": [properties(a={"default": 1})]}, {}, {}),
        ({"oneOf": [properties(a={"default": 1})]}, {}, {}),
        ({"if": True, "then": properties(a={"default": 1})}, {}, {}),
        ({"not": properties(a={"default": 1})}, {}, {}),
        (properties(a=True, b={"default": 1}), [], []),
        (True, {}, {}),
    ],
)
def test_missing_fields_get_the_default_that_always_holds(schema: Any, value: Any, filled: Any) -> None:
    before = copy.deepcopy((schema, value))
    assert fill_defaults(schema, value) == filled
    assert (schema, value) == before


def test_a_default_round_a_reference_cycle_is_filled_once() -> None:
    schema = properties(name={"default": "x"}, child={"$ref": "#", "default": {}})
    assert fill_defaults(schema, {}) == {"name": "x", "child": {}}
    assert fill_defaults(schema, {"child": {}}) == {"name": "x", "child": {"name": "x", "child": {}}}


def test_references_that_only_lead_round_end() -> None:
    schema = {
        "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}},
        "$ref": "#/definitions/a",
    }
    assert fill_defaults(schema, {"x": 1}) == {"x": 1}
    assert fill_defaults(properties(a={"$ref": "#/definitions/a"}) | {"definitions": schema["definitions"]}, {}) == {}


def test_a_filled_default_is_a_copy() -> None:
    schema = properties(a={"default": []})
    fill_defaults(schema, {})["a"].append(1)  # type: ignore[index, call-overload, union-attr]
    assert fill_defaults(schema, {}) == {"a": []}


SECRET = {"type": "string", "writeOnly": True}
PASSWORD = {"type": "string", "format": "password"}


@pytest.mark.parametrize(
    ("schema", "value", "shown"),
    [
        (properties(a=SECRET, b={}), {"a": "s", "b": "t"}, {"a": MASK, "b": "t"}),
        (properties(a=PASSWORD), {"a": {"deep": ["s"]}}, {"a": MASK}),
        (properties(a={"items": SECRET}), {"a": ["s", "t"]}, {"a": [MASK, MASK]}),
        (properties(a={"items": [{}, SECRET]}), {"a": ["s", "t"]}, {"a": ["s", MASK]}),
        (
            properties(a={"prefixItems": [{}, SECRET], "items": properties(x=SECRET)}),
            {"a": [1, 2, {"x": 3}]},
            {"a": [1, MASK, {"x": MASK}]},
        ),
        ({**properties(a={"$ref": "#/definitions/s"}), "definitions": {"s": SECRET}}, {"a": "s"}, {"a": MASK}),
        (
            {**properties(child={"$ref": "#"}, key=SECRET)},
            {"child": {"child": {"key": 1}}},
            {"child": {"child": {"key": MASK}}},
        ),
        (properties(a={"anyOf": [{"type": "null"}, SECRET]}), {"a": "s"}, {"a": MASK}),
        (properties(a={"oneOf": [properties(t=PASSWORD), {}]}), {"a": {"t": "s"}}, {"a": {"t": MASK}}),
        ({"allOf": [{"if": {}, "then": properties(a=SECRET)}]}, {"a": "s"}, {"a": MASK}),
        ({"additionalProperties": SECRET, **properties(a={})}, {"a": 1, "b": 2}, {"a": 1, "b": MASK}),
        ({"patternProperties": {"^pw_": SECRET}}, {"pw_1": "s", "a": "t"}, {"pw_1": MASK, "a": "t"}),
        ({"dependencies": {"x": properties(a=SECRET), "y": ["z"]}}, {"a": "s"}, {"a": MASK}),
        (
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$defs": {"s": {"$anchor": "k", **SECRET}},
                **properties(a={"$ref": "#k"}),
            },
            {"a": 1},
            {"a": MASK},
        ),
        ({"writeOnly": True}, {"a": "s"}, MASK),
        (properties(a={"writeOnly": "yes"}), {"a": "s"}, {"a": "s"}),
        (properties(writeOnly={"type": "boolean"}), {"writeOnly": True}, {"writeOnly": True}),
        (True, {"a": "s"}, {"a": "s"}),
    ],
)
def test_what_a_schema_marks_as_secret_is_not_shown(schema: Any, value: Any, shown: Any) -> None:
    before = copy.deepcopy(value)
    assert redact(schema, value) == shown
    assert value == before


def test_a_value_without_secrets_is_handed_back_itself() -> None:
    value = {"a": [1]}
    assert redact(properties(a={}), value) is value
