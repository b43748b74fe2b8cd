"""What postmaster.pid says."""

import os
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

from toolcrib.core.embedded_postgres.directories import socket_file


@dataclass(frozen=True, slots=True)
class PidFile:
    """`pid` None: the file is there, but holds no process number. `socket` None: none is open yet."""

    pid: int | None
    socket: Path | None
    ready: bool

    @classmethod
    def read(cls, cluster: Path) -> "PidFile | None":
        try:
            lines = (cluster / "postmaster.pid").read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return None
        lines = [line.strip() for line in lines] + [""] * 8
        pid, port = _number(lines[0]), _number(lines[3])
        listening = socket_file(Path(lines[4]), port) if lines[4] and port else None
        return cls(pid, listening, ready=lines[7] == "ready")

    def answers(self) -> bool:
        """True when a ready server listens on the socket the file names."""
        if not self.ready or self.socket is None:
            return False
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(2)
            return probe.connect_ex(os.fsencode(self.socket)) == 0

    def names_server_of(self, cluster: Path) -> bool:
        """False when that process is gone, or its number now belongs to some other program."""
        if self.pid is None:
            return False
        process = Path(f"/proc/{self.pid}")
        if not process.parent.joinpath("self").exists():  # no Linux
            return "postgres" in _program(self.pid)
        try:
            return (process / "cwd").resolve(strict=True) == cluster.resolve()  # where PostgreSQL always works
        except PermissionError:
            return "postgres" in (process / "comm").read_text()
        except OSError:
            return False


def _program(pid: int) -> str:
    command = ["ps", "-o", "comm=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603 - a number is all that varies


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None
