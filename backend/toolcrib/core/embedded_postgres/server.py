"""Starting, sharing and stopping the server."""

import atexit
import logging
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, urlencode

from toolcrib.core.embedded_postgres import locks
from toolcrib.core.embedded_postgres.binaries import Binaries
from toolcrib.core.embedded_postgres.cluster import DATABASE, SUPERUSER, create_cluster
from toolcrib.core.embedded_postgres.directories import PORT, make_private, prepare_root, socket_directory, unusable
from toolcrib.core.embedded_postgres.pid_file import PidFile
from toolcrib.core.errors import StartupError

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.02
WATCH_SECONDS = 0.5
FAST_SHUTDOWN_SECONDS = 30.0
LOG_BYTES = 5_000_000

SERVER_SETTINGS = {
    "listen_addresses": "",  # no TCP: scripts can reach loopback
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "dynamic_shared_memory_type": "mmap",  # a container's 64 MB /dev/shm breaks parallel index builds
    "log_error_verbosity": "terse",  # a constraint's DETAIL would put people's values in the log
    "log_min_error_statement": "panic",  # and so would the failed statement's text
}


class EmbeddedPostgres:
    """One user's hold on the server of a data directory. A server that dies while it is held is started again."""

    def __init__(self, data_dir: Path, *, settings: Mapping[str, str] | None = None, timeout: float = 120.0) -> None:
        """`settings` are PostgreSQL's own, on top of ours; `timeout` is in seconds."""
        self.root = data_dir.expanduser().absolute()
        self.timeout = timeout
        self._settings = SERVER_SETTINGS | dict(settings or {})
        self._hold: int | None = None
        self._released = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Make the cluster if need be, start the server unless it runs, hold it. Returns its DSN.

        Blocks for 0.2 s (warm) to 3 s (first start). Raises StartupError, in words for whoever typed the command.
        """
        try:
            self._prepare()
            with locks.exclusive(self.root / "start.lock"):
                create_cluster(self._binaries, self._cluster)
                self._hold = locks.share(self.root / "users.lock")
                self._ensure_running()
        except OSError as error:
            self._let_go()
            raise unusable(self.root, error) from error
        except StartupError:
            self._let_go()
            raise
        atexit.register(self.release)
        threading.Thread(target=self._watch, name="embedded-postgres", daemon=True).start()
        return self.dsn()

    def release(self) -> None:
        """Let go; the last user stops the server. Does nothing the second time."""
        if self._hold is None:
            return
        atexit.unregister(self.release)
        self._released.set()
        with locks.exclusive(self.root / "start.lock"):
            self._let_go()
            self._stop_if_unused()

    def stop_if_unused(self) -> bool:
        """Stop a server that its users left without a goodbye. Returns False while somebody holds it."""
        self._prepare()
        with locks.exclusive(self.root / "start.lock"):
            return self._stop_if_unused()

    def dsn(self, database: str = DATABASE) -> str:
        return f"postgresql://{SUPERUSER}@/{quote(database)}?" + urlencode({"host": str(self._sockets)})

    def _prepare(self) -> None:
        self._binaries = Binaries.find(self.root)
        prepare_root(self.root, self._binaries.account)
        name = f"pg{self._binaries.major_version()}"
        self._cluster = self.root / name
        self._log = self.root / f"{name}.log"
        self._sockets = socket_directory(self.root, self._binaries.account)

    def _let_go(self) -> None:
        if self._hold is not None:
            os.close(self._hold)
            self._hold = None

    def _watch(self) -> None:
        while not self._released.wait(WATCH_SECONDS):
            if locks.is_held(self.root / "server.lock"):
                continue
            logger.warning("PostgreSQL has ended; starting it again")
            try:
                self._start_again()
            except (StartupError, OSError) as error:
                logger.error("%s", error)  # noqa: TRY400 - the message is the whole story

    def _start_again(self) -> None:
        with locks.exclusive(self.root / "start.lock"):
            if not self._released.is_set():
                self._ensure_running()

    def _ensure_running(self) -> None:
        """Wait for a server that starts, recovers or dies; start one as soon as none is left.

        The server and all its children inherit server.lock: when it is free, nothing of theirs touches the files.
        """
        make_private(self._sockets, self._binaries.account)
        deadline = time.monotonic() + self.timeout
        self._process = None
        while not self._answers():
            if time.monotonic() > deadline:
                raise StartupError(f"PostgreSQL isn't ready after {self.timeout:.0f} s. Its log is {self._log}.")
            lock = locks.try_exclusive(self.root / "server.lock")
            if lock is not None:
                self._spawn(lock)
            time.sleep(POLL_SECONDS)

    def _answers(self) -> bool:
        pid_file = PidFile.read(self._cluster)
        if pid_file is None or pid_file.socket is None or not pid_file.answers():
            return False
        self._sockets = pid_file.socket.parent
        return True

    def _spawn(self, lock: int) -> None:
        try:
            self._refuse_second_failure()
            self._remove_stale_pid_file()
            options = self._settings | {"unix_socket_directories": f'"{self._sockets}"'}
            command = self._binaries.command("postgres", "-D", str(self._cluster), *_as_arguments(options))
            with self._open_log() as log:
                self._process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C in our terminal is ours to handle
                    pass_fds=[lock],
                    **self._binaries.process_options(),
                )
        finally:
            os.close(lock)
        # Reaped at once: the zombie of a dead postmaster keeps its pid file valid.
        threading.Thread(target=self._process.wait, daemon=True).start()

    def _open_log(self) -> BinaryIO:
        self._log.touch(mode=0o600)
        return self._log.open("ab" if self._log.stat().st_size < LOG_BYTES else "wb")

    def _refuse_second_failure(self) -> None:
        """A server that ended before it answered would only end again, unless it met a dying one's memory."""
        if self._process is None:
            return
        tail = self._log.read_text(errors="replace")[-1000:]
        if "pre-existing shared memory block" not in tail:
            raise StartupError(f"PostgreSQL doesn't start. The end of {self._log}:\n{tail}")

    def _remove_stale_pid_file(self) -> None:
        """After a crash the file may name a process number that was given to another program, or nothing at all."""
        pid_file = PidFile.read(self._cluster)
        if pid_file is not None and not pid_file.names_server_of(self._cluster):
            (self._cluster / "postmaster.pid").unlink(missing_ok=True)

    def _stop_if_unused(self) -> bool:
        alone = locks.try_exclusive(self.root / "users.lock")
        if alone is None:
            return False
        try:
            self._stop()
        finally:
            os.close(alone)
        if self._sockets.parent != self.root:
            shutil.rmtree(self._sockets, ignore_errors=True)
        return True

    def _stop(self) -> None:
        """A server that has only just been started has no pid file yet: it is asked as soon as it has one."""
        deadline = time.monotonic() + FAST_SHUTDOWN_SECONDS
        asked: int | None = None
        while locks.is_held(self.root / "server.lock") and time.monotonic() < deadline:
            pid_file = PidFile.read(self._cluster)
            if pid_file and pid_file.pid not in {None, asked} and pid_file.names_server_of(self._cluster):
                asked = pid_file.pid
                _signal(asked, signal.SIGINT)  # fast shutdown: sessions end, everything is written
            time.sleep(POLL_SECONDS)
        if locks.is_held(self.root / "server.lock"):
            _signal(asked, signal.SIGQUIT)  # at once; the log is replayed at the next start


def _signal(pid: int | None, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        if pid is not None:
            os.kill(pid, number)


def _as_arguments(settings: Mapping[str, str]) -> list[str]:
    return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
