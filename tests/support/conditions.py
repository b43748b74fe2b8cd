"""Waiting for what another process does."""

import time
from collections.abc import Callable
from threading import Event


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Return as soon as `condition` holds. Fails the test after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"still not so after {seconds:.0f} s"
        Event().wait(0.02)
