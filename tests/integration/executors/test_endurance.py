"""Thousands of runs leave a server as it was: if this fails, it dies of them some day.

2,000 runs; as many as TOOLCRIB_TEST_RUNS says where that is set. `-s` shows the figures.
"""

import fnmatch
import os
import sys
import time
from dataclasses import astuple, dataclass
from pathlib import Path

import pytest

from tests.support.conditions import wait_until
from tests.support.sandbox_server import PLACES, Place, Ran, SandboxServer

RUNS = int(os.environ.get("TOOLCRIB_TEST_RUNS", "2000"))
_WARM_UP = 300
_AT_ONCE = 8
_MAY_GROW = 10 * 1024 * 1024

WORK = """
import fnmatch
import os
def main(n):
    print("run", n)
    with open(os.environ["ARTIFACTS"] + "/result.txt", "w") as file:
        file.write(str(n))
    return {"square": n * n}
"""
STRAY = "import os, subprocess\ndef main(n):\n    subprocess.Popen(['sleep', '300'])\n    return {'square': n * n}"
FAILING = "def main(n):\n    raise ValueError(n)"
SLOW = "import time\ndef main(n):\n    time.sleep(60)"


@pytest.fixture
def sandbox() -> None:
    """The test has servers of its own."""


@dataclass(frozen=True)
class Traces:
    """What a server takes of its machine."""

    memory: int
    files: int
    processes: int
    mounts: int
    temporary: int
    shared_memory: int

    @classmethod
    def of(cls, server: SandboxServer) -> "Traces":
        server.settle()
        return cls(
            memory=server.memory,
            files=server.open_files,
            processes=sum(1 for _ in _bearing(f".{server.pid}.".encode())),
            mounts=len(Path("/proc/self/mountinfo").read_text().splitlines()),
            temporary=len(fnmatch.filter(_temporary_files(), f"toolcrib-run-*.{server.pid}.*")),
            shared_memory=len(list(Path("/dev/shm").iterdir())),  # noqa: S108 -- the machine's
        )

    def is_no_more_than(self, before: "Traces") -> bool:
        pairs = zip(astuple(self)[1:], astuple(before)[1:], strict=True)
        return self.memory - before.memory <= _MAY_GROW and all(now <= then for now, then in pairs)


def _temporary_files() -> list[str]:
    """The names of all there are; other programs' folders may go away meanwhile."""
    return [name for _, folders, files in os.walk("/tmp") for name in (*folders, *files)]  # noqa: S108 -- the machine's


def _bearing(mark: bytes) -> list[Path]:
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            content = path.read_bytes()
        except OSError:  # it is gone
            continue
        if b"TOOLCRIB_RUN=" in content and mark in content:
            found.append(path)
    return found


def run_many(server: SandboxServer, numbers: range) -> float:
    """Some at a time; answers how many a second."""
    started = time.monotonic()
    pending: list[tuple[int, Ran]] = []
    for n in numbers:
        pending.append((n, begin(server, n)))
        if len(pending) == _AT_ONCE:
            check(*pending.pop(0))
    for each in pending:
        check(*each)
    return len(numbers) / (time.monotonic() - started)


def begin(server: SandboxServer, n: int) -> Ran:
    script = {3: STRAY, 5: FAILING, 7: SLOW}.get(n % 50, WORK)
    return server.begin(script, {"n": n}, timeout_seconds=0.2 if script is SLOW else 20)


def check(n: int, ran: Ran) -> None:
    kind = n % 50
    if kind in {5, 7}:
        assert ran.code == {5: "SCRIPT_ERROR", 7: "TIMEOUT"}[kind]
    else:
        assert ran.output == {"square": n * n}
        assert ran.artifacts == ({} if kind == 3 else {"result.txt": str(n).encode()})


@pytest.mark.parametrize(
    ("place", "share"),
    [pytest.param(PLACES[0], 1, id=PLACES[0].name), pytest.param(PLACES[4], 0.1, id=PLACES[4].name)],
)
def test_thousands_of_runs_leave_a_server_as_it_was(place: Place, share: float) -> None:
    place.require()
    with SandboxServer(place, recycle_after=max(200, RUNS // 10)) as server:
        run_many(server, range(_WARM_UP))
        before = Traces.of(server)
        a_second = run_many(server, range(round(RUNS * share)))
        wait_until(lambda: Traces.of(server).is_no_more_than(before))
        after = Traces.of(server)
        sys.stdout.write(f"\n{place.name}: {RUNS * share:.0f} runs, {a_second:.0f} a second: {before} → {after}\n")
    assert not _bearing(f".{server.pid}.".encode())
