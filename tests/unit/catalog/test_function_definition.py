"""If these fail, vendors refuse our tools, or LLMs call them by names and arguments that do not work."""

from typing import Any

import jsonschema
import pytest
from toolcrib.catalog.function_definition import FunctionFormat, FunctionSource, from_row, function_definition
from toolcrib.catalog.function_name import kept_by_alias, name_alias
from toolcrib.catalog.strict_schema import strict_schema
from toolcrib.core.json_schema import check_schema

INPUT: dict[str, Any] = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {
        "customer": {"type": "string", "description": "Whose invoices.", "minLength": 2},
        "currency": {"enum": ["EUR", "USD"], "default": "EUR"},
        "lines": {"type": "array", "items": {"$ref": "#/definitions/line"}, "uniqueItems": True},
    },
    "required": ["customer", "lines"],
    "definitions": {
        "line": {
            "type": "object",
            "properties": {"amount": {"type": "number", "minimum": 0}, "note": {"type": "string"}},
            "required": ["amount"],
        }
    },
}
OUTPUT = {"type": "object", "properties": {"total": {"type": "number"}}}
TOOL = FunctionSource(
    "sum_invoices", "Sum invoices", "Adds up lines.", INPUT, OUTPUT, {"readOnly": True, "openWorld": False}
)
WITHOUT_DRAFT = {keyword: value for keyword, value in INPUT.items() if keyword != "$schema"}


def test_openai_gets_the_schema_as_it_is() -> None:
    assert function_definition(TOOL, FunctionFormat.OPENAI) == {
        "type": "function",
        "function": {"name": "sum_invoices", "description": "Adds up lines.", "parameters": WITHOUT_DRAFT},
    }


def test_openai_strict_gets_closed_objects_with_every_field_required() -> None:
    assert function_definition(TOOL, FunctionFormat.OPENAI_STRICT) == {
        "type": "function",
        "function": {
            "name": "sum_invoices",
            "description": "Adds up lines.\n\nRules that the schema can't say:"
            " customer: minLength 2; lines: uniqueItems true.",
            "strict": True,
            "parameters": {
                "type": "object",
                "properties": {
                    "customer": {"type": "string", "description": "Whose invoices."},
                    "currency": {
                        "type": ["string", "null"],
                        "enum": ["EUR", "USD", None],
                        "description": 'Default: "EUR".',
                    },
                    "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
                },
                "required": ["customer", "currency", "lines"],
                "additionalProperties": False,
                "$defs": {
                    "line": {
                        "type": "object",
                        "properties": {
                            "amount": {"type": "number", "minimum": 0},
                            "note": {"type": ["string", "null"]},
                        },
                        "required": ["amount", "note"],
                        "additionalProperties": False,
                    }
                },
            },
        },
    }


def test_anthropic_gets_an_input_schema() -> None:
    assert function_definition(TOOL, FunctionFormat.ANTHROPIC) == {
        "name": "sum_invoices",
        "description": "Adds up lines.",
        "input_schema": WITHOUT_DRAFT,
    }


def test_mcp_gets_schemas_and_hints() -> None:
    assert function_definition(TOOL, FunctionFormat.MCP) == {
        "name": "sum_invoices",
        "title": "Sum invoices",
        "description": "Adds up lines.",
        "inputSchema": INPUT,
        "outputSchema": OUTPUT,
        "annotations": {"title": "Sum invoices", "readOnlyHint": True, "openWorldHint": False},
    }


@pytest.mark.parametrize("output", [{}, {"type": "array"}, {"type": ["object", "null"]}])
def test_mcp_shows_only_output_that_is_an_object(output: dict[str, Any]) -> None:
    plain = FunctionSource("t", "T", "D", {"type": "object"}, output, {})
    assert function_definition(plain, FunctionFormat.MCP).keys() == {"name", "title", "description", "inputSchema"}


def test_a_row_of_the_database_becomes_a_definition() -> None:
    row = {
        "name": "t",
        "display_name": "T",
        "description": "D",
        "input_schema": {"type": "object"},
        "output_schema": {},
    }
    row["annotations"] = {}
    assert from_row(row, {"format": "ANTHROPIC"})["input_schema"] == {"type": "object"}
    assert from_row(row, {})["type"] == "function"


def test_fields_stay_in_their_authors_order() -> None:
    schema = {
        "type": "object",
        "properties": {"z": {"type": "string"}, "a": {"type": "string"}},
        "required": ["a", "z"],
    }
    for wanted in FunctionFormat:
        text = str(function_definition(FunctionSource("t", "T", "D", schema, {}, {}), wanted))
        assert text.index("'z'") < text.index("'a'")


