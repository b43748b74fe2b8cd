"""File locks that the kernel drops when their holder dies, however it dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Wait for the lock and hold it."""
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def share(path: Path) -> int:
    """Join the users of `path`; closing the descriptor leaves them."""
    descriptor = _open(path)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def try_exclusive(path: Path) -> int | None:
    """The lock's descriptor, or None while anybody else holds or shares it."""
    return _try(path, fcntl.LOCK_EX)


def is_held(path: Path) -> bool:
    """Whether anybody holds `path` exclusively. Asking takes turns with nobody who only asks."""
    descriptor = _try(path, fcntl.LOCK_SH)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def _try(path: Path, kind: int) -> int | None:
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
