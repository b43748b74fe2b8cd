"""What a run gets from us: its environment and the limits its process sets on itself."""

import math
import os
import sys
import time
from collections.abc import Mapping

from toolcrib.executors.contract import Limits
from toolcrib.executors.python.marks import MARK_NAME
from toolcrib.executors.python.run_folder import RunFolder

_CORES = os.cpu_count() or 1
_RECOUNT_AFTER_SECONDS = 1.0
_RUNS_AT_ONCE = 32  # NPROC counts all of a user's processes, so one run's share can't be told from another's


def build_environment(folder: RunFolder, extra: Mapping[str, str], mark: str) -> dict[str, str]:
    """The whole environment of a run: `extra` and what a script needs, nothing of the server's own."""
    temporary = str(folder.temporary)
    own = {
        MARK_NAME: mark,
        "PATH": os.pathsep.join((os.path.join(sys.prefix, "bin"), "/usr/local/bin", "/usr/bin", "/bin")),  # noqa: PTH118
        "LANG": "C.UTF-8",
        "HOME": str(folder.path),
        "TMPDIR": temporary,
        "MPLCONFIGDIR": temporary,
        "MPLBACKEND": "Agg",
        "ARTIFACTS": str(folder.artifacts),
        "PYTHONUTF8": "1",  # these are for what the script starts; its own interpreter ignores them
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # else every few threads reserve 64 MiB of the address space
    }
    return {**own, **extra, **own}  # ours come first, where the mark is found soonest, and win


class ProcessLimits:
    """Works out the `RLIMIT_*` values of a run."""

    def __init__(self) -> None:
        self._counted_at = -math.inf
        self._tasks = 0

    def of(self, limits: Limits) -> dict[str, int]:
        """Seconds for CPU, bytes for AS and FSIZE, else a count.

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
            if os.geteuid() != 0:  # root is exempt
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
