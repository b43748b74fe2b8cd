"""The file system that a script sees: the machine's libraries and little else, all read-only."""

import os
from collections.abc import Iterable

from toolcrib.executors.sandbox.jail.profile import FIRST_SLOT_USER, HOME, MOST_SLOTS, RUNS, USER_NAME
from toolcrib.executors.sandbox.jail.system_calls import (
    BIND,
    NO_DEVICES,
    NO_EXEC,
    NO_SUID,
    PRIVATE,
    READ_ONLY,
    RECURSIVE,
    REMOUNT,
    make_read_only,
    mount,
    swap_root,
    unmount,
)

NEW_ROOT = "/sys"  # a place to build on: there on every machine, and of no use to scripts
SYSTEM_FOLDERS = ("/bin", "/lib", "/lib32", "/lib64", "/sbin", "/usr")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
STREAMS = {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}  # below /dev: what `<(…)` and `> /dev/stderr` need
SETTINGS = (
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/pki/tls",
    "/etc/resolv.conf",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
)
_USERS = range(FIRST_SLOT_USER, FIRST_SLOT_USER + MOST_SLOTS + 1)  # whichever of them a run is, its number has a name


def build_root(readable: Iterable[str]) -> None:
    """Put the new root together at `NEW_ROOT`, in this process's own mount namespace."""
    mount("none", "/", None, RECURSIVE | PRIVATE)
    mount("tmpfs", NEW_ROOT, "tmpfs", NO_SUID | NO_DEVICES, "size=1m,mode=755")
    for folder in ("dev", "etc", "old", "proc", HOME.strip("/")):
        os.makedirs(f"{NEW_ROOT}/{folder}")  # noqa: PTH103 -- pathlib costs a zygote its first milliseconds
    paths = sorted(set(readable))
    for path in SYSTEM_FOLDERS:
        _show_or_link(path)
    for path in (*paths, *SETTINGS):
        if os.path.exists(path):  # noqa: PTH110 -- as above
            make_read_only(_show(path))
    for path in DEVICES:
        _show(path)
    for name, place in STREAMS.items():
        os.symlink(f"/proc/self/fd{place}", f"{NEW_ROOT}/dev/{name}")  # noqa: PTH211 -- as above
    people = "".join(f"{USER_NAME}:x:{user}:{user}::{HOME}:/bin/sh\n" for user in _USERS)
    _write(f"{NEW_ROOT}/etc/passwd", f"root:x:0:0::/:/bin/false\n{people}")
    groups = "".join(f"{USER_NAME}:x:{user}:\n" for user in _USERS)
    _write(f"{NEW_ROOT}/etc/group", f"root:x:0:\n{groups}")
    os.symlink(f"..{HOME}/tmp", f"{NEW_ROOT}/dev/shm")  # noqa: S108, PTH211 -- the script's own, for its semaphores
    if not any(path == "/tmp" or path.startswith("/tmp/") for path in paths):  # noqa: S108 -- the jail's
        os.symlink(f"{HOME.strip('/')}/tmp", f"{NEW_ROOT}/tmp")  # noqa: S108, PTH211 -- as above


def enter_root() -> bool:
    """Make the new root the only one. False where the kernel gives no /proc here (a container that masks its own)."""
    mount(NEW_ROOT, NEW_ROOT, None, BIND | RECURSIVE)
    has_proc = mount_proc(f"{NEW_ROOT}/proc")
    swap_root(NEW_ROOT, f"{NEW_ROOT}/old")
    os.chdir("/")
    unmount("/old")
    mount("none", "/", None, REMOUNT | BIND | READ_ONLY | NO_SUID | NO_DEVICES)
    return has_proc


def mount_proc(target: str = "/proc") -> bool:
    """Show the processes of this process's own namespace."""
    try:
        mount("proc", target, "proc", NO_SUID | NO_DEVICES | NO_EXEC)
    except PermissionError:
        return False
    return True


def landlocked_paths(readable: Iterable[str]) -> tuple[str, ...]:
    """What may be read where there is no root of our own to hide the rest."""
    return (*SYSTEM_FOLDERS, *SETTINGS, *DEVICES, *readable)


def writable_paths() -> tuple[str, ...]:
    return (RUNS, "/dev/null", "/dev/zero", "/dev/full")


def _show_or_link(path: str) -> None:
    if os.path.islink(path):  # noqa: PTH114
        os.symlink(os.readlink(path), NEW_ROOT + path)  # noqa: PTH115, PTH211
    elif os.path.isdir(path):  # noqa: PTH112
        make_read_only(_show(path))


def _show(path: str) -> str:
    """Let `path` appear in the new root, under its own name; answers where."""
    target = NEW_ROOT + path
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(target, exist_ok=True)  # noqa: PTH103
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        _write(target, "")
    mount(os.path.realpath(path), target, None, BIND | RECURSIVE)
    return target


def _write(path: str, text: str) -> None:
    with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write(text)
