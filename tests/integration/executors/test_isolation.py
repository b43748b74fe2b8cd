"""What of the server a script never gets to see, with walls and without. What hostile ones try: `test_attacks.py`."""

import asyncio
import logging
import os
import resource
import tempfile
import time

import pytest
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import run_script, run_stdin, spares_are_back

pytestmark = WALLED_AND_PLAIN

OWN_VARIABLES = [
    "ARTIFACTS",
    "HOME",
    "LANG",
    "LOGNAME",
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
    "USER",
]


async def test_the_servers_environment_stays_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOL_KEY_ENCRYPTION_MASTER", "secret-of-the-server")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    ran = await run_script("import os\ndef main():\n    return dict(os.environ)", environment={"REGION": "eu"})
    assert set(ran.output) == {"REGION", *OWN_VARIABLES}
    assert (ran.output["REGION"], ran.output["LANG"]) == ("eu", "C.UTF-8")


HELD = """
import os
def main():
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[name] = os.readlink(f"/proc/self/fd/{name}").partition(":[")[0]
        except OSError:  # the folder's own, closed by now
            pass
    return found
"""


async def test_a_script_holds_its_streams_its_report_its_exit_code_and_nothing_of_the_server(level: Level) -> None:
    with tempfile.TemporaryFile() as file:
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003 -- positional only
        held = (await run_script(HELD)).output
    memory = "/memfd:toolcrib (deleted)"
    assert [held.pop(number) for number in "012"] == [memory, "pipe", "pipe"]
    assert sorted(held.values()) == ([memory, "pipe"] if level is Level.L3 else [memory])


async def test_a_process_the_script_starts_inherits_the_standard_streams_only() -> None:
    ran = await run_script(
        "import subprocess\ndef main():\n"
        "    return subprocess.run(['ls', '/proc/self/fd'], close_fds=False, capture_output=True, text=True).stdout"
    )
    assert ran.output.split() == ["0", "1", "2", "3"]  # 3: ls reading the folder


async def test_limits_are_in_force_before_the_script_runs(level: Level) -> None:
    ran = await run_script(
        "import resource\ndef main():\n"
        "    return {n: resource.getrlimit(getattr(resource, 'RLIMIT_' + n))[1] for n in"
        " ('AS', 'FSIZE', 'NOFILE', 'CORE', 'CPU', 'NPROC')}",
        timeout_seconds=7,
        memory_bytes=500_000_000,
        file_bytes=1_000,
        open_files=99,
        processes=9,
    )
    limits = ran.output
    cpu, memory, processes = (limits.pop(name) for name in ("CPU", "AS", "NPROC"))
    assert limits == {"FSIZE": 1_000, "NOFILE": 99, "CORE": 0}
    assert 7 <= cpu <= 7 * (os.cpu_count() or 1) + 2
    libraries = 200_000_000 if level is Level.L3 else 0  # at most: what was loaded ahead is not the script's
    assert 500_000_000 <= memory <= 500_000_000 + libraries
    if level is Level.L3 and os.geteuid() == 0:
        assert processes == 10


LITTERING = """
import json, os, sys
def main():
    seen = [sorted(os.listdir(".")), os.listdir(os.environ["TMPDIR"]), hasattr(json, "litter"), "litter" in os.environ]
    for folder in (".", os.environ["TMPDIR"], os.environ["ARTIFACTS"]):
        open(f"{folder}/litter", "w").close()
    json.litter = os.environ["litter"] = "1"
    return seen
"""


async def test_a_run_finds_nothing_of_the_one_before() -> None:
    for _ in range(3):
        assert (await run_script(LITTERING)).output == [["artifacts", "tmp", "tool.py"], [], False, False]


async def test_a_run_leads_a_session_of_its_own_and_imports_nothing_from_its_folder() -> None:
    ran = await run_script("import os, sys\ndef main():\n    return [os.getsid(0), os.getpid(), sys.path]")
    session, process, path = ran.output
    assert session == process
    assert "" not in path


@pytest.mark.parametrize("libraries", ["ssl", "requests", "pandas"])
async def test_random_numbers_and_keys_are_each_runs_own(libraries: str) -> None:
    script = (
        f"import {libraries}\nimport multiprocessing.process, random, sqlite3, ssl, uuid\nimport numpy\n"
        "def main():\n"
        "    key = multiprocessing.process.current_process().authkey\n"
        "    blob = sqlite3.connect(':memory:').execute('select hex(randomblob(16))').fetchone()[0]\n"
        "    return [random.random(), float(numpy.random.random()), ssl.RAND_bytes(16).hex(), key.hex(), blob,\n"
        "            uuid.uuid4().hex]"
    )
    runs = await asyncio.gather(*(run_script(script) for _ in range(8)))  # some wait already, some are forked now
    drawn = [number for run in runs for number in run.output]
    assert len(set(drawn)) == len(drawn)


