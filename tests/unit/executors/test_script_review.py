"""If these fail, a person learns from a failed run what the editor could have said: a module or field is missing."""

import pytest
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.python import create_executor as create_python
from toolcrib.executors.python.modules import closest, is_there, libraries, public_names
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.executors.shell import create_executor as create_shell

SCHEMA: JsonObject = {
    "properties": {"amount": {}, "unit": {"default": "cm"}, "note": {}},
    "required": ["amount"],
}


def warnings(script: str, schema: JsonObject | None = None, entry: str = "STDIN") -> list[str]:
    found = create_python(Sandbox()).review(script, {"entry": entry}, schema)
    assert all(each.field == ("scriptContent",) for each in found)
    return [each.message for each in found]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("import json, reqests", "Line 1, column 14: there is no module reqests here. Did you mean requests?"),
        (
            "x = 'é'; import beautifulsoup4",
            "Line 1, column 17: there is no module beautifulsoup4 here. Did you mean bs4?",
        ),
        (
            "def f():\n    from PyYAML import load",
            "Line 2, column 10: there is no module PyYAML here. Did you mean yaml?",
        ),
        ("import urllib.reqest", "Line 1, column 8: there is no module urllib.reqest here. There are Python's own"),
        (
            "from tensorflow import keras",
            "Line 1, column 6: there is no module tensorflow here. There are Python's own",
        ),
    ],
)
def test_a_module_that_is_not_there_is_named_with_its_place_and_what_is(script: str, message: str) -> None:
    [found] = warnings(script)
    assert found.startswith(message)


@pytest.mark.parametrize(
    "script",
    [
        "import os.path, sys, xml.etree.ElementTree, collections.abc",
        "import numpy.linalg\nfrom dateutil import parser\nimport matplotlib.pyplot as plt",
        "try:\n    import orjsn as json\nexcept ImportError:\n    import json",
        "from . import helper",
        "import (",
        "'import reqests'",
    ],
)
def test_what_is_there_or_may_be_missing_is_not_complained_of(script: str) -> None:
    assert warnings(script) == []


@pytest.mark.parametrize(
    ("main", "messages"),
    [
        ("def main(amount, unit, note=None): ...", []),
        ("async def main(*, amount, **rest): ...", []),
        ("def main(**fields): ...", []),
        (
            "def main(amount, unit, note): ...",
            ["column 24: main needs note, which the input schema lets callers leave"],
        ),
        ("def main(amount, weight, **r): ...", ["column 18: main needs weight, a field that the input schema doesn't"]),
        ("def main(unit='', note=''): ...", ["column 1: main doesn't take the field amount: every call would fail."]),
        ("def main(amount, unit): ...", ["column 1: main doesn't take the field note: a call with it would fail."]),
        ("def main(amount, /, **r): ...", ["column 10: main is called by names, so amount can't stand before the /."]),
    ],
)
def test_a_main_that_fits_the_schema_passes_and_others_say_where_they_do_not(main: str, messages: list[str]) -> None:
    found = warnings(main, SCHEMA, "MAIN")
    assert len(found) == len(messages)
    assert all(f"Line 1, {expected}" in message for expected, message in zip(messages, found, strict=True))


def test_a_schema_whose_fields_are_not_all_known_leaves_room() -> None:
    assert warnings("def main(else_where): ...", {"allOf": [{"$ref": "#/$defs/a"}]}, "MAIN") == []
    assert warnings("def main(anything): ...", None, "MAIN") == []
    assert warnings("print()", SCHEMA, "MAIN") == []


@pytest.mark.parametrize("schema", [{"properties": 1, "required": 2}, {"properties": {"a": 1}, "required": [1, {}]}])
def test_a_schema_that_is_none_is_no_reason_to_stop(schema: JsonObject) -> None:
    assert warnings("def main(**rest): ...", schema, "MAIN") == []


def test_a_shell_script_is_told_of_variables_that_no_field_becomes() -> None:
    script = 'INPUT_OWN=1\necho "$INPUT_AMOUNT" "${INPUT_AMONT:-}" "$INPUT_OWN"\n'
    [found] = create_shell(Sandbox()).review(script, {}, SCHEMA)
    assert found.message == (
        "Line 2, column 25: no field of the input schema becomes INPUT_AMONT. Did you mean INPUT_AMOUNT?"
    )
    assert create_shell(Sandbox()).review(script, {}, {}) == []


def test_what_can_be_imported_is_found_out_from_what_is_installed() -> None:
    assert {"requests", "numpy", "bs4", "yaml", "dateutil", "jsonschema"} <= set(libraries())
    assert closest("qqqqqq") is None
    assert is_there("json")
    names = public_names()
    assert "loads" in names["json"]
    assert "urlparse" in names["urllib.parse"]
    assert {"DataFrame", "read_csv"} <= set(names["pandas"])
    assert "get" in names["requests"]
    assert not any(name.startswith("_") for names in names.values() for name in names)
