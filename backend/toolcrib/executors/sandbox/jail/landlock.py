"""Landlock: rules about files that hold whoever a process is. Rights and ABI versions: landlock(7)."""

import os
import struct
from collections.abc import Iterable
from stat import S_ISDIR

from toolcrib.executors.sandbox.jail.system_calls import call

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every machine
_GET_VERSION = 1
_BENEATH_PATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIRECTORY = 1, 2, 4, 8
_TRUNCATE, _DEVICE_CONTROL = 1 << 14, 1 << 15
_RIGHTS = ((1, (1 << 13) - 1), (2, 1 << 13), (3, _TRUNCATE), (5, _DEVICE_CONTROL))  # since which ABI
_SCOPES_SINCE, _ABSTRACT_SOCKETS, _SIGNALS = 6, 1, 2
SHUTS_ABSTRACT_SOCKETS_SINCE = _SCOPES_SINCE


def landlock_abi() -> int:
    """The kernel's version of Landlock; 0 where it has none, or has it switched off."""
    try:
        return call("landlock", _CREATE, None, 0, _GET_VERSION)
    except OSError:
        return 0


def make_ruleset(abi: int, readable: Iterable[str], writable: Iterable[str]) -> int:
    """A file descriptor of rules: `readable` may be read and executed, `writable` everything; all else is refused.

    Paths that don't exist are left out. From ABI 6 on, signals and abstract sockets stop at the jail's wall as well.
    """
    everything = sum(right for since, right in _RIGHTS if abi >= since)
    scopes = _ABSTRACT_SOCKETS | _SIGNALS if abi >= _SCOPES_SINCE else 0
    attributes = struct.pack("=QQQ", everything, 0, scopes)
    size = 24 if abi >= _SCOPES_SINCE else 8
    ruleset = call("landlock_create_ruleset", _CREATE, attributes[:size], size, 0)
    for path in readable:
        _allow(ruleset, path, _READ_FILE | _READ_DIRECTORY | _EXECUTE)
    for path in writable:
        _allow(ruleset, path, everything)
    return ruleset


def restrict(ruleset: int) -> None:
    """Hold this process and its children to the rules, for ever."""
    call("landlock_restrict_self", _RESTRICT, ruleset, 0)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _DEVICE_CONTROL
        rule = struct.pack("=Qi", rights, descriptor)
        call("landlock_add_rule", _ADD, ruleset, _BENEATH_PATH, rule, 0)
    finally:
        os.close(descriptor)
