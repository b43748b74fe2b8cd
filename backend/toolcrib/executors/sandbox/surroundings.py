"""What a run gets from us: its environment and the limits its process sets on itself."""

import math
import os
import shutil
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from toolcrib.executors.contract import Limits
from toolcrib.executors.sandbox.jail.profile import USER_NAME
from toolcrib.executors.sandbox.marks import MARK_NAME
from toolcrib.executors.sandbox.processes import LaunchError

PACKAGES = Path(__file__).parents[3]
"""The folder that our own package is imported from."""

_CORES = os.cpu_count() or 1
_RECOUNT_AFTER_SECONDS = 1.0
_RUNS_AT_ONCE = 32  # NPROC counts all of a user's processes, so one run's share can't be told from another's


def own_environment(extra: Mapping[str, str], mark: str) -> dict[str, str]:
    """The whole environment of a run, but for the folders that it finds itself in: nothing of the server's own."""
    own = {
        MARK_NAME: mark,
        "PATH": os.pathsep.join((os.path.join(sys.prefix, "bin"), "/usr/local/bin", "/usr/bin", "/bin")),  # noqa: PTH118
        "LANG": "C.UTF-8",
        "USER": USER_NAME,
        "LOGNAME": USER_NAME,
        "MPLBACKEND": "Agg",
        "PYTHONUTF8": "1",  # these are for what the script starts; its own interpreter ignores them
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # else every few threads reserve 64 MiB of the address space
    }
    return {**own, **extra, **own}  # ours come first, where the mark is found soonest, and win


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The Python that scripts run on. `folders`: where it and its libraries are."""

    path: str
    folders: tuple[str, ...]

    @classmethod
    def ours(cls) -> "Interpreter":
        """The server's own."""
        folders = {os.path.realpath(folder) for folder in (sys.base_prefix, sys.base_exec_prefix)}
        return cls(sys.executable, tuple(sorted({*folders, sys.prefix} - {"/", "/usr", "/usr/local"})))


def start_code(module: str) -> str:
    """Python source that runs `main` of a module of the jail, and leaves our package no place on `sys.path`."""
    where = f"toolcrib.executors.sandbox.jail.{module}"
    return f"import sys; sys.path.insert(0, {str(PACKAGES)!r}); from {where} import main; sys.path.pop(0); main()"


@cache
def find_shell() -> str:
    """Bash. Raises LaunchError where there is none."""
    shell = shutil.which("bash", path="/usr/local/bin:/usr/bin:/bin")
    if shell is None:
        raise LaunchError("this machine has no bash")
    return shell


class ProcessLimits:
    """Works out the `RLIMIT_*` values of a run."""

    def __init__(self) -> None:
        self._counted_at = -math.inf
        self._tasks = 0

    def of(self, limits: Limits, *, own_user: bool = False) -> dict[str, int]:
        """Seconds for CPU, bytes for AS and FSIZE, else a count. `own_user`: no other process has the run's user.

        CPU is a backstop for what outlives its run: a process with a thread on every core may go on until the timeout.
        """
        values = {
            "CPU": math.ceil(limits.timeout_seconds) * _CORES + 2,
            "FSIZE": limits.file_bytes,
            "NOFILE": limits.open_files,
            "CORE": 0,
        }
        if sys.platform == "linux":  # macOS refuses AS
            values["AS"] = limits.memory_bytes
            if own_user:
                values["NPROC"] = limits.processes + 1  # besides its first
            elif os.geteuid() != 0:  # root is exempt
                values["NPROC"] = self._tasks_of_user() + limits.processes * _RUNS_AT_ONCE
        return values

    def _tasks_of_user(self) -> int:
        if time.monotonic() - self._counted_at > _RECOUNT_AFTER_SECONDS:
            self._tasks = _count_tasks(os.geteuid())
            self._counted_at = time.monotonic()
        return self._tasks


def _count_tasks(user: int) -> int:
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                if entry.stat().st_uid == user:
                    count += len(os.listdir(f"/proc/{entry.name}/task"))  # noqa: PTH208 -- the quick way, once a second
            except OSError:  # it is gone
                continue
    return count
