"""Attacks by what a script is given: its memory, its open files, its conversation with the server, its artifacts."""

import hashlib
import secrets
import socket
import time
from collections.abc import Mapping

from toolcrib.executors.sandbox.levels import Level

from tests.support.attacks.model import PRELUDE, Attack, Verdict, describe
from tests.support.sandbox_server import Ran, SandboxServer

_MEBIBYTE = 1024 * 1024

SCAN = """
import ctypes, gc, hashlib, os, re
PATTERN = re.compile(rb"(?:SECRET)-[0-9a-f]{32}")

def regions():
    try:
        with open("/proc/self/maps") as maps:
            for line in maps:
                bounds, rights, *_, = line.split()
                if rights.startswith("r") and "[v" not in line:
                    yield tuple(int(bound, 16) for bound in bounds.split("-"))
    except OSError:
        libc = ctypes.CDLL(None)
        libc.sbrk.restype = ctypes.c_void_p
        top = libc.sbrk(0)
        yield top - (32 << 20), top
        for start in sorted({id(each) >> 20 for each in gc.get_objects()}):
            yield start << 20, (start + 1) << 20

def pages(start, end):
    try:
        with open("/proc/self/mem", "rb", 0) as memory:
            memory.seek(start)
            yield memory.read(end - start)
    except OSError:
        libc = ctypes.CDLL(None)
        out, into = os.pipe()
        joined = bytearray()
        for address in range(start & ~4095, end, 4096):
            if libc.write(into, ctypes.c_void_p(address), 4096) == 4096:
                joined += os.read(out, 4096)
        os.close(out)
        os.close(into)
        yield bytes(joined)

def main(**given):
    found = set()
    for start, end in list(regions()):
        for content in pages(start, end):
            found.update(hashlib.sha256(match).hexdigest() for match in PATTERN.findall(content))
    return sorted(found)
"""

HOLDING = """
import os
literal = "{secret}"
def main(secret):
    print(os.environ["KEY"])
    return [secret, literal, os.environ["KEY"]] * 100
"""


def previous_secret(server: SandboxServer) -> Verdict:
    """By environment, by input and in the script; read by runs that waited meanwhile and by runs forked afterwards."""
    own = _secret()
    seen = server.run(SCAN, {"secret": own}, environment={"KEY": own}).output
    assert _digest(own) in seen, "the scan does not even find its own"
    given: list[str] = []
    for _ in range(3):
        for _ in range(3):
            one = _secret()
            given.append(one)
            server.run(HOLDING.format(secret=one), {"secret": one}, environment={"KEY": one})
        scans = [server.begin(SCAN, timeout_seconds=60) for _ in range(8)]
        leaked = {digest for scan in scans for digest in scan.output} & {_digest(one) for one in given}
        if leaked:
            return Verdict(held=False, how=f"{len(leaked)} of {len(given)} secrets found")
    return Verdict(held=True, how=f"none of {len(given)} secrets found")


def _secret() -> str:
    return f"SECRET-{secrets.token_hex(16)}"


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


HELD = """
import os, stat
def main():
    found = []
    for number in range(1024):
        try:
            about = os.fstat(number)
        except OSError:
            continue
        kind = stat.filemode(about.st_mode)[0]
        found.append(f"named {kind}" if kind == "-" and about.st_nlink else kind)
    return "".join(found)
"""


def inherited_files(server: SandboxServer) -> Verdict:
    held = server.run(HELD).output
    expected = "-pp-" if server.place.level is Level.L0 else "-pp-p"
    return Verdict(held=sorted(held) == sorted(expected), how=f"streams, report{', exit code' * (len(held) - 4)}")


FORGING = """
import os, socket
def main(words):
    for number in range(3, 256):
        try:
            os.write(number, words.encode())
        except OSError:
            pass
        try:
            with socket.socket(fileno=os.dup(number)) as found:
                socket.send_fds(found, [b"x"], [0])
                print("sent files")
        except OSError:
            pass
    return "went on"
"""


