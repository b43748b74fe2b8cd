"""A shell script that runs into a limit is told which, in words its author can act on."""

import pytest
import pytest_asyncio
from toolcrib.executors.contract import Network
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.runs import run_shell


@pytest_asyncio.fixture
async def counted(sandbox: Sandbox) -> None:
    """Processes are counted for each run. As root they are not where runs share the server's user."""
    await sandbox.start()
    if sandbox.describe().level < Level.L2:
        pytest.skip("This machine does not reach L2.")


@pytest.mark.usefixtures("counted")
async def test_too_many_processes() -> None:
    ran = await run_shell("sh -c 'while true; do sleep 60 & done'", processes=20)
    assert (ran.result.status, ran.code) == ("FAILED", "PROCESS_LIMIT")
    assert "fork" in ran.message


@pytest.mark.usefixtures("counted")
async def test_a_fork_bomb_that_outlasts_its_time() -> None:
    ran = await run_shell(":(){ :|:& };:; sleep 60", processes=20, timeout_seconds=1)
    assert (ran.result.status, ran.code) == ("TIMEOUT", "TIMEOUT")
    assert "timeout of 1 s. The script asked for more processes" in ran.message


@pytest.mark.parametrize(
    "script",
    ["x=$(head -c 2000000000 /dev/zero | tr '\\0' a)", "head -c 2000000000 /dev/zero | sort -S 1G | tail -c 1"],
)
async def test_too_much_memory(script: str) -> None:
    ran = await run_shell(f"set -o pipefail; {script}", memory_bytes=100_000_000)
    assert (ran.result.status, ran.code) == ("FAILED", "MEMORY_LIMIT")


@pytest.mark.parametrize(("script", "stream"), [("yes", "stdout"), ("yes >&2", "stderr")])
async def test_a_flood_ends_the_run(script: str, stream: str) -> None:
    ran = await run_shell(script, stdout_bytes=1_000, stderr_bytes=1_000)
    assert (ran.result.status, ran.code) == ("FAILED", "OUTPUT_LIMIT")
    assert ran.message == f"The script wrote more than 1,000 bytes to {stream}."


async def test_a_file_that_is_too_large() -> None:
    ran = await run_shell("head -c 2000000 /dev/zero > big", file_bytes=1_000_000)
    assert ran.code == "SCRIPT_ERROR"
    assert "SIGXFSZ" in ran.message or "File too large" in ran.message


async def test_a_script_without_network_reaches_nothing(sandbox: Sandbox) -> None:
    await sandbox.start()
    if sandbox.describe().level < Level.L3:
        pytest.skip("Below L3 there is no private network.")
    ran = await run_shell("exec 3<>/dev/tcp/127.0.0.1/9 && echo 1", network=Network.NONE)
    assert "Network is unreachable" in ran.message
