"""Level L0: what a plain process on the server's machine leaves behind, and how its end is told."""

import asyncio
import errno
import os
import tempfile
from pathlib import Path

import pytest
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.runs import RecordingSink, current_sandbox, eventually, files_in, run_script, run_stdin
from tests.support.sandbox_server import kill_server_that_runs
from tests.support.witness import Witness


@pytest.fixture
def level() -> Level:
    return Level.L0


async def test_a_run_leaves_no_folder_behind_whatever_it_did_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    await run_script(
        "import os\ndef main():\n"
        "    for _ in range(2_000):\n        os.mkdir('d'); os.chdir('d')\n"
        "    os.chdir(os.environ['HOME']); os.mkdir('locked'); open('locked/f', 'w').close(); os.chmod('locked', 0)\n"
    )
    assert files_in(tmp_path) == []


async def test_no_room_for_the_runs_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    ran = await run_script("def main(): return 1")
    assert (ran.code, ran.message) == (
        "SANDBOX_FAILED",
        "The process could not be set up: No such file or directory.",
    )


async def test_a_process_killed_from_outside_is_most_likely_short_of_memory() -> None:
    ran = await run_stdin("import os\nos.kill(os.getpid(), 9)")
    assert ran.code == "MEMORY_LIMIT"
    assert "this machine ran out of memory" in ran.message


async def test_where_the_kernel_has_no_pidfd_runs_end_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int, flags: int = 0) -> int:
        raise OSError(errno.ENOSYS, "no pidfd")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    runs = await asyncio.gather(*(run_script("def main(n): return n", {"n": n}) for n in range(5)))
    assert [run.output for run in runs] == list(range(5))
    assert (await run_script("while True: pass", timeout_seconds=0.3)).code == "TIMEOUT"


async def test_an_environment_that_no_process_can_have_is_told() -> None:
    ran = await run_script("def main(): return 1", environment={"BIG": "x" * 4_000_000})
    assert (ran.result.status, ran.code) == ("FAILED", "SANDBOX_FAILED")
    assert "Argument list too long" in ran.message


async def test_what_a_killed_server_left_goes_when_a_server_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, witness: Witness
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    child = (
        "import subprocess, time\ndef main():\n"
        f"    subprocess.Popen({witness.sleep}, start_new_session=True)\n    print('up')\n    time.sleep(300)"
    )
    kill_server_that_runs(child, Level.L0)
    (orphaned,) = files_in(tmp_path)
    assert len(witness.alive()) == 1
    (tmp_path / "toolcrib-run-notes").mkdir()  # nobody's mark: not ours to delete
    sink, living, cancel = RecordingSink(), Witness(), asyncio.Event()
    script = living.mark + "import time\ndef main():\n    print('up')\n    time.sleep(300)"
    run = asyncio.create_task(run_script(script, sink=sink, cancel=cancel))
    await sink.until("up")
    async with current_sandbox(Sandbox(Level.L0)) as another:
        await another.start()
        assert await eventually(lambda: not witness.alive())
        assert living.alive()  # a run of a living server is nobody's orphan
        assert orphaned not in files_in(tmp_path)
        assert len(files_in(tmp_path)) == 2
    cancel.set()
    assert (await run).result.status == "CANCELLED"
