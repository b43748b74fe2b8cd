"""System calls by number, written down anew from the kernel's headers: not those that the sandbox itself uses."""

from collections.abc import Mapping
from types import MappingProxyType

NUMBERS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "x86_64": {
            "acct": 163, "add_key": 248, "adjtimex": 159, "bpf": 321, "chroot": 161, "clock_settime": 227, "clone": 56,
            "clone3": 435, "delete_module": 176, "fanotify_init": 300, "finit_module": 313, "fsmount": 432,
            "fsopen": 430, "init_module": 175, "io_setup": 206, "io_uring_enter": 426, "io_uring_register": 427,
            "io_uring_setup": 425, "ioprio_set": 251, "kcmp": 312, "kexec_file_load": 320, "kexec_load": 246,
            "keyctl": 250, "mbind": 237, "memfd_create": 319, "memfd_secret": 447, "migrate_pages": 256, "mount": 165,
            "mount_setattr": 442, "move_mount": 429, "move_pages": 279, "mq_open": 240, "mq_unlink": 241, "msgctl": 71,
            "msgget": 68, "name_to_handle_at": 303, "open_by_handle_at": 304, "open_tree": 428,
            "perf_event_open": 298, "personality": 135, "pidfd_getfd": 438, "pidfd_send_signal": 424,
            "pivot_root": 155, "process_madvise": 440, "process_vm_readv": 310, "process_vm_writev": 311,
            "prlimit64": 302, "ptrace": 101, "quotactl": 179, "reboot": 169, "request_key": 249,
            "rt_sigqueueinfo": 129, "sched_setaffinity": 203, "sched_setattr": 314, "semctl": 66, "semget": 64,
            "set_mempolicy": 238, "setdomainname": 171, "sethostname": 170, "setns": 308, "settimeofday": 164,
            "shmctl": 31, "shmget": 29, "swapoff": 168, "swapon": 167, "syslog": 103, "tgkill": 234, "umount2": 166,
            "unshare": 272, "userfaultfd": 323,
        },
        "aarch64": {
            "acct": 89, "add_key": 217, "adjtimex": 171, "bpf": 280, "chroot": 51, "clock_settime": 112, "clone": 220,
            "clone3": 435, "delete_module": 106, "fanotify_init": 262, "finit_module": 273, "fsmount": 432,
            "fsopen": 430, "init_module": 105, "io_setup": 0, "io_uring_enter": 426, "io_uring_register": 427,
            "io_uring_setup": 425, "ioprio_set": 30, "kcmp": 272, "kexec_file_load": 294, "kexec_load": 104,
            "keyctl": 219, "mbind": 235, "memfd_create": 279, "memfd_secret": 447, "migrate_pages": 238, "mount": 40,
            "mount_setattr": 442, "move_mount": 429, "move_pages": 239, "mq_open": 180, "mq_unlink": 181, "msgctl": 187,
            "msgget": 186, "name_to_handle_at": 264, "open_by_handle_at": 265, "open_tree": 428,
            "perf_event_open": 241, "personality": 92, "pidfd_getfd": 438, "pidfd_send_signal": 424,
            "pivot_root": 41, "process_madvise": 440, "process_vm_readv": 270, "process_vm_writev": 271,
            "prlimit64": 261, "ptrace": 117, "quotactl": 60, "reboot": 142, "request_key": 218,
            "rt_sigqueueinfo": 138, "sched_setaffinity": 122, "sched_setattr": 274, "semctl": 191, "semget": 190,
            "set_mempolicy": 237, "setdomainname": 162, "sethostname": 161, "setns": 268, "settimeofday": 170,
            "shmctl": 195, "shmget": 194, "swapoff": 225, "swapon": 224, "syslog": 116, "tgkill": 131, "umount2": 39,
            "unshare": 97, "userfaultfd": 282,
        },
    }
)  # fmt: skip
