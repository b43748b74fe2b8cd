"""What a script that can run may not do as meant: import what isn't here, take other fields than the schema has."""

import ast
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import JsonObject, shorten
from toolcrib.executors.python import modules

MISSING_MODULE = "MISSING_MODULE"
ENTRY_MISMATCH = "ENTRY_MISMATCH"

_SCRIPT: Path = ("scriptContent",)
_BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError)
_CATCHES = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
_COMBINED = ("$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties")
Main = ast.FunctionDef | ast.AsyncFunctionDef


class _Import(NamedTuple):
    module: str
    line: int
    column: int


def review_script(script: str, config: JsonObject, input_schema: JsonObject | None) -> list[Problem]:
    """Warnings with line and column; none for a script that does not parse, of which `check_script` speaks."""
    tree = _parsed(script)
    if tree is None:
        return []
    found = list(_missing(tree, script))
    main = next((node for node in reversed(tree.body) if isinstance(node, Main) and node.name == "main"), None)
    if main is not None and config.get("entry") == "MAIN" and input_schema is not None:
        found += _mismatches(main, input_schema)
    return found


@lru_cache(maxsize=4)
def _parsed(script: str) -> ast.Module | None:
    try:
        return ast.parse(script)
    except _BROKEN:
        return None


def _missing(tree: ast.Module, script: str) -> Iterator[Problem]:
    lines = script.splitlines()
    for module, line, column in _imports(tree):
        if modules.is_there(module):
            continue
        place = _place(line, _characters(lines, line, column))
        name = shorten(module)
        meant = modules.closest(module) if not modules.is_there(module.partition(".")[0]) else None
        if meant:
            advice = f"Did you mean {meant}?"
        else:
            advice = f"There are Python's own modules, and {', '.join(modules.libraries())}."
        yield Problem(MISSING_MODULE, f"{place}: there is no module {name} here. {advice}", _SCRIPT)


def _imports(tree: ast.Module) -> Iterator[_Import]:
    """What is imported, but for what the script is ready to do without."""
    pending: deque[ast.AST] = deque([tree])
    while pending:
        node = pending.popleft()
        if isinstance(node, ast.Import):
            yield from (_Import(alias.name, alias.lineno, alias.col_offset) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield _Import(node.module, node.lineno, node.col_offset + len("from "))
        elif isinstance(node, ast.Try) and any(map(_forgives, node.handlers)):
            pending += [*node.handlers, *node.orelse, *node.finalbody]
        else:
            pending += ast.iter_child_nodes(node)


def _forgives(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    return any(isinstance(node, ast.Name) and node.id in _CATCHES for node in ast.walk(handler.type))


def _mismatches(main: Main, schema: JsonObject) -> Iterator[Problem]:
    """Where `main(**input)` would be refused by Python although the schema lets the input through, or the other way."""
    properties = schema.get("properties")
    fields = properties if isinstance(properties, dict) else {}
    named = schema.get("required")
    required = {name for name in named if isinstance(name, str)} if isinstance(named, list) else set()
    known_in_full = not any(keyword in schema for keyword in _COMBINED)
    for parameter in main.args.posonlyargs:
        yield _at(parameter, f"main is called by names, so {parameter.arg} can't stand before the /.")
    for parameter in _needed(main):
        field = fields.get(parameter.arg)
        if field is None and parameter.arg not in required:
            if known_in_full:
                yield _at(parameter, f"main needs {parameter.arg}, a field that the input schema doesn't have.")
        elif parameter.arg not in required and not (isinstance(field, dict) and "default" in field):
            how = "require it, or give it a default"
            yield _at(parameter, f"main needs {parameter.arg}, which the input schema lets callers leave out: {how}.")
    if main.args.kwarg is None:
        taken = {each.arg for each in (*main.args.args, *main.args.kwonlyargs)}
        for name in dict.fromkeys((*fields, *sorted(required))):
            if name not in taken and fields.get(name) is not False:
                calls = "every call" if name in required else "a call with it"
                yield _at(main, f"main doesn't take the field {shorten(name)}: {calls} would fail.")


def _needed(main: Main) -> Iterator[ast.arg]:
    """The parameters without a default that can be given by name."""
    both = (*main.args.posonlyargs, *main.args.args)
    without = both[: len(both) - len(main.args.defaults)]
    yield from without[len(main.args.posonlyargs) :]
    pairs = zip(main.args.kwonlyargs, main.args.kw_defaults, strict=True)
    yield from (parameter for parameter, default in pairs if default is None)


def _at(node: ast.arg | Main, message: str) -> Problem:
    return Problem(ENTRY_MISMATCH, f"{_place(node.lineno, node.col_offset)}: {message}", _SCRIPT)


def _place(line: int, column: int) -> str:
    return f"Line {line}, column {column + 1}"


def _characters(lines: list[str], line: int, offset: int) -> int:
    """Python counts bytes."""
    return len(lines[line - 1].encode()[:offset].decode(errors="ignore")) if line <= len(lines) else offset
