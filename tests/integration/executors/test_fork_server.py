"""Whatever happens to zygotes and servers: runs end with an answer, the next one works, and nothing is left alive."""

import os
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.attacks.exhausting import BOMB
from tests.support.conditions import wait_until
from tests.support.sandbox_server import PLACES, ROOT, Place, SandboxServer
from tests.support.witness import Witness

WALLED = [pytest.param(place, id=place.name) for place in PLACES if place.walls]
SPIN = "def main():\n    print('up', flush=True)\n    while True:\n        pass"
SQUARE = "def main(n):\n    return n * n"
WITH_GRANDCHILD = "import os, time\ndef main():\n    os.fork()\n    print('up', flush=True)\n    time.sleep(300)"
HIDING_GRANDCHILD = """
import os, subprocess, time
def main():
    subprocess.Popen({sleep}, env={{}}, stdin=-3, stdout=-3, stderr=-3)
    print("up", flush=True)
    time.sleep(300)
"""


@pytest.fixture
def sandbox() -> None:
    """Each test has a server of its own, which may be killed."""


@pytest.fixture
def place() -> Place:
    return ROOT


@pytest.fixture
def server(place: Place) -> Iterator[SandboxServer]:
    place.require()
    with SandboxServer(place) as started:
        yield started


@pytest.mark.parametrize("place", WALLED)
@pytest.mark.parametrize(("script", "milliseconds"), [(SPIN, 400), (BOMB, 10_000)])
def test_a_cancelled_run_is_gone_in_a_moment(
    server: SandboxServer, witness: Witness, script: str, milliseconds: int
) -> None:
    ran = server.begin(witness.mark + script)
    ran.until("up")
    if script == BOMB:
        wait_until(lambda: len(witness.alive()) > 20)
    started = time.monotonic()
    server.cancel(ran)
    wait_until(lambda: not witness.alive())
    assert (time.monotonic() - started) * 1000 < milliseconds  # many times what an idle machine takes
    assert ran.code == "CANCELLED"


@pytest.mark.parametrize("place", WALLED)
def test_runs_of_a_killed_zygote_end_and_the_next_one_works(server: SandboxServer, witness: Witness) -> None:
    runs = [server.begin(witness.mark + WITH_GRANDCHILD) for _ in range(3)]
    runs.append(server.begin(HIDING_GRANDCHILD.format(sleep=witness.sleep)))
    for ran in runs:
        ran.until("up")
    (zygote,) = server.state()["zygotes"].values()
    os.kill(zygote, signal.SIGKILL)
    assert [ran.code for ran in runs] == ["SANDBOX_FAILED"] * 4
    assert runs[0].message == "The process that runs are forked from was killed, and the run with it. Run it again."
    wait_until(lambda: not witness.alive())
    assert server.run(SQUARE, {"n": 4}).output == 16
    assert list(server.state()["zygotes"].values()) != [zygote]