def strict(**parts: Any) -> tuple[dict[str, Any], list[str]]:
    """The strict forms of fields, all of them required, and what was left out."""
    definitions = parts.pop("definitions", {})
    schema = {"type": "object", "properties": parts, "required": list(parts), "definitions": definitions}
    converted, left_out = strict_schema(schema)
    return converted["properties"], left_out  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("part", "converted", "left_out"),
    [
        ({"const": 1}, {"enum": [1], "type": "integer"}, []),
        ({"enum": [1, "a"]}, {"enum": [1, "a"], "type": ["integer", "string"]}, []),
        ({"type": "string", "format": "date"}, {"type": "string", "format": "date"}, []),
        ({"type": "string", "format": "iri"}, {"type": "string"}, ["x: format iri"]),
        ({"type": "string", "title": "T", "writeOnly": True}, {"type": "string", "title": "T"}, []),
        (
            {"oneOf": [{"type": "string"}, {"type": "null"}]},
            {"anyOf": [{"type": "string"}, {"type": "null"}]},
            [],
        ),
        (
            {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}},
            {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
            ["x: fields of other names are possible too"],
        ),
        (
            {
                "allOf": [
                    {"type": "object", "properties": {"a": {"type": "null"}}},
                    {"properties": {"b": {"type": "null"}}},
                ]
            },
            {
                "type": "object",
                "properties": {"b": {"type": ["null"]}, "a": {"type": ["null"]}},
                "required": ["b", "a"],
                "additionalProperties": False,
            },
            [],
        ),
        (
            {"type": "array", "items": [{"type": "string"}, {"type": "null"}]},
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            ["x: the first 2 items each have a form of their own"],
        ),
        (
            {},
            {"type": ["string", "number", "boolean", "null"]},
            ["x: an object or a list is possible too"],
        ),
        (
            {"type": "string", "if": {"minLength": 1}, "then": {"maxLength": 3}},
            {"type": "string"},
            ['x: if {"minLength":1}', 'x: then {"maxLength":3}'],
        ),
    ],
)
def test_what_strict_mode_can_not_say_is_replaced_or_put_into_words(
    part: dict[str, Any], converted: dict[str, Any], left_out: list[str]
) -> None:
    properties, notes = strict(x=part)
    assert (properties["x"], sorted(notes)) == (converted, left_out)


def test_an_optional_reference_or_choice_may_be_null() -> None:
    schema = {
        "type": "object",
        "definitions": {"d": {"type": "object", "properties": {"self": {"$ref": "#/definitions/d"}}}},
        "properties": {"r": {"$ref": "#/definitions/d"}, "c": {"anyOf": [{"type": "string"}]}, "root": {"$ref": "#"}},
    }
    converted, left_out = strict_schema(schema)
    assert converted["properties"] == {
        "r": {"anyOf": [{"$ref": "#/$defs/d"}, {"type": "null"}]},
        "c": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "root": {"anyOf": [{"$ref": "#"}, {"type": "null"}]},
    }
    assert left_out == []


@pytest.mark.parametrize(
    "schema",
    [
        {
            "type": "object",
            "definitions": {"t": {"allOf": [{"properties": {"c": {"allOf": [{"$ref": "#/definitions/t"}, {}]}}}]}},
            "properties": {"t": {"allOf": [{"$ref": "#/definitions/t"}, {}]}},
        },
        {"type": "object", "properties": {"a": {"$ref": "#/properties/b"}, "b": {"items": {"$ref": "#/properties/a"}}}},
        {"type": "object", "properties": {f"f{n}": {"anyOf": [{"type": "string"}] * 50} for n in range(80)}},
        {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": False, "b": True}},
        {
            "type": "object",
            "properties": {"x": {"$ref": "#/definitions/y~1z"}, "y": {"$ref": "#/$defs/y~1z"}},
            "definitions": {"y/z": {"type": "string"}},
            "$defs": {"y/z": {"type": "number"}},
        },
    ],
)
def test_whatever_schema_can_be_saved_gets_a_strict_form_that_is_one(schema: dict[str, Any]) -> None:
    assert check_schema(schema, (), top_level_object=True) == []
    converted, left_out = strict_schema(schema)
    jsonschema.Draft202012Validator.check_schema(converted)
    assert converted["type"] == "object"
    assert converted["required"] == list(converted["properties"])  # type: ignore[call-overload, arg-type]
    assert len(left_out) <= 20


def test_names_up_to_64_characters_stay_and_longer_ones_get_a_stable_short_form() -> None:
    assert name_alias("a" * 64) == "a" * 64
    alias = name_alias("a" * 65)
    assert alias == "a" * 55 + "_" + "635361c4"
    assert len(alias) == 64
    assert kept_by_alias(alias) == "a" * 55
    assert name_alias("a" * 66) != alias
    assert [kept_by_alias(name) for name in ("a", "a" * 64, "a" * 55 + "_XYZ12345")] == [None, None, None]
