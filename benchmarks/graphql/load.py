"""Requests per second over 32 connections, asked by a client that does next to nothing else."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

CONNECTIONS = 32


@dataclass(frozen=True, slots=True)
class Target:
    """Where one form of a question is asked."""

    port: int
    path: str
    body: bytes
    headers: Mapping[str, str]

    def request(self) -> bytes:
        given = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(self.body)), **self.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        return f"POST {self.path} HTTP/1.1\r\n{head}\r\n".encode() + self.body

    async def ask(self, client: httpx.AsyncClient) -> httpx.Response:
        url = f"http://127.0.0.1:{self.port}{self.path}"
        return await client.post(url, content=self.body, headers=dict(self.headers))


@dataclass(slots=True)
class _Tally:
    until: float
    answers: int = 0
    wrong: list[bytes] = field(default_factory=list)


class _Connection(asyncio.Protocol):
    """Sends the request again as soon as its answer is whole."""

    def __init__(self, target: Target, tally: _Tally) -> None:
        self._request, self._tally = target.request(), tally
        self._received = bytearray()
        self.closed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        transport.write(self._request)  # type: ignore[attr-defined]  # a TCP connection's transport can

    def data_received(self, data: bytes) -> None:
        self._received += data
        head = self._received.find(b"\r\n\r\n")
        if head < 0 or len(self._received) < head + 4 + _length(self._received[:head]):
            return
        if not self._received.startswith(b"HTTP/1.1 200"):
            self._tally.wrong.append(bytes(self._received[:500]))
        self._received.clear()
        self._tally.answers += 1
        if time.perf_counter() < self._tally.until:
            self._transport.write(self._request)  # type: ignore[attr-defined]  # as above
        else:
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self.closed.set_result(error)


def _length(head: bytes | bytearray) -> int:
    for line in bytes(head).lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    raise ValueError(f"an answer without a length: {head!r}")


async def rate(target: Target, seconds: float) -> float:
    """Answers per second. Raises RuntimeError where one was no 200."""
    loop = asyncio.get_running_loop()
    started = time.perf_counter()
    tally = _Tally(started + seconds)
    made = [
        await loop.create_connection(lambda: _Connection(target, tally), "127.0.0.1", target.port)
        for _ in range(CONNECTIONS)
    ]
    await asyncio.gather(*(connection.closed for _, connection in made))
    if tally.wrong:
        raise RuntimeError(tally.wrong[0].decode())
    return tally.answers / (time.perf_counter() - started)