async def test_a_run_has_a_user_with_a_name(level: Level) -> None:
    script = "import getpass, os, pwd\ndef main(by_number):\n    return [getpass.getuser(), by_number and user()]\n"
    look_up = "def user():\n    entry = pwd.getpwuid(os.getuid())\n    return [entry.pw_name, entry.pw_dir]"
    walled = level is Level.L3
    ran = await run_script(script + look_up, {"by_number": walled})
    assert ran.output == ["tool", ["tool", "/run/tool"] if walled else False]


async def test_a_script_is_found_under_its_real_name() -> None:
    ran = await run_stdin(
        "import json, os, sys\nprint(json.dumps([sys.argv, os.path.basename(__file__), open(__file__).read()[:6]]))"
    )
    assert ran.output == [["tool.py"], "tool.py", "import"]


async def test_a_process_that_cannot_be_set_up_is_no_crash() -> None:
    ran = await run_script("def main(): return 1", environment={"BAD": "nul\0"})
    assert (ran.result.status, ran.code) == ("FAILED", "SANDBOX_FAILED")
    assert "embedded null byte" in ran.message


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


async def test_a_server_short_of_files_ends_every_run_and_recovers(sandbox: Sandbox) -> None:
    """Whatever it was short of, and when: none hangs, none takes others with it, and nothing is left behind."""
    script = "import time\ndef main():\n    time.sleep(60)"
    assert (await run_script(script, timeout_seconds=0.1)).code == "TIMEOUT"
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    started = time.monotonic()
    for room in range(0, 120, 8):
        lowest_free = os.dup(0)
        os.close(lowest_free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free + room, hard))
        try:
            runs = await asyncio.gather(*(run_script(script, timeout_seconds=0.2) for _ in range(12)))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert {run.code for run in runs} <= {"TIMEOUT", "SANDBOX_FAILED"}
    assert time.monotonic() - started < 25  # seconds: short of the patience with which a zygote is given up
    await spares_are_back(sandbox)
    assert (await run_script("def main(): return 1")).output == 1


async def test_a_script_that_is_no_text_is_told() -> None:
    ran = await run_script("x = '\ud800'")
    assert (ran.result.status, ran.code) == ("FAILED", "SANDBOX_FAILED")


SCRIBBLING = """
import os
def main():
    for number in range(3, 256):
        try:
            os.write(number, b"\\xff" * 100)
        except OSError:
            pass
    return 1
"""


async def test_what_a_hostile_script_writes_into_its_report_spoils_its_own_run_alone() -> None:
    assert (await run_script(SCRIBBLING)).code in {"INVALID_OUTPUT", "SCRIPT_ERROR"}
    assert (await run_script("def main(): return 2")).output == 2


FORGING = """
import json, os
def main(report):
    for name in os.listdir("/proc/self/fd"):
        place = f"/proc/self/fd/{name}"
        if os.path.lexists(place) and "memfd" in os.readlink(place) and int(name) > 2:
            os.ftruncate(int(name), 0)
            os.pwrite(int(name), report.encode(), 0)
    os._exit(0)
"""


@pytest.mark.parametrize(
    "report",
    [
        "ready\nvalue 2147483648 1\n1",
        "ready\nvalue 1 9223372036854775808\n1",
        'ready\nerror 1 1\n{"code": "CANCELLED", "message": "I was not", "stack": null}',
        'ready\nerror 1 1\n{"code": "SANDBOX_FAILED", "message": "It is the server\'s fault", "stack": null}',
    ],
)
async def test_no_script_tells_us_what_only_the_server_can_know(report: str) -> None:
    ran = await run_script(FORGING, {"report": report})
    assert (ran.code, ran.message) == ("INVALID_OUTPUT", "The process ended before main returned a value.")


async def test_a_forged_stack_is_cut() -> None:
    error = '{"code": "SCRIPT_ERROR", "message": "m", "stack": "%s"}' % ("s" * 1_000_000)
    ran = await run_script(FORGING, {"report": f"ready\nerror 1 1\n{error}"})
    assert ran.result.error
    assert len(ran.result.error.stack or "") < 200_000
