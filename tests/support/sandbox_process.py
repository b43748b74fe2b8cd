"""A server process that does nothing but run scripts: so that hostile ones have a server to harm, and not the tests.

`python sandbox_process.py SETTINGS` (JSON; `Settings` says what is in it) becomes the account that it is to be, says
where its treasures are, and then takes orders from its input, one JSON object a line, until that ends. It changes its
account itself: nobody else can start an interpreter under a closed home directory.
"""

import asyncio
import base64
import concurrent.futures.thread  # noqa: F401 -- loaded as long as the interpreter's folder can be read
import ctypes
import json
import os
import pwd
import signal
import socket
import sys
import traceback  # noqa: F401 -- as above
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from toolcrib.executors.contract import Limits, Network, RunRequest, RunResult, Stream
from toolcrib.executors.python import create_executor
from toolcrib.executors.sandbox import sandbox as sandbox_module
from toolcrib.executors.sandbox.fork_server import child
from toolcrib.executors.sandbox.fork_server.memory_group import MemoryGroup
from toolcrib.executors.sandbox.jail.profile import Walls
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.executors.sandbox.surroundings import Interpreter


@dataclass(frozen=True)
class Settings:
    """`folder` is the server's own, and its account's. `walls`: those alone are tried; None for what is usual.

    `patience_seconds`: how long a zygote may take to tell that a child is gone.
    """

    folder: str
    level: str
    minimum: str
    walls: str | None = None
    account: str | None = None
    interpreter: str | None = None
    recycle_after: int = 2_000
    memory_share: float = 0.75
    patience_seconds: float = 10


class Treasures:
    """What a script must never get: files, memory and sockets of the server. The content is in the environment."""

    def __init__(self, folder: Path) -> None:
        secret = os.environ["TOOL_KEY_ENCRYPTION_MASTER"]
        (folder / "secret.key").write_text(secret)
        (folder / "secret.key").chmod(0o600)
        for name in ("moved", "unlinked"):
            (folder / name).touch()
        self._memory = ctypes.create_string_buffer(secret.encode())
        self._sockets = [
            self._listen(socket.AF_UNIX, socket.SOCK_STREAM, str(folder / "stream.sock")),
            self._listen(socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "packets.sock")),
            self._listen(socket.AF_UNIX, socket.SOCK_STREAM, f"\0toolcrib-stream-{os.getpid()}"),
            self._listen(socket.AF_UNIX, socket.SOCK_DGRAM, f"\0toolcrib-packets-{os.getpid()}"),
            self._listen(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        ]
        self.signals = 0
        signal.signal(signal.SIGWINCH, self._count)

    def describe(self) -> dict[str, Any]:
        addresses = [each.getsockname() for each in self._sockets]
        names = ("stream", "packets", "abstract_stream", "abstract_packets")
        texts = [each if isinstance(each, str) else f"@{each[1:].decode()}" for each in addresses[:-1]]
        return dict(zip(names, texts, strict=True)) | {
            "address": ctypes.addressof(self._memory),
            "port": addresses[-1][1],
        }

    def _listen(self, family: int, kind: int, address: Any) -> socket.socket:
        made = socket.socket(family, kind)
        made.bind(address)
        if kind == socket.SOCK_STREAM:
            made.listen()
        return made

    def _count(self, *_: object) -> None:
        self.signals += 1


class Sink:
    def __init__(self, run: int) -> None:
        self._run = run

    def write(self, stream: Stream, text: str) -> None:
        say(run=self._run, stream=stream, text=text)


class Service:
    def __init__(self, sandbox: Sandbox, treasures: Treasures) -> None:
        self._executor = create_executor(sandbox)
        self._sandbox = sandbox
        self._treasures = treasures
        self._cancels: dict[int, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def obey(self, order: dict[str, Any]) -> None:
        if "script" in order:
            self._cancels[order["run"]] = asyncio.Event()
            task = asyncio.create_task(self._run(order))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif "cancel" in order:
            if cancel := self._cancels.get(order["cancel"]):  # else it has ended by now
                cancel.set()
        else:
            say(answer=order["question"], **self._state())

    def _state(self) -> dict[str, Any]:
        server = self._sandbox.fork_server
        pools = server.pools if server else {}
        zygotes = {str(kind): pool.zygote for kind, pool in pools.items()}
        return {
            "signals": self._treasures.signals,
            "spares": {str(kind): pool.spares for kind, pool in pools.items()},
            "zygotes": {kind: zygote.pid for kind, zygote in zygotes.items() if zygote},
            "children": sum(len(zygote.children) for zygote in zygotes.values() if zygote),
            "forks": sum(zygote.forks for zygote in zygotes.values() if zygote),
        }

    async def _run(self, order: dict[str, Any]) -> None:
        number = order["run"]
        request = RunRequest(
            execution_id=uuid4(),
            script=order["script"],
            config={"entry": order["entry"]},
            input_json=json.dumps(order["arguments"]),
            limits=Limits(**order["limits"]),
            network=Network(order["network"]),
            environment=order["environment"],
        )
        result = await self._executor.run(request, Sink(number), self._cancels[number])
        del self._cancels[number]
        say(run=number, result=_plain(result))


def _plain(result: RunResult) -> dict[str, Any]:
    artifacts = [asdict(each) | {"content": base64.b64encode(each.content).decode()} for each in result.artifacts]
    return asdict(result) | {"artifacts": artifacts}


def say(**fields: object) -> None:
    sys.stdout.write(f"{json.dumps(fields)}\n")
    sys.stdout.flush()


async def main(settings: Settings) -> None:
    level = Level(settings.level)
    if settings.walls:
        only = Walls(settings.walls)
        sandbox_module.walls_of = lambda tried: (only,) if tried is level else ()
    MemoryGroup.create = partial(MemoryGroup.create, share=settings.memory_share)  # type: ignore[method-assign]
    patch.object(child, "_PATIENCE_AT_END", settings.patience_seconds).start()
    sandbox = Sandbox(
        level,
        Level(settings.minimum),
        interpreter=Interpreter(settings.interpreter, ()) if settings.interpreter else None,
        recycle_after=settings.recycle_after,
    )
    await sandbox.start()
    treasures = Treasures(Path(settings.folder))
    info = sandbox.describe()
    say(pid=os.getpid(), group=os.getpgid(0), info=asdict(info) | {"refuses": info.refuses}, **treasures.describe())
    service = Service(sandbox, treasures)
    orders = asyncio.StreamReader(limit=10_000_000)
    await asyncio.get_running_loop().connect_read_pipe(partial(asyncio.StreamReaderProtocol, orders), sys.stdin)
    while line := await orders.readline():
        service.obey(json.loads(line))
    await sandbox.close()


def become(account: str) -> None:
    entry = pwd.getpwnam(account)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


if __name__ == "__main__":
    chosen = Settings(**json.loads(sys.argv[1]))
    if chosen.account:
        become(chosen.account)
    asyncio.run(main(chosen))
