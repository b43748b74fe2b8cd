"""What it costs to watch: many subscribers over WebSockets of one run that writes a line ten times a second.

The server, the subscribers and this are processes of their own. The baseline is the same server without sharing. For
another number than a thousand, and without the baseline: `python -m benchmarks.subscriptions 5000`.
"""

import asyncio
import json
import os
import resource
import sys
from asyncio.subprocess import PIPE
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.database import throwaway_directory
from tests.support.graph import EXECUTE, Graph, sign_in_by_link
from tests.support.node import CREATE_TOKEN
from tests.support.server import ServerProcess, running_server

SUBSCRIBERS = 1_000
LINES = 150
COMING_PER_SECOND = 250
SOURCE = """
import time

def main(lines, wait):
    time.sleep(wait)
    for number in range(lines):
        print(number, time.monotonic(), flush=True)
        time.sleep(0.1)
"""
PATIENCE_SECONDS = 150
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    subscribers: int
    losses: int
    received: int
    p50: float
    p95: float
    busy: float
    """Seconds of processor time of the server process, from the first line to the last delivery."""
    lasted: float
    load: float

    def told(self, name: str) -> str:
        return (
            f"{name}, {self.subscribers:,} subscribers, 10 lines/s: {self.losses} of {self.received:,} lines lost, "
            f"p50 {self.p50:.0f} ms, p95 {self.p95:.0f} ms, {self.busy / self.lasted:.2f} of a core "
            f"for {self.lasted:.0f} s (load {self.load:.1f})"
        )


async def measure() -> list[str]:
    """The lines of the report."""
    allow_many_sockets()
    plain = await _figures(SUBSCRIBERS, "benchmarks.plain_server")
    shared = await _figures(SUBSCRIBERS)
    ratios = f"p95 {plain.p95 / shared.p95:.1f} x sooner, {plain.busy / shared.busy:.1f} x less processor time"
    return [plain.told("plain"), shared.told("shared"), f"shared to plain: {ratios}"]


async def _figures(subscribers: int, module: str = "toolcrib") -> Figures:
    """Raises AssertionError where anything was lost."""
    with throwaway_directory() as folder, running_server(folder, module=module) as server:
        admin = sign_in_by_link(server.url, str(server.first_link))
        figures = await _watched(server, admin, subscribers)
        admin.close()
    assert figures.losses == 0, figures  # noqa: S101 - a figure for what got lost would be none
    return figures


async def _watched(server: ServerProcess, admin: Graph, subscribers: int) -> Figures:
    assert server.process  # noqa: S101 - it runs
    admin.tool("source", SOURCE, timeoutSeconds=300)
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.subscribers"),
        *(str(server.port), str(subscribers), str(LINES), _token(admin)),
        stdin=PIPE,
        stdout=PIPE,
    )
    await _line(client)
    wait = 1 + subscribers / COMING_PER_SECOND
    made = {"name": "source", "input": {"lines": LINES, "wait": wait}, "wait": False}
    execution = admin.data(EXECUTE, input=made)["execution"]["id"]
    assert client.stdin  # noqa: S101 - a pipe, see above
    client.stdin.write(f"{execution}\n".encode())
    await asyncio.sleep(wait)
    busy, began = _busy(server.process.pid), asyncio.get_running_loop().time()
    seen = await _line(client)
    lasted = asyncio.get_running_loop().time() - began
    busy = _busy(server.process.pid) - busy
    await client.wait()
    return Figures(
        subscribers, seen["losses"], seen["received"], seen["p50"], seen["p95"], busy, lasted, load=os.getloadavg()[0]
    )


def _token(admin: Graph) -> str:
    viewer = admin.data("{ viewer { subject { ... on User { id } } } }")
    given = {"subject": viewer["subject"]["id"], "name": "subscribers", "scope": "READ"}
    return str(admin.data(CREATE_TOKEN, input=given)["secret"])


async def _line(process: asyncio.subprocess.Process) -> Any:  # noqa: ANN401 - JSON
    assert process.stdout  # noqa: S101 - a pipe, see above
    async with asyncio.timeout(PATIENCE_SECONDS):
        return json.loads(await process.stdout.readline())


def _busy(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def _only(subscribers: int) -> None:
    sys.stdout.write((await _figures(subscribers)).told("shared") + "\n")


def allow_many_sockets() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    allow_many_sockets()
    asyncio.run(_only(int(sys.argv[1])))
