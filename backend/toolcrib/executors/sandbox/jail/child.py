"""A zygote's child: it walls itself in, says that it is ready, serves one run, and dies."""

import contextlib
import gc
import json
import os
import random
import socket
import struct
import sys
from dataclasses import dataclass
from typing import NoReturn

from toolcrib.executors.sandbox.jail import landlock, runner, seccomp, streams, system_calls
from toolcrib.executors.sandbox.jail.namespaces import Surroundings
from toolcrib.executors.sandbox.jail.passing import receive
from toolcrib.executors.sandbox.jail.profile import FIRST_SLOT_USER, HOME, ROOM_OPTIONS, Profile
from toolcrib.executors.sandbox.jail.rehearsal import rehearse
from toolcrib.executors.sandbox.jail.root import landlocked_paths, mount_proc

FILES_OF_A_JOB = 6  # job, stdin, stdout, stderr, report, exit code
_ALL_FILES = 1 << 20
_FAILED = 97
_SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Jail:
    """What a zygote has made ready for its children. `ruleset` is -1 where each child needs rules of its own."""

    profile: Profile
    surroundings: Surroundings
    landlock_abi: int
    ruleset: int
    memory: int  # bytes of address space that the zygote itself takes


@dataclass(frozen=True, slots=True)
class Order:
    """What the server wants of a new child. `run` is a number it has given the run, `slot` stands for its user."""

    run: int
    slot: int
    network: bool
    rehearse: bool


def live(jail: Jail, order: Order, conversation: socket.socket) -> NoReturn:
    """Be the child, from the fork to its end. A step that fails is told, and no script runs."""
    try:
        folder = _wall_in(jail, order, conversation)
        if order.rehearse:
            rehearse(folder)
        _be_unlike_others()
        streams.open_ahead()
        system_calls.install_filter(seccomp.child_filter(jail.profile.walls, network=order.network))
    except BaseException as error:  # noqa: BLE001 -- whatever it is, it must be told, and nothing more may happen here
        with contextlib.suppress(OSError):
            conversation.send(f"failed {system_calls.explain(error)}".encode()[:2000])
        os._exit(_FAILED)
    try:
        code = _serve(jail, folder, conversation)
    except BaseException:  # noqa: BLE001 -- the script's threads and its last words may raise anything
        code = 1
    os._exit(code & 255)


def _wall_in(jail: Jail, order: Order, conversation: socket.socket) -> str:
    """Make the walls of this one run, from outside to inside; answers its folder."""
    conversation.set_inheritable(False)
    _close_others(conversation.fileno(), jail.ruleset)
    os.setsid()
    system_calls.die_with_parent()
    user = FIRST_SLOT_USER + order.slot
    walls = jail.profile.walls
    ruleset = jail.ruleset
    if walls.has_namespaces:
        folder = _own_file_system(jail, order, user if walls.has_slot_users else None)
        _become(user, switch=walls.has_slot_users)
    else:
        folder = f"{jail.profile.runs}/run-{order.run}"
        os.mkdir(folder, 0o700)  # noqa: PTH102 -- pathlib is one more import in every zygote
        if walls.has_slot_users:
            os.chown(folder, user, user)
        readable = landlocked_paths(jail.profile.readable)
        ruleset = landlock.make_ruleset(jail.landlock_abi, readable, (folder, "/dev/null", "/dev/zero", "/dev/full"))
        _become(user, switch=walls.has_slot_users)
    system_calls.forbid_new_privileges()
    _check_libraries()
    _show_artifacts(folder, conversation)
    if jail.landlock_abi:
        landlock.restrict(ruleset)
    _close_others(conversation.fileno(), -1)
    system_calls.set_dumpable(dumpable=walls.has_namespaces)  # so that a script may look at itself in /proc
    return folder


def _own_file_system(jail: Jail, order: Order, user: int | None) -> str:
    network = 0 if order.network else system_calls.NEW_NETWORK
    system_calls.unshare(system_calls.NEW_MOUNTS | system_calls.NEW_IPC | network)
    owner = f",uid={user},gid={user}" if user is not None else ""
    system_calls.mount("tmpfs", HOME, "tmpfs", system_calls.NO_SUID | system_calls.NO_DEVICES, f"{ROOM_OPTIONS}{owner}")
    if jail.surroundings.has_proc and not mount_proc():
        raise PermissionError("mount proc: refused")
    return HOME


def _become(user: int, *, switch: bool) -> None:
    if switch:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        system_calls.die_with_parent()  # a change of user forgets it
    system_calls.drop_capabilities()


def _check_libraries() -> None:
    """A private folder on the way to the interpreter shuts out whoever is not the server's user."""
    if not os.access(os.__file__, os.R_OK):
        folder = os.path.dirname(os.__file__)  # noqa: PTH120 -- as above
        raise PermissionError(f"the users that runs get can't read {folder}: install Python where everyone may read it")


def _show_artifacts(folder: str, conversation: socket.socket) -> None:
    """Hand the server the folder that it will look for artifacts in: no path of ours leads there from outside."""
    os.chdir(folder)
    for name in ("artifacts", "tmp"):
        os.mkdir(name)  # noqa: PTH102 -- as above
    descriptor = os.open("artifacts", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    socket.send_fds(conversation, [b"artifacts"], [descriptor])
    os.close(descriptor)


def _serve(jail: Jail, folder: str, conversation: socket.socket) -> int:
    conversation.send(b"ready")
    message, files = receive(conversation, 16, FILES_OF_A_JOB)
    if not message or len(files) != FILES_OF_A_JOB:  # the server has no use for us any more
        os._exit(0)
    conversation.close()  # a script is told nothing and says nothing by it
    job, stdin, stdout, stderr, report, exit_code = files
    streams.connect((stdin, stdout, stderr))
    gc.enable()
    content = json.loads(os.pread(job, os.fstat(job).st_size, 0))
    os.close(job)
    code = runner.come_to_end(runner.perform(content, folder, report, jail.memory))
    with contextlib.suppress(OSError):  # where the script has closed it, our end says the same
        os.write(exit_code, b"%d" % code)
    return code


def _be_unlike_others() -> None:
    """Children are copies of one zygote, random numbers to come included.

    OpenSSL tells a copy by its process number, which is 1 in all of them: untold, they would share their TLS keys.
    """
    random.seed()
    if ssl := sys.modules.get("ssl"):
        ssl.RAND_add(os.urandom(_SEED_BYTES), _SEED_BYTES)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(struct.unpack("4I", os.urandom(16)))  # its own choice of a seed takes a millisecond


def _close_others(keep: int, also: int) -> None:
    low, high = sorted((keep, also if also >= 0 else keep))
    os.closerange(3, low)
    os.closerange(low + 1, high)
    os.closerange(high + 1, _ALL_FILES)
