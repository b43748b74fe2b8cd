"""The three ways out of a run: stdout, stderr and the runner's report."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack

from toolcrib.executors.contract import ErrorCode, Limits, OutputSink, RunError, Stream
from toolcrib.executors.python.pipes import CappedPipe, LogDecoder

_REPORT_ROOM = 200_000  # bytes beside the returned value: an error with its stack


class Channels:
    """Opened for one run. Under STDIN stdout is kept as the output; under MAIN it is log, as stderr always is.

    `overflow` is set as soon as one of them has carried more than it may.
    """

    def __init__(self, entry: str, limits: Limits, sink: OutputSink) -> None:
        """Raises OSError when no file descriptor is left."""
        self.overflow: asyncio.Future[RunError] = asyncio.get_running_loop().create_future()
        self.stdout_content = bytearray()
        self.report_content = bytearray()
        self._logs = (LogDecoder(sink, Stream.STDOUT), LogDecoder(sink, Stream.STDERR))
        self._pipes: list[CappedPipe] = []
        take_stdout = self.stdout_content.extend if entry == "STDIN" else self._logs[0].take
        with ExitStack() as undo:
            undo.callback(self.close)
            self.stdout = self._open("stdout", limits.stdout_bytes, take_stdout)
            self.stderr = self._open("stderr", limits.stderr_bytes, self._logs[1].take)
            self.report = self._open("its output", limits.stdout_bytes + _REPORT_ROOM, self.report_content.extend)
            undo.pop_all()

    def let_go(self) -> None:
        """Close the child's ends here, now that the child holds them."""
        for pipe in self._pipes:
            pipe.close_write_end()

    def finish(self) -> None:
        """Take what is still in the pipes, now that the writers are gone."""
        for pipe in self._pipes:
            pipe.drain()
        for log in self._logs:
            log.finish()

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()

    def _open(self, name: str, limit: int, take: Callable[[bytes], object]) -> CappedPipe:
        def overflow() -> None:
            if not self.overflow.done():
                message = f"The script wrote more than {limit:,} bytes to {name}."
                self.overflow.set_result(RunError(ErrorCode.OUTPUT_LIMIT, message))

        pipe = CappedPipe(limit, take, overflow)
        self._pipes.append(pipe)
        return pipe
