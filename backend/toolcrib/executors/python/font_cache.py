"""Spares chart scripts a second: matplotlib lists the machine's fonts anew in every fresh home, unless it finds a list.

The list is made once per process, by matplotlib itself in a process where no tool's script ever ran.
"""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

_LIST_FONTS = "import matplotlib.font_manager"
_PATIENCE_SECONDS = 60


class FontCache:
    _lists: ClassVar[Mapping[str, str] | None] = None  # empty where matplotlib is missing or can't list fonts

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def files_for(self, script: str) -> Mapping[str, str]:
        """What to lay into MPLCONFIGDIR, `tmp`, for a script that names matplotlib."""
        if "matplotlib" not in script:
            return {}
        async with self._lock:
            if FontCache._lists is None:
                FontCache._lists = await _list_fonts()
        return FontCache._lists


async def _list_fonts() -> Mapping[str, str]:
    with tempfile.TemporaryDirectory(prefix="toolcrib-fonts-") as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-c", _LIST_FONTS),
            env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "MPLCONFIGDIR": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await process.wait()
        except TimeoutError:
            return {}
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return _read_lists(Path(folder))


def _read_lists(folder: Path) -> Mapping[str, str]:
    return {f"tmp/{path.name}": path.read_text(encoding="utf-8") for path in folder.glob("fontlist-*.json")}
