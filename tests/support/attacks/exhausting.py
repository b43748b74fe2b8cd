"""Attacks that take until nothing is left: processes, memory, output, disk, time."""

import os
import signal
import time
from collections.abc import Callable

from toolcrib.executors.sandbox.levels import Level

from tests.support.attacks.model import NO_WALLS, Attack, Verdict
from tests.support.conditions import wait_until
from tests.support.sandbox_server import Ran, SandboxServer
from tests.support.witness import Witness

MEMORY_OF_ALL = 1_000_000_000
"""What all scripts of a server under attack may hold together, where that can be limited."""

_MEBIBYTE = 1024 * 1024
_SERVER_MAY_GROW = 60 * _MEBIBYTE

BOMB = """
import os
def main():
    print("up", flush=True)
    while True:
        try:
            os.fork()
        except OSError:
            pass
"""


def fork_bomb(server: SandboxServer) -> Verdict:
    """Meanwhile the server answers and runs others; then it is gone at once."""
    witness = Witness()
    ran = server.begin(witness.mark + BOMB)
    ran.until("up")
    wait_until(lambda: len(witness.alive()) > 10)
    slowest = max(_seconds(server.state) for _ in range(3))
    other = server.run("def main(): return 1").output
    server.cancel(ran)
    gone = _seconds(lambda: wait_until(lambda: not witness.alive()))
    return Verdict(held=slowest < 2 and other == 1 and gone < 3, how=f"gone within {gone * 1000:.0f} ms")


POLITE = """
import os, signal
def main():
    children = []
    try:
        for _ in range(400):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
"""


def too_many_processes(server: SandboxServer) -> Verdict:
    return _told(server.run(POLITE, processes=4), "PROCESS_LIMIT")


def too_much_memory(server: SandboxServer) -> Verdict:
    return _told(server.run("def main():\n    return len(bytearray(4_000_000_000))"), "MEMORY_LIMIT")


MANY = """
import os, select, signal
def main():
    out, into = os.pipe()
    children = []
    for _ in range(12):
        child = os.fork()
        if child == 0:
            held = bytearray(os.urandom(1)) * 200_000_000
            os.write(into, b"1")
            signal.pause()
        children.append(child)
    held, ended = 0, set()
    while held + len(ended) < len(children):
        if select.select([out], [], [], 0.1)[0]:
            held += len(os.read(out, 20))
        for child in children:
            if child not in ended and os.waitpid(child, os.WNOHANG)[0]:
                ended.add(child)
    return (len(children) - len(ended)) * 200_000_000
"""


def memory_of_many(server: SandboxServer) -> Verdict:
    ran = server.run(MANY)
    if ran.code:
        return Verdict(held=server.run("def main(): return 1").output == 1, how=str(ran.code))
    held = ran.output <= MEMORY_OF_ALL and server.run("def main(): return 1").output == 1
    return Verdict(held, f"{ran.output // 1_000_000} MB at once")


FLOOD = "import os\nblock = b'x' * 65536\nfor _ in range(16_384):\n    os.write({}, block)\n"


def output_flood(server: SandboxServer) -> Verdict:
    before = server.memory
    codes = [server.run(FLOOD.format(stream), entry=entry).code for stream in (1, 2) for entry in ("STDIN", "MAIN")]
    grown = server.memory - before
    held = set(codes) == {"OUTPUT_LIMIT"} and grown < _SERVER_MAY_GROW
    return Verdict(held, "OUTPUT_LIMIT" if held else f"{codes}, the server has grown by {grown:,} bytes")


DISK = """
def main():
    written, block = 0, bytes(1_000_000)
    for number in range(20):
        try:
            with open(f"flood-{number}", "wb", 0) as file:
                for _ in range(16):
                    written += file.write(block)
        except OSError:
            break
    return written
"""


def disk_flood(server: SandboxServer) -> Verdict:
    written = server.run(DISK, timeout_seconds=60).output
    return Verdict(written <= 64 * _MEBIBYTE, f"{written // 1_000_000} MB")


FILES = """
def main():
    for number in range(10_000):
        try:
            open(f"flood-{number}", "w").close()
        except OSError:
            return number
    return 10_000
"""


def file_flood(server: SandboxServer) -> Verdict:
    made = server.run(FILES, timeout_seconds=60).output
    return Verdict(made < 10_000, f"{made:,} files")


STUBBORN = """
import signal, time
def main():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass
"""


def ignored_signals(server: SandboxServer) -> Verdict:
    witness = Witness()
    ran = server.run(witness.mark + STUBBORN, timeout_seconds=0.5)
    wait_until(lambda: not witness.alive())
    return _told(ran, "TIMEOUT")


DAEMON = """
import os, time
def main():
    for session in range(3):
        if os.fork():
            break
        try:
            os.setsid()
        except OSError:
            pass
        if os.fork() == 0:
            for number in range(3):
                os.close(number)
            os.execve("/bin/sleep", {command}, {{}})
    time.sleep(0.5)
    return 1
"""


def daemon(server: SandboxServer) -> Verdict:
    """It leaves its session, its parent, its files and its environment behind."""
    witness = Witness()
    ran = server.begin(DAEMON.format(command=witness.sleep))
    wait_until(lambda: bool(witness.alive()))
    ran.result()
    try:
        wait_until(lambda: not witness.alive(), seconds=2)
    except AssertionError:
        left = witness.alive()
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return Verdict(held=False, how=f"{len(left)} processes outlived the run")
    return Verdict(held=True, how="gone with the run")


def _told(ran: Ran, code: str) -> Verdict:
    return Verdict(held=ran.code == code, how=str(ran.code))


def _seconds(action: Callable[[], object]) -> float:
    started = time.monotonic()
    action()
    return time.monotonic() - started


_ON_DISK = "only each file is bounded; the folder is on the server's disk until the run ends"
EXHAUSTING: tuple[Attack, ...] = (
    Attack("fork bomb", "the server answers meanwhile, and nothing is left", fork_bomb, harms_plain=True),
    Attack(
        "start hundreds of processes",
        "who asks for too many is told PROCESS_LIMIT",
        too_many_processes,
        {Level.L0: "root's processes are not counted"},
    ),
    Attack("allocate gigabytes", "it ends with MEMORY_LIMIT", too_much_memory),
    Attack(
        "allocate gigabytes in many processes",
        "all scripts together stay below a limit of the kernel's",
        memory_of_many,
        {
            Level.L0: NO_WALLS,
            "L1": "no control group without root",
            "L3 without root": "no control group without root",
        },
    ),
    Attack("write a gigabyte to stdout or stderr", "OUTPUT_LIMIT; the server does not grow", output_flood),
    Attack(
        "fill the disk", "a run's folder holds 64 MB", disk_flood, {Level.L0: _ON_DISK, "L1": _ON_DISK, "L2": _ON_DISK}
    ),
    Attack(
        "make 10,000 files",
        "a run's folder holds 4,096",
        file_flood,
        {Level.L0: _ON_DISK, "L1": _ON_DISK, "L2": _ON_DISK},
    ),
    Attack("ignore all signals", "it ends at its timeout all the same", ignored_signals),
    Attack(
        "daemons that hide", "nothing a run started outlives it", daemon, {Level.L0: "found by their environment only"}
    ),
)
