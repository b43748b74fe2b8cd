"""Seeing from outside what of a run is alive: its own process numbers mean nothing beyond its walls."""

import secrets
from pathlib import Path


class Witness:
    """Processes are known by a name they bear, which forks inherit; programs they start, by a number of seconds."""

    def __init__(self) -> None:
        self.number = f"{secrets.randbelow(10**12):012}"
        self.name = f"w{self.number}"

    @property
    def mark(self) -> str:
        """The first line of a Python script, which gives it its name."""
        return f"__import__('ctypes').CDLL(None).prctl(15, b'{self.name}')\n"

    @property
    def sleep(self) -> str:
        """A command, as a Python list, that sleeps for long."""
        return f"['sleep', '300.{self.number}']"

    def alive(self) -> list[int]:
        """The process numbers, as seen here, of all that bear the name or the number. Zombies are dead."""
        return [int(path.name) for path in Path("/proc").glob("[0-9]*") if self._knows(path)]

    @staticmethod
    def is_alive(pid: int) -> bool:
        try:
            return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return False

    def _knows(self, process: Path) -> bool:
        try:
            named = (process / "comm").read_text().strip() == self.name
            if not named and self.number.encode() not in (process / "cmdline").read_bytes():
                return False
        except OSError:  # it is gone
            return False
        return self.is_alive(int(process.name))
