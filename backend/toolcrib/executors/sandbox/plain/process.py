"""One child process: started in a session of its own, watched without being reaped, killed with its whole group.

It stays unreaped (a zombie at most) until `reap`, so its process group's number can't pass to a stranger meanwhile.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from toolcrib.executors.sandbox.processes import Ended


class ChildProcess:
    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen = popen
        self.pid = popen.pid

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        streams: tuple[int, int, int],
        inherited: tuple[int, ...],
    ) -> "ChildProcess":
        """Start `command` with `streams` as stdin, stdout and stderr; of all other files it gets only `inherited`.

        Raises OSError or ValueError when there can be no such process.
        """
        stdin, stdout, stderr = streams
        return cls(
            subprocess.Popen(  # noqa: S603 -- our own interpreter and runner
                command,
                cwd=folder,
                env=environment,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=inherited,
                start_new_session=True,
            )
        )

    async def exited(self) -> None:
        """Wait until the process has ended; it is not reaped."""
        try:
            pidfd = os.pidfd_open(self.pid)
        except (AttributeError, OSError):  # macOS, an old kernel, or no file left
            await self._exited_by_thread()
            return
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        loop.add_reader(pidfd, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(pidfd)
            os.close(pidfd)

    async def _exited_by_thread(self) -> None:
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def wait() -> None:
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(ended.set)

        threading.Thread(target=wait, daemon=True, name=f"wait-{self.pid}").start()
        await ended.wait()

    def kill(self) -> None:
        """SIGKILL the process and everything in its group, at once: a fork under way fails too. Not after `reap`."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: EPERM where only a zombie is left
            os.killpg(self.pid, signal.SIGKILL)

    def reap(self) -> Ended:
        """Take the exit status; waits for a process that is still dying. Once only."""
        _, status, usage = os.wait4(self.pid, 0)
        exit_code = os.waitstatus_to_exitcode(status)
        self._popen.returncode = exit_code
        return Ended(exit_code, round((usage.ru_utime + usage.ru_stime) * 1000))
