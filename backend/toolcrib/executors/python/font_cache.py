"""Spares chart scripts a second: matplotlib lists the machine's fonts anew in every fresh home, unless it finds a list.

The list is made once per process, by matplotlib itself in a process where no tool's script ever ran.
"""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

_LIST_FONTS = "import matplotlib.font_manager"
_PATIENCE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class _FontList:
    name: str
    content: bytes


class FontCache:
    _lists: ClassVar[list[_FontList] | None] = None  # empty where matplotlib is missing or can't list fonts

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def put_into(self, folder: Path, script: str) -> None:
        """Leave the list in `folder`, which is to be MPLCONFIGDIR, for a script that names matplotlib."""
        if "matplotlib" not in script:
            return
        async with self._lock:
            if FontCache._lists is None:
                FontCache._lists = await _list_fonts()
        for fonts in FontCache._lists:
            (folder / fonts.name).write_bytes(fonts.content)


async def _list_fonts() -> list[_FontList]:
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
            return []
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return _read_lists(Path(folder))


def _read_lists(folder: Path) -> list[_FontList]:
    return [_FontList(path.name, path.read_bytes()) for path in folder.glob("fontlist-*.json")]
