"""Processes that share an embedded server, and the directories they share it in."""

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import toolcrib
from toolcrib.core.embedded_postgres import locks
from toolcrib.core.embedded_postgres.pid_file import PidFile

from tests.support.database import readable_binaries

PROGRAM = Path(__file__).with_name("embedded_user.py")


class EmbeddedUser:
    """A process that holds the server of `data_dir`; `answer` is its DSN, or why it was refused."""

    def __init__(self, data_dir: Path, account: str | None = None, environment: dict[str, str] | None = None) -> None:
        package = str(Path(toolcrib.__file__).parent.parent)
        ours = {"PYTHONPATH": package} | ({"TOOLCRIB_PG_BIN": str(readable_binaries())} if account else {})
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(data_dir), *([account] if account else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | ours | (environment or {}),
        )

    @property
    def answer(self) -> str:
        assert self._process.stdout
        if not hasattr(self, "_answer"):
            self._answer = self._process.stdout.read() if self._process.poll() else self._process.stdout.readline()
        return self._answer.strip()

    def leave(self) -> None:
        self._process.communicate(timeout=60)

    def kill(self) -> None:
        self._process.kill()
        self.leave()


@contextmanager
def embedded_user(data_dir: Path, account: str | None = None, **environment: str) -> Iterator[EmbeddedUser]:
    user = EmbeddedUser(data_dir, account, environment)
    try:
        yield user
    finally:
        user.leave()


def postmaster(data_dir: Path) -> int:
    """The server's process number."""
    found = PidFile.read(cluster_of(data_dir))
    assert found
    assert found.pid
    return found.pid


def cluster_of(data_dir: Path) -> Path:
    return next(path for path in data_dir.glob("pg*") if path.is_dir() and path.suffix != ".tmp")


def is_running(data_dir: Path) -> bool:
    return locks.is_held(data_dir / "server.lock")


def give(path: Path, account: str) -> None:
    """Make `path` and what is in it the account's own."""
    entry = pwd.getpwnam(account)
    for each in (path, *path.rglob("*")):
        os.chown(each, entry.pw_uid, entry.pw_gid, follow_symlinks=False)
