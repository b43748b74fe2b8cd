"""Attacks on the kernel: its wide doors, closed one by one."""

from pathlib import Path

from toolcrib.executors.sandbox.levels import Level

from tests.support.attacks.model import Attack, Verdict, tries
from tests.support.conditions import wait_until
from tests.support.sandbox_server import SandboxServer
from tests.support.witness import Witness

USERS = """
CLONE_NEWUSER, SIGCHLD = 0x10000000, 17

def child_by(name, *arguments):
    pid = call(name, *arguments)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "a child"

def in_a_child(attempt):
    out, into = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            attempt()
            os.write(into, b"0")
        except OSError as error:
            os.write(into, str(error.errno).encode())
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    if number := int(os.read(out, 10)):
        raise OSError(number, "")

def attack():
    way("unshare", lambda: in_a_child(lambda: call("unshare", CLONE_NEWUSER)))
    way("clone", lambda: child_by("clone", CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0))
    arguments = (ctypes.c_uint64 * 8)(CLONE_NEWUSER, 0, 0, 0, SIGCHLD, 0, 0, 0)
    way("clone3", lambda: child_by("clone3", ctypes.byref(arguments), ctypes.sizeof(arguments)))
"""

NAMESPACES = (
    USERS[: USERS.index("def attack")]
    + """
def attack():
    for name, flag in {"mounts": 0x20000, "host name": 0x4000000, "ipc": 0x8000000, "pids": 0x20000000,
                       "network": 0x40000000, "cgroups": 0x2000000, "time": 0x80}.items():
        way(f"unshare {name}", lambda: in_a_child(lambda: call("unshare", flag)))
    for name in ("mnt", "net", "pid", "user"):
        way(f"setns {name}", lambda: in_a_child(lambda: enter(name)))

def enter(name):
    descriptor = os.open(f"/proc/{target.pid if name != 'user' else 'self'}/ns/{name}", os.O_RDONLY)
    if name == "user":  # nobody may enter their own again: that they are asked is bad enough
        raise OSError(errno.ENODATA, "")
    call("setns", descriptor, 0)
"""
)

MOUNTS = (
    USERS[: USERS.index("def attack")]
    + """
def mounted():
    os.mkdir("here")
    call("mount", b"tmpfs\\0", b"here\\0", b"tmpfs\\0", 0, 0)
    call("umount2", b"here\\0", 0)

def attack():
    way("mount", mounted)
    way("umount", lambda: reach("umount2", b"/nowhere\\0", 0))
    way("chroot", lambda: in_a_child(lambda: os.chroot(".")))
    way("pivot_root", lambda: reach("pivot_root", b"/nowhere\\0", b"/nowhere\\0"))
    for name, arguments in {
        "fsopen": (b"tmpfs\\0", 0), "fsmount": (-1, 0, 0), "open_tree": (-1, b"/nowhere\\0", 1),
        "move_mount": (-1, b"/nowhere\\0", -1, b"/nowhere\\0", 0),
        "mount_setattr": (-1, b"/nowhere\\0", 0, 0, 0),
    }.items():
        way(name, lambda: reach(name, *arguments))
"""
)

CALLS = (
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "keyctl", "add_key", "request_key"),
    *("userfaultfd", "perf_event_open", "bpf", "memfd_create", "memfd_secret", "fanotify_init", "ptrace"),
    *("process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp", "kexec_load"),
    *("kexec_file_load", "init_module", "finit_module", "delete_module", "open_by_handle_at", "name_to_handle_at"),
    *("syslog", "swapon", "swapoff", "acct", "quotactl", "reboot", "settimeofday", "clock_settime", "adjtimex"),
    *("personality", "move_pages", "migrate_pages", "mbind", "set_mempolicy", "sethostname", "setdomainname"),
)
"""Made with arguments that no kernel accepts: what counts is who says no, the filter or the kernel's own code."""

EXOTIC = f"""
def attack():
    for name in {CALLS!r}:
        way(name, lambda: reach(name, -1, -1, -1, -1, -1, -1))
"""

IPC = """
def attack():
    way("shared memory", lambda: call("shmctl", call("shmget", 0, 4096, 0o1600), 0, 0))
    way("semaphores", lambda: call("semctl", call("semget", 0, 1, 0o1600), 0, 0, 0))
    way("messages", lambda: call("msgctl", call("msgget", 0, 0o1600), 0, 0))
    way("message queues", lambda: (call("mq_open", b"toolcrib\\0", 0o102, 0o600, 0), call("mq_unlink", b"toolcrib\\0")))
"""

SOCKETS = """
def attack():
    for name, family, kind, protocol in (
        ("raw", socket.AF_INET, socket.SOCK_RAW, 1), ("packet", 17, socket.SOCK_RAW, 768), ("vsock", 40, 1, 0),
        ("crypto", 38, 5, 0), ("bluetooth", 31, 3, 0), ("kernel connections", 41, 5, 0), ("xdp", 44, 3, 0),
        ("audit", 16, 3, 9), ("packet filter", 16, 3, 12), ("socket list", 16, 3, 4),
    ):
        way(name, lambda: socket.socket(family, kind, protocol).close())
"""

