"""Many subscribers in one process: `python -m benchmarks.subscribers PORT COUNT LINES TOKEN`.

They cost as little as they can, so that what is measured is the server: each is a WebSocket of a few lines that takes
what servers send and no more. Prints one line of JSON when everybody is connected, reads the id of a run to follow,
and prints one at the end.
"""

import asyncio
import json
import sys
import time
from array import array
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import urandom
from typing import Any, cast

import orjson
import uvloop

EVENTS = "subscription ($id: ID!) { executionEvents(id: $id, afterSeq: 0) { seq kind text status } }"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
CONNECTING_AT_ONCE = 50
JOINING = 30
"""Lines whose delay does not count: others may still be coming."""
SHORT, MEDIUM = 125, 126
"""A frame is up to this long, or its length is in the next two bytes, or else in the next eight."""


@dataclass
class Tally:
    """What all of them saw. A loss is a line, an event or an end that was left out, came twice or did not come."""

    count: int
    lines: int
    ended: int = 0
    losses: int = 0
    received: int = 0
    delays: "array[float]" = field(default_factory=lambda: array("d"))
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        self.ended += 1
        if self.ended == self.count:
            self.over.set()

    def line(self, number: int, delay: float) -> None:
        self.received += 1
        if number >= JOINING:
            self.delays.append(delay)


class Subscriber(asyncio.Protocol):
    def __init__(self, tally: Tally, token: str) -> None:
        self._tally = tally
        self._token = token
        self._buffer = bytearray()
        self._seq = 0
        self._lines = 0
        self._has_ended = False
        self.acknowledged = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(
            b"GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"
            b"Sec-WebSocket-Key: " + b64encode(urandom(16)) + b"\r\n\r\n"
        )

    def follow(self, execution: str) -> None:
        query = {"query": EVENTS, "variables": {"id": execution}}
        self._send({"id": "1", "type": "subscribe", "payload": query})

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.acknowledged.done() and self._buffer.startswith(b"HTTP/1.1 101"):
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._buffer[: end + 4]
            self._send({"type": "connection_init", "payload": {"authorization": f"Bearer {self._token}"}})
        while self._take_frame():
            continue

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as asyncio names it
        if not self._has_ended or self._lines != self._tally.lines:
            self._tally.losses += 1
        self._tally.end()

    def _take_frame(self) -> bool:
        """False where the buffer holds no whole frame."""
        buffer, start = self._buffer, 2
        if len(buffer) < start:
            return False
        length = buffer[1] & 127
        if length > SHORT:
            start += 2 if length == MEDIUM else 8
            if len(buffer) < start:
                return False
            length = int.from_bytes(buffer[2:start], "big")
        end = start + length
        if len(buffer) < end:
            return False
        opcode, payload = buffer[0] & 15, bytes(buffer[start:end])
        del buffer[:end]
        if opcode == TEXT:
            self._take(orjson.loads(payload))
        elif opcode == PING:
            self._send_frame(PONG, payload)
        return True

    def _take(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "next":
            self._take_event(message["payload"]["data"]["executionEvents"])
        elif message["type"] == "connection_ack":
            self.acknowledged.set_result(None)
        else:
            self._has_ended = message["type"] == "complete"
            self._transport.close()

    def _take_event(self, event: Mapping[str, Any]) -> None:
        now, tally = time.monotonic(), self._tally
        if event["seq"] != self._seq + 1:
            tally.losses += 1
        self._seq = event["seq"]
        for line in event["text"].splitlines() if event["kind"] == "STDOUT" else ():
            number, _, written = line.partition(" ")
            if int(number) != self._lines:
                tally.losses += 1
            self._lines = int(number) + 1
            tally.line(int(number), now - float(written))

    def _send(self, message: object) -> None:
        self._send_frame(TEXT, orjson.dumps(message))

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        """Masked with zeros."""
        size = len(payload)
        length = bytes([128 | size]) if size <= SHORT else bytes([128 | MEDIUM]) + size.to_bytes(2, "big")
        self._transport.write(bytes([128 | opcode]) + length + bytes(4) + payload)


async def subscribe(port: int, count: int, lines: int, token: str) -> None:
    tally, turn = Tally(count, lines), asyncio.Semaphore(CONNECTING_AT_ONCE)
    loop = asyncio.get_running_loop()

    async def come() -> Subscriber:
        async with turn:
            _, one = await loop.create_connection(lambda: Subscriber(tally, token), "127.0.0.1", port)
            await one.acknowledged
            return one

    everybody = await asyncio.gather(*(come() for _ in range(count)))
    _print(connected=count)
    execution = sys.stdin.readline().strip()
    for one in everybody:
        one.follow(execution)
    await tally.over.wait()
    delays = sorted(tally.delays)
    _print(
        losses=tally.losses,
        received=tally.received,
        p50=delays[len(delays) // 2] * 1000,
        p95=delays[len(delays) * 95 // 100] * 1000,
    )


def _print(**facts: float) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _port, _count, _lines, _token = sys.argv[1:]
    uvloop.run(subscribe(int(_port), int(_count), int(_lines), _token))
