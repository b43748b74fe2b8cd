"""A run ends when it must, with everything it started."""

import asyncio
import time
from pathlib import Path

import pytest
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import RecordingSink, eventually, run_script, run_stdin
from tests.support.sandbox_server import kill_server_that_runs
from tests.support.witness import Witness

pytestmark = WALLED_AND_PLAIN

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
async def test_a_cancelled_run_is_gone_at_once(script: str, witness: Witness) -> None:
    sink, cancel = RecordingSink(), asyncio.Event()
    run = asyncio.create_task(run_script(witness.mark + script, sink=sink, cancel=cancel))
    await sink.until("\n")
    assert len(witness.alive()) == 1
    cancel.set()
    started = time.monotonic()
    assert await eventually(lambda: not witness.alive())
    assert time.monotonic() - started < 1  # 100 ms, and room for a busy machine
    ran = await run
    assert (ran.result.status, ran.code, ran.message) == ("CANCELLED", "CANCELLED", "The run was cancelled.")


async def test_a_run_cancelled_before_it_began_never_starts() -> None:
    cancel = asyncio.Event()
    cancel.set()
    ran = await run_script(WAIT, cancel=cancel)
    assert (ran.result.status, ran.sink.stdout, ran.result.duration_ms) == ("CANCELLED", "", 0)


async def test_cancelling_the_awaiting_task_kills_the_run_first(witness: Witness) -> None:
    sink = RecordingSink()
    run = asyncio.create_task(run_script(witness.mark + WAIT, sink=sink))
    await sink.until("\n")
    assert witness.alive()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert not witness.alive()


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
    "    child = subprocess.Popen({sleep}, start_new_session={own_session})\n"
    "    print('up')\n"
    "    {then}\n"
)
ENDS = ["return 1", "raise ValueError", "os._exit(0)", "time.sleep(60)"]


@pytest.mark.parametrize("own_session", [False, True])
@pytest.mark.parametrize("then", ENDS)
async def test_nothing_a_run_started_outlives_it(then: str, witness: Witness, *, own_session: bool) -> None:
    script = CHILD.format(sleep=witness.sleep, own_session=own_session, then=then)
    sink = RecordingSink()
    run = asyncio.create_task(run_script(script, sink=sink, timeout_seconds=1.5))
    await sink.until("up")
    await run
    assert await eventually(lambda: not witness.alive())


async def test_a_large_environment_hides_nothing(witness: Witness) -> None:
    script = CHILD.format(sleep=witness.sleep, own_session=True, then="return 1")
    assert (await run_script(script, environment={"BIG": "x" * 120_000, "TOOLCRIB_RUN": "mine"})).output == 1
    assert await eventually(lambda: not witness.alive())


async def test_a_thread_that_never_ends_is_named_as_the_reason() -> None:
    ran = await run_script(
        "import threading\ndef main():\n    threading.Thread(target=threading.Event().wait).start()\n    return 1",
        timeout_seconds=1.5,
    )
    assert ran.result.status == "TIMEOUT"
    assert "threads it started went on" in ran.message


DAEMON = """
import os, time
def main():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            print("up", flush=True)
            time.sleep(300)
        os._exit(0)
    os.wait()
    time.sleep({seconds})
"""


async def test_a_daemon_that_forked_twice_is_found(witness: Witness) -> None:
    sink = RecordingSink()
    run = asyncio.create_task(run_script(witness.mark + DAEMON.format(seconds=0.5), sink=sink))
    await sink.until("up")
    assert len(witness.alive()) >= 2
    assert (await run).result.status == "SUCCESS"
    assert await eventually(lambda: not witness.alive())


async def test_a_grandchild_holding_the_pipes_delays_nobody() -> None:
    started = time.monotonic()
    ran = await run_stdin("import subprocess\nsubprocess.Popen(['sleep', '300'], start_new_session=True)\nprint(1)")
    assert ran.output == 1
    assert time.monotonic() - started < 5


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


async def test_a_fork_bomb_dies_at_the_timeout_without_survivors(witness: Witness) -> None:
    sink = RecordingSink()
    run = asyncio.create_task(run_script(witness.mark + BOMB, sink=sink, timeout_seconds=1))
    await sink.until("up")
    assert await eventually(lambda: len(witness.alive()) > 10)
    assert (await run).result.status == "TIMEOUT"
    assert await eventually(lambda: not witness.alive())


async def test_a_killed_server_leaves_no_script_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, witness: Witness, level: Level
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    kill_server_that_runs(witness.mark + WAIT, level)
    assert await eventually(lambda: not witness.alive())


async def test_figures_of_the_run_are_its_own() -> None:
    ran = await run_script("def main():\n    block = b'x' * 80_000_000\n    return sum(range(2_000_000))")
    assert ran.result.cpu_ms is not None
    assert 20 <= ran.result.cpu_ms <= ran.result.duration_ms + 200
    assert ran.result.peak_memory_bytes is not None
    assert 80_000_000 < ran.result.peak_memory_bytes < 150_000_000
