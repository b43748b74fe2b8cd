"""The server's side of one zygote: starting it, ordering children, hearing of their ends."""

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from typing import Any

from toolcrib.executors.sandbox.fork_server.child import Child
from toolcrib.executors.sandbox.fork_server.memory_group import MemoryGroup
from toolcrib.executors.sandbox.jail.passing import receive
from toolcrib.executors.sandbox.jail.profile import Profile
from toolcrib.executors.sandbox.marks import kill_marked, new_mark
from toolcrib.executors.sandbox.processes import Ended, LaunchError
from toolcrib.executors.sandbox.surroundings import own_environment, start_code

_MESSAGE_BYTES = 65_536
_SOCKET_BUFFER = 1 << 20
_PATIENCE_SECONDS = 60
_PATIENCE_AT_END = 5

_runs = count(1)
logger = logging.getLogger(__name__)


class Zygote:
    """`forks` counts its children so far; `is_alive` turns False for good when it dies or is closed."""

    def __init__(self, profile: Profile, process: subprocess.Popen[bytes], control: socket.socket, mark: str) -> None:
        loop = asyncio.get_running_loop()
        self.forks = 0
        self.is_alive = True
        self.landlock_abi = 0
        self._profile = profile
        self._process = process
        self._control = control
        self._mark = mark
        self._loop = loop
        self._children: dict[int, Child] = {}
        self._left_alone: list[int] = []  # process groups whose zygote died before it could end them
        self._ending: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] = loop.create_future()
        control.setblocking(False)  # noqa: FBT003 -- positional only
        loop.add_reader(control.fileno(), self._hear)

    @classmethod
    async def start(cls, profile: Profile, interpreter: str, group: MemoryGroup | None) -> "Zygote":
        """Raises LaunchError that says which step the machine refused."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        mark = new_mark()
        with theirs:
            for end in (ours, theirs):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SOCKET_BUFFER)
            try:
                process = _spawn(profile, interpreter, theirs, mark)
            except OSError as error:
                ours.close()
                raise LaunchError(f"{interpreter}: {error.strerror}") from None
        zygote = cls(profile, process, ours, mark)
        try:
            if group:
                group.add(process.pid)  # before it has forked anything
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await zygote._ready
        except TimeoutError:
            await zygote.close()
            raise LaunchError(f"the zygote was not ready within {_PATIENCE_SECONDS} s") from None
        except BaseException:
            await zygote.close()
            raise
        return zygote

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def children(self) -> tuple[Child, ...]:
        """Those of which something is left."""
        return tuple(self._children.values())

    def fork(self, slot: int, on_ended: Callable[[Child], None], *, network: bool, rehearse: bool) -> Child:
        """Order a child. Raises LaunchError where the zygote is gone, OSError where no file descriptor is left."""
        if not self.is_alive:
            raise LaunchError("the zygote is gone")
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        run = next(_runs)
        with theirs:
            order = {"fork": run, "slot": slot, "network": network, "rehearse": rehearse}
            try:
                socket.send_fds(self._control, [json.dumps(order).encode()], [theirs.fileno()])
            except OSError as error:
                ours.close()
                raise LaunchError(f"the zygote does not answer: {error.strerror}") from None
        self.forks += 1
        child = Child(run, slot, self._mark, ours, on_ended=on_ended, on_stuck=self._give_up)
        self._children[run] = child
        return child

    async def close(self) -> None:
        """End it and all its children, and wait until they are gone."""
        self._lose()  # it hears that, and takes all its own with it
        if self._ending:
            await asyncio.shield(self._ending)

    async def _end(self) -> None:
        ended = asyncio.create_task(asyncio.to_thread(self._process.wait))
        await asyncio.wait({ended}, timeout=_PATIENCE_AT_END)
        if not ended.done():
            self._process.kill()
        await ended
        if not self._profile.walls.has_namespaces:
            for group in self._left_alone if self._process.returncode else ():  # else it has ended them
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(group, signal.SIGKILL)
            await asyncio.to_thread(kill_marked, self._mark)

    def _hear(self) -> None:
        while self.is_alive:
            try:
                message, files = receive(self._control, _MESSAGE_BYTES, 1)
            except BlockingIOError:
                return
            except OSError:
                message, files = b"", []
            if not message:
                self._lose()
                return
            self._take(json.loads(message), files)

    def _take(self, told: dict[str, Any], files: list[int]) -> None:
        if "forked" in told:
            self._children[told["forked"]].forked(told["pid"], files[0] if files else None)
        elif "refused" in told:
            self._children.pop(told["refused"]).refused(told["reason"])
        elif "ended" in told:
            child = self._children.pop(told["ended"])
            child.finish(Ended(told["code"], told["cpu_ms"], told["peak_memory"]))
        elif "ready" in told:
            self.landlock_abi = told["landlock_abi"]
            self._ready.set_result(None)
        elif not self._ready.done():
            self._ready.set_exception(LaunchError(told["failed"]))

    def _give_up(self) -> None:
        """It hears us no more (stopped, or stuck in the kernel): it is killed, and a new one takes over."""
        logger.warning("A zygote does not answer any more; it is killed with its children.")
        self._process.kill()
        self._lose()

    def _lose(self) -> None:
        """It is gone, or soon will be: so are its children."""
        if not self.is_alive:
            return
        self.is_alive = False
        self._loop.remove_reader(self._control.fileno())
        self._control.close()
        if not self._ready.done():
            self._ready.set_exception(LaunchError("the zygote died while it started"))
        for child in list(self._children.values()):
            child.kill()
            child.finish(None)
            self._left_alone += [child.pid] if child.pid > 0 else []
        self._children.clear()
        self._ending = self._loop.create_task(self._end())


def _spawn(profile: Profile, interpreter: str, control: socket.socket, mark: str) -> subprocess.Popen[bytes]:
    command = [interpreter, "-I", "-B", "-X", "utf8", "-c", start_code("zygote")]
    return subprocess.Popen(  # noqa: S603 -- our own interpreter and code
        [*command, str(control.fileno()), json.dumps(asdict(profile))],
        cwd="/",
        env=own_environment({}, mark),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(control.fileno(),),
        start_new_session=True,
    )
