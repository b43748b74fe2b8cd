"""How a zygote walls itself in, once, before it forks anything. See user_namespaces(7), pid_namespaces(7)."""

import os
import socket
from dataclasses import dataclass

from toolcrib.executors.sandbox.jail.profile import FIRST_SLOT_USER, Profile, Walls
from toolcrib.executors.sandbox.jail.root import build_root, enter_root
from toolcrib.executors.sandbox.jail.system_calls import (
    NEW_CGROUPS,
    NEW_HOST_NAME,
    NEW_IPC,
    NEW_MOUNTS,
    NEW_PIDS,
    NEW_USERS,
    die_with_parent,
    unshare,
)

_FIRST_MAPPED_USER, _MAPPED_USERS = 1_000_000, 65_536
_ALL_FILES = 1 << 20
_SHARED = NEW_MOUNTS | NEW_PIDS | NEW_IPC | NEW_HOST_NAME | NEW_CGROUPS


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`pids`: a file descriptor of the zygote's own namespace of process numbers; -1 without namespaces."""

    pids: int
    has_proc: bool


def wall_in(profile: Profile) -> Surroundings:
    """Go on in namespaces of our own, as the first process in them; the caller stays behind and only passes on our end.

    Raises OSError that names the step which this machine refuses.
    """
    if not profile.walls.has_namespaces:
        return Surroundings(pids=-1, has_proc=False)
    if profile.walls is Walls.SINGLE_USER:
        _unshare_with_users(f"{FIRST_SLOT_USER} {os.getuid()} 1", f"{FIRST_SLOT_USER} {os.getgid()} 1")
        _become_first_process()
        build_root(profile.readable)
    else:
        unshare(NEW_MOUNTS)
        build_root(profile.readable)
        if profile.walls is Walls.MAPPED_USERS:
            everyone = f"0 {_FIRST_MAPPED_USER} {_MAPPED_USERS}"
            _unshare_with_users(everyone, everyone)
            os.setresgid(0, 0, 0)
            os.setresuid(0, 0, 0)
            os.setgroups([])
        else:
            unshare(_SHARED)
        _become_first_process()
    socket.sethostname("tool")
    pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    has_proc = enter_root()
    if has_proc and profile.walls is not Walls.REAL_USERS:
        _forbid_more_users()
    return Surroundings(pids, has_proc)


def _unshare_with_users(user_map: str, group_map: str) -> None:
    """Make the namespaces and let a child that stays outside write who is who: only it has the right to."""
    ours, theirs = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.read(ours[0], 1)
            _write_maps(os.getppid(), user_map, group_map)
            status = 0
        finally:
            os.write(theirs[1], b"\0" if status == 0 else b"\1")
            os._exit(status)
    unshare(NEW_USERS | _SHARED)
    os.write(ours[1], b"\0")
    written = os.read(theirs[0], 1) == b"\0"
    os.waitpid(child, 0)
    for descriptor in (*ours, *theirs):
        os.close(descriptor)
    if not written:
        raise PermissionError("uid_map: users can't be mapped into a new namespace")


def _write_maps(pid: int, user_map: str, group_map: str) -> None:
    if os.geteuid() != 0:
        _write(f"/proc/{pid}/setgroups", "deny")
    _write(f"/proc/{pid}/uid_map", user_map)
    _write(f"/proc/{pid}/gid_map", group_map)


def _become_first_process() -> None:
    """Fork: the child is process 1 of the new namespace; the parent waits, and ends as the child does."""
    child = os.fork()
    if child:
        die_with_parent()
        os.closerange(0, _ALL_FILES)
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 255)
    die_with_parent()


def _forbid_more_users() -> None:
    """No script can make a user namespace, in which it would be root again, even if it got past the filters."""
    _write("/proc/sys/user/max_user_namespaces", "0")


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 -- pathlib costs a zygote its first milliseconds
        file.write(text)
