"""A server process that runs scripts, and the kinds of it that a machine allows."""

import base64
import json
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Self

import pytest
import toolcrib
from toolcrib.executors.sandbox.fork_server.launcher import SPARES
from toolcrib.executors.sandbox.jail.profile import Walls
from toolcrib.executors.sandbox.job import Libraries
from toolcrib.executors.sandbox.levels import Level

from tests.support.conditions import wait_until
from tests.support.levels import require
from tests.support.sandbox_process import Settings

PROGRAM = Path(__file__).with_name("sandbox_process.py")
PACKAGE = Path(toolcrib.__file__).parent.parent
_ANSWER_SECONDS = 60
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Place:
    """One way to be a server: as which user, behind which walls. `others_read`: an interpreter they can is needed."""

    name: str
    level: Level
    walls: Walls | None
    account: str | None = None
    others_read: bool = False

    @property
    def is_root(self) -> bool:
        return self.account is None and os.geteuid() == 0

    def require(self) -> None:
        """Skip with a reason where this machine can't be such a place."""
        require(self.level)
        if os.geteuid() != 0 and self.walls in {Walls.MAPPED_USERS, Walls.REAL_USERS, Walls.SLOT_USERS}:
            pytest.skip("Only root can try these walls.")
        if self.others_read and not public_interpreter():
            pytest.skip("This machine has no Python that every user may read.")


ROOT = Place("L3", Level.L3, Walls.MAPPED_USERS)
PLAIN = Place("L0", Level.L0, None)
PLACES = (
    ROOT,
    Place("L3 without user namespaces", Level.L3, Walls.REAL_USERS),
    Place("L3 without root", Level.L3, Walls.SINGLE_USER, account="nobody", others_read=True),
    Place("L2", Level.L2, Walls.SLOT_USERS, others_read=True),
    Place("L1", Level.L1, Walls.SAME_USER, account="nobody", others_read=True),
    PLAIN,
)


@cache
def public_interpreter() -> str | None:
    """The system's own Python, where it is new enough and our code can be read by everybody."""
    if os.geteuid() != 0:
        return sys.executable
    nobody = pwd.getpwnam("nobody")
    probe = f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); import toolcrib.executors.sandbox.jail.zygote"
    for path in (sys.executable, *(f"/usr/bin/python3.{minor}" for minor in (11, 12, 13))):
        if Path(path).exists():
            try:
                subprocess.run(
                    [path, "-I", "-c", probe], check=True, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[]
                )
            except (OSError, subprocess.CalledProcessError):
                continue
            return path
    return None


def kill_server_that_runs(script: str, level: Level) -> None:
    """SIGKILL a server while `script`, which has written "up", is running."""
    with SandboxServer(Place(level, level, walls=None)) as server:
        server.begin(script).until("up")
        server.kill()


