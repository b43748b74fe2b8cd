"""What postmaster.pid says."""

import os
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

from toolcrib.core.embedded_postgres.directories import SOCKET_FILE


@dataclass(frozen=True, slots=True)
class PidFile:
    """`pid` None: the file is there, but holds no process number."""

    pid: int | None
    socket_directory: Path | None
    ready: bool

    @classmethod
    def read(cls, cluster: Path) -> "PidFile | None":
        try:
            lines = (cluster / "postmaster.pid").read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return None
        lines = [line.strip() for line in lines] + [""] * 8
        pid = int(lines[0]) if lines[0].isascii() and lines[0].isdigit() else None
        return cls(pid, Path(lines[4]) if lines[4] else None, ready=lines[7] == "ready")

    def answers(self) -> bool:
        """True when a ready server listens on the socket the file names."""
        if not self.ready or self.socket_directory is None:
            return False
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(2)
            return probe.connect_ex(os.fsencode(self.socket_directory / SOCKET_FILE)) == 0

    def names_postgres(self) -> bool:
        """False when that process is gone, or its number now belongs to some other program."""
        if self.pid is None:
            return False
        answer = subprocess.run(  # noqa: S603 - fixed program, a number as argument
            ["ps", "-o", "comm=", "-p", str(self.pid)],  # noqa: S607 - wherever the system keeps it
            capture_output=True,
            text=True,
            check=False,
        )
        return "postgres" in answer.stdout
