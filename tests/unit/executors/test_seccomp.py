"""The filters, run as the kernel would. If these fail, a machine that no test runs on has a hole in its wall."""

import errno
import re
import struct
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from toolcrib.executors.sandbox.jail import seccomp
from toolcrib.executors.sandbox.jail.profile import Walls

from tests.support.attacks.numbers import NUMBERS
from tests.support.attacks.on_kernel import CALLS

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
ALLOW, FAIL, KILL = 0x7FFF, 0x0005, 0x8000
KNOWN = range(470)

Judge = Callable[..., int | str]


def answer(program: bytes, number: int, arguments: tuple[int, ...], architecture: int) -> int | str:
    """What the kernel's machine says to a call: 0, the number of an error, or `killed`."""
    padded = [each & (2**64 - 1) for each in (*arguments, *(0,) * (6 - len(arguments)))]
    data = struct.pack("=IIQ6Q", number, architecture, 0, *padded)
    instructions = list(struct.iter_unpack("=HBBI", program))
    accumulator = position = 0
    while True:
        code, if_true, if_false, value = instructions[position]
        position += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, value)
            case 0x54:
                accumulator &= value
            case 0x15 | 0x35 | 0x45:
                holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
                position += if_true if holds else if_false
            case 0x06:
                action, detail = value >> 16, value & 0xFFFF
                return {ALLOW: 0, FAIL: detail, KILL: "killed"}[action]
            case _:
                pytest.fail(f"no such instruction: {code:#x}")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    name = str(request.param)
    monkeypatch.setattr("platform.machine", lambda: name)
    seccomp.child_filter.cache_clear()
    yield name
    seccomp.child_filter.cache_clear()


@pytest.fixture
def base(machine: str) -> Judge:
    def judge(name: str | int, *arguments: int, unix_sockets: bool = True) -> int | str:
        number = NUMBERS[machine][name] if isinstance(name, str) else name
        return answer(seccomp.base_filter(unix_sockets=unix_sockets), number, arguments, MACHINES[machine])

    return judge


@pytest.fixture
def child(machine: str) -> Judge:
    def judge(name: str | int, *arguments: int, walls: Walls = Walls.MAPPED_USERS, network: bool = True) -> int | str:
        number = NUMBERS[machine][name] if isinstance(name, str) else name
        return answer(seccomp.child_filter(walls, network=network), number, arguments, MACHINES[machine])

    return judge


ZYGOTES_NEED = {"memfd_create"}


@pytest.mark.parametrize("name", CALLS)
def test_what_reaches_into_the_kernel_is_refused(name: str, base: Judge, child: Judge) -> None:
    assert (base(name), child(name)) == ((0, errno.EPERM) if name in ZYGOTES_NEED else (errno.EPERM, 0))


def test_what_only_the_setting_up_needs_is_refused_after_it(base: Judge, child: Judge) -> None:
    for name in ("mount", "umount2", "pivot_root", "chroot", "setns", "unshare", "fsopen", "open_tree", "move_mount"):
        assert (base(name), child(name)) == (0, errno.EPERM)


def test_another_machines_calls_kill_and_unknown_ones_do_not_exist(machine: str) -> None:
    other = next(architecture for name, architecture in MACHINES.items() if name != machine)
    for program in (seccomp.base_filter(unix_sockets=True), seccomp.child_filter(Walls.SAME_USER, network=False)):
        assert answer(program, 0, (), other) == "killed"
        assert answer(program, 20, (), 0x40000003) == "killed"  # i386
        for number in (470, 511, 0x40000000, 0x40000027, 0xFFFFFFFF):
            assert answer(program, number, (), MACHINES[machine]) == errno.ENOSYS


def test_processes_and_threads_are_made_but_no_namespaces(base: Judge) -> None:
    assert base("clone", 0x00010F00 | 17) == 0  # a thread's flags
    for bit in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert base("clone", bit | 17) == errno.EPERM
    assert base("clone3", 0) == errno.ENOSYS


SOCKET = {"x86_64": 41, "aarch64": 198}
SOCKET_PAIR = {"x86_64": 53, "aarch64": 199}


@pytest.mark.parametrize("unix_sockets", [True, False])
def test_only_the_internets_sockets_and_own_unix_ones_are_made(
    machine: str, base: Judge, *, unix_sockets: bool
) -> None:
    def made(family: int, kind: int = 1, protocol: int = 0) -> bool:
        return base(SOCKET[machine], family, kind, protocol, unix_sockets=unix_sockets) == 0

    assert {family for family in range(64) if made(family)} == {2, 10, 16} | ({1} if unix_sockets else set())
    assert [protocol for protocol in range(32) if made(16, 3, protocol)] == [0]
    assert made(2, 1 | 0o2000000, 6)  # close on exec, TCP
    assert made(2 | 1 << 32)  # the kernel takes an int: the upper half counts for nobody


