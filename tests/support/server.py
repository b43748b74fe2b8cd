"""The real server as a process of its own: `toolcrib serve`, which can be stopped, killed and started again."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import pytest
import toolcrib

from tests.support.database import TestServer, free_port, throwaway_directory

STARTUP_SECONDS = 60
PACKAGE = Path(toolcrib.__file__).parent.parent


def toolcrib_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "toolcrib", *arguments]


def toolcrib_environment(data_dir: Path, database_url: str | None = None, **more: str) -> dict[str, str]:
    """This process's environment, less what would lead a server elsewhere."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TOOLCRIB_", "DATABASE_URL"))}
    chosen = {"TOOLCRIB_DATA_DIR": str(data_dir), "PYTHONPATH": str(PACKAGE)}
    return kept | chosen | ({"DATABASE_URL": database_url} if database_url else {}) | more


class ServerProcess:
    """`url` stays the same over restarts. `first_link` is what a first start prints for the first person, else None."""

    def __init__(self, environment: dict[str, str], log: Path, module: str = "toolcrib") -> None:
        self._environment = environment
        self._module = module
        self._log = log
        self._lines: Queue[str] = Queue()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.first_link: str | None = None
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Return when the server answers. Fails the test with its log when it doesn't."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self._module, "serve", "--port", str(self.port)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
            )
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        printed = ""
        while f"Toolcrib is at {self.url}" not in printed:
            printed += self._next_line()
        link = re.search(rf"{self.url}/sign-in/\S+", printed)
        self.first_link = link[0] if link else None

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, as a service manager does; returns its exit code."""
        assert self.process
        self.process.send_signal(number)
        return self.process.wait(30)

    def end(self) -> None:
        """Stop it if it runs."""
        if self.process and self.process.poll() is None:
            self.stop()

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait(30)

    @property
    def log(self) -> str:
        return self._log.read_text()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        with process.stdout:
            for line in process.stdout:
                self._lines.put(line)

    def _next_line(self) -> str:
        try:
            return self._lines.get(timeout=STARTUP_SECONDS)
        except Empty:
            pytest.fail(f"the server didn't come up:\n{self.log}")


@contextmanager
def running_server(
    data_dir: Path, database_url: str | None = None, module: str = "toolcrib", **environment: str
) -> Iterator[ServerProcess]:
    """A started server, ended at the end; without `database_url` it runs the embedded PostgreSQL in `data_dir`.

    Of another `module` only a benchmark has need.
    """
    made = toolcrib_environment(data_dir, database_url, **environment)
    server = ServerProcess(made, data_dir / "server.log", module)
    try:
        server.start()
        yield server
    finally:
        server.end()


@pytest.fixture(scope="module")
def server(database_server: TestServer) -> Iterator[ServerProcess]:
    """A first start on an empty database and data directory, shared by a module's tests."""
    database = asyncio.run(database_server.create())
    with throwaway_directory() as data_dir, running_server(data_dir, database_server.dsn_of(database)) as started:
        yield started
    asyncio.run(database_server.drop(database))
