"""If these fail, people save tools whose schema breaks at the first run, or one schema stops the server for all."""

import time
from typing import Any

import pytest
from toolcrib.core.errors import InvalidInput, Problem
from toolcrib.core.json_schema import check_schema, compile_schema

FIELD = ("inputSchema",)
NEWER = "https://json-schema.org/draft/2020-12/schema"


def check(schema: Any) -> list[Problem]:
    return check_schema(schema, FIELD, top_level_object=True)


def of_object(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", **keywords}


@pytest.mark.parametrize(
    "schema",
    [
        of_object(),
        of_object(**{"$schema": "http://json-schema.org/draft-07/schema"}),
        of_object(**{"$schema": "https://json-schema.org/draft-07/schema#"}),
        of_object(**{"$schema": NEWER}, properties={"a": {"$ref": "#/$defs/a"}}, **{"$defs": {"a": {"$anchor": "x"}}}),
        of_object(properties={"child": {"$ref": "#"}}),
        of_object(properties={"$ref": {"type": "string"}, "pattern": {"type": "string"}}),
        of_object(default={"$ref": "http://elsewhere"}, enum=[{}, {"$ref": "#/nowhere"}]),
        of_object(properties={"a": {"$ref": "#/definitions/a~1b%25"}}, definitions={"a/b%": {}}),
        of_object(properties={"meta": {"$ref": "http://json-schema.org/draft-07/schema#"}}),
        of_object(properties={"__proto__": {"type": "string"}, "constructor": {}}),
        of_object(properties={"a": {"minimum": -(10**30), "maximum": 10**30}}),
        of_object(properties={"p": {"pattern": "^(a+)+$"}, "u": {"pattern": "^\\p{Lu}\\w{1,50}$"}}),
        of_object(properties={"n": {"const": {"NaN": None}}}),
    ],
)
def test_schemas_people_write_are_taken(schema: dict[str, Any]) -> None:
    assert check(schema) == []
    assert compile_schema(schema).problems({}) == []


@pytest.mark.parametrize(
    ("schema", "place", "message"),
    [
        (None, (), "must be a JSON Schema: an object"),
        ([], (), "must be a JSON Schema: an object"),
        (True, (), "must be a JSON Schema: an object"),
        ("{}", (), "must be a JSON Schema: an object"),
        ({}, ("type",), 'must be "object"'),
        ({"type": "array"}, ("type",), 'must be "object"'),
        ({"type": ["object", "null"]}, ("type",), 'must be "object"'),
        (
            of_object(properties={"a": {"type": "strin"}}),
            ("properties", "a", "type"),
            'must be one of "array", "boolean"',
        ),
        (of_object(properties=[]), ("properties",), "must be an object"),
        (of_object(properties={"a": {"minLength": -1}}), ("properties", "a", "minLength"), "must be at least 0"),
        (of_object(required="a"), ("required",), "must be a list"),
        (of_object(required=["a", "a"]), ("required",), "must not hold the same item twice"),
        (
            of_object(**{"$schema": "http://json-schema.org/draft-04/schema#"}),
            ("$schema",),
            "must be draft-07 or 2020-12",
        ),
        (of_object(**{"$schema": 7}), ("$schema",), "must be draft-07 or 2020-12"),
        (of_object(properties={"a": {"$ref": "#/definitions/no"}}), ("properties", "a", "$ref"), "points at nothing"),
        (of_object(properties={"a": {"$ref": "#/definitions"}}), ("properties", "a", "$ref"), "points at nothing"),
        (of_object(properties={"a": {"$ref": "http://x.test/a.json"}}), ("properties", "a", "$ref"), "are not fetched"),
        (of_object(properties={"a": {"$ref": "file:///etc/passwd"}}), ("properties", "a", "$ref"), "are not fetched"),
        (of_object(properties={"a": {"$ref": "other.json#/x"}}), ("properties", "a", "$ref"), "are not fetched"),
        (of_object(**{"$id": "http://x.test/"}, allOf=[{"$ref": "b.json"}]), (), "not a usable JSON Schema"),
        (of_object(allOf=[{"$ref": "#"}]), (), "comes back to itself"),
        (of_object(properties={"a": {"pattern": "(?=a)b"}}), ("properties", "a", "pattern"), "linear time"),
        (of_object(properties={"a": {"pattern": "(a)\\1"}}), ("properties", "a", "pattern"), "linear time"),
        (of_object(properties={"a": {"pattern": "("}}), ("properties", "a", "pattern"), "malformed"),
        (of_object(properties={"a": {"pattern": "(x{1000}){1000}"}}), ("properties", "a", "pattern"), "too large"),
        (of_object(patternProperties={"(?!a)": {}}), ("patternProperties", "(?!a)"), "linear time"),
        (of_object(title="a\0b"), ("title",), "NUL"),
        (of_object(properties={"\ud800": {}}), ("properties",), "surrogate"),
        (of_object(default=float("nan")), (), "NaN"),
        (of_object(description="x" * 300_000), (), "too large"),
        (of_object(properties={f"f{n}": {} for n in range(6_000)}), (), "6,001 schemas"),
        (of_object(properties={f"f{n}": {"pattern": "a"} for n in range(600)}), (), "more than 500 patterns"),
    ],
)
def test_a_schema_that_can_not_be_used_is_refused_where_it_is_wrong(
    schema: Any,
    place: tuple[str, ...],
    message: str,
) -> None:
    problems = check(schema)
    assert [problem for problem in problems if problem.field == (*FIELD, *place) and message in problem.message], (
        problems
    )
    assert all(len(problem.message) < 400 for problem in problems)


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return of_object(properties={"a": schema})


@pytest.mark.parametrize("levels", [100, 1_000, 20_000])
def test_a_schema_nested_without_end_is_refused(levels: int) -> None:
    assert ["nested too deeply" in problem.message for problem in check(nested(levels))] == [True]


def doubling(levels: int, **inside: Any) -> dict[str, Any]:
    """Two references per level: 2^levels checks of one value."""
    wrapped = {f"d{n}": {"allOf": [{"$ref": f"#/definitions/d{n - 1}"}] * 2} for n in range(1, levels + 1)}
    return of_object(definitions={"d0": inside, **wrapped}, properties={"a": {"$ref": f"#/definitions/d{levels}"}})


def test_references_that_double_are_refused_before_they_can_cost_anything() -> None:
    start = time.process_time()
    assert "checks" in check(doubling(60))[0].message
    assert time.process_time() - start < 2
    assert check(doubling(10)) == []


def test_chains_of_references_have_no_depth_to_overflow() -> None:
    links = {f"d{n}": {"$ref": f"#/definitions/d{n - 1}"} for n in range(1, 2_000)}
    schema = of_object(
        definitions={"d0": {"type": "string"}, **links}, properties={"a": {"$ref": "#/definitions/d1999"}}
    )
    assert check(schema) == []


def test_at_most_twenty_problems_are_listed() -> None:
    assert len(check(of_object(properties={f"f{n}": {"type": "x"} for n in range(100)}))) == 20


def test_a_large_schema_is_checked_in_a_moment() -> None:
    schema = of_object(properties={f"field_{n}": {"type": "string", "minLength": 1} for n in range(1_500)})
    start = time.process_time()
    assert check(schema) == []
    assert time.process_time() - start < 10


def test_an_output_schema_may_be_of_any_type() -> None:
    for schema in ({}, {"type": "array"}, True):
        assert check_schema(schema, ("outputSchema",)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ['"x"', "[]", '{"$schema": "http://json-schema.org/draft-03/schema"}', "{"])
def test_what_is_no_schema_does_not_compile(text: str) -> None:
    with pytest.raises(InvalidInput):
        compile_schema(text)


def test_a_schema_is_compiled_once() -> None:
    assert compile_schema('{"type": "object"}') is compile_schema('{"type": "object"}')
