"""What scripts can import here: found out from what is installed, not from a list."""

import difflib
import json
import logging
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from toolcrib.executors.sandbox.surroundings import PACKAGES

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 60

_LISTER = Path(__file__).with_name("list_modules.py")
_BESIDES = ("jsonschema",)  # the server needs it too, so it is no extra
_STANDARD = re.compile(r"""^([\w.-]+).*extra == ["']standard["']""")


@cache
def libraries() -> Mapping[str, str]:
    """The standard set: the names they are imported by, with the names they are installed by (`bs4`: …)."""
    try:
        wanted = [found[1] for line in requires("toolcrib") or () if (found := _STANDARD.match(line))]
    except PackageNotFoundError:
        wanted = []
    names = {_plain(name): name for name in (*wanted, *_BESIDES)}
    imported = {
        module: names[plain]
        for module, distributions in packages_distributions().items()
        for plain in map(_plain, distributions)
        if plain in names and not module.startswith("_")
    }
    return dict(sorted(imported.items()))


@cache
def is_there(module: str) -> bool:
    """Tell whether `import module` finds something. Nothing is imported to find out."""
    top, *rest = module.split(".")
    if top in sys.builtin_module_names:
        return True
    path: Sequence[str] | None = [folder for folder in sys.path if folder != str(PACKAGES)]
    spec = PathFinder.find_spec(top, path)
    for depth in range(len(rest)):
        if spec is None:
            return False
        if spec.submodule_search_locations is None:
            return True  # what a module calls its sub-modules, as os does with os.path, only running it would tell
        path = list(spec.submodule_search_locations)
        spec = PathFinder.find_spec(".".join((top, *rest[: depth + 1])), path)
    return spec is not None


def closest(module: str) -> str | None:
    """What was probably meant by a name that is not there: a slip, or the name that a library is installed by."""
    top = module.partition(".")[0]
    by_installed_name = {_plain(installed): imported for imported, installed in libraries().items()}
    if imported := by_installed_name.get(_plain(top)) or by_installed_name.get(f"python-{_plain(top)}"):
        return imported
    known = {name.lower(): name for name in (*libraries(), *_standard_names())}
    match = difflib.get_close_matches(top.lower(), known, 1, 0.75)
    return known[match[0]] if match and known[match[0]] != top else None


@cache
def public_names() -> Mapping[str, Sequence[str]]:
    """Every module worth suggesting, with the names in it: `{"json": ["dump", "dumps", …]}`. Takes seconds, once.

    The modules are loaded in a process of their own, so that this one stays small. Without names where that fails.
    """
    tops = sorted({*libraries(), *_standard_names()})
    with tempfile.TemporaryDirectory(prefix="toolcrib-modules-") as folder:
        environment = {"MPLBACKEND": "Agg", "MPLCONFIGDIR": folder, "HOME": folder, "OPENBLAS_NUM_THREADS": "1"}
        try:
            listed = subprocess.run(  # noqa: S603 -- our own file, with the names of installed modules
                [sys.executable, "-I", "-W", "ignore", str(_LISTER), *tops],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=PATIENCE_SECONDS,
                check=True,
            )
            names: Mapping[str, Sequence[str]] = json.loads(listed.stdout)
        except (OSError, subprocess.SubprocessError, ValueError):
            log.warning("What is in the modules that scripts can import could not be found out.", exc_info=True)
            return dict.fromkeys(tops, ())
    return names


def _standard_names() -> list[str]:
    return [name for name in sorted(sys.stdlib_module_names) if not name.startswith("_") and is_there(name)]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
