"""What an attack is: something a script tries against its server, and a witness outside who tells whether it worked."""

import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

from toolcrib.executors.sandbox.levels import Level

from tests.support.attacks.numbers import NUMBERS
from tests.support.sandbox_server import SandboxServer
from tests.support.witness import Witness

NO_WALLS = "the script is a plain process"
EVERYWHERE_BUT_L0: Mapping[str, str] = MappingProxyType({Level.L0: NO_WALLS})


@dataclass(frozen=True)
class Verdict:
    """`how`: what refused the attack, or what it got."""

    held: bool
    how: str


@dataclass(frozen=True)
class Attack:
    """`open_at`: the levels at which it is known to work, with the reason. `harms_plain`: never tried without walls."""

    name: str
    proves: str
    attempt: Callable[[SandboxServer], Verdict]
    open_at: Mapping[str, str] = field(default_factory=dict)
    harms_plain: bool = False

    def __str__(self) -> str:
        return self.name


PRELUDE = """
import ctypes, errno, os, socket, types
ways, libc = {}, ctypes.CDLL(None, use_errno=True)

def way(name, attempt):
    try:
        got = attempt()
    except OSError as error:
        ways[name] = errno.errorcode.get(error.errno, str(error))
    else:
        ways[name] = ["got", repr(got)[:100]]

def call(name, *arguments):
    number = target.numbers[name]
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = libc.syscall(number, *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result

def reach(name, *arguments):
    try:
        return call(name, *arguments)
    except OSError as error:
        if error.errno in (errno.EPERM, errno.ENOSYS):
            raise
        return f"the kernel looked at it: {errno.errorcode[error.errno]}"

def read(path, wanted=b""):
    with open(path, "rb") as file:
        content = file.read(1_000_000)
    if wanted not in content:
        raise OSError(errno.ENODATA, path)
    return content

def in_any_process(path, wanted):
    for name in os.listdir("/proc"):
        if name.isdigit() and name != str(os.getpid()):
            try:
                return read(f"/proc/{name}/{path}", wanted)
            except OSError:
                continue
    raise OSError(errno.ENODATA, path)

def main(**given):
    global target
    target = types.SimpleNamespace(**given)
    attack()
    return ways
"""


def tries(
    name: str,
    proves: str,
    body: str,
    *,
    open_at: Mapping[str, str] = EVERYWHERE_BUT_L0,
    harms_plain: bool = False,
    victim: bool = False,
    network: str = "FULL",
) -> Attack:
    """An attack in several ways: `body` defines `attack()`, which calls `way(name, function)` for each.

    A way has failed where it raised OSError. It knows `target`: the server's treasures and, with `victim`, another run.
    """

    def attempt(server: SandboxServer) -> Verdict:
        before = server.state()["signals"]
        if not victim:
            return judge(server, body, describe(server), before, network)
        with another_run(server) as other:
            verdict = judge(server, body, {**describe(server), **vars(other)}, before, network)
            return verdict if Witness.is_alive(other.other_pid) else Verdict(held=False, how="the other run was killed")

    return Attack(name, proves, attempt, open_at, harms_plain)


def judge(server: SandboxServer, body: str, target: Mapping[str, Any], signals: int, network: str) -> Verdict:
    ran = server.run(PRELUDE + body, target, network=network)
    if not server.is_alive:
        return Verdict(held=False, how="the server was killed")
    ways: dict[str, str | list[str]] = ran.output
    got = {name: said[1] for name, said in ways.items() if isinstance(said, list)}
    if server.state()["signals"] != signals:
        got["signals"] = "they reached the server"
    assert ways, "it tried nothing"
    if got:
        return Verdict(held=False, how="; ".join(f"{name}: {what}" for name, what in got.items()))
    return Verdict(held=True, how=", ".join(sorted({str(said) for said in ways.values()})))


def describe(server: SandboxServer) -> dict[str, Any]:
    told = {name: value for name, value in server.told.items() if name != "info"}
    return told | {
        "folder": str(server.folder),
        "machine": platform.machine(),
        "size": len(server.secret),
        "numbers": NUMBERS[platform.machine()],
    }


OTHER = """
import os, socket, time
held = os.environ["OTHER_SECRET"] + "-in-memory"
with open("other-secret", "w") as file:
    file.write(held)
for folder in ("/tmp", "/dev/shm", os.environ["ARTIFACTS"]):
    try:
        open(folder + "/other-secret", "w").write(held)
    except OSError:
        pass
try:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("\\0toolcrib-other-run")
    listening.listen()
except OSError:
    pass
def main():
    print("up", id(held), flush=True)
    time.sleep(60)
"""


@contextmanager
def another_run(server: SandboxServer) -> Iterator[SimpleNamespace]:
    """A run that holds a secret, as an attacker may know it: its process number outside, its folder, an address."""
    witness = Witness()
    ran = server.begin(witness.mark + OTHER, environment={"OTHER_SECRET": "other-run"})
    address = int(ran.until("up").split()[1])
    (pid,) = witness.alive()
    folder = Path(f"/proc/{pid}/cwd").readlink()
    try:
        yield SimpleNamespace(other_pid=pid, other_folder=str(folder), other_address=address)
    finally:
        server.cancel(ran)
        ran.result()
