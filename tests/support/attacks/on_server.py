"""Attacks on the server: its secrets in memory and on disk, its sockets, its life."""

from toolcrib.executors.sandbox.levels import Level

from tests.support.attacks.model import NO_WALLS, Attack, tries

ENVIRONMENT = """
def attack():
    way("its environ", lambda: read(f"/proc/{target.pid}/environ", b"TOOL_KEY_ENCRYPTION_MASTER"))
    way("anybody's environ", lambda: in_any_process("environ", b"TOOL_KEY_ENCRYPTION_MASTER"))
"""

MEMORY = """
class Place(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("size", ctypes.c_size_t)]

def from_file():
    with open(f"/proc/{target.pid}/mem", "rb", 0) as file:
        file.seek(target.address)
        return file.read(target.size)

def by_call():
    buffer = ctypes.create_string_buffer(target.size)
    ours = Place(ctypes.addressof(buffer), target.size)
    theirs = Place(target.address, target.size)
    call("process_vm_readv", target.pid, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0)
    return buffer.value

def attack():
    way("/proc/PID/mem", from_file)
    way("process_vm_readv", by_call)
    way("ptrace", lambda: call("ptrace", 0x4206, target.pid, 0, 0))
    way("pidfd_getfd", lambda: call("pidfd_getfd", os.pidfd_open(target.pid), 0, 0))
    way("kcmp", lambda: call("kcmp", target.pid, os.getpid(), 1, 0, 0))
    way("/proc/PID/maps", lambda: read(f"/proc/{target.pid}/maps", b"heap"))
    way("/proc/PID/fd", lambda: os.listdir(f"/proc/{target.pid}/fd"))
"""

FILES = """
def attack():
    key = f"{target.folder}/secret.key"
    way("secret.key", lambda: read(key))
    way("the data directory", lambda: os.listdir(target.folder))
    way("/etc/shadow", lambda: read("/etc/shadow"))
    way("its root", lambda: read(f"/proc/{target.pid}/root{key}"))
    way("its working directory", lambda: os.listdir(f"/proc/{target.pid}/cwd/"))
    way("upwards", lambda: read("../" * 40 + key.lstrip("/")))
    os.symlink(key, "link")
    way("a link", lambda: read("link"))
    way("a hard link", lambda: os.link(key, "hard"))
    way("moved here", lambda: os.rename(f"{target.folder}/moved", "moved"))
"""

LOOKING = """
def attack():
    key = f"{target.folder}/secret.key"
    way("stat", lambda: os.stat(key))
    way("utime", lambda: os.utime(key))
    way("chdir", lambda: os.chdir(target.folder))
    way("inotify", lambda: inotify())

def inotify():
    watch = libc.inotify_add_watch(libc.inotify_init(), target.folder.encode(), 0x100)
    if watch < 0:
        raise OSError(ctypes.get_errno(), "inotify")
"""

CHANGES = """
def attack():
    key = f"{target.folder}/secret.key"
    way("open", lambda: open(key, "ab").close())
    way("truncate", lambda: os.truncate(key, target.size))
    way("chmod", lambda: os.chmod(key, 0o600))
    way("chmod its folder", lambda: os.chmod(target.folder, 0o700))
    way("chown", lambda: os.chown(key, -1, -1))
    way("setxattr", lambda: os.setxattr(key, "user.toolcrib", b"1"))
    way("mkdir", lambda: os.mkdir(f"{target.folder}/made-{os.urandom(4).hex()}"))
    way("symlink", lambda: os.symlink("a", f"{target.folder}/link-{os.urandom(4).hex()}"))
    way("rename", lambda: os.rename(key, key))
    way("unlink", lambda: os.unlink(f"{target.folder}/unlinked"))
"""

SOCKETS = """
def connected(kind, address):
    with socket.socket(socket.AF_UNIX, kind) as made:
        made.connect(address)

def from_pair(address):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with ours, theirs:
        ours.connect(address)
        ours.send(b"from a script")

def attack():
    for name in ("stream", "packets", "abstract_stream", "abstract_packets"):
        kind = socket.SOCK_STREAM if name.endswith("stream") else socket.SOCK_DGRAM
        address = getattr(target, name).replace("@", "\\0", 1)
        way(name, lambda: connected(kind, address))
        if kind == socket.SOCK_DGRAM:
            way(f"{name} from a pair", lambda: from_pair(address))
"""

SIGNALS = """
import fcntl, signal

def by_file():
    out, into = os.pipe()
    fcntl.fcntl(out, 10, signal.SIGWINCH)
    fcntl.fcntl(out, fcntl.F_SETOWN, target.pid)
    fcntl.fcntl(out, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(into, b"1")
    raise OSError(0, "whether it came, the server knows")

def attack():
    number = signal.SIGWINCH
    way("kill", lambda: os.kill(target.pid, number))
    way("killpg", lambda: os.killpg(target.group, number))
    way("pidfd", lambda: signal.pidfd_send_signal(os.pidfd_open(target.pid), number))
    way("tgkill", lambda: call("tgkill", target.pid, target.pid, number))
    way("sigqueue", lambda: queue(number))
    way("a file's owner", by_file)
    way("its parent", to_parent)

def to_parent():
    if not os.getppid():
        raise OSError(errno.ESRCH, "")
    os.kill(os.getppid(), signal.SIGWINCH)

def queue(number):
    about = ctypes.create_string_buffer(128)
    ctypes.cast(about, ctypes.POINTER(ctypes.c_int))[2] = -1
    return call("rt_sigqueueinfo", target.pid, number, about)
"""

STARVING = """
import resource

def attack():
    way("prlimit", lambda: resource.prlimit(target.pid, resource.RLIMIT_CORE, (0, 0)))
    way("nice", lambda: os.setpriority(os.PRIO_PROCESS, target.pid, 1))
    way("scheduler", lambda: os.sched_setscheduler(target.pid, os.SCHED_BATCH, os.sched_param(0)))
    way("affinity", lambda: os.sched_setaffinity(target.pid, os.sched_getaffinity(0)))
    way("disk priority", lambda: call("ioprio_set", 1, target.pid, (2 << 13) | 7))
"""

ON_SERVER: tuple[Attack, ...] = (
    tries("read the server's environment", "its master key stays its own", ENVIRONMENT),
    tries("read the server's memory", "secrets in use, open files and addresses stay its own", MEMORY),
    tries("read the server's files", "the data directory and the machine's accounts stay shut", FILES),
    tries(
        "look at the server's files from outside",
        "names, sizes and times stay unknown and untouched",
        LOOKING,
        open_at={Level.L0: NO_WALLS, Level.L1: "Landlock does not ask who looks, only who opens"},
    ),
    tries("change the server's files", "nothing of the server is changed, moved or made unreadable", CHANGES),
    tries("talk to the server's unix sockets", "its database's socket answers no script", SOCKETS),
    tries("signal the server", "no script stops or ends the server", SIGNALS),
    tries("starve the server", "no script lowers the server's limits or priority", STARVING),
)
