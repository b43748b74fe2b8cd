"""A tool as the function definition an LLM vendor takes. Derived each time, never stored. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from toolcrib.catalog.function_name import name_alias
from toolcrib.catalog.strict_schema import strict_schema
from toolcrib.core.json_text import JsonObject, JsonValue

_MCP_HINTS: Mapping[str, str] = {
    "readOnly": "readOnlyHint",
    "destructive": "destructiveHint",
    "idempotent": "idempotentHint",
    "openWorld": "openWorldHint",
}


class FunctionFormat(StrEnum):
    OPENAI = "OPENAI"
    OPENAI_STRICT = "OPENAI_STRICT"
    ANTHROPIC = "ANTHROPIC"
    MCP = "MCP"


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """What a definition is made of; schemas are parsed and stay as their author ordered them."""

    name: str
    display_name: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject
    annotations: Mapping[str, JsonValue]


def function_definition(tool: FunctionSource, wanted: FunctionFormat) -> JsonObject:
    """The definition, under the name that the vendor accepts (`name_alias`)."""
    return _FORMATS[wanted](tool)


def _openai(tool: FunctionSource) -> JsonObject:
    return {"type": "function", "function": _named(tool) | {"parameters": _bare(tool.input_schema)}}


def _openai_strict(tool: FunctionSource) -> JsonObject:
    """Strict mode takes a subset of JSON Schema: what it can't say is added to the description, in words."""
    schema, left_out = strict_schema(tool.input_schema)
    function = _named(tool)
    if left_out:
        function["description"] = f"{tool.description}\n\nRules that the schema can't say: {'; '.join(left_out)}."
    return {"type": "function", "function": function | {"strict": True, "parameters": schema}}


def _anthropic(tool: FunctionSource) -> JsonObject:
    return _named(tool) | {"input_schema": _bare(tool.input_schema)}


def _mcp(tool: FunctionSource) -> JsonObject:
    """MCP's structured output is an object, so another output schema is not shown."""
    definition = {"name": name_alias(tool.name), "title": tool.display_name, "description": tool.description}
    whole: JsonObject = definition | {"inputSchema": tool.input_schema}
    if tool.output_schema.get("type") == "object":
        whole["outputSchema"] = tool.output_schema
    hints: JsonObject = {hint: tool.annotations[name] for name, hint in _MCP_HINTS.items() if name in tool.annotations}
    if hints:
        whole["annotations"] = {"title": tool.display_name, **hints}
    return whole


def from_row(row: Mapping[str, Any], arguments: Mapping[str, Any]) -> JsonObject:
    """The definition of a tool as it is read: a row with the fields of FunctionSource; argument `format`."""
    source = FunctionSource(**{field.name: row[field.name] for field in fields(FunctionSource)})
    return function_definition(source, FunctionFormat(arguments.get("format") or FunctionFormat.OPENAI))


_FORMATS = {
    FunctionFormat.OPENAI: _openai,
    FunctionFormat.OPENAI_STRICT: _openai_strict,
    FunctionFormat.ANTHROPIC: _anthropic,
    FunctionFormat.MCP: _mcp,
}


def _named(tool: FunctionSource) -> JsonObject:
    return {"name": name_alias(tool.name), "description": tool.description}


def _bare(schema: JsonObject) -> JsonObject:
    """Vendors know one draft each and refuse to be told which."""
    return {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
