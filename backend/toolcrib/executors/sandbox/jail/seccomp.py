"""Filters of system calls, as programs for the kernel's classic BPF machine.

Two of them stand one behind the other: `base_filter` from the zygote on, `child_filter` from the moment a child has
made its own namespaces. Numbers: asm/unistd_64.h (x86_64), asm-generic/unistd.h (aarch64).
"""

import errno
import platform
import struct
from collections.abc import Iterable, Mapping
from types import MappingProxyType

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
        "kexec_file_load": 294, "kexec_load": 104, "keyctl": 219, "lookup_dcookie": 18, "mbind": 235, "memfd_secret": 447,
        "migrate_pages": 238, "move_pages": 239, "mq_open": 180, "msgget": 186, "name_to_handle_at": 264,
        "nfsservctl": 42, "open_by_handle_at": 265, "perf_event_open": 241, "personality": 92, "pidfd_getfd": 438,
        "process_madvise": 440, "process_vm_readv": 270, "process_vm_writev": 271, "ptrace": 117, "quotactl": 60,
        "quotactl_fd": 443, "reboot": 142, "request_key": 218, "semget": 190, "set_mempolicy": 237,
        "set_mempolicy_home_node": 450, "setdomainname": 162, "sethostname": 161, "settimeofday": 170, "shmget": 194,
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
_CLONE3 = 435
_CLONE = MappingProxyType({"x86_64": 56, "aarch64": 220})
_SOCKET = MappingProxyType({"x86_64": 41, "aarch64": 198})
_SOCKET_PAIR = MappingProxyType({"x86_64": 53, "aarch64": 199})
_ARCHITECTURE = MappingProxyType({"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7})  # AUDIT_ARCH_*
_DENIED = MappingProxyType({"x86_64": _X86_64, "aarch64": _AARCH64})
_DENIED_TO_SCRIPTS = MappingProxyType({"x86_64": _X86_64_SETUP, "aarch64": _AARCH64_SETUP})

_NAMESPACE_FLAGS = 0x7E02_0000  # every CLONE_NEW* that clone(2) takes
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_STREAM, _SEQUENCED_PACKETS, _KINDS_OF_SOCKET = 1, 5, 0xF
_ROUTES = 0  # the one protocol of netlink that programs need: it tells addresses and interfaces

# Classic BPF, linux/filter.h and linux/seccomp.h.
_LOAD, _AND, _IF_EQUAL, _IF_ANY_BIT, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x45, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
_ARGUMENTS_AT = (16, 24, 32)  # the lower half of each: all that counts of an int
_ALLOW, _KILL_PROCESS, _FAIL = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_X32_CALLS = 0x4000_0000

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


def child_filter(*, own_sessions: bool, sockets: bool) -> bytes:
    """Refuses what only the setting up needed; `own_sessions` False keeps all a run starts in its process group."""
    machine = platform.machine()
    denied = [*_DENIED_TO_SCRIPTS[machine].values(), *(() if own_sessions else _SESSION_CALLS[machine])]
    return _assemble(
        [
            *_from_here_only(machine),
            *_refuse(sorted(denied), errno.EPERM),
            *(() if sockets else _refuse([_SOCKET[machine]], errno.EACCES)),
            (_RETURN, 0, 0, _ALLOW),
        ]
    )


def _from_here_only(machine: str) -> list[Instruction]:
    """Kills callers that use another machine's numbers; x86's x32 numbers don't exist. Leaves the number loaded."""
    instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    if machine == "x86_64":
        instructions += [(_IF_AT_LEAST, 0, 1, _X32_CALLS), (_RETURN, 0, 0, _FAIL | errno.ENOSYS)]
    return instructions


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
