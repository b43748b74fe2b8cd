"""What can be said about a script and its config before it runs."""

import re
import symtable
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.sandbox.jail.failures import SCRIPT_NAME
from toolcrib.executors.sandbox.script_text import find_unfit_text

ENTRIES = ("STDIN", "MAIN")

_SCRIPT: Path = ("scriptContent",)
_CONFIG: Path = ("executorConfig",)
_CODE = "INVALID_INPUT"
_MAIN_BY_EYE = re.compile(r"^(?:async\s+)?def\s+main\b", re.MULTILINE)
_BROKEN = (SyntaxError, RecursionError, MemoryError, ValueError, OverflowError)


@dataclass(frozen=True, slots=True)
class _Facts:
    binds_main: bool
    reads_stdin: bool


def check_config(config: JsonObject) -> list[Problem]:
    problems = [
        Problem(_CODE, f"A PYTHON tool has no setting {name!r}: it has entry and requirements.", (*_CONFIG, name))
        for name in config
        if name not in ("entry", "requirements")
    ]
    if config.get("entry") not in ENTRIES:
        problems.append(Problem(_CODE, "entry must be STDIN or MAIN.", (*_CONFIG, "entry")))
    if config.get("requirements", "standard") != "standard":
        message = 'requirements must be "standard": the set of libraries every Python tool may import.'
        problems.append(Problem(_CODE, message, (*_CONFIG, "requirements")))
    return problems


def check_script(script: str | None, entry: object) -> list[Problem]:
    """All that keeps `script` from running; a syntax error with its line and column. Never raises."""
    if script is None or not script.strip():
        return [Problem(_CODE, "A PYTHON tool needs a script.", _SCRIPT)]
    if unfit := find_unfit_text(script):
        return [Problem(_CODE, unfit, _SCRIPT)]
    try:
        facts = _facts(script)
    except SyntaxError as error:
        return [Problem(_CODE, _explain(error), _SCRIPT)]
    except _BROKEN:
        return [Problem(_CODE, "The script is nested too deeply to be compiled.", _SCRIPT)]
    if entry == "MAIN" and not facts.binds_main:
        message = "With entry MAIN the script must define a function main at its top level: def main(…): …"
        return [Problem(_CODE, message, _SCRIPT)]
    return []


def suggest_entry(script: str) -> str:
    """MAIN where the script defines `main` and leaves calling it, and stdin, to us; else STDIN."""
    if find_unfit_text(script):
        return "STDIN"
    try:
        facts = _facts(script)
    except _BROKEN:
        return "MAIN" if _MAIN_BY_EYE.search(script) and "stdin" not in script else "STDIN"
    return "MAIN" if facts.binds_main and not facts.reads_stdin else "STDIN"


@lru_cache(maxsize=4)
def _facts(script: str) -> _Facts:
    """From the compiler's own tables: a syntax tree as Python objects takes twice as long as all of this.

    Raises what is in `_BROKEN`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a "\d" in somebody's script is no problem of ours
        code = compile(script, SCRIPT_NAME, "exec", dont_inherit=True)  # finds more: `return` outside a function
        table = symtable.symtable(script, SCRIPT_NAME, "exec")
    reads_stdin = any("stdin" in part.co_names for part in _codes(code)) or any(map(_asks_for_input, _tables(table)))
    return _Facts(_binds_main(table), reads_stdin)


def _binds_main(module: symtable.SymbolTable) -> bool:
    """Tell whether the module's own level (its ifs, tries and withs included) binds the name `main`."""
    symbol = _symbol(module, "main")
    return symbol is not None and (symbol.is_assigned() or symbol.is_imported())


def _asks_for_input(table: symtable.SymbolTable) -> bool:
    """The built-in `input` is used here, not a variable of that name."""
    symbol = _symbol(table, "input")
    return symbol is not None and symbol.is_referenced() and symbol.is_global() and not symbol.is_assigned()


def _symbol(table: symtable.SymbolTable, name: str) -> symtable.Symbol | None:
    try:
        return table.lookup(name)
    except KeyError:
        return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    pending = [code]
    while pending:
        part = pending.pop()
        yield part
        pending.extend(constant for constant in part.co_consts if isinstance(constant, CodeType))


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    pending = [table]
    while pending:
        part = pending.pop()
        yield part
        pending.extend(part.get_children())


def _explain(error: SyntaxError) -> str:
    place = f"Line {error.lineno}, column {max(error.offset or 1, 1)}: " if error.lineno else ""
    return f"{place}{error.msg}"
