"""The fields whose values Python makes, from columns that their declarations name."""

from collections.abc import Mapping
from typing import Any

from toolcrib.catalog import function_definition as definitions
from toolcrib.catalog.transfer.exporting import file_text
from toolcrib.core.json_text import JsonObject
from toolcrib.reads.declarations import Arguments
from toolcrib.reads.planner import Compute


def _function_definition(row: Mapping[str, Any], arguments: Arguments) -> JsonObject:
    wanted = definitions.FunctionFormat(arguments["format"])
    return definitions.function_definition(definitions.FunctionSource(**row), wanted)


FUNCTIONS: Mapping[str, Compute] = {"functionDefinition": _function_definition, "toolFile": file_text}
