"""Which walls to try for which level, and what to say where a machine refuses them."""

import os
import sys

from toolcrib.executors.sandbox.jail.landlock import SHUTS_ABSTRACT_SOCKETS_SINCE
from toolcrib.executors.sandbox.jail.profile import Walls
from toolcrib.executors.sandbox.jail.system_calls import supports_machine
from toolcrib.executors.sandbox.levels import MEANINGS, Level

_NO_USERS_HINT = (
    "User namespaces may be switched off here: on Ubuntu 24.04 by kernel.apparmor_restrict_unprivileged_userns, "
    "elsewhere by user.max_user_namespaces; in a container, by its seccomp profile."
)
_NETWORK = "A tool whose network is FULL reaches whatever this machine reaches, cloud metadata included."


def walls_of(level: Level) -> tuple[Walls, ...]:
    """What to try for `level`, best first; empty where this process can't even try."""
    if sys.platform != "linux" or not supports_machine() or not hasattr(os, "pidfd_open"):
        return ()
    is_root = os.geteuid() == 0
    return {
        Level.L3: (Walls.MAPPED_USERS, Walls.REAL_USERS) if is_root else (Walls.SINGLE_USER,),
        Level.L2: (Walls.SLOT_USERS,) if is_root else (),
        Level.L1: (Walls.SAME_USER,),
        Level.L0: (),
    }[level]


def why_not_tried(level: Level) -> str:
    if level is Level.L2 and sys.platform == "linux":
        return "Needs a server that runs as root: only root can give each run a user of its own."
    return "Needs Linux on x86_64 or aarch64."


def why_refused(walls: Walls, reason: str) -> str:
    text = f"{reason[:1].upper()}{reason[1:].rstrip('.')}."
    return f"{text} {_NO_USERS_HINT}" if walls is Walls.SINGLE_USER else text


def summarize(level: Level, walls: Walls | None, landlock_abi: int, memory_bytes: int | None) -> str:
    """What the level that was reached means here, in words. `memory_bytes`: what all scripts may hold together."""
    parts = [MEANINGS[level]]
    if walls is None:
        return " ".join([*parts, *(["The server runs as root, and so do the scripts."] if os.geteuid() == 0 else [])])
    if walls is Walls.SINGLE_USER:
        parts.append("All runs share one user; their process numbers and file systems still part them.")
    if not landlock_abi:
        parts.append("The kernel has no Landlock, so one wall of them is missing.")
    elif landlock_abi < SHUTS_ABSTRACT_SOCKETS_SINCE:
        parts.append("The kernel's Landlock is too old for sockets, so scripts get no unix sockets at all.")
        if level is Level.L1:
            parts.append("It can't stop signals either: a script may end the server.")
    if memory_bytes:
        parts.append(f"All scripts together may hold {memory_bytes / 2**30:.1f} GiB of memory.")
    else:
        parts.append("The memory of all scripts together is not limited: that takes a control group, which needs root.")
    return " ".join([*parts, _NETWORK])
