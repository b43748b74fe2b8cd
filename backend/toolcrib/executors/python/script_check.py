"""What can be said about a script and its config before it runs."""

import ast
import re
import warnings

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.python.runner import SCRIPT_NAME

ENTRIES = ("STDIN", "MAIN")
MAX_SCRIPT_BYTES = 1_000_000
_SCRIPT: Path = ("scriptContent",)
_CONFIG: Path = ("executorConfig",)
_CODE = "INVALID_INPUT"
_MAIN_BY_EYE = re.compile(r"^(?:async\s+)?def\s+main\b", re.MULTILINE)

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


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
    if problem := _check_characters(script):
        return [problem]
    try:
        tree = _compile(script)
    except SyntaxError as error:
        return [Problem(_CODE, _explain(error), _SCRIPT)]
    except (RecursionError, MemoryError, ValueError, OverflowError):
        return [Problem(_CODE, "The script is nested too deeply to be compiled.", _SCRIPT)]
    if entry == "MAIN" and not _binds_main(tree):
        message = "With entry MAIN the script must define a function main at its top level: def main(…): …"
        return [Problem(_CODE, message, _SCRIPT)]
    return []


def suggest_entry(script: str) -> str:
    """MAIN where the script defines `main` and leaves calling it, and stdin, to us; else STDIN."""
    try:
        tree = _compile(script)
    except (SyntaxError, RecursionError, MemoryError, ValueError, OverflowError):
        return "MAIN" if _MAIN_BY_EYE.search(script) and "stdin" not in script else "STDIN"
    if not _binds_main(tree):
        return "STDIN"
    return "STDIN" if any(_reads_stdin(node) for node in ast.walk(tree)) else "MAIN"


def _compile(script: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a "\d" in somebody's script is no problem of ours
        compile(script, SCRIPT_NAME, "exec", dont_inherit=True)  # finds more than parsing: `return` outside a function
        return ast.parse(script, SCRIPT_NAME)


def _check_characters(script: str) -> Problem | None:
    try:
        size = len(script.encode())
    except UnicodeEncodeError as error:
        line = script.count("\n", 0, error.start) + 1
        return Problem(_CODE, f"The script holds a lone surrogate (half a character) in line {line}.", _SCRIPT)
    if size > MAX_SCRIPT_BYTES:
        return Problem(_CODE, f"The script has {size:,} bytes; at most {MAX_SCRIPT_BYTES:,} are allowed.", _SCRIPT)
    if "\0" in script:
        line = script.count("\n", 0, script.index("\0")) + 1
        return Problem(_CODE, f"The script holds a NUL character in line {line}.", _SCRIPT)
    return None


def _explain(error: SyntaxError) -> str:
    place = f"Line {error.lineno}, column {max(error.offset or 1, 1)}: " if error.lineno else ""
    return f"{place}{error.msg}"


def _binds_main(module: ast.Module) -> bool:
    """Tell whether the module's own level (its ifs, tries and withs included) binds the name `main`."""
    pending: list[ast.AST] = [*module.body]
    while pending:
        node = pending.pop()
        if _name_bound_by(node) == "main":
            return True
        if not isinstance(node, _SCOPES):
            pending.extend(ast.iter_child_nodes(node))
    return False


def _name_bound_by(node: ast.AST) -> str | None:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.alias):
        return node.asname or node.name
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else None


def _reads_stdin(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "stdin"
    if isinstance(node, ast.alias):
        return node.name == "stdin"
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "input"