def test_a_dead_zygote_is_no_zombie_for_ever(server: SandboxServer) -> None:
    (zygote,) = server.state()["zygotes"].values()
    os.kill(zygote, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{zygote}").exists())


def test_zygotes_killed_under_load_cost_some_runs_and_no_answer(server: SandboxServer) -> None:
    runs = []
    for n in range(60):
        runs.append(server.begin(SQUARE, {"n": n}))
        if n % 20 == 10:
            for zygote in server.state()["zygotes"].values():
                os.kill(zygote, signal.SIGKILL)
    codes = [ran.code for ran in runs]
    assert set(codes) <= {None, "SANDBOX_FAILED"}
    assert [ran.output for ran, code in zip(runs, codes, strict=True) if code is None] == [
        n * n for n, code in enumerate(codes) if code is None
    ]
    assert codes.count(None) > 10
    assert server.run(SQUARE, {"n": 5}).output == 25


@pytest.mark.parametrize("place", WALLED)
def test_nothing_outlives_a_killed_server(server: SandboxServer, witness: Witness) -> None:
    server.begin(witness.mark + WITH_GRANDCHILD).until("up")
    server.begin(HIDING_GRANDCHILD.format(sleep=witness.sleep)).until("up")
    assert len(marked_by(server)) >= 4
    server.kill()
    wait_until(lambda: not witness.alive())
    wait_until(lambda: not marked_by(server))


@pytest.mark.parametrize("place", WALLED)
def test_nothing_outlives_a_server_that_ends(server: SandboxServer, witness: Witness) -> None:
    ran = server.begin(witness.mark + WITH_GRANDCHILD)
    ran.until("up")
    server.close()
    assert ran.code == "CANCELLED"
    assert witness.alive() == []
    assert marked_by(server) == []


def marked_by(server: SandboxServer) -> list[int]:
    """All processes that bear the mark of this server in the environment they were started with."""
    mark = f"TOOLCRIB_RUN={Path('/proc/self/ns/pid').stat().st_ino}.{server.pid}.".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:  # it is gone
            continue
    return found


def test_a_zygote_is_replaced_after_its_share_of_children() -> None:
    ROOT.require()
    with SandboxServer(ROOT, recycle_after=15) as server:
        seen: set[int] = set()

        def three_were_seen() -> bool:
            assert server.run(SQUARE, {"n": 9}).output == 81
            seen.update(server.state()["zygotes"].values())
            return len(seen) == 3

        wait_until(three_were_seen)
        wait_until(lambda: len(zygotes_of(server)) == 1)


def zygotes_of(server: SandboxServer) -> list[str]:
    return Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()


def test_a_zygote_is_not_replaced_under_a_run(witness: Witness) -> None:
    ROOT.require()
    with SandboxServer(ROOT, recycle_after=10) as server:
        long = server.begin(
            witness.mark + "import sys\ndef main():\n    print('up')\n    import time; time.sleep(2)\n    return 7"
        )
        long.until("up")
        before = server.state()["zygotes"]
        for n in range(30):
            assert server.run(SQUARE, {"n": n}).output == n * n
        wait_until(lambda: server.state()["zygotes"] != before)
        assert long.output == 7


@pytest.mark.parametrize("place", WALLED)
def test_fifty_runs_at_once_are_each_their_own(server: SandboxServer) -> None:
    runs = [server.begin(SQUARE, {"n": n}) for n in range(50)]
    assert [ran.output for ran in runs] == [n * n for n in range(50)]
    server.settle()


def test_spares_are_made_again(server: SandboxServer) -> None:
    server.settle()
    full = server.state()["spares"]["light"]
    assert full == 6
    for _ in range(10):
        server.run("def main(): pass")
    server.settle()
    assert server.state()["spares"]["light"] == full


def test_a_run_cancelled_while_its_zygote_starts_never_begins(server: SandboxServer) -> None:
    ran = server.begin("import pandas\nprint('up')\ndef main(): pass")
    server.cancel(ran)
    assert (ran.code, ran.text, ran.result()["duration_ms"]) == ("CANCELLED", "", 0)
    assert server.run(SQUARE, {"n": 3}).output == 9


def test_a_run_cancelled_while_its_zygote_hangs_does_not_wait_for_it(server: SandboxServer) -> None:
    ran = server.begin("import pandas\ndef main(): pass")
    wait_until(lambda: len(zygotes_of(server)) == 2)
    (hanging,) = set(zygotes_of(server)) - {str(each) for each in server.state()["zygotes"].values()}
    os.kill(int(hanging), signal.SIGSTOP)
    server.cancel(ran)
    ran.result(seconds=5)
    assert ran.code == "CANCELLED"
    os.kill(int(hanging), signal.SIGCONT)


@pytest.mark.parametrize("place", [pytest.param(PLACES[1], id=PLACES[1].name)])
def test_a_zygote_that_can_not_fork_for_a_moment_fails_those_runs_alone(server: SandboxServer) -> None:
    waiting = server.begin("import time\ndef main():\n    print('up', flush=True)\n    time.sleep(2)\n    return 1")
    waiting.until("up")
    (stub,) = before = server.state()["zygotes"].values()
    zygote = int(Path(f"/proc/{stub}/task/{stub}/children").read_text())
    usual, most = resource.prlimit(zygote, resource.RLIMIT_NOFILE)
    open_files = len(list(Path(f"/proc/{zygote}/fd").iterdir()))
    resource.prlimit(zygote, resource.RLIMIT_NOFILE, (open_files + 2, most))
    runs = [server.begin(SQUARE, {"n": n}) for n in range(30)]
    refused = [ran for ran in runs if ran.code]
    assert {ran.message for ran in refused} == {"The process could not be set up: Too many open files."}
    assert list(server.state()["zygotes"].values()) == list(before)
    resource.prlimit(zygote, resource.RLIMIT_NOFILE, (usual, most))
    assert waiting.output == 1
    assert server.run(SQUARE, {"n": 3}).output == 9


KEEPING = "import os\ndef main():\n    open(os.environ['ARTIFACTS'] + '/kept', 'w').close()\n    return 1"


def test_a_zygote_that_is_stuck_is_given_up(witness: Witness) -> None:
    """Nobody then says that a run is gone: it is believed to be when the zygote is killed."""
    ROOT.require()
    with SandboxServer(ROOT, patience_seconds=0.5) as server:
        server.settle()
        (stub,) = server.state()["zygotes"].values()
        zygote = int(Path(f"/proc/{stub}/task/{stub}/children").read_text())
        os.kill(zygote, signal.SIGSTOP)
        assert server.run(witness.mark + KEEPING).artifacts == {"kept": b""}
        wait_until(lambda: not witness.alive())
        assert server.run(SQUARE, {"n": 6}).output == 36
        assert stub not in server.state()["zygotes"].values()
