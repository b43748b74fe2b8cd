"""Many runs at once are as right as one."""

import asyncio
from pathlib import Path

import uvloop
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import current_sandbox, files_in, run_script, spares_are_back

pytestmark = WALLED_AND_PLAIN

OPEN_FILES = Path("/proc/self/fd")
SCRIPT = "def main(n):\n    print('run', n)\n    return n * n"


async def run_many(count: int) -> None:
    runs = await asyncio.gather(*(run_script(SCRIPT, {"n": n}) for n in range(count)))
    assert [run.output for run in runs] == [n * n for n in range(count)]
    assert [run.sink.stdout for run in runs] == [f"run {n}\n" for n in range(count)]


async def test_a_hundred_runs_at_once_all_succeed() -> None:
    await run_many(100)


def test_so_they_do_on_the_servers_own_event_loop(level: Level) -> None:
    async def run() -> None:
        async with current_sandbox(Sandbox(level, minimum=level)):
            await run_many(30)

    uvloop.run(run())


async def test_a_script_that_draws_finds_the_list_of_fonts_ready() -> None:
    script = "import os\ndef main():\n    return os.listdir(os.environ['MPLCONFIGDIR'])"
    (name,) = (await run_script(f"# for matplotlib\n{script}")).output
    assert name.startswith("fontlist-")
    assert (await run_script(script)).output == []


async def test_a_run_may_have_many_threads() -> None:
    ran = await run_script(
        "from concurrent.futures import ThreadPoolExecutor\nfrom threading import Barrier\n"
        "barrier = Barrier(64)\n"
        "def work(n):\n    barrier.wait()\n    return len(bytearray(1_000_000)) // 1_000_000\n"
        "def main():\n    with ThreadPoolExecutor(64) as pool:\n        return sum(pool.map(work, range(64)))"
    )
    assert ran.output == 64


async def test_runs_leave_no_open_files_and_no_zombies(sandbox: Sandbox) -> None:
    await run_many(2)  # what is opened once
    await spares_are_back(sandbox)
    files, children = len(files_in(OPEN_FILES)), python_children()
    await run_many(20)
    await run_script("def main(): 1 / 0")
    await run_script("while True: pass", timeout_seconds=0.2)
    await spares_are_back(sandbox)
    assert len(files_in(OPEN_FILES)) <= files
    assert python_children() == children


def python_children() -> list[str]:
    """Ours, zombies included."""
    lists = [(task / "children").read_text() for task in Path("/proc/self/task").iterdir()]
    return [pid for pid in " ".join(lists).split() if "python" in Path(f"/proc/{pid}/comm").read_text()]
