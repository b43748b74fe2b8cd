"""What level L0 keeps from a script, and what it promises not to leave behind. What it can't do is in docs/tools.md."""

import asyncio
import json
import logging
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.levels import Level

from tests.support.runs import RecordingSink, eventually, files_in, is_alive, run_script, run_stdin


@pytest.fixture
def level() -> Level:
    return Level.L0


OWN_VARIABLES = [
    "ARTIFACTS",
    "HOME",
    "LANG",
    "MALLOC_ARENA_MAX",
    "MPLBACKEND",
    "MPLCONFIGDIR",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "TMPDIR",
    "TOOLCRIB_RUN",
]


async def test_the_servers_environment_stays_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOL_KEY_ENCRYPTION_MASTER", "secret-of-the-server")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    ran = await run_script("import os\ndef main():\n    return dict(os.environ)", environment={"REGION": "eu"})
    assert set(ran.output) == {"REGION", *OWN_VARIABLES}
    assert (ran.output["REGION"], ran.output["LANG"]) == ("eu", "C.UTF-8")


async def test_no_open_file_of_the_server_is_inherited() -> None:
    with tempfile.TemporaryFile() as file:
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003 -- positional only
        ran = await run_script(
            "import os\ndef main():\n"
            "    return {fd: os.readlink(f'/proc/self/fd/{fd}') for fd in os.listdir('/proc/self/fd')"
            " if os.path.exists(f'/proc/self/fd/{fd}')}"
        )
    streams = {fd: target for fd, target in ran.output.items() if fd in ("0", "1", "2")}
    others = [target for fd, target in ran.output.items() if fd not in streams]
    assert len(streams) == 3
    assert len([target for target in others if target.startswith("pipe:")]) == 1  # the report
    assert [target for target in others if not target.startswith(("pipe:", "/proc"))] == []


async def test_a_process_the_script_starts_inherits_the_standard_streams_only() -> None:
    ran = await run_script(
        "import subprocess\ndef main():\n"
        "    return subprocess.run(['ls', '/proc/self/fd'], close_fds=False, capture_output=True, text=True).stdout"
    )
    assert ran.output.split() == ["0", "1", "2", "3"]  # 3: ls reading the folder


async def test_limits_are_in_force_before_the_script_runs() -> None:
    ran = await run_script(
        "import resource\ndef main():\n"
        "    return {n: resource.getrlimit(getattr(resource, 'RLIMIT_' + n))[1] for n in"
        " ('AS', 'FSIZE', 'NOFILE', 'CORE', 'CPU')}",
        timeout_seconds=7,
        memory_bytes=500_000_000,
        file_bytes=1_000,
        open_files=99,
    )
    limits = ran.output
    cpu = limits.pop("CPU")
    assert limits == {"AS": 500_000_000, "FSIZE": 1_000, "NOFILE": 99, "CORE": 0}
    assert 7 <= cpu <= 7 * (os.cpu_count() or 1) + 2


async def test_runs_share_neither_folder_nor_modules_nor_session() -> None:
    script = "import os, sys\ndef main():\n    return [os.getcwd(), os.getsid(0), os.getpid(), sys.path]"
    first, second = (await run_script(script)).output, (await run_script(script)).output
    assert first[0] != second[0]
    assert first[1] == first[2] != os.getsid(0)
    assert "" not in first[3]


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


async def test_a_script_is_found_under_its_real_name() -> None:
    ran = await run_stdin(
        "import json, os, sys\nprint(json.dumps([sys.argv, os.path.basename(__file__), open(__file__).read()[:6]]))"
    )
    assert ran.output == [["tool.py"], "tool.py", "import"]


ROOT = Path(__file__).parents[3]
SERVER = """
import asyncio, sys
sys.path[:0] = {path!r}
from tests.support.runs import RecordingSink, run_script
class Sink(RecordingSink):
    def write(self, stream, text):
        print(text, end="", flush=True)
asyncio.run(run_script({script!r}, sink=Sink()))
"""
WAITING = "import os, time\ndef main():\n    print(os.getpid())\n    time.sleep(300)"
WITH_CHILD = (
    "import subprocess, time\ndef main():\n"
    "    print(subprocess.Popen(['sleep', '300'], start_new_session=True).pid)\n    time.sleep(300)"
)


async def first_pid_of_a_killed_server(script: str) -> int:
    """Start a server that runs `script`, read the process number it prints, kill the server."""
    source = SERVER.format(path=[str(ROOT), str(ROOT / "backend")], script=script)
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", source, stdout=subprocess.PIPE)
    assert server.stdout is not None
    pid = int(await server.stdout.readline())
    assert is_alive(pid)
    server.send_signal(signal.SIGKILL)
    assert await server.wait() == -signal.SIGKILL
    return pid


async def test_a_killed_server_leaves_no_script_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    script = await first_pid_of_a_killed_server(WAITING)
    assert await eventually(lambda: not is_alive(script))


async def test_what_such_a_script_left_goes_when_a_server_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    child = await first_pid_of_a_killed_server(WITH_CHILD)
    (orphaned,) = files_in(tmp_path)
    (tmp_path / "toolcrib-run-notes").mkdir()  # nobody's mark: not ours to delete
    sink, executor = RecordingSink(), create_executor()
    living = asyncio.create_task(run_script(WAITING, sink=sink, executor=executor))
    await sink.until("\n")
    await executor.start()
    assert await eventually(lambda: not is_alive(child))
    assert is_alive(int(sink.stdout))  # a run of a living server is nobody's orphan
    assert orphaned not in files_in(tmp_path)
    assert len(files_in(tmp_path)) == 2
    await executor.close()
    assert (await living).result.status == "CANCELLED"


@pytest.mark.parametrize(
    ("environment", "reason"),
    [({"BAD": "nul\0"}, "embedded null byte"), ({"BIG": "x" * 4_000_000}, "Argument list too long")],
)
async def test_a_process_that_cannot_be_set_up_is_no_crash(environment: dict[str, str], reason: str) -> None:
    ran = await run_script("def main(): return 1", environment=environment)
    assert (ran.result.status, ran.code) == ("FAILED", "SANDBOX_FAILED")
    assert reason in ran.message


async def test_a_server_out_of_files_says_so(caplog: pytest.LogCaptureFixture) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    await run_script("def main(): return 1")  # what is opened once
    lowest_free = os.dup(0)
    os.close(lowest_free)
    with caplog.at_level(logging.ERROR):
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free + 3, hard))
        try:
            ran = await run_script("def main(): return 1")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (ran.code, ran.message) == ("SANDBOX_FAILED", "The process could not be set up: Too many open files.")
    assert "Too many open files" in caplog.text
    assert (await run_script("def main(): return 1")).output == 1


async def test_a_script_that_is_no_text_is_told() -> None:
    ran = await run_script("x = '\ud800'")
    assert (ran.result.status, ran.code) == ("FAILED", "SANDBOX_FAILED")


async def test_no_room_for_the_runs_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    ran = await run_script("def main(): return 1")
    assert (ran.code, ran.message) == (
        "SANDBOX_FAILED",
        "The process could not be set up: No such file or directory.",
    )


async def test_the_report_holds_what_a_hostile_script_writes_there_to_itself() -> None:
    ran = await run_script(
        "import os\ndef main():\n"
        "    for fd in range(3, 30):\n        try:\n            os.write(fd, b'\\xff' * 100)\n"
        "        except OSError:\n            pass\n    return 1"
    )
    assert ran.code == "INVALID_OUTPUT"
    assert json.loads((await run_script("def main(): return 2")).result.output_json or "0") == 2
