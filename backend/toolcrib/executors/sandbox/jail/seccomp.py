"""Filters of system calls, as programs for the kernel's classic BPF machine.

Two of them stand one behind the other: `base_filter` from the zygote on, `child_filter` from the moment a child has
made its own namespaces. Numbers: asm/unistd_64.h (x86_64), asm-generic/unistd.h (aarch64).
"""

import errno
import platform
import struct
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from toolcrib.executors.sandbox.jail.profile import Walls

# Calls that no script needs and that reach into the kernel, other processes or the machine.
_X86_64: Mapping[str, int] = MappingProxyType(
    {
        "_sysctl": 156, "acct": 163, "add_key": 248, "adjtimex": 159, "bpf": 321, "clock_adjtime": 305,
        "clock_settime": 227, "delete_module": 176, "fanotify_init": 300, "finit_module": 313, "get_mempolicy": 239,
        "init_module": 175, "io_setup": 206, "io_uring_enter": 426, "io_uring_register": 427, "io_uring_setup": 425,
        "ioperm": 173, "iopl": 172, "kcmp": 312, "kexec_file_load": 320, "kexec_load": 246, "keyctl": 250,
        "lookup_dcookie": 212,
        "mbind": 237, "memfd_secret": 447, "migrate_pages": 256, "modify_ldt": 154, "move_pages": 279,
        "mq_open": 240, "msgget": 68, "name_to_handle_at": 303, "nfsservctl": 180, "open_by_handle_at": 304,
        "perf_event_open": 298, "personality": 135, "pidfd_getfd": 438, "process_madvise": 440,
        "process_vm_readv": 310, "process_vm_writev": 311, "ptrace": 101, "quotactl": 179, "quotactl_fd": 443,
        "reboot": 169, "request_key": 249, "semget": 64, "set_mempolicy": 238, "set_mempolicy_home_node": 450,
        "setdomainname": 171, "sethostname": 170, "settimeofday": 164, "shmget": 29, "swapoff": 168, "swapon": 167,
        "syslog": 103, "uselib": 134, "userfaultfd": 323, "vhangup": 153,
    }
)  # fmt: skip
_AARCH64: Mapping[str, int] = MappingProxyType(
    {
        "acct": 89, "add_key": 217, "adjtimex": 171, "bpf": 280, "clock_adjtime": 266, "clock_settime": 112,
        "delete_module": 106, "fanotify_init": 262, "finit_module": 273, "get_mempolicy": 236, "init_module": 105,
        "io_setup": 0, "io_uring_enter": 426, "io_uring_register": 427, "io_uring_setup": 425, "kcmp": 272,
        "kexec_file_load": 294, "kexec_load": 104, "keyctl": 219, "lookup_dcookie": 18, "mbind": 235,
        "memfd_secret": 447, "migrate_pages": 238, "move_pages": 239, "mq_open": 180, "msgget": 186,
        "name_to_handle_at": 264, "nfsservctl": 42, "open_by_handle_at": 265, "perf_event_open": 241,
        "personality": 92, "pidfd_getfd": 438, "process_madvise": 440, "process_vm_readv": 270,
        "process_vm_writev": 271, "ptrace": 117, "quotactl": 60, "quotactl_fd": 443, "reboot": 142,
        "request_key": 218, "semget": 190, "set_mempolicy": 237, "set_mempolicy_home_node": 450,
        "setdomainname": 162, "sethostname": 161, "settimeofday": 170, "shmget": 194,
        "swapoff": 225, "swapon": 224, "syslog": 116, "userfaultfd": 282, "vhangup": 58,
    }
)  # fmt: skip
# Calls that a zygote and a child being set up still need, and a script does not. memfd_create: memory that no
# limit counts.
_X86_64_SETUP: Mapping[str, int] = MappingProxyType(
    {
        "chroot": 161, "fsconfig": 431, "fsmount": 432, "fsopen": 430, "fspick": 433, "memfd_create": 319,
        "mount": 165, "mount_setattr": 442, "move_mount": 429, "open_tree": 428, "open_tree_attr": 467,
        "pivot_root": 155, "setns": 308, "umount2": 166, "unshare": 272,
    }
)  # fmt: skip
_AARCH64_SETUP: Mapping[str, int] = MappingProxyType(
    {
        "chroot": 51, "fsconfig": 431, "fsmount": 432, "fsopen": 430, "fspick": 433, "memfd_create": 279,
        "mount": 40, "mount_setattr": 442, "move_mount": 429, "open_tree": 428, "open_tree_attr": 467,
        "pivot_root": 41, "setns": 268, "umount2": 39, "unshare": 97,
    }
)  # fmt: skip
_SESSION_CALLS = MappingProxyType({"x86_64": (112, 109), "aarch64": (157, 154)})  # setsid, setpgid
# Where scripts are the server's own user: what Landlock does not ask about. The server's files could be made
# unreadable, or readable for everybody.
_X86_64_SAME_USER: Mapping[str, int] = MappingProxyType(
    {
        "chmod": 90, "chown": 92, "fchmodat": 268, "fchmodat2": 452, "fchownat": 260, "file_setattr": 469, "lchown": 94,
        "lremovexattr": 198, "lsetxattr": 189, "removexattr": 197, "removexattrat": 466, "setxattr": 188,
        "setxattrat": 463, "truncate": 76,
    }
)  # fmt: skip
_AARCH64_SAME_USER: Mapping[str, int] = MappingProxyType(
    {
        "fchmodat": 53, "fchmodat2": 452, "fchownat": 54, "file_setattr": 469, "lremovexattr": 15, "lsetxattr": 6,
        "removexattr": 14, "removexattrat": 466, "setxattr": 5, "setxattrat": 463, "truncate": 45,
    }
)  # fmt: skip
# There as well: limits and priorities, which are for a process's own only. Which argument must have which value.
_OWN_ONLY: Mapping[str, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        "ioprio_set": ((0, 1), (1, 0)), "prlimit64": ((0, 0),), "sched_setaffinity": ((0, 0),),
        "sched_setattr": ((0, 0),), "sched_setparam": ((0, 0),), "sched_setscheduler": ((0, 0),),
        "setpriority": ((0, 0), (1, 0)),
    }
)  # fmt: skip
_OWN_ONLY_NUMBERS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "x86_64": {
            "ioprio_set": 251, "prlimit64": 302, "sched_setaffinity": 203, "sched_setattr": 314, "sched_setparam": 142,
            "sched_setscheduler": 144, "setpriority": 141,
        },
        "aarch64": {
            "ioprio_set": 30, "prlimit64": 261, "sched_setaffinity": 122, "sched_setattr": 274, "sched_setparam": 118,
            "sched_setscheduler": 119, "setpriority": 140,
        },
    }
)  # fmt: skip
_NOTHING: Mapping[str, int] = MappingProxyType({})
_CLONE3 = 435
_CLONE = MappingProxyType({"x86_64": 56, "aarch64": 220})
_SOCKET = MappingProxyType({"x86_64": 41, "aarch64": 198})
_SOCKET_PAIR = MappingProxyType({"x86_64": 53, "aarch64": 199})
_ARCHITECTURE = MappingProxyType({"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7})  # AUDIT_ARCH_*
_DENIED = MappingProxyType({"x86_64": _X86_64, "aarch64": _AARCH64})
_DENIED_TO_SCRIPTS = MappingProxyType({"x86_64": _X86_64_SETUP, "aarch64": _AARCH64_SETUP})
_DENIED_TO_SAME_USER = MappingProxyType({"x86_64": _X86_64_SAME_USER, "aarch64": _AARCH64_SAME_USER})

_NAMESPACE_FLAGS = 0x7E02_0000  # every CLONE_NEW* that clone(2) takes
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_STREAM, _SEQUENCED_PACKETS, _KINDS_OF_SOCKET = 1, 5, 0xF
_ROUTES = 0  # the one protocol of netlink that programs need: it tells addresses and interfaces

# Classic BPF, linux/filter.h and linux/seccomp.h.
_LOAD, _AND, _IF_EQUAL, _IF_ANY_BIT, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x45, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
_ARGUMENTS_AT = (16, 24, 32)  # the lower half of each: all that counts of an int
_ALLOW, _KILL_PROCESS, _FAIL = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_UNKNOWN_SINCE = 470  # calls that kernels after Linux 6.18 may have; x86's x32 numbers are beyond as well

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, value


def base_filter(*, unix_sockets: bool) -> bytes:
    """Refuses what neither zygote nor script needs; sockets only of the internet (and, where said, unix) families."""
    machine = platform.machine()
    families = [_INET, _INET6] + ([_UNIX] if unix_sockets else [])
    return _assemble(
        [
            *_from_here_only(machine),
            *_refuse([_CLONE3], errno.ENOSYS),  # its flags lie in memory, where no filter can look; clone takes over
            *_refuse_new_namespaces(_CLONE[machine]),
            *_refuse_other_families(_SOCKET[machine], families),
            *(() if unix_sockets else _refuse_other_pairs(_SOCKET_PAIR[machine])),
            *_refuse(sorted(_DENIED[machine].values()), errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


@cache
def child_filter(walls: Walls, *, network: bool) -> bytes:
    """Refuses what only the setting up needed, and what namespaces and users of their own would otherwise hold."""
    machine = platform.machine()
    denied, own_only = [*_DENIED_TO_SCRIPTS[machine].values()], _NOTHING
    if not walls.has_namespaces:
        denied += _SESSION_CALLS[machine]
    if walls is Walls.SAME_USER:
        denied += _DENIED_TO_SAME_USER[machine].values()
        own_only = _OWN_ONLY_NUMBERS[machine]
    sockets = walls.has_namespaces or network
    return _assemble(
        [
            *_from_here_only(machine),
            *_refuse(sorted(denied), errno.EPERM),
            *(step for name, number in own_only.items() for step in _refuse_unless(number, _OWN_ONLY[name])),
            *(() if sockets else _refuse([_SOCKET[machine]], errno.EACCES)),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


def _from_here_only(machine: str) -> list[Instruction]:
    """Kills callers that use another machine's numbers; what nobody has judged yet does not exist.

    Leaves the number loaded.
    """
    return [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_IF_AT_LEAST, 0, 1, _UNKNOWN_SINCE),
        (_RETURN, 0, 0, _FAIL | errno.ENOSYS),
    ]


def _refuse(numbers: Iterable[int], error: int) -> list[Instruction]:
    return [
        instruction for number in numbers for instruction in ((_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, _FAIL | error))
    ]


def _refuse_new_namespaces(clone: int) -> list[Instruction]:
    return [
        (_IF_EQUAL, 0, 4, clone),
        (_LOAD, 0, 0, _ARGUMENTS_AT[0]),
        (_IF_ANY_BIT, 0, 1, _NAMESPACE_FLAGS),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _refuse_unless(number: int, conditions: tuple[tuple[int, int], ...]) -> list[Instruction]:
    """Allow a call only where each of these arguments has its value."""
    checks: list[Instruction] = []
    for left, (argument, value) in zip(reversed(range(len(conditions))), conditions, strict=True):
        checks += [(_LOAD, 0, 0, _ARGUMENTS_AT[argument]), (_IF_EQUAL, 0, 2 * left + 1, value)]
    return [
        (_IF_EQUAL, 0, len(checks) + 2, number),
        *checks,
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
    ]


def _refuse_other_families(socket: int, families: list[int]) -> list[Instruction]:
    tests = [(_IF_EQUAL, len(families) - position + 3, 0, family) for position, family in enumerate(families)]
    return [
        (_IF_EQUAL, 0, len(families) + 6, socket),
        (_LOAD, 0, 0, _ARGUMENTS_AT[0]),
        *tests,
        (_IF_EQUAL, 0, 2, _NETLINK),
        (_LOAD, 0, 0, _ARGUMENTS_AT[2]),
        (_IF_EQUAL, 1, 0, _ROUTES),
        (_RETURN, 0, 0, _FAIL | errno.EAFNOSUPPORT),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _refuse_other_pairs(socket_pair: int) -> list[Instruction]:
    """Only pairs that stay connected: one of single packets can be connected anew, to anybody's unix socket."""
    return [
        (_IF_EQUAL, 0, 6, socket_pair),
        (_LOAD, 0, 0, _ARGUMENTS_AT[1]),
        (_AND, 0, 0, _KINDS_OF_SOCKET),
        (_IF_EQUAL, 2, 0, _STREAM),
        (_IF_EQUAL, 1, 0, _SEQUENCED_PACKETS),
        (_RETURN, 0, 0, _FAIL | errno.EAFNOSUPPORT),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _assemble(instructions: list[Instruction]) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
