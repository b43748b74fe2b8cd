"""Reading what a run writes: as it comes, never more than a cap, never waiting for an end that may not come."""

import asyncio
import codecs
import os
import sys
from collections.abc import Callable

from toolcrib.executors.contract import OutputSink, Stream

_CHUNK = 65536  # a pipe's whole capacity on Linux


class CappedPipe:
    """A pipe whose writing end goes to the child. `take` gets each piece; past `limit` bytes `overflow` is called."""

    def __init__(self, limit: int, take: Callable[[bytes], object], overflow: Callable[[], None]) -> None:
        """Raises OSError when no file descriptor is left."""
        self._limit = limit
        self._take = take
        self._overflow = overflow
        self._seen = 0
        self._loop = asyncio.get_running_loop()
        self._read_end, self._write_end = os.pipe()
        if sys.platform == "linux":  # a run there is another user, and may open /dev/stderr by its name
            os.fchmod(self._write_end, 0o622)
        os.set_blocking(self._read_end, False)
        self._open = True
        self._loop.add_reader(self._read_end, self._read)

    @property
    def write_end(self) -> int:
        return self._write_end

    def close_write_end(self) -> None:
        """Let go of the child's end, once the child holds it (or never will)."""
        if self._write_end >= 0:
            os.close(self._write_end)
            self._write_end = -1

    def drain(self) -> None:
        """Take what was written before now. An end still held open by somebody else is not waited for."""
        while self._open and self._read():
            pass

    def close(self) -> None:
        self._stop()
        self.close_write_end()
        if self._read_end >= 0:
            os.close(self._read_end)
            self._read_end = -1

    def _stop(self) -> None:
        if self._open:
            self._loop.remove_reader(self._read_end)
            self._open = False

    def _read(self) -> bool:
        """Take one piece; False when there is none now, or none ever."""
        try:
            piece = os.read(self._read_end, _CHUNK)
        except (BlockingIOError, InterruptedError):
            return False
        if not piece:
            self._stop()
            return False
        allowed = piece[: self._limit - self._seen]
        self._seen += len(allowed)
        if allowed:
            self._take(allowed)
        if len(allowed) < len(piece):
            self._stop()
            self._overflow()
            return False
        return True


class LogDecoder:
    """Turns a run's bytes into log text for a sink: UTF-8 cut anywhere, wrong bytes and NULs replaced by U+FFFD."""

    def __init__(self, sink: OutputSink, stream: Stream) -> None:
        self._sink = sink
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, piece: bytes, *, final: bool = False) -> None:
        text = self._decoder.decode(piece, final).replace("\0", "\N{REPLACEMENT CHARACTER}")
        if text:
            self._sink.write(self._stream, text)

    def finish(self) -> None:
        self.take(b"", final=True)