def test_without_unix_sockets_pairs_are_of_kinds_that_stay_connected(machine: str, base: Judge) -> None:
    def made(kind: int, *, unix_sockets: bool) -> bool:
        return base(SOCKET_PAIR[machine], 1, kind, 0, unix_sockets=unix_sockets) == 0

    flags = 0o2000000 | 0o4000
    assert [kind for kind in range(1, 11) if made(kind | flags, unix_sockets=False)] == [1, 5]
    assert all(made(kind, unix_sockets=True) for kind in range(1, 11))


def test_sockets_are_refused_where_nothing_else_shuts_the_network(machine: str, child: Judge) -> None:
    for walls, network in product(Walls, (True, False)):
        refused = not network and not walls.has_namespaces
        assert child(SOCKET[machine], 2, 1, 0, walls=walls, network=network) == (errno.EACCES if refused else 0)


def test_a_process_group_is_left_only_where_a_namespace_ends_all(machine: str, child: Judge) -> None:
    set_session, set_group = {"x86_64": (112, 109), "aarch64": (157, 154)}[machine]
    for walls in Walls:
        expected = 0 if walls.has_namespaces else errno.EPERM
        assert (child(set_session, walls=walls), child(set_group, walls=walls)) == (expected, expected)


ON_OTHERS = [
    ("prlimit64", (0, 7), (4711, 7)),
    ("sched_setaffinity", (0, 8), (4711, 8)),
    ("sched_setattr", (0,), (1,)),
    ("ioprio_set", (1, 0, 7), (1, 4711, 7)),
    ("ioprio_set", (1, 0, 7), (3, 0, 7)),  # all of a user's
]


@pytest.mark.parametrize(("name", "own", "anothers"), ON_OTHERS)
def test_a_script_of_the_servers_user_sets_its_own_limits_only(
    name: str, own: tuple[int, ...], anothers: tuple[int, ...], child: Judge
) -> None:
    assert (child(name, *own, walls=Walls.SAME_USER), child(name, *anothers, walls=Walls.SAME_USER)) == (0, errno.EPERM)
    assert child(name, *anothers, walls=Walls.SLOT_USERS) == 0  # where the kernel itself asks whose process it is


def test_a_script_of_the_servers_user_changes_no_modes(machine: str, child: Judge) -> None:
    numbers = {"x86_64": (90, 92, 94, 260, 268, 452, 188, 189, 76), "aarch64": (53, 54, 452, 5, 6, 45)}[machine]
    for number in numbers:
        assert child(number, walls=Walls.SAME_USER) == errno.EPERM
        assert child(number, walls=Walls.MAPPED_USERS) == 0


ONLY_X86 = {
    *("_sysctl", "ioperm", "iopl", "modify_ldt", "uselib", "chmod", "chown", "lchown"),
    *("create_module", "get_kernel_syms", "query_module"),
}


def read_header(machine: str) -> dict[int, str]:
    path = HEADERS[machine]
    if not path.exists():
        pytest.skip("The kernel's headers are not installed.")
    found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", path.read_text(), re.MULTILINE)
    return {int(number): name for name, number in found}


def refused_by_name(machine: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every call that some filter refuses, whatever its arguments, by the name the kernel's header gives its number."""
    names = read_header(machine)
    monkeypatch.setattr("platform.machine", lambda: machine)
    seccomp.child_filter.cache_clear()
    programs = [seccomp.base_filter(unix_sockets=True), seccomp.child_filter(Walls.SAME_USER, network=True)]
    refused = {n for n in KNOWN for program in programs if answer(program, n, (0,) * 6, MACHINES[machine]) != 0}
    return {names[number] for number in refused if number in names}


def test_both_machines_refuse_the_same_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    x86, arm = (refused_by_name(machine, monkeypatch) for machine in MACHINES)
    exist_on_both = set(read_header("x86_64").values()) & set(read_header("aarch64").values())
    seccomp.child_filter.cache_clear()
    assert (x86 ^ arm) & exist_on_both == set()
    assert (x86 - arm) - exist_on_both <= ONLY_X86


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_of_these_tests_are_the_kernels(machine: str) -> None:
    names = read_header(machine)
    for name, number in NUMBERS[machine].items():
        assert names[number] == name
