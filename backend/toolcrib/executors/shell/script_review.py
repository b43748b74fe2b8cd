"""What a script that bash can read may still not do as meant: read a variable that no field becomes."""

import re
from difflib import get_close_matches

from toolcrib.core.errors import Problem
from toolcrib.core.json_text import JsonObject, shorten
from toolcrib.executors.sandbox.script_text import line_of
from toolcrib.executors.shell.variables import variable_name

UNKNOWN_VARIABLE = "UNKNOWN_VARIABLE"

_VARIABLE = re.compile(r"\$\{?(INPUT_[A-Z0-9_]+)")
_COMBINED = ("$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties")
_MOST = 20


def review_script(script: str, input_schema: JsonObject | None) -> list[Problem]:
    """Warnings with line and column, where the schema says which fields there are."""
    fields = (input_schema or {}).get("properties")
    if not isinstance(fields, dict) or any(keyword in (input_schema or {}) for keyword in _COMBINED):
        return []
    known = {variable_name(field) for field in fields}
    found: dict[str, Problem] = {}
    for match in _VARIABLE.finditer(script):
        name = match[1]
        if name in known or name in found or re.search(rf"(?:^|[\s;]){name}=", script, re.MULTILINE):
            continue
        column = match.start(1) - script.rfind("\n", 0, match.start(1))
        close = get_close_matches(name, known, 1)
        advice = f" Did you mean {close[0]}?" if close else ""
        place = f"Line {line_of(script, match.start())}, column {column}"
        message = f"{place}: no field of the input schema becomes {shorten(name)}.{advice}"
        found[name] = Problem(UNKNOWN_VARIABLE, message, ("scriptContent",))
    return list(found.values())[:_MOST]