def forged_messages(server: SandboxServer) -> Verdict:
    """Whatever a script tells the server is its own affair."""
    _settle(server)
    before = server.open_files
    sent = [
        server.run(FORGING, {"words": words}) for words in ("0", "done 0", "99", "1000", "\0", "ready\n", "x" * 9999)
    ]
    took_files = any("sent files" in ran.text for ran in sent)
    _settle(server)
    leaked = _left_open(server, before)
    held = leaked <= 0 and not took_files and server.run("def main(): return 1").output == 1
    return Verdict(held, "its own run suffers" if held else f"files taken: {took_files}, {leaked} left open")


def _left_open(server: SandboxServer, before: int) -> int:
    """How many files stay open; those of the last run are closed in the next turns of the server's loop."""
    deadline = time.monotonic() + 5
    while (left := server.open_files - before) > 0 and time.monotonic() < deadline:
        server.state()
    return left


FLOODING = """
import os
def main():
    for _ in range(3):
        if os.fork() == 0:
            break
    print("up", flush=True)
    while True:
        for number in range(3, 16):
            try:
                os.set_blocking(number, False)
                os.write(number, b"x" * 1000)
            except OSError:
                pass
"""


def flood_of_messages(server: SandboxServer) -> Verdict:
    before = server.memory
    ran = server.begin(FLOODING)
    ran.until("up")
    slowest = max(_answer_seconds(server) for _ in range(20))
    server.cancel(ran)
    ran.result()
    grown = server.memory - before
    return Verdict(slowest < 1 and grown < 20 * _MEBIBYTE, f"the server answers within {slowest * 1000:.0f} ms")


LINGERING = """
import os, socket, stat, struct
def main(port):
    found = [n for n in range(1024) if is_socket(n)]
    if not found:
        return "nobody to hand it to"
    ours = socket.socket(fileno=found[0])
    slow = socket.create_connection(("127.0.0.1", port))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 30))
    slow.setblocking(False)
    try:
        while True:
            slow.send(bytes(65536))
    except BlockingIOError:
        pass
    slow.setblocking(True)
    number = slow.detach()
    socket.send_fds(ours, [b"here, close this"], [number])
    os.close(number)
    return "handed over"

def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False
"""


def socket_that_does_not_close(server: SandboxServer) -> Verdict:
    """Closing it waits for a peer that never reads: whoever closes it last, waits."""
    with socket.create_server(("127.0.0.1", 0)) as tar:
        ran = server.begin(LINGERING, {"port": tar.getsockname()[1]})
        tar.settimeout(0.3)
        try:
            peer, _ = tar.accept()
        except TimeoutError:
            return Verdict(held=True, how=ran.output)
        with peer:
            time.sleep(0.2)
            slowest = max(_answer_seconds(server) for _ in range(5))
        ran.result()
    return Verdict(slowest < 1, f"the server answers within {slowest * 1000:.0f} ms")


ELSEWHERE: Mapping[str, str] = {
    "a link to a file": "os.symlink(target.secret_path, artifacts + '/link')",
    "a link to a folder": "os.symlink(target.folder, artifacts + '/link')",
    "a hard link": "os.link(target.secret_path, artifacts + '/hard')",
    "the folder itself": "os.rmdir(artifacts); os.symlink(target.folder, artifacts)",
    "a link in a folder": "os.mkdir(artifacts + '/d'); os.symlink(target.secret_path, artifacts + '/d/link')",
    "/etc/shadow": "os.symlink('/etc/shadow', artifacts + '/shadow')",
}
TRAPS: Mapping[str, str] = {
    "a pipe without a writer": "os.mkfifo(artifacts + '/pipe')",
    "a socket": "os.mknod(artifacts + '/socket', 0o140600)",
    "a device": "os.mknod(artifacts + '/device', 0o020600, os.makedev(1, 5))",
    "10,000 files": "[open(f'{artifacts}/{n}', 'w').close() for n in range(10_000)]",
    "a deep folder": "[(os.mkdir('d'), os.chdir('d')) for _ in range(1_000) if not os.chdir(artifacts) or True]",
    "a file of holes": "os.truncate(os.open(artifacts + '/holes', 65), 60_000_000)",
    "strange names": "[open(os.fsencode(artifacts) + n, 'w') for n in (b'/a\\nb', b'/\\xff', b'/..a', b'/\\x1b[2J')]",
    "one that grows": "grow(artifacts)",
}
ARTIFACTS = """
def grow(artifacts):
    if os.fork() == 0:
        with open(artifacts + "/growing", "ab", 0) as file:
            while True:
                file.write(bytes(1_000))
    while not os.path.exists(artifacts + "/growing"):
        pass

def attack():
    artifacts = os.environ["ARTIFACTS"]
    target.secret_path = f"{target.folder}/secret.key"
    way("made", lambda: ACTION)
"""


