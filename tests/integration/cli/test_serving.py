"""If these fail, `make run` doesn't end where it says, or doesn't end at all."""

import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.support.conditions import wait_until
from tests.support.database import throwaway_cluster, throwaway_directory
from tests.support.embedded import is_running, postmaster
from tests.support.server import ServerProcess, running_server, toolcrib_command, toolcrib_environment


@pytest.fixture
def data_dir() -> Iterator[Path]:
    with throwaway_cluster() as root:
        yield root


def is_healthy(server: ServerProcess) -> bool:
    try:
        return httpx.get(f"{server.url}/healthz", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def test_a_first_start_on_nothing_ends_in_a_link_and_a_later_one_does_not() -> None:
    with throwaway_directory() as data_dir, running_server(data_dir) as server:
        assert is_healthy(server)
        assert server.first_link
        secret = server.first_link.rpartition("/")[2]
        shown = httpx.get(f"{server.url}/api/sign-in-links/{secret}").json()
        assert shown["username"] == "admin"
        assert shown["needsPassword"]
        assert server.stop() == 0
        assert not is_running(data_dir)
        server.start()
        assert server.first_link is None
        assert is_healthy(server)
        assert secret not in server.log


def test_servers_that_start_at_once_share_the_data_and_one_of_them_has_the_link(data_dir: Path) -> None:
    servers = [ServerProcess(toolcrib_environment(data_dir), data_dir / f"server{number}.log") for number in range(2)]
    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(ServerProcess.start, servers))
        assert len([server for server in servers if server.first_link]) == 1
        assert all(is_healthy(server) for server in servers)
        assert servers[0].stop() == 0
        assert is_healthy(servers[1])
    finally:
        for server in servers:
            server.end()
    assert not is_running(data_dir)


def test_a_server_that_was_killed_starts_again(data_dir: Path) -> None:
    with running_server(data_dir) as server:
        server.kill()
        assert is_running(data_dir)
        server.start()
        assert is_healthy(server)
    assert not is_running(data_dir)


def test_a_database_that_dies_comes_back_by_itself(data_dir: Path) -> None:
    with running_server(data_dir) as server:
        os.kill(postmaster(data_dir), signal.SIGKILL)
        wait_until(lambda: is_healthy(server))
        assert httpx.get(f"{server.url}/api/session").json() == {"signedIn": False}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_every_way_to_end_it_is_quiet_and_complete(data_dir: Path, number: signal.Signals) -> None:
    with running_server(data_dir) as server, httpx.Client() as idle:
        idle.get(f"{server.url}/healthz")  # its connection stays open
        assert server.stop(number) == 0
        assert "Traceback" not in server.log
    assert not is_running(data_dir)


def test_a_start_that_is_called_off_leaves_nothing_behind(data_dir: Path) -> None:
    process = subprocess.Popen(toolcrib_command("serve", "--port", "0"), env=toolcrib_environment(data_dir))
    wait_until(lambda: is_running(data_dir))
    process.terminate()
    assert process.wait(30) == 0
    assert not is_running(data_dir)
