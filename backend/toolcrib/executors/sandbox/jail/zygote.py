"""The process that scripts' processes are forked from: walled in, single-threaded, its libraries loaded.

It never sees what a run is about: the server talks to each child on a socket of its own, so nothing of one run is left
in memory that the next one inherits.

Server → zygote: `{"fork": <run>, "slot": n, "network": bool, "rehearse": bool}` with the child's end of that socket.
Zygote → server: `{"ready": …}` or `{"failed": reason}` once, then `{"forked": <run>, "pid": n}` with a pidfd or
`{"refused": <run>, "reason": …}`, and in the end
`{"ended": <run>, "code": exit code or minus the signal, "cpu_ms": n, "peak_memory": bytes}`.
"""

import contextlib
import errno
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
import warnings
from dataclasses import dataclass
from typing import NoReturn

from toolcrib.executors.sandbox.jail import certificates, landlock, libraries, root, runner, seccomp, system_calls
from toolcrib.executors.sandbox.jail.child import Jail, Order, live
from toolcrib.executors.sandbox.jail.namespaces import wall_in
from toolcrib.executors.sandbox.jail.passing import receive
from toolcrib.executors.sandbox.jail.profile import Profile
from toolcrib.executors.sandbox.jail.rehearsal import rehearse

_REHEARSALS = 3
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MESSAGE_BYTES = 4096


def main() -> None:
    """Start with the number of the control socket and the profile as JSON; never returns."""
    control = socket.socket(fileno=int(sys.argv[1]))
    warnings.simplefilter("ignore")
    try:
        jail = _prepare(Profile.from_json(json.loads(sys.argv[2])), control)
    except BaseException as error:  # noqa: BLE001 -- whatever keeps a zygote from living is the server's to know
        control.send(json.dumps({"failed": system_calls.explain(error)}).encode()[:_MESSAGE_BYTES])
        os._exit(1)
    control.send(json.dumps({"ready": os.getpid(), "landlock_abi": jail.landlock_abi}).encode())
    Zygote(jail, control).serve()


def _prepare(profile: Profile, control: socket.socket) -> Jail:
    control.set_inheritable(False)
    _be_the_first_to_go()
    abi = landlock.landlock_abi()
    surroundings = wall_in(profile)
    system_calls.set_dumpable(dumpable=False)
    if not profile.walls.has_namespaces:
        if not abi:
            raise OSError("Landlock: the kernel has none, or it is switched off")
        system_calls.adopt_orphans()
    runner.make_threads_small()
    libraries.load(profile.imports)
    if profile.certificates:
        certificates.read_ahead()
    system_calls.drop_bounding_set()
    system_calls.forbid_new_privileges()
    abstract_sockets_are_shut = abi >= landlock.SHUTS_ABSTRACT_SOCKETS_SINCE
    unix_sockets = profile.walls.has_namespaces and abstract_sockets_are_shut
    system_calls.install_filter(seccomp.base_filter(unix_sockets=unix_sockets))
    for network in (True, False):
        seccomp.child_filter(profile.walls, network=network)  # put together once, for all children
    _rehearse()
    ruleset = -1
    if abi and profile.walls.has_namespaces:
        ruleset = landlock.make_ruleset(abi, ("/",), root.writable_paths())
    gc.collect()
    gc.freeze()
    gc.disable()
    return Jail(profile, surroundings, abi, ruleset, _address_space())


def _be_the_first_to_go() -> None:
    """Where memory runs out, the kernel is to take a script, not the server."""
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123 -- one import less in every zygote
        file.write("1000")


def _rehearse() -> None:
    kept = [os.dup(number) for number in range(3)]
    streams = sys.stdin, sys.stdout, sys.stderr
    for _ in range(_REHEARSALS):
        rehearse()
    sys.stdin, sys.stdout, sys.stderr = streams
    for number, descriptor in enumerate(kept):
        os.dup2(descriptor, number)
        os.close(descriptor)


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 -- as above
        return int(file.read().split()[0]) * _PAGE


@dataclass(frozen=True, slots=True)
class _Child:
    run: int
    pid: int


class Zygote:
    def __init__(self, jail: Jail, control: socket.socket) -> None:
        self._jail = jail
        self._control = control
        self._children: dict[int, _Child] = {}  # by their pidfd
        self._poll = select.poll()
        self._poll.register(control.fileno(), select.POLLIN)

    def serve(self) -> NoReturn:
        """Fork when told, tell of ends, until the server goes away: then all children go, too."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor == self._control.fileno():
                    self._obey()
                else:
                    self._tell_end(descriptor)

    def _obey(self) -> None:
        try:
            message, files = receive(self._control, _MESSAGE_BYTES, 1)
        except ConnectionResetError:  # killed before it had heard all that we told
            self._leave()
        if not message:
            self._leave()
        fields = json.loads(message)
        order = Order(fields["fork"], fields["slot"], fields["network"], fields["rehearse"])
        try:
            pid, pidfd = self._fork(order, files)
        except OSError as error:  # no process or no file left for a moment: no reason to lose all other runs
            self._tell(refused=order.run, reason=error.strerror or str(error))
            return
        self._children[pidfd] = _Child(order.run, pid)
        self._poll.register(pidfd, select.POLLIN)
        self._tell(pidfd, forked=order.run, pid=pid)

    def _fork(self, order: Order, files: list[int]) -> tuple[int, int]:
        """The child, and a file descriptor that stands for it."""
        if not files:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        try:
            pid = self._fork_into_namespace(order, files[0])
        finally:
            os.close(files[0])
        try:
            return pid, os.pidfd_open(pid)
        except OSError:
            _end_group(pid)
            raise

    def _fork_into_namespace(self, order: Order, conversation: int) -> int:
        pids = self._jail.surroundings.pids
        if pids >= 0:
            system_calls.unshare(system_calls.NEW_PIDS)  # the next child is the first process of a namespace of its own
        try:
            pid = os.fork()
            if pid == 0:
                live(self._jail, order, socket.socket(fileno=conversation))
        finally:
            if pids >= 0:
                system_calls.enter_namespace(pids, system_calls.NEW_PIDS)
        return pid

    def _tell_end(self, pidfd: int) -> None:
        child = self._children.pop(pidfd)
        self._poll.unregister(pidfd)
        os.close(pidfd)
        status, usage = _end_group(child.pid)
        self._tell(
            ended=child.run,
            code=os.waitstatus_to_exitcode(status),
            cpu_ms=round((usage.ru_utime + usage.ru_stime) * 1000),
            peak_memory=usage.ru_maxrss * 1024,
        )

    def _tell(self, *files: int, **fields: object) -> None:
        try:
            socket.send_fds(self._control, [json.dumps(fields).encode()], files)
        except OSError:  # the server is gone, which our children may have heard of first
            self._leave()

    def _leave(self) -> NoReturn:
        """Without namespaces nobody else would kill what is left; with them, the kernel does."""
        if not self._jail.profile.walls.has_namespaces:
            for child in self._children.values():
                _end_group(child.pid)
        os._exit(0)


def _end_group(leader: int) -> tuple[int, resource.struct_rusage]:
    """Kill a child and all it started; answers its own status and usage once every one of them is gone.

    None of them could leave its group, and whoever loses its parent becomes a child of ours before that parent is
    waited for: so no member of the group is left when there is nobody to wait for.
    """
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
    _, status, usage = os.wait4(leader, 0)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-leader, 0)
    return status, usage
