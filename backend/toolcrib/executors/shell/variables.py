"""The input as environment variables: each top-level text, number, true or false as `INPUT_<NAME>`."""

import json
import re

from toolcrib.core.json_text import shorten

MAX_VARIABLE_BYTES = 128 * 1024 - 1
"""What Linux takes of one variable: its name, `=` and its value."""
MAX_TOGETHER_BYTES = 1_000_000
"""Linux takes two megabytes, macOS one; commands and their arguments need room too."""

_NOT_IN_A_NAME = re.compile("[^A-Z0-9_]")
_INSTEAD = "Put long texts into an object or a list: those come on stdin alone."


class UnfitInputError(Exception):
    """The input can't be told in variables without loss; the message names the field and the rule."""


def input_variables(input_json: str) -> dict[str, str]:
    """Variables by name, for the text of a JSON object. Numbers read as they do there; only scalars but null have one.

    Raises UnfitInputError.
    """
    fields = json.loads(input_json, parse_int=str, parse_float=str)
    sources: dict[str, str] = {}
    variables: dict[str, str] = {}
    for field, value in fields.items():
        if not isinstance(value, (str, bool)):
            continue
        name = variable_name(field)
        if name in sources:
            raise UnfitInputError(f"{_place(sources[name])} and {_place(field)} would both be the variable {name}.")
        sources[name] = field
        variables[name] = value if isinstance(value, str) else json.dumps(value)
        _check_value(field, name, variables[name])
    if sum(map(_size, variables, variables.values())) > MAX_TOGETHER_BYTES:
        raise UnfitInputError(f"The input's texts have more than {MAX_TOGETHER_BYTES:,} bytes together. {_INSTEAD}")
    return variables


def variable_name(field: str) -> str:
    return f"INPUT_{_NOT_IN_A_NAME.sub('_', field.upper())}"


def _check_value(field: str, name: str, value: str) -> None:
    if "\0" in value:
        raise UnfitInputError(f"{_place(field)} holds a NUL character, which no variable can hold.")
    if (size := _size(name, value)) > MAX_VARIABLE_BYTES:
        limit = f"a variable has at most {MAX_VARIABLE_BYTES:,}"
        raise UnfitInputError(
            f"{_place(field)} takes {size:,} bytes as the variable {shorten(name)}; {limit}. {_INSTEAD}"
        )


def _size(name: str, value: str) -> int:
    return len(name) + 1 + len(value.encode())


def _place(field: str) -> str:
    return f"input.{shorten(field)}"