def artifacts_from_elsewhere(server: SandboxServer) -> Verdict:
    kept = {name: _leave(server, action).artifacts for name, action in ELSEWHERE.items()}
    leaked = [name for name, files in kept.items() for content in files.values() if _is_secret(server, content)]
    return Verdict(not leaked, ", ".join(leaked) or "refused or not there")


def artifacts_that_trap(server: SandboxServer) -> Verdict:
    started, before = time.monotonic(), server.memory
    codes = {_leave(server, action).code for action in TRAPS.values()}
    seconds, grown = time.monotonic() - started, server.memory - before
    held = seconds < 30 and grown < 100 * _MEBIBYTE and server.run("def main(): return 1").output == 1
    return Verdict(held, ", ".join(sorted(str(code or "kept") for code in codes)))


def _leave(server: SandboxServer, action: str) -> Ran:
    return server.run(PRELUDE + ARTIFACTS.replace("ACTION", action), describe(server))


def _is_secret(server: SandboxServer, content: bytes) -> bool:
    return server.secret.encode() in content or b"root:" in content


NETWORK = """
def connected(family, kind, address):
    with socket.socket(family, kind) as made:
        made.settimeout(2)
        made.connect(address)
        made.send(b"x")

def interfaces():
    found = [name for _, name in socket.if_nameindex() if name != "lo"]
    if not found:
        raise OSError(errno.ENODATA, "")
    return found

def attack():
    way("TCP to this machine", lambda: connected(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", target.port)))
    way("UDP to this machine", lambda: connected(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 9)))
    way("UDP to the internet", lambda: connected(socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)))
    way("IPv6", lambda: connected(socket.AF_INET6, socket.SOCK_DGRAM, ("2001:db8::1", 53)))
    way("cloud metadata", lambda: connected(socket.AF_INET, socket.SOCK_DGRAM, ("169.254.169.254", 80)))
    way("an abstract socket", lambda: connected(1, socket.SOCK_STREAM, target.abstract_stream.replace("@", "\\0", 1)))
    way("interfaces", interfaces)
    way("names", lambda: socket.getaddrinfo("example.com", 80))
"""


def network_none(server: SandboxServer) -> Verdict:
    ran = server.run(PRELUDE + NETWORK, describe(server), network="NONE")
    if ran.code == "SANDBOX_FAILED":
        return Verdict(held=True, how="it does not run")
    got = [name for name, said in ran.output.items() if isinstance(said, list)]
    return Verdict(not got, ", ".join(got or sorted(set(ran.output.values()))))


def _answer_seconds(server: SandboxServer) -> float:
    started = time.monotonic()
    server.state(seconds=20)
    return time.monotonic() - started


def _settle(server: SandboxServer) -> None:
    if server.place.level > Level.L0:
        server.settle()


TRICKS: tuple[Attack, ...] = (
    Attack("find a previous run's secret in memory", "nothing of one run is left in the next", previous_secret),
    Attack("use inherited files", "a script holds its streams, its report and its exit code only", inherited_files),
    Attack("forge messages to the server", "lies, and files sent along, are the run's own affair", forged_messages),
    Attack("flood the server with messages", "it neither blocks nor grows", flood_of_messages),
    Attack("hand over a socket that won't close", "the server waits for nobody's peer", socket_that_does_not_close),
    Attack(
        "artifacts that are other files",
        "no link leads out of the run's folder",
        artifacts_from_elsewhere,
        {Level.L0: "the server reads what the script might have read itself"},
    ),
    Attack("artifacts that are traps", "pipes, sockets, devices, too many and too large files", artifacts_that_trap),
    Attack("the network, for a tool that has none", "NONE means none", network_none),
)
