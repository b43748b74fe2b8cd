"""If these fail, people are told nonsense about their input, or a hostile input keeps the server busy for hours."""

import time
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolcrib.core.json_schema import compile_schema

NEWER = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def said(schema: dict[str, Any], value: Any) -> list[tuple[str, str]]:
    """(path, message) of what is wrong with `value`."""
    problems = compile_schema(schema).problems(value, ("input",))
    return [(".".join(map(str, problem.field)), problem.message) for problem in problems]


def one(schema: dict[str, Any], value: Any) -> str:
    """The message on the only problem with the field x."""
    [(path, message)] = said({"properties": {"x": schema}}, {"x": value})
    assert path == "input.x"
    return message


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "integer"}, "1", "must be a whole number"),
        ({"type": ["string", "null"]}, 1, "must be null or a text"),
        ({"type": "boolean"}, 0, "must be true or false"),
        ({"minimum": 1}, 0, "must be at least 1"),
        ({"maximum": 10**25}, 10**26, f"must be at most {10**25}"),
        ({"exclusiveMinimum": 0.5}, 0.5, "must be more than 0.5"),
        ({"exclusiveMaximum": 3}, 3, "must be less than 3"),
        ({"multipleOf": 0.25}, 0.3, "must be a multiple of 0.25"),
        ({"minLength": 2}, "x", "must have at least 2 characters"),
        ({"maxLength": 2}, "xyz", "must have at most 2 characters"),
        ({"pattern": "^[a-z]+$"}, "A", "must match the pattern ^[a-z]+$"),
        ({"format": "email"}, "me", "must be a valid email"),
        ({"minItems": 1}, [], "must have at least 1 items"),
        ({"maxItems": 1}, [1, 2], "must have at most 1 items"),
        ({"uniqueItems": True}, [1, 1.0], "must not hold the same item twice"),
        ({"contains": {"type": "string"}}, [1], "must contain an item of the required form"),
        ({"minProperties": 1}, {}, "must have at least 1 fields"),
        ({"maxProperties": 0}, {"a": 1}, "must have at most 0 fields"),
        ({"const": {"a": 1}}, 1, 'must be {"a":1}'),
        ({"enum": ["a", 1, None]}, "b", 'must be one of "a", 1, null'),
        ({"enum": list(range(50))}, "b", "must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 … (50 in all)"),
        ({"not": {"type": "string"}}, "b", "has a form that is not allowed"),
        (False, 1, "is not allowed here"),
        (
            {"if": {"type": "string"}, "then": {"minLength": 3}, "else": {"minimum": 3}},
            "ab",
            "must have at least 3 characters",
        ),
        ({"if": {"type": "string"}, "then": {"minLength": 3}, "else": {"minimum": 3}}, 1, "must be at least 3"),
        (
            {"oneOf": [{"type": "integer"}, {"minimum": 2}]},
            3,
            "must fit exactly one of the allowed forms, and fits several",
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 5}]},
            3,
            "must fit one of the allowed forms: must be a text; or must be at least 5",
        ),
        (
            {"anyOf": [{"required": ["a"]}, {"properties": {"b": {"type": "null"}}}, {"minProperties": 9}, False]},
            {"b": 1},
            (
                "must fit one of the allowed forms: a is required; or b must be null; or must have at least 9 fields;"
                " or one of 1 more"
            ),
        ),
    ],
)
def test_a_broken_rule_is_said_in_plain_words(schema: Any, value: Any, message: str) -> None:
    assert one(schema, value) == message


def test_each_problem_stands_at_its_own_field() -> None:
    schema = {
        "type": "object",
        "required": ["a", "b"],
        "properties": {
            "a": {"items": {"properties": {"n": {"type": "number"}}, "additionalProperties": False}},
            "t": {"items": [{"type": "string"}], "additionalItems": {"type": "null"}},
        },
        "patternProperties": {"^x_": {"type": "integer"}},
        "additionalProperties": {"type": "boolean"},
        "propertyNames": {"maxLength": 5},
        "dependencies": {"t": ["u"], "x_1": {"required": ["x_2"]}},
    }
    value = {"a": [{"n": 1}, {"n": "1", "m": 2}], "t": ["a", 1], "x_1": "1", "other": 1, "too_long": True}
    assert dict(said(schema, value)) == {
        "input.b": "is required",
        "input.u": "is required",
        "input.x_2": "is required",
        "input.a.1.n": "must be a number",
        "input.a.1.m": "is not a known field",
        "input.t.1": "must be null",
        "input.x_1": "must be a whole number",
        "input.other": "must be true or false",
        "input.too_long": "has a name that is not allowed",
    }


def test_references_and_newer_keywords_are_followed() -> None:
    older = {"definitions": {"n": {"properties": {"next": {"$ref": "#/definitions/n"}, "v": {"type": "null"}}}}}
    assert said({**older, "$ref": "#/definitions/n", "type": "null"}, {"next": {"next": {"v": 1}}}) == [
        ("input.next.next.v", "must be null")
    ]
    newer = {
        **NEWER,
        "$defs": {"p": {"$anchor": "pair", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}},
        "properties": {"p": {"$ref": "#pair", "maxItems": 2}},
        "dependentRequired": {"p": ["q"]},
        "unevaluatedProperties": False,
    }
    assert said(newer, {"p": [1, "a", 2]}) == [
        ("input.q", "is required"),
        ("input.p", "must have at most 2 items"),
        ("input.p.0", "must be a text"),
        ("input.p.1", "must be a whole number"),
    ]
    assert said(newer, {"z": 1}) == [("input", "does not fit its schema")]