class Ran:
    """A run that was ordered: what it has written so far, and in the end its result."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._changed = threading.Condition()
        self._text = ""
        self._result: dict[str, Any] | None = None
        self._lost = False

    def hear(self, told: Mapping[str, Any]) -> None:
        with self._changed:
            self._text += told.get("text", "")
            self._result = told.get("result", self._result)
            self._changed.notify_all()

    def lose(self) -> None:
        with self._changed:
            self._lost = True
            self._changed.notify_all()

    def until(self, text: str, seconds: float = _ANSWER_SECONDS) -> str:
        """What it has written, once that holds `text`."""
        with self._changed:
            done = self._changed.wait_for(lambda: text in self._text or self._result or self._lost, seconds)
        assert done, f"it did not write {text!r}"
        assert text in self._text, (self._text[-2_000:], self._result)
        return self._text

    def result(self, seconds: float = _ANSWER_SECONDS) -> dict[str, Any]:
        with self._changed:
            assert self._changed.wait_for(lambda: self._result or self._lost, seconds), "the run did not end"
        assert self._result, f"the server died: {self._text[-2_000:]}"
        return self._result

    @property
    def text(self) -> str:
        return self._text

    @property
    def output(self) -> Any:
        result = self.result()
        assert result["output_json"] is not None, (result["error"], self._text[-2_000:])
        return json.loads(result["output_json"])

    @property
    def code(self) -> str | None:
        error = self.result()["error"]
        return error and error["code"]

    @property
    def message(self) -> str:
        return str(self.result()["error"]["message"])

    @property
    def artifacts(self) -> dict[str, bytes]:
        return {each["name"]: base64.b64decode(each["content"]) for each in self.result()["artifacts"]}


class SandboxServer:
    """`told` is what it said of itself: process number, sandbox, where its treasures are.

    `wrapper`: a command that starts it, in surroundings of its making. `more`: see `Settings`.
    """

    def __init__(self, place: Place, minimum: Level | None = None, *, wrapper: Sequence[str] = (), **more: Any) -> None:
        self.place = place
        self.secret = f"secret-{secrets.token_hex(16)}"
        self.folder = Path(tempfile.mkdtemp(prefix="server-"))
        self._numbers = count(1)
        self._waiting: dict[int, Any] = {}
        if place.account:
            entry = pwd.getpwnam(place.account)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        settings = Settings(
            folder=str(self.folder),
            level=str(place.level),
            minimum=str(minimum or place.level),
            walls=str(place.walls) if place.walls else None,
            account=place.account if os.geteuid() == 0 else None,
            **({"interpreter": public_interpreter() if place.others_read else None} | more),
        )
        self._log = (self.folder.parent / f"{self.folder.name}.log").open("w+")
        self.process = subprocess.Popen(
            [*wrapper, sys.executable, str(PROGRAM), json.dumps(asdict(settings))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=os.environ
            | {"PYTHONPATH": f"{PACKAGE}:{PACKAGE.parent}", "TOOL_KEY_ENCRYPTION_MASTER": self.secret}
            | {"TMPDIR": tempfile.gettempdir()},
        )
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert first, self.log
        self.told: dict[str, Any] = json.loads(first)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return int(self.told["pid"])

    @property
    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    @property
    def memory(self) -> int:
        """Bytes in use now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * _PAGE

    @property
    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def begin(
        self,
        script: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        entry: str = "MAIN",
        environment: Mapping[str, str] | None = None,
        network: str = "FULL",
        timeout_seconds: float = 20,
        **limits: int,
    ) -> Ran:
        ran = self._waiting[number] = Ran(number := next(self._numbers))
        self._order(
            run=number,
            script=script,
            arguments=dict(arguments or {}),
            entry=entry,
            environment=dict(environment or {}),
            network=network,
            limits={"timeout_seconds": timeout_seconds, **limits},
        )
        return ran

    def run(self, script: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Ran:
        """As `begin`, but its end is waited for."""
        ran = self.begin(script, arguments, **options)
        ran.result()
        return ran

    def cancel(self, ran: Ran) -> None:
        self._order(cancel=ran.number)

    def state(self, seconds: float = _ANSWER_SECONDS) -> dict[str, Any]:
        """How it is; a server that is busy with something else does not answer in time."""
        answered = threading.Event()
        question = next(self._numbers)
        self._waiting[question] = answered
        self._order(question=question)
        assert answered.wait(seconds), f"the server did not answer within {seconds} s"
        state: dict[str, Any] = self._waiting.pop(question)
        return state

    def settle(self) -> None:
        """Wait until nothing is left of any run, and the spares are there."""

        def is_settled() -> bool:
            state = self.state()
            full = all(state["spares"][kind] >= SPARES[Libraries(kind)] for kind in state["zygotes"])
            return full and state["children"] == sum(state["spares"].values())

        wait_until(is_settled)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)

    def close(self) -> None:
        if self.is_alive:
            assert self.process.stdin
            self.process.stdin.close()
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
            self._reader.join(30)
            for file in (self.process.stdin, self.process.stdout, self._log):
                assert file
                file.close()
            shutil.rmtree(self.folder, ignore_errors=True)
            Path(self._log.name).unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _order(self, **fields: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{json.dumps(fields)}\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            told = json.loads(line)
            if "run" in told:
                self._waiting[told["run"]].hear(told)
            else:
                answered, self._waiting[told["answer"]] = self._waiting[told["answer"]], told
                answered.set()
        for waiting in self._waiting.values():
            if isinstance(waiting, Ran):
                waiting.lose()
