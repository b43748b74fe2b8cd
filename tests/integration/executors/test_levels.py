"""A server says truly how well it isolates scripts, why not better, and runs none below what it was told to keep."""

import os
import signal
from pathlib import Path

import pytest
from toolcrib.executors.sandbox.levels import Level

from tests.support.conditions import wait_until
from tests.support.sandbox_server import PLACES, ROOT, Place, SandboxServer

ANSWER = "import os\ndef main():\n    return os.getuid()"
WALLED = [pytest.param(place, id=place.name) for place in PLACES if place.walls]
IN_A_USER_NAMESPACE = ["unshare", "--user", "--map-root-user"]
WITHOUT_MORE_OF_THEM = ["sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', "sh"]
ANYHOW = Place("L3", Level.L3, walls=None)


@pytest.fixture
def sandbox() -> None:
    """Each test has a server of its own."""


def findings(server: SandboxServer) -> dict[str, str | None]:
    return {found["level"]: found["reason"] for found in server.told["info"]["findings"]}


@pytest.mark.parametrize("place", WALLED)
def test_the_level_that_is_reached_is_the_one_that_is_said(place: Place) -> None:
    place.require()
    with SandboxServer(place) as server:
        info = server.told["info"]
        assert (info["level"], info["refuses"]) == (place.level, False)
        user = server.run(ANSWER).output
        assert (60_000 <= user <= 65_000) is (place.level > Level.L1)  # of slots, or the server's own


def test_below_the_minimum_no_script_runs_and_the_server_says_so() -> None:
    with SandboxServer(Place("L0", Level.L0, walls=None), minimum=Level.L3) as server:
        info = server.told["info"]
        assert (info["level"], info["minimum"], info["refuses"]) == ("L0", "L3", True)
        for _ in range(2):
            ran = server.run(ANSWER)
            assert ran.code == "SANDBOX_FAILED"
            assert ran.message == (
                "This server runs scripts at level L3 or better, and reaches only L0 here. The health page says why."
            )
            assert ran.text == ""


@pytest.mark.parametrize("wrapper", [IN_A_USER_NAMESPACE, [*IN_A_USER_NAMESPACE, *WITHOUT_MORE_OF_THEM]])
def test_what_a_machine_refuses_is_named(wrapper: list[str]) -> None:
    """As in a container without privileges, whose root is nobody outside."""
    ROOT.require()
    with SandboxServer(ANYHOW, minimum=Level.L0, wrapper=wrapper) as server:
        reasons = findings(server)
        assert list(reasons) == ["L3", "L2", "L1"]
        assert (server.told["info"]["level"], reasons["L1"]) == ("L1", None)
        for reason in (reasons["L3"], reasons["L2"]):
            assert reason
            assert reason.endswith(".")
            assert "Errno" not in reason
        assert server.run("def main(): return 1").output == 1


def test_an_interpreter_that_runs_may_not_read_is_named() -> None:
    place = PLACES[2]
    place.require()
    private = Place(place.name, place.level, place.walls, place.account)
    with SandboxServer(private, minimum=Level.L0, interpreter="/root/python") as server:
        assert server.told["info"]["level"] == "L0"
        assert "/root/python: Permission denied." in str(findings(server)["L3"])


def test_two_servers_on_one_machine_leave_each_other_alone() -> None:
    ROOT.require()
    with SandboxServer(ROOT) as first, SandboxServer(ROOT) as second:
        long = first.begin("import time\ndef main():\n    print('up', flush=True)\n    time.sleep(1)\n    return 1")
        long.until("up")
        runs = [server.begin(ANSWER) for server in (first, second) for _ in range(20)]
        assert all(ran.output >= 60_000 for ran in runs)
        second.close()
        with SandboxServer(ROOT) as third:
            assert third.run(ANSWER).output >= 60_000
        assert long.output == 1
        assert first.run(ANSWER).output >= 60_000


def test_a_server_whose_control_group_is_taken_away_makes_it_anew() -> None:
    """Empty between two zygotes, it looks like one that a killed server left."""
    ROOT.require()
    with SandboxServer(ROOT) as server:
        groups = [path for path in Path("/sys/fs/cgroup").glob(f"**/toolcrib-{server.pid}") if path.is_dir()]
        if not groups:
            pytest.skip("This machine lets us make no control group.")
        (zygote,) = server.state()["zygotes"].values()
        os.kill(zygote, signal.SIGKILL)

        def is_removed() -> bool:
            try:
                groups[0].rmdir()
            except FileNotFoundError:
                return True
            except OSError:
                return False
            return True

        wait_until(is_removed)
        assert server.run(ANSWER).output >= 60_000
        assert groups[0].exists()
