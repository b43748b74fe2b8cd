"""Attacks of one run on another: at the same time, before it, or after it."""

from tests.support.attacks.model import EVERYWHERE_BUT_L0, PRELUDE, Attack, Verdict, another_run, describe, tries
from tests.support.sandbox_server import SandboxServer
from tests.support.witness import Witness

FILES = """
def attack():
    if target.other_folder == os.getcwd():  # each has its own under this name
        target.other_folder = "/nowhere"
    way("its folder", lambda: os.listdir(target.other_folder))
    way("its file", lambda: read(f"{target.other_folder}/other-secret"))
    way("through /proc", lambda: read(f"/proc/{target.other_pid}/cwd/other-secret"))
    way("through any /proc", lambda: in_any_process("cwd/other-secret", b"other-run"))
    way("in /tmp", lambda: read("/tmp/other-secret"))
    way("in /dev/shm", lambda: read("/dev/shm/other-secret"))
    way("beside its own", lambda: beside())
    way("its folder's mode", lambda: os.chmod(target.other_folder, 0o777))

def beside():
    found = [name for name in os.listdir("..") if name != os.path.basename(os.getcwd())]
    if not found:
        raise OSError(errno.ENOENT, "")
    return found
"""

MEMORY = """
def from_file():
    with open(f"/proc/{target.other_pid}/mem", "rb", 0) as file:
        file.seek(target.other_address)
        return file.read(64)

def attack():
    way("environ", lambda: read(f"/proc/{target.other_pid}/environ"))
    way("anybody's environ", lambda: in_any_process("environ", b"other-run"))
    way("/proc/PID/mem", from_file)
    way("ptrace", lambda: call("ptrace", 0x4206, target.other_pid, 0, 0))
    way("pidfd_getfd", lambda: call("pidfd_getfd", os.pidfd_open(target.other_pid), 0, 0))
    way("its socket", lambda: connected("\\0toolcrib-other-run"))

def connected(address):
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(address)
"""

SIGNALS = """
import signal

def attack():
    way("kill", lambda: os.kill(target.other_pid, signal.SIGCONT))
    way("killpg", lambda: os.killpg(target.other_pid, signal.SIGCONT))
    way("pidfd", lambda: signal.pidfd_send_signal(os.pidfd_open(target.other_pid), signal.SIGCONT))
    way("nice", lambda: os.setpriority(os.PRIO_PROCESS, target.other_pid, 1))
"""

EVERYBODY = "import os\ndef main():\n    if os.fork() == 0:\n        os.kill(-1, 9)\n    os.kill(-1, 9)"


def kill_everybody(server: SandboxServer) -> Verdict:
    with another_run(server) as other:
        ran = server.run(EVERYBODY)
        alive = Witness.is_alive(other.other_pid) and server.is_alive and server.state()["zygotes"]
    return Verdict(held=bool(alive), how=f"only its own run suffers: {ran.code}")


LEAVING = """
FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/var/lock", os.path.dirname(os.getcwd()))

def leave():
    for folder in FOLDERS:
        try:
            open(f"{folder}/toolcrib-{target.mark}", "w").write("left")
        except OSError:
            pass
    for name, arguments in {
        "shmget": (target.key, 4096, 0o1666), "msgget": (target.key, 0o1666), "semget": (target.key, 1, 0o1666)
    }.items():
        try:
            call(name, *arguments)
        except OSError:
            pass
    try:
        call("add_key", b"user\\0", target.mark.encode() + b"\\0", b"left", 4, -3)
    except OSError:
        pass

def take():
    for folder in FOLDERS:
        path = f"{folder}/toolcrib-{target.mark}"
        way(folder, lambda: (read(path), os.unlink(path)))
    way("shared memory", lambda: call("shmctl", call("shmget", target.key, 0, 0), 0, 0))
    way("messages", lambda: call("msgctl", call("msgget", target.key, 0), 0, 0))
    way("semaphores", lambda: call("semctl", call("semget", target.key, 0, 0), 0, 0, 0))
    way("keys", lambda: call("keyctl", 10, -3, b"user\\0", target.mark.encode() + b"\\0", 0))

def attack():
    if target.leaves:
        leave()
        ways["left"] = "left"
    else:
        take()
"""


def leave_a_message(server: SandboxServer) -> Verdict:
    told = describe(server) | {"mark": server.secret[-8:], "key": 0x7C000000 + server.pid}
    server.run(PRELUDE + LEAVING, told | {"leaves": True})
    ways = server.run(PRELUDE + LEAVING, told | {"leaves": False}).output
    got = [name for name, said in ways.items() if isinstance(said, list)]
    return Verdict(held=not got, how=", ".join(got or sorted(set(ways.values()))))


ON_OTHERS: tuple[Attack, ...] = (
    tries("read another run's files", "runs at the same time don't see each other's work", FILES, victim=True),
    tries("read another run's memory", "nor each other's secrets", MEMORY, victim=True),
    tries("signal another run", "nor can they stop each other", SIGNALS, victim=True),
    Attack("kill everything in sight", "kill(-1) ends nobody but the run itself", kill_everybody, harms_plain=True),
    Attack("leave a message for the next run", "no place outlives a run", leave_a_message, EVERYWHERE_BUT_L0),
)