def test_formats_are_checked_in_draft_07_and_a_remark_in_2020_12() -> None:
    assert said({"format": "date"}, "soon") == [("input", "must be a valid date")]
    assert said({**NEWER, "format": "date"}, "soon") == []


def test_nothing_large_is_repeated_in_a_message() -> None:
    huge = "x" * 100_000
    schema = {"additionalProperties": False, "properties": {"a": {"enum": [huge]}, "p": {"const": huge}}}
    for path, message in said(schema, {huge: 1, "a": huge, "p": 1}):
        assert len(path) < 200
        assert len(message) < 200


def test_at_most_twenty_problems_are_told_and_found_quickly() -> None:
    start = time.process_time()
    problems = said({"items": {"type": "string"}}, [0] * 1_000_000)
    assert problems == [(f"input.{index}", "must be a text") for index in range(20)]
    assert time.process_time() - start < 5


def test_one_bad_item_behind_a_hundred_thousand_good_ones_is_found() -> None:
    assert said({"items": {"type": "integer"}}, [1] * 100_000 + ["x"]) == [("input.100000", "must be a whole number")]


def test_a_bad_item_too_far_away_is_at_least_told_of() -> None:
    assert said({"items": {"type": "integer"}}, [1] * 5_000_000 + ["x"]) == [("input", "does not fit its schema")]


def test_a_schema_whose_references_go_everywhere_takes_no_time_to_explain() -> None:
    parts = {
        f"d{n}": {"properties": {f"p{m}": {"$ref": f"#/definitions/d{(n * 7 + m) % 60}"} for m in range(80)}}
        for n in range(60)
    }
    schema = {
        "definitions": parts,
        "properties": {"x": {"$ref": "#/definitions/d0"}, "y": {"type": "string"}},
        "type": "object",
    }
    start = time.process_time()
    assert said(schema, {"x": {"p1": {"p2": {}}}, "y": 1}) == [("input.y", "must be a text")]
    assert time.process_time() - start < 5


def test_problems_are_found_in_schemas_with_an_address_of_their_own() -> None:
    schema = {
        "$id": "http://x.test/root.json",
        "definitions": {"q": {"type": "string"}, "r": {"$id": "r.json", "properties": {"n": {"type": "null"}}}},
        "properties": {
            "a": {"$ref": "root.json#/definitions/q"},
            "b": {"$ref": "#/definitions/q"},
            "c": {"$ref": "r.json"},
        },
    }
    problems = said(schema, {"a": 1, "b": 1, "c": {"n": 1}})
    assert {path for path, _ in problems} == {"input.a", "input.b", "input.c"}
    assert ("input.b", "must be a text") in problems


def chain(levels: int, end: Any) -> Any:
    value = end
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
@pytest.mark.parametrize("end", [{}, 1, {"z": 1}])
def test_a_schema_that_refers_to_itself_twice_takes_no_time_that_doubles(keyword: str, end: Any) -> None:
    again = {"properties": {"a": {"$ref": "#"}}}
    schema = {"type": "object", keyword: [{**again, "required": ["z"]}, {**again, "minProperties": 2}]}
    start = time.process_time()
    assert said(schema, chain(90, end))
    assert time.process_time() - start < 5


def test_a_pattern_that_hangs_other_engines_takes_no_time() -> None:
    start = time.process_time()
    assert one({"pattern": "^(a+)+$"}, "a" * 100_000 + "b") == "must match the pattern ^(a+)+$"
    assert time.process_time() - start < 5


def test_large_patterns_are_not_run_over_large_values() -> None:
    schema = {"properties": {"x": {"pattern": "[ab]*a[ab]{400}c"}}}
    start = time.process_time()
    assert "at most 100,000 characters" in said(schema, {"x": "ab" * 500_000})[0][1]
    assert time.process_time() - start < 2
    assert said(schema, {"x": "a" * 401 + "c"}) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)
LEAF = st.sampled_from(
    [
        {"type": "string"},
        {"type": "object"},
        {"minimum": 1},
        {"required": ["a"]},
        {"maxLength": 2},
        {"minItems": 2},
        False,
        True,
    ]
)
SCHEMA = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.fixed_dictionaries({"properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=3)}),
        st.fixed_dictionaries({"items": inner}),
        st.fixed_dictionaries({"additionalProperties": inner}),
        st.fixed_dictionaries({"allOf": st.lists(inner, min_size=1, max_size=2)}),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"oneOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"if": inner, "then": inner, "else": inner}),
        st.fixed_dictionaries({"not": inner}),
    ),
    max_leaves=8,
)


@given(SCHEMA, JSON)
def test_whatever_does_not_fit_is_explained_and_whatever_fits_is_not(schema: Any, value: Any) -> None:
    fits = jsonschema.Draft7Validator(schema).is_valid(value)
    problems = compile_schema(schema).problems(value, ("input",))
    assert bool(problems) == (not fits)
    assert all(problem.field[0] == "input" and problem.message for problem in problems)
