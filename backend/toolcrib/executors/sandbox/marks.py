"""Finds the processes of a run again by a mark in their environment, whatever session they moved to.

A process that wiped its environment is not found, and without /proc none is.
"""

import contextlib
import os
import re
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from uuid import uuid4

MARK_NAME = "TOOLCRIB_RUN"
_MARK = re.compile(rb"(?:^|\0)" + MARK_NAME.encode() + rb"=([0-9a-f.]{1,100})\0")
_ENVIRONMENT_BYTES = 65_536  # the mark comes first
_PARTS = 4  # namespace, number and start time of the server, and what tells its runs apart
_SWEEPS = 50  # each finds what forked during the one before; one that outruns them all is beyond this level


def new_mark() -> str:
    """A mark for one run of this server: it names the server, and is like no other."""
    return f"{_ourselves(os.getpid())}.{uuid4().hex}"


def kill_marked(mark: str) -> None:
    """Kill every process that bears `mark`."""
    _kill_where(lambda its_mark: its_mark == mark)


def kill_orphans() -> None:
    """Kill what runs of a server left behind that is itself gone: a SIGKILL gave it no time to."""
    _ourselves(os.getpid())
    _kill_where(is_orphan)


def is_orphan(mark: str) -> bool:
    """Tell whether the server that made `mark` ran in this PID namespace, and is gone; False for what is no mark."""
    parts = mark.split(".")
    if len(parts) != _PARTS or not all(part.isdecimal() for part in parts[:-1]):
        return False
    namespace, pid, _, _ = parts
    return int(namespace) == _namespace() and not mark.startswith(f"{_server(int(pid))}.")


@cache
def _ourselves(pid: int) -> str:
    """Read once, when a server starts: later it may have no file descriptor left, and a wrong mark would look dead."""
    return _server(pid)


def _server(pid: int) -> str:
    """Namespace, number and start time: no two processes of one machine share all three."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return f"{_namespace()}.{pid}.{fields[19]}"
    except OSError:
        return f"{_namespace()}.{pid}.0"


def _namespace() -> int:
    try:
        return os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116 -- pathlib has no quicker way
    except OSError:
        return 0


def _kill_where(condition: Callable[[str], bool]) -> None:
    for _ in range(_SWEEPS):
        found = [pid for pid in _process_ids() if _bears(pid, condition)]
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return


def _bears(pid: int, condition: Callable[[str], bool]) -> bool:
    environment = _environment_of(pid)
    mark = _MARK.search(environment) if MARK_NAME.encode() in environment else None
    return mark is not None and condition(mark[1].decode())


def _process_ids() -> list[int]:
    with contextlib.suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 -- three times faster
    return []


def _environment_of(pid: int) -> bytes:
    """The environment a process was started with; empty for one that is gone, dying or somebody else's."""
    try:
        descriptor = os.open(f"/proc/{pid}/environ", os.O_RDONLY)  # a file object would cost more than the reading
    except OSError:
        return b""
    try:
        return os.read(descriptor, _ENVIRONMENT_BYTES)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
