"""One limit on the memory of all scripts together, where the machine lets us set it: a control group, cgroups(7).

Each run has its own limit on address space, but a run is many processes, and there are many runs. With the group, they
are what the kernel takes when memory is short, and the server and its database are not.
"""

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_NAME = "toolcrib-{pid}"
_SHARE = 3 / 4  # of the machine's memory
_TRIES = 5
_OUR_VERSION_1_GROUP = re.compile(r"^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:/(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MemoryGroup:
    """`limit_bytes`: what all processes in it may hold together."""

    path: Path
    setting: str
    limit_bytes: int

    @classmethod
    def create(cls, share: float = _SHARE) -> "MemoryGroup | None":
        """None where this process may not make one: without root, and in most containers."""
        limit = int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * share)
        for parent, setting in _candidates():
            made = cls(parent / _NAME.format(pid=os.getpid()), setting, limit)
            with contextlib.suppress(OSError):
                _remove_abandoned(parent)
                made.make()
                return made
        return None

    def make(self) -> None:
        self.path.mkdir(exist_ok=True)
        (self.path / self.setting).write_text(str(self.limit_bytes))

    def add(self, pid: int) -> None:
        """Take in a process, and whatever it starts from now on. Raises OSError."""
        for _ in range(_TRIES):
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                self.make()  # as long as it was empty, another server may have taken it for an abandoned one
                (self.path / "cgroup.procs").write_text(str(pid))
                return
        raise FileNotFoundError(errno.ENOENT, "the control group is gone", str(self.path))

    def remove(self) -> None:
        """Once nothing is left in it; what the kernel still holds on to goes with a later start."""
        with contextlib.suppress(OSError):
            self.path.rmdir()


def _candidates() -> Iterator[tuple[Path, str]]:
    """Where a group could be made, with the name of the setting that limits it: version 2, then version 1."""
    with contextlib.suppress(OSError):
        if "memory" in (_ROOT / "cgroup.subtree_control").read_text().split():
            yield _ROOT, "memory.max"
    with contextlib.suppress(OSError):
        if ours := _OUR_VERSION_1_GROUP.search(Path("/proc/self/cgroup").read_text()):
            yield _ROOT / "memory" / ours[1], "memory.limit_in_bytes"


def _remove_abandoned(parent: Path) -> None:
    """Groups of servers that were killed; one with a process in it can't be removed, and so is nobody's by mistake."""
    for path in parent.glob(_NAME.format(pid="*")):
        with contextlib.suppress(OSError):
            path.rmdir()
