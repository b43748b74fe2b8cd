"""The two ways out of a run while it goes on: stdout and stderr."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack

from toolcrib.executors.contract import ErrorCode, Limits, OutputSink, RunError, Stream
from toolcrib.executors.sandbox.pipes import CappedPipe, LogDecoder

_TAIL_BYTES = 4_000


class Channels:
    """Opened for one run. stdout is kept where it holds the output, else it is log, as stderr always is.

    `overflow` is set as soon as one of them has carried more than it may.
    """

    def __init__(self, limits: Limits, sink: OutputSink, *, keep_stdout: bool) -> None:
        """Raises OSError when no file descriptor is left."""
        self.overflow: asyncio.Future[RunError] = asyncio.get_running_loop().create_future()
        self.stdout_content = bytearray()
        self._stderr_tail = b""
        self._logs = (LogDecoder(sink, Stream.STDOUT), LogDecoder(sink, Stream.STDERR))
        self._pipes: list[CappedPipe] = []
        take_stdout = self.stdout_content.extend if keep_stdout else self._logs[0].take
        with ExitStack() as undo:
            undo.callback(self.close)
            self.stdout = self._open("stdout", limits.stdout_bytes, take_stdout)
            self.stderr = self._open("stderr", limits.stderr_bytes, self._take_stderr)
            undo.pop_all()

    @property
    def stderr_tail(self) -> str:
        """The last of what was written to stderr."""
        return self._stderr_tail.decode(errors="replace")

    def let_go(self) -> None:
        """Close the child's ends here, now that the child holds them."""
        for pipe in self._pipes:
            pipe.close_write_end()

    def finish(self) -> None:
        """Take what is still in the pipes, now that nothing more is to come."""
        for pipe in self._pipes:
            pipe.drain()
        for log in self._logs:
            log.finish()

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()

    def _take_stderr(self, piece: bytes) -> None:
        self._stderr_tail = (self._stderr_tail + piece)[-_TAIL_BYTES:]
        self._logs[1].take(piece)

    def _open(self, name: str, limit: int, take: Callable[[bytes], object]) -> CappedPipe:
        def overflow() -> None:
            if not self.overflow.done():
                message = f"The script wrote more than {limit:,} bytes to {name}."
                self.overflow.set_result(RunError(ErrorCode.OUTPUT_LIMIT, message))

        pipe = CappedPipe(limit, take, overflow)
        self._pipes.append(pipe)
        return pipe
