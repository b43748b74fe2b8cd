"""Prints the public names of the modules that are its arguments, and of those inside them, as JSON.

A program: it loads everything that scripts may import, which no server should carry about.
"""

import contextlib
import importlib
import io
import json
import pkgutil
import sys
from collections.abc import Iterator
from types import ModuleType

MOST = 600
"""Names of one module. Those with more are catalogues (of constants, of signals) that nobody reads to the end."""

# They do something when they are loaded, or are programs, tests and what is on its way out.
_LEFT_ALONE = {
    *("antigravity", "this", "idlelib", "test", "tests", "turtle", "turtledemo", "tkinter", "lib2to3", "ensurepip"),
    *("distutils", "pydoc_data", "conftest", "testing", "v1", "plugins", "backends", "sphinxext", "f2py"),
}


def main() -> None:
    found: dict[str, list[str]] = {}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for top in sys.argv[1:]:
            for module in _with_inner(top):
                found[module.__name__] = _names(module)
    json.dump(dict(sorted(found.items())), sys.stdout, separators=(",", ":"))


def _with_inner(top: str) -> Iterator[ModuleType]:
    module = None if top in _LEFT_ALONE else _load(top)
    if module is None:
        return
    yield module
    for inner in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if inner.name.startswith("_") or inner.name in _LEFT_ALONE:
            continue
        if loaded := _load(f"{top}.{inner.name}"):
            yield loaded


def _load(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit):  # noqa: BLE001 -- what can't be loaded here is not suggested
        return None


def _names(module: ModuleType) -> list[str]:
    exported = getattr(module, "__all__", None)
    if exported is None:
        exported = [name for name, value in vars(module).items() if not isinstance(value, ModuleType)]
    return sorted({name for name in exported if isinstance(name, str) and not name.startswith("_")})[:MOST]


main()
