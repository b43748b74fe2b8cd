"""Reads starter tools from their folders, strictly: a slip in a `tool.toml` is named, never guessed away."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

_SHAPE: Mapping[str, type] = {
    "name": str,
    "display_name": str,
    "description": str,
    "icon": str,
    "category": str,
    "tags": list,
    "timeout_seconds": int,
    "network": str,
    "annotations": dict,
    "input_schema": dict,
    "output_schema": dict,
    "examples": dict,
}
_EXAMPLES_SHAPE: Mapping[str, type] = {"prompts": list, "inputs": list}
_INPUT_SHAPE: Mapping[str, type] = {"name": str, "value": dict}
_SETTINGS: Mapping[str, tuple[str, str]] = {"main.py": ("PYTHON", "entry"), "main.sh": ("SHELL", "output")}
"""By the script's name: what runs it, and the field of `tool.toml` that says how."""
_WORDS = {str: "text", int: "a whole number", list: "a list", dict: "a table"}


class StarterToolError(ValueError):
    """A starter tool's folder is not as it must be; the message names the folder, the field and the rule."""


@dataclass(frozen=True, slots=True)
class ExampleInput:
    name: str
    value: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StarterTool:
    """One starter tool as its folder describes it.

    `category` is a category's name, `executor` PYTHON or SHELL, `network` FULL or NONE.
    """

    name: str
    display_name: str
    description: str
    icon: str
    category: str
    tags: tuple[str, ...]
    executor: str
    config: dict[str, Any]
    timeout_seconds: int
    network: str
    annotations: dict[str, bool]
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    prompts: tuple[str, ...]
    inputs: tuple[ExampleInput, ...]
    script: str


def load_starter_tools(folder: Path = FOLDER) -> tuple[StarterTool, ...]:
    """Read every tool under `folder`, by name. Raises StarterToolError."""
    return tuple(load_starter_tool(path.parent) for path in sorted(folder.glob("*/tool.toml")))


def load_starter_tool(folder: Path) -> StarterTool:
    """Read one tool from its folder. Raises StarterToolError."""
    try:
        return _read(folder)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, StarterToolError) as error:
        raise StarterToolError(f"Starter tool {folder.name}: {error}") from error


def _read(folder: Path) -> StarterTool:
    fields = tomllib.loads((folder / "tool.toml").read_text(encoding="utf-8"))
    script = _find_script(folder)
    executor, setting = _SETTINGS[script.name]
    _check_shape(fields, {**_SHAPE, setting: str})
    examples, config = fields.pop("examples"), {setting: fields.pop(setting)}
    _check_shape(examples, _EXAMPLES_SHAPE, "examples.")
    for index, example in enumerate(examples["inputs"]):
        _check_shape(example, _INPUT_SHAPE, f"examples.inputs[{index}].")
    _check_texts(fields["tags"], "tags")
    _check_texts(examples["prompts"], "examples.prompts")
    if fields["network"] not in ("FULL", "NONE"):
        raise StarterToolError(f"network must be FULL or NONE, not {fields['network']!r}")
    if fields["name"] != folder.name:
        raise StarterToolError(f"name must be the folder's, not {fields['name']!r}")
    return StarterTool(
        **fields | {"tags": tuple(fields["tags"]), "description": fields["description"].strip()},
        executor=executor,
        config=config,
        prompts=tuple(examples["prompts"]),
        inputs=tuple(ExampleInput(**example) for example in examples["inputs"]),
        script=script.read_text(encoding="utf-8"),
    )


def _find_script(folder: Path) -> Path:
    found = [path for path in (folder / name for name in _SETTINGS) if path.is_file()]
    if len(found) != 1:
        raise StarterToolError(f"there must be one script, {' or '.join(_SETTINGS)}; there are {len(found)}")
    return found[0]


def _check_shape(table: object, shape: Mapping[str, type], path: str = "") -> None:
    """Tell whether `table` has exactly the fields of `shape`, each of its type. Raises StarterToolError."""
    if not isinstance(table, dict):
        raise StarterToolError(f"{path.rstrip('.')} must be a table")
    for name in table.keys() - shape.keys():
        raise StarterToolError(f"{path}{name} is not a field; there are {', '.join(shape)}")
    for name, kind in shape.items():
        if name not in table:
            raise StarterToolError(f"{path}{name} is missing")
        if type(table[name]) is not kind:
            raise StarterToolError(f"{path}{name} must be {_WORDS[kind]}")


def _check_texts(values: list[object], path: str) -> None:
    for index, value in enumerate(values):
        if not isinstance(value, str):
            raise StarterToolError(f"{path}[{index}] must be text")
