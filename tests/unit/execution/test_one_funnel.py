"""If this fails, there is a way to run a tool that asks nobody and records nothing."""

import ast
from pathlib import Path

import toolcrib

PACKAGE = Path(toolcrib.__file__).parent


def test_one_place_alone_runs_an_executor() -> None:
    callers = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if not path.is_relative_to(PACKAGE / "executors")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "run"
        and ast.unparse(node.func.value).endswith("executor")
    ]

    assert callers == ["execution/direct.py"]