SETTINGS = """
def writable(path):
    os.close(os.open(path, os.O_WRONLY))

def device(kind, major, minor):
    os.mknod("device", 0o600 | kind, os.makedev(major, minor))
    try:
        os.close(os.open("device", os.O_RDONLY | os.O_NONBLOCK))
    finally:
        os.unlink("device")

def attack():
    for path in ("/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname",
                 "/proc/sys/user/max_user_namespaces", "/proc/self/uid_map", "/sys/kernel/uevent_helper",
                 "/sys/fs/cgroup/cgroup.procs", "/dev/mem", "/dev/kmsg", "/dev/kvm", "/dev/fuse"):
        way(path, lambda: writable(path))
    way("/proc/kcore", lambda: os.close(os.open("/proc/kcore", os.O_RDONLY)))
    way("a device", lambda: device(0o020000, 1, 11))
    way("out of the reach of OOM", lambda: open("/proc/self/oom_score_adj", "w").write("-1000"))
"""

RIGHTS = (
    USERS[: USERS.index("def attack")]
    + """
import resource

def attack():
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    libc.capget(ctypes.byref(header), ctypes.byref(sets))
    way("capabilities", lambda: list(sets) if any(sets) else refused())
    way("becoming root", lambda: in_a_child(lambda: os.setresuid(0, 0, 0)) if os.getuid() else refused())
    way("becoming another run", lambda: in_a_child(lambda: os.setresuid(60900, 60900, 60900)))
    way("another group", lambda: in_a_child(lambda: os.setresgid(42, 42, 42)))
    way("more groups", lambda: in_a_child(lambda: os.setgroups([0, 42])))
    way("higher limits", lambda: in_a_child(higher))
    way("a file of root's", lambda: os.chown("tool.py", 0, 0) if os.getuid() else refused())

def higher():
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (hard + 4096, hard + 4096))
    except ValueError:
        refused()

def refused():
    raise OSError(errno.EPERM, "")
"""
)


def start_setuid_program(server: SandboxServer) -> Verdict:
    """`su` is root as long as it asks for a password, if anything can make it so."""
    witness = Witness()
    command = ["su", "root", "-c", f"sleep 300.{witness.number}"]
    script = (
        "import subprocess, time\ndef main():\n"
        f"    started = subprocess.Popen({command!r}, stdin=subprocess.PIPE, stdout=2)\n"
        "    print('up')\n    time.sleep(60)"
    )
    ran = server.begin(script)
    try:
        ran.until("up")
        users = _users_of(witness)
    finally:
        server.cancel(ran)
        ran.result()
    return Verdict(held=0 not in users, how=f"user {users.pop()}" if users else "it ended at once")


def _users_of(witness: Witness) -> set[int]:
    """The effective users, as the host counts them, of the program once it is past exec; none where it is gone."""
    seen: set[int] = set()

    def look() -> bool:
        for pid in witness.alive():
            seen.add(_effective_user(pid))
        return bool(seen)

    try:
        wait_until(look, seconds=2)
    except AssertionError:
        return set()
    return seen


def _effective_user(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("Uid:")).split()[2])


FOREIGN = """
import mmap

def attack():
    if target.machine != "x86_64":
        raise SystemExit("no other calls here")
    for name, code in ("32 bit", "b814000000cd80c3"), ("x32", "b8270000400f05c3"):
        way(name, lambda: ran(bytes.fromhex(code)))

def ran(code):
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    pid = os.fork()
    if pid == 0:
        os._exit(0 if function() > 0 else 1)
    status = os.waitpid(pid, 0)[1]
    if status:
        raise OSError(errno.ENOSYS, "")
    return "answered"
"""

ON_KERNEL: tuple[Attack, ...] = (
    tries("make a user namespace", "no script is root anywhere", USERS),
    tries("make or enter other namespaces", "the walls of a run are not moved", NAMESPACES),
    tries("mount, chroot, pivot_root", "its file system stays as it was made", MOUNTS),
    tries("io_uring, keyctl, bpf, perf and others", "no way around the filters, no rare code of the kernel", EXOTIC),
    tries("System V and POSIX IPC", "no memory that outlives a run or that no limit counts", IPC),
    tries(
        "raw, packet, vsock and kernel sockets", "only the internet's protocols, only by the kernel's rules", SOCKETS
    ),
    tries("the kernel's settings and devices", "nothing of the machine is set, no device is opened", SETTINGS),
    tries("more rights than it was given", "no capability, no other user, no higher limit", RIGHTS),
    tries("system calls of other machines", "32 bit and x32 numbers slip past no filter", FOREIGN),
    Attack(
        "a set-user-ID program",
        "su is no way to become root",
        start_setuid_program,
        {Level.L0: "a script of a server that is root is root"},
    ),
)
