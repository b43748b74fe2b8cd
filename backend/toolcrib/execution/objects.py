"""Bytes under their SHA-256, in a folder."""

import asyncio
import hashlib
import os
import tempfile
from pathlib import Path
from typing import BinaryIO

from toolcrib.core.errors import NotFound


class ObjectStore:
    """The same content is kept once; an object never changes. Safe for several processes on one folder."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    async def put(self, content: bytes) -> bytes:
        """Keep `content` durably; returns its SHA-256. Raises OSError where the folder takes no more."""
        return await asyncio.to_thread(self._put, content)

    def open(self, sha256: bytes) -> BinaryIO:
        """For reading, in binary. Raises NotFound."""
        try:
            return self.path(sha256).open("rb")
        except FileNotFoundError:
            raise NotFound("The content of this file is gone.") from None

    def path(self, sha256: bytes) -> Path:
        name = sha256.hex()
        return self._directory / name[:2] / name[2:]

    def _put(self, content: bytes) -> bytes:
        sha256 = hashlib.sha256(content).digest()
        path = self.path(sha256)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(path, content)
        return sha256


def _write_whole(path: Path, content: bytes) -> None:
    """The file is there with all its bytes, after a power cut too, or not at all."""
    descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".partial-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(partial).replace(path)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
    _sync_directory(path.parent)


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
