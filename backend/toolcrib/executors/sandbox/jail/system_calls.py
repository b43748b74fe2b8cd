"""The system calls that Python's standard library does not offer. Each raises OSError that names the call."""

import ctypes
import os
import platform
import signal
from collections.abc import Mapping
from types import MappingProxyType

_LIBC = ctypes.CDLL(None, use_errno=True)

NEW_MOUNTS, NEW_CGROUPS, NEW_HOST_NAME, NEW_IPC = 0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000
NEW_USERS, NEW_PIDS, NEW_NETWORK = 0x1000_0000, 0x2000_0000, 0x4000_0000
READ_ONLY, NO_SUID, NO_DEVICES, NO_EXEC, REMOUNT, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2

_SET_DEATH_SIGNAL, _SET_DUMPABLE, _DROP_BOUNDING, _SET_SUBREAPER = 1, 4, 24, 36
_NO_NEW_PRIVILEGES, _AMBIENT, _AMBIENT_CLEAR_ALL = 38, 47, 4
_LAST_CAPABILITY = 63
_CAPABILITY_VERSION_3 = 0x2008_0522
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000

# The numbers of the calls we make without a wrapper in the C library: asm/unistd_64.h and asm-generic/unistd.h.
_NUMBERS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "x86_64": {"pivot_root": 155, "capset": 126, "seccomp": 317, "mount_setattr": 442},
        "aarch64": {"pivot_root": 41, "capset": 91, "seccomp": 277, "mount_setattr": 442},
    }
)


def explain(error: BaseException) -> str:
    """What a step failed of, in words and without a number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__


def supports_machine() -> bool:
    """We know the numbers of this machine's system calls."""
    return platform.machine() in _NUMBERS


def call(what: str, number: int, *arguments: object) -> int:
    return check(_LIBC.syscall(number, *arguments), what)


def check(result: int, what: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def unshare(namespaces: int) -> None:
    check(_LIBC.unshare(namespaces), "unshare")


def enter_namespace(descriptor: int, kind: int) -> None:
    check(_LIBC.setns(descriptor, kind), "setns")


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """Flags and options are the manual page's."""
    words = [text.encode() if text is not None else None for text in (source, target, kind)]
    data = options.encode() if options is not None else None
    check(_LIBC.mount(*words, ctypes.c_ulong(flags), data), f"mount {source} on {target}")


def unmount(target: str) -> None:
    check(_LIBC.umount2(target.encode(), DETACH), f"umount {target}")


def swap_root(new_root: str, old_root: str) -> None:
    call("pivot_root", _number("pivot_root"), new_root.encode(), old_root.encode())


def make_read_only(path: str) -> None:
    """A mount and all that is mounted below it: no writing, no set-user-id, no devices."""
    attributes = (ctypes.c_uint64 * 4)(READ_ONLY | NO_SUID | NO_DEVICES, 0, 0, 0)
    size = ctypes.sizeof(attributes)
    what = f"mount_setattr {path}"
    call(what, _number("mount_setattr"), _AT_FDCWD, path.encode(), _AT_RECURSIVE, ctypes.byref(attributes), size)


def die_with_parent() -> None:
    _control(_SET_DEATH_SIGNAL, signal.SIGKILL)


def set_dumpable(*, dumpable: bool) -> None:
    """Whether others of the same user may look into this process (its memory, its files, its environment)."""
    _control(_SET_DUMPABLE, int(dumpable))


def adopt_orphans() -> None:
    _control(_SET_SUBREAPER, 1)


def forbid_new_privileges() -> None:
    _control(_NO_NEW_PRIVILEGES, 1)


def drop_bounding_set() -> None:
    """No program that is started from here on can gain a capability. Without the right to do so, nothing is lost."""
    for capability in range(_LAST_CAPABILITY + 1):
        _LIBC.prctl(_DROP_BOUNDING, ctypes.c_ulong(capability), 0, 0, 0)


def drop_capabilities() -> None:
    _LIBC.prctl(_AMBIENT, ctypes.c_ulong(_AMBIENT_CLEAR_ALL), 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    call("capset", _number("capset"), ctypes.byref(header), none)


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def install_filter(program: bytes) -> None:
    """Let a seccomp filter decide about every later system call of this process and its children."""
    set_mode_filter, instruction_bytes = 1, 8
    buffer = ctypes.create_string_buffer(program, len(program))
    argument = _Program(len(program) // instruction_bytes, ctypes.cast(buffer, ctypes.c_char_p))
    call("seccomp", _number("seccomp"), set_mode_filter, 0, ctypes.byref(argument))


def _number(name: str) -> int:
    return _NUMBERS[platform.machine()][name]


def _control(option: int, value: int) -> None:
    zero = ctypes.c_ulong(0)
    check(_LIBC.prctl(option, ctypes.c_ulong(value), zero, zero, zero), f"prctl({option})")
