"""The server's side of one child of a zygote: from the order to fork it until nothing of it is left."""

import asyncio
import contextlib
import errno
import os
import re
import signal
import socket
from collections.abc import Callable

from toolcrib.executors.sandbox.artifacts import FOLDER_GONE, ArtifactRefusedError
from toolcrib.executors.sandbox.jail.passing import receive
from toolcrib.executors.sandbox.processes import Ended, LaunchError

_EXIT_CODE = re.compile(rb"\d{1,3}")
_MESSAGE_BYTES = 4096
_PATIENCE_SECONDS = 30
_PATIENCE_AT_END = 10


class Child:
    """`ended` is set by the zygote's word, or when the zygote itself is gone (None). Then `on_ended` is called.

    `on_stuck` is called where that word does not come although the child was killed a while ago.

    `mark`: what it and all it starts are to bear in their environment. `pid` counts in the zygote's namespace.

    While it walls itself in, the two converse by a socket. From the run's beginning on there is but a pipe, for one
    number: through a socket a script could hand over files, and make whoever closes them wait for as long as it likes.
    """

    def __init__(
        self,
        run: int,
        slot: int,
        mark: str,
        conversation: socket.socket,
        *,
        on_ended: Callable[["Child"], None],
        on_stuck: Callable[[], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self.run = run
        self.slot = slot
        self.mark = mark
        self.pid = -1
        self.through: asyncio.Future[int | None] = loop.create_future()
        self.ended: asyncio.Future[Ended | None] = loop.create_future()
        self._ready: asyncio.Future[None] = loop.create_future()
        self._loop = loop
        self._conversation = conversation
        self._on_ended = on_ended
        self._on_stuck = on_stuck
        self._patience: asyncio.TimerHandle | None = None
        self._artifacts: int | None = None
        self._begun = False
        self._last_word = -1  # the pipe's reading end
        self._pidfd = -1
        self._says_ready = False
        self._killed = False
        conversation.setblocking(False)  # noqa: FBT003 -- positional only
        loop.add_reader(conversation.fileno(), self._hear)

    @property
    def is_ready(self) -> bool:
        """It waits for its run."""
        return self._ready.done() and not self._ready.cancelled() and not self._ready.exception() and not self.gone

    @property
    def gone(self) -> bool:
        return self.through.done() or self.ended.done() or self._killed

    async def ready(self) -> None:
        """Raises LaunchError where its walls could not be made, or where that takes too long."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await asyncio.shield(self._ready)
        except TimeoutError:
            raise LaunchError(f"the sandbox was not ready within {_PATIENCE_SECONDS} s") from None

    def send(self, files: list[int]) -> None:
        """Begin the run. Raises OSError where the child is gone."""
        self._last_word, theirs = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            socket.send_fds(self._conversation, [b"run"], [*files, theirs])
        finally:
            os.close(theirs)
        self._begun = True
        self._close_conversation()
        self._loop.add_reader(self._last_word, self._hear_last_word)

    def artifacts(self) -> int:
        """A descriptor of the folder with its artifacts, which it handed over before it was ready."""
        if self._artifacts is None:
            raise ArtifactRefusedError(FOLDER_GONE)
        return self._artifacts

    def refused(self, reason: str) -> None:
        """The zygote's word that there will be none."""
        self._refuse(reason)
        self.finish(None)

    def forked(self, pid: int, pidfd: int | None) -> None:
        """The zygote's word that it lives; no `pidfd` where no file descriptor was left to hold it by."""
        self.pid = pid
        if pidfd is None:
            self._refuse(os.strerror(errno.EMFILE))
            self._stop_hearing()  # so it ends by itself
            return
        self._pidfd = pidfd
        self._settle()
        if self._killed:
            self._send_kill()

    def kill(self) -> None:
        self._killed = True
        if self._patience is None and not self.ended.done():
            self._patience = self._loop.call_later(_PATIENCE_AT_END, self._on_stuck)
        self._stop_hearing()
        if self._pidfd >= 0:
            self._send_kill()

    def finish(self, ended: Ended | None) -> None:
        """The zygote's word that nothing of it is left."""
        if self.ended.done():
            return
        self._hear()  # its last words came before its end
        self._hear_last_word()
        self._stop_hearing()
        self.ended.set_result(ended)
        if not self._begun:  # else whoever began the run looks for its artifacts now
            self.close_artifacts()
        if self._patience:
            self._patience.cancel()
        if not self.through.done():
            self.through.set_result(None)
        self._refuse("the process died before it was ready")
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
        self._on_ended(self)

    def close_artifacts(self) -> None:
        if self._artifacts is not None:
            os.close(self._artifacts)
            self._artifacts = None

    def _send_kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def _hear(self) -> None:
        while self._conversation.fileno() >= 0:
            try:
                message, files = receive(self._conversation, _MESSAGE_BYTES, 1)
            except BlockingIOError:
                return
            except OSError:
                message, files = b"", []
            self._take(message, files)

    def _take(self, message: bytes, files: list[int]) -> None:
        if message == b"artifacts" and files and self._artifacts is None:
            self._artifacts = files.pop()
        elif message == b"ready" and not self._says_ready:
            self._says_ready = True
            self._settle()
        elif message.startswith(b"failed "):
            self._refuse(message.removeprefix(b"failed ").decode(errors="replace"))
        else:
            self._close_conversation()
        for descriptor in files:
            os.close(descriptor)

    def _hear_last_word(self) -> None:
        """Once only: whatever else the script may write there is not read."""
        if self._last_word < 0:
            return
        try:
            told = os.read(self._last_word, _MESSAGE_BYTES)
        except BlockingIOError:
            return
        self._close_last_word()
        if not self.through.done() and _EXIT_CODE.fullmatch(told):
            self.through.set_result(int(told))

    def _settle(self) -> None:
        """No run begins that could not be killed."""
        if self._says_ready and self._pidfd >= 0 and not self._ready.done():
            self._ready.set_result(None)

    def _refuse(self, reason: str) -> None:
        if not self._ready.done():
            self._ready.set_exception(LaunchError(reason))
            self._ready.exception()  # seen: nobody may be waiting

    def _stop_hearing(self) -> None:
        self._close_conversation()
        self._close_last_word()

    def _close_conversation(self) -> None:
        if self._conversation.fileno() >= 0:
            self._loop.remove_reader(self._conversation.fileno())
            self._conversation.close()

    def _close_last_word(self) -> None:
        if self._last_word >= 0:
            self._loop.remove_reader(self._last_word)
            os.close(self._last_word)
            self._last_word = -1
