"""The levels of isolation that this machine can hold, by another witness than our own code."""

import os
import subprocess
from functools import cache

import pytest
from toolcrib.executors.sandbox.levels import Level

WALLED_AND_PLAIN = pytest.mark.parametrize("level", [Level.L3, Level.L0])
"""For what every run is promised: it must hold behind all walls and behind none."""


def require(level: Level) -> None:
    """Skip where this machine can't hold `level`; a sandbox that does not reach it elsewhere has failed."""
    if level is Level.L3 and not _has_namespaces():
        pytest.skip("This machine lets us make no namespaces.")
    if level is Level.L2 and os.geteuid() != 0:
        pytest.skip("Only root can give each run a user of its own.")


@cache
def _has_namespaces() -> bool:
    """util-linux's unshare tries what level L3 stands on."""
    users = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    command = ["unshare", *users, "--mount", "--pid", "--fork", "--ipc", "--uts", "--cgroup", "true"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0
