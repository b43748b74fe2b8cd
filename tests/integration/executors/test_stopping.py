"""A run ends when it must, with everything it started."""

import asyncio
import time
from pathlib import Path

import pytest
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.runs import RecordingSink, eventually, is_alive, run_script, run_stdin


@pytest.fixture
def level() -> Level:
    return Level.L0


SPIN = "def main():\n    print('up')\n    while True:\n        pass"
WAIT = "import time\ndef main():\n    print('up')\n    time.sleep(60)"
IGNORE = (
    "import signal, time\n"
    "def main():\n"
    "    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):\n"
    "        signal.signal(number, signal.SIG_IGN)\n"
    "    print('up')\n"
    "    while True:\n"
    "        time.sleep(1)"
)


@pytest.mark.parametrize("script", [SPIN, WAIT, IGNORE])
async def test_a_run_is_stopped_at_its_timeout(script: str) -> None:
    ran = await run_script(script, timeout_seconds=1)
    assert (ran.result.status, ran.code) == ("TIMEOUT", "TIMEOUT")
    assert ran.message == "The run was stopped at its timeout of 1 s."
    assert 1_000 <= ran.result.duration_ms < 2_000
    assert ran.sink.stdout == "up\n"


@pytest.mark.parametrize("script", [SPIN, WAIT, IGNORE])
async def test_a_cancelled_run_is_gone_at_once(script: str) -> None:
    sink, cancel = RecordingSink(), asyncio.Event()
    run = asyncio.create_task(run_script(script.replace("'up'", "__import__('os').getpid()"), sink=sink, cancel=cancel))
    await sink.until("\n")
    cancel.set()
    started = time.monotonic()
    assert await eventually(lambda: not is_alive(int(sink.stdout)))
    assert time.monotonic() - started < 0.25  # 100 ms, and room for a busy machine
    ran = await run
    assert (ran.result.status, ran.code, ran.message) == ("CANCELLED", "CANCELLED", "The run was cancelled.")


async def test_a_run_cancelled_before_it_began_never_starts() -> None:
    cancel = asyncio.Event()
    cancel.set()
    ran = await run_script(WAIT, cancel=cancel)
    assert (ran.result.status, ran.sink.stdout, ran.result.duration_ms) == ("CANCELLED", "", 0)


async def test_cancelling_the_awaiting_task_kills_the_run_first() -> None:
    sink = RecordingSink()
    run = asyncio.create_task(run_script(WAIT.replace("'up'", "__import__('os').getpid()"), sink=sink))
    await sink.until("\n")
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert not is_alive(int(sink.stdout))


async def test_closing_the_sandbox_stops_what_runs(sandbox: Sandbox) -> None:
    executor = create_executor(sandbox)
    sinks = [RecordingSink() for _ in range(3)]
    runs = [asyncio.create_task(run_script(WAIT, sink=sink, executor=executor)) for sink in sinks]
    for sink in sinks:
        await sink.until("up")
    await sandbox.close()
    ended = [await run for run in runs]
    assert {ran.result.status for ran in ended} == {"CANCELLED"}
    assert ended[0].message == "The run was stopped: the server is shutting down."
    assert (await run_script("def main(): return 1", executor=executor)).output == 1


CHILD = (
    "import os, subprocess, sys, time\n"
    "def main():\n"
    "    child = subprocess.Popen(['sleep', '300'], start_new_session={own_session})\n"
    "    print(child.pid)\n"
    "    {then}\n"
)
ENDS = ["return 1", "raise ValueError", "os._exit(0)", "time.sleep(60)"]


@pytest.mark.parametrize("own_session", [False, True])
@pytest.mark.parametrize("then", ENDS)
async def test_nothing_a_run_started_outlives_it(then: str, *, own_session: bool) -> None:
    ran = await run_script(CHILD.format(own_session=own_session, then=then), timeout_seconds=1.5)
    assert ran.sink.stdout.strip().isdigit()
    assert await eventually(lambda: not is_alive(int(ran.sink.stdout)))


async def test_a_large_environment_hides_nothing() -> None:
    script = CHILD.format(own_session=True, then="return 1")
    ran = await run_script(script, environment={"BIG": "x" * 120_000, "TOOLCRIB_RUN": "mine"})
    assert await eventually(lambda: not is_alive(int(ran.sink.stdout)))


async def test_a_thread_that_never_ends_is_named_as_the_reason() -> None:
    ran = await run_script(
        "import threading\ndef main():\n    threading.Thread(target=threading.Event().wait).start()\n    return 1",
        timeout_seconds=1.5,
    )
    assert ran.result.status == "TIMEOUT"
    assert "threads it started went on" in ran.message


async def test_a_daemon_that_forked_twice_is_found() -> None:
    ran = await run_script(
        "import os, time\n"
        "def main():\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0:\n"
        "            print(os.getpid(), flush=True)\n"
        "            time.sleep(300)\n"
        "        os._exit(0)\n"
        "    os.wait()\n"
        "    time.sleep(0.3)\n"
    )
    assert ran.sink.stdout.strip().isdigit()
    assert not is_alive(int(ran.sink.stdout))


async def test_a_grandchild_holding_the_pipes_delays_nobody() -> None:
    started = time.monotonic()
    ran = await run_stdin("import subprocess\nsubprocess.Popen(['sleep', '300'], start_new_session=True)\nprint(1)")
    assert ran.output == 1
    assert time.monotonic() - started < 5


async def test_a_fork_bomb_dies_at_the_timeout_without_survivors() -> None:
    ran = await run_script(
        "import os\ndef main():\n    print(os.getpgid(0), flush=True)\n    while True:\n"
        "        try:\n            os.fork()\n        except OSError:\n            pass",
        timeout_seconds=1,
    )
    assert ran.result.status == "TIMEOUT"
    group = ran.sink.stdout.split()[0]
    assert await eventually(lambda: not _members(group))


def _members(group: str) -> list[int]:
    members = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if its_group == group and state != "Z":
            members.append(int(path.parent.name))
    return members


async def test_figures_of_the_run_are_its_own() -> None:
    ran = await run_script("def main():\n    block = b'x' * 80_000_000\n    return sum(range(2_000_000))")
    assert ran.result.cpu_ms is not None
    assert 20 <= ran.result.cpu_ms <= ran.result.duration_ms + 200
    assert ran.result.peak_memory_bytes is not None
    assert 80_000_000 < ran.result.peak_memory_bytes < 150_000_000
