"""Which libraries to have loaded before a script runs, by what it imports."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from toolcrib.executors.sandbox.job import Libraries

_DATA = frozenset({"numpy", "pandas", "matplotlib"})
_MID = frozenset(
    {
        *("asyncio", "hashlib", "hmac", "http.client", "secrets", "ssl", "urllib.request"),
        *("requests", "httpx", "jsonschema", "pydantic"),
    }
)


@lru_cache(maxsize=512)
def choose_libraries(script: str) -> Libraries:
    """The least that covers the script's imports; what it imports by other means than `import` costs it time only."""
    names = frozenset(_imported(script))
    if names & _DATA:
        return Libraries.DATA
    return Libraries.MID if names & _MID else Libraries.LIGHT


def _imported(script: str) -> Iterator[str]:
    """The modules that are imported, anywhere in the script, and the packages that they are in."""
    try:
        nodes = ast.walk(ast.parse(script))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.AsyncFunctionDef):
            names = ["asyncio"]  # which `async def main` runs on
        else:
            continue
        yield from names
        yield from (name.partition(".")[0] for name in names)
