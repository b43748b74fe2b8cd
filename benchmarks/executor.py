"""What the sandbox costs, alone: a script walled in, against the same script in a cold interpreter, not walled in.

Both sides take turns in the same minutes. The sandbox is measured at the best level that this machine reaches.
"""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from uuid import uuid4

from toolcrib.executors.contract import Executor, Limits, OutputSink, RunRequest, RunStatus, Stream
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.executors.sandbox.surroundings import Interpreter

from benchmarks.measuring import Work, alternate, per_second, run_cold

SCRIPTS: Mapping[str, str] = MappingProxyType(
    {
        "echo": "import json, sys\njson.dump(json.load(sys.stdin), sys.stdout)\n",
        "pandas": (
            "import json, sys\nimport pandas as pd\n"
            "frame = pd.DataFrame(json.load(sys.stdin)['rows'])\n"
            "json.dump(frame.groupby('name')['value'].sum().to_dict(), sys.stdout)\n"
        ),
    }
)
INPUT = json.dumps({"rows": [{"name": name, "value": value} for value, name in enumerate("abcabcabc")]})
TURNS = 40
RUNS = 200
COLD_RUNS: Mapping[str, int] = MappingProxyType({"echo": 100, "pandas": 20})
AT_ONCE = (1, 10, 100)


class Silence(OutputSink):
    def write(self, stream: Stream, text: str) -> None:
        """Nobody listens."""


async def measure() -> list[str]:
    """The lines of the report."""
    sandbox = Sandbox()
    await sandbox.start()
    try:
        if server := sandbox.fork_server:
            await server.warm_up()
        with tempfile.TemporaryDirectory() as folder:
            lines = [f"level {sandbox.describe().level}"]
            for name, script in SCRIPTS.items():
                file = write_script(Path(folder), name, script)
                lines += await _compare(name, file, create_executor(sandbox))
            return lines
    finally:
        await sandbox.close()


def bubblewrap() -> tuple[str, ...]:
    """The sandbox that most would take from the shelf, with what it can wall in; empty where it is not installed."""
    if not shutil.which("bwrap"):
        return ()
    separate = (
        "--unshare-pid",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup",
        "--die-with-parent",
        "--new-session",
    )
    shown = [("--ro-bind", path, path) for path in ("/usr", *Interpreter.ours().folders, tempfile.gettempdir())]
    links = [("--symlink", f"usr/{name}", f"/{name}") for name in ("bin", "lib", "lib64")]
    flat = (word for words in (*shown, *links) for word in words)
    return ("bwrap", *separate, *flat, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run", "--chdir", "/run", "--")


def write_script(folder: Path, name: str, script: str) -> Path:
    file = folder / f"use_{name}.py"
    file.write_text(script)
    return file


async def _compare(name: str, file: Path, executor: Executor) -> list[str]:
    def cold() -> asyncio.Future[None]:
        return asyncio.ensure_future(run_cold(file, INPUT.encode()))

    walled = _walled(executor, SCRIPTS[name])
    before, after = await alternate(cold, walled, TURNS)
    lines = [f"{name}, p50: cold {before:.1f} ms, sandboxed {after:.2f} ms: {before / after:.1f} x faster"]
    if wrapper := bubblewrap():
        wrapped, after = await alternate(lambda: run_cold(file, INPUT.encode(), wrapper), walled, TURNS)
        lines.append(f"{name}, p50: cold in bubblewrap {wrapped:.1f} ms: {wrapped / after:.1f} x as long as sandboxed")
    for at_once in AT_ONCE:
        cold_rate = await per_second(cold, COLD_RUNS[name], min(at_once, COLD_RUNS[name]))
        rate = await per_second(walled, RUNS, at_once)
        lines.append(
            f"{name}, {at_once} at once: cold {cold_rate:.1f}/s, sandboxed {rate:.1f}/s: {rate / cold_rate:.1f} x more"
        )
    return lines


def _walled(executor: Executor, script: str) -> Work:
    async def run() -> None:
        request = RunRequest(uuid4(), script, {"entry": "STDIN"}, INPUT, Limits(timeout_seconds=60))
        result = await executor.run(request, Silence(), asyncio.Event())
        if result.status is not RunStatus.SUCCESS:
            raise RuntimeError(result.error)

    return run
