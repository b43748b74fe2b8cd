"""Writing tools as a file that `importing` takes. Pure: what is read is read elsewhere, by whoever may read it."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from toolcrib.catalog.transfer.file import FORMAT, FORMAT_VERSION, MAX_BYTES, MAX_TOOLS
from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_schema import redact

_SMALLER = "Choose fewer tools, or leave out their old versions."


def file_text(row: Mapping[str, Any], _arguments: Mapping[str, Any]) -> str:
    """The file of `row["tools"]`. Raises InvalidInput (QUERY_LIMIT) where it would be larger than an import takes."""
    tools = row["tools"]
    if len(tools) > MAX_TOOLS:
        raise InvalidInput(f"These are more than {MAX_TOOLS} tools. {_SMALLER}", code="QUERY_LIMIT")
    for tool in tools:
        for version in (tool, *tool.get("versions", ())):
            _leave_out_secrets(version)
    file = {
        "format": FORMAT,
        "formatVersion": FORMAT_VERSION,
        "exportedAt": datetime.now(UTC).isoformat(timespec="seconds"),
        "tools": tools,
    }
    text = json.dumps(file, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    if len(text.encode()) > MAX_BYTES:
        raise InvalidInput(f"This would be a file of more than {MAX_BYTES:,} bytes. {_SMALLER}", code="QUERY_LIMIT")
    return text


def _leave_out_secrets(version: dict[str, Any]) -> None:
    """An example input with a value where the schema marks a secret stays here."""
    examples, schema = version["examples"], version["inputSchema"]
    inputs = examples.get("inputs", [])
    examples["inputs"] = [each for each in inputs if redact(schema, each["value"]) == each["value"]]
