"""Data directories for the embedded server's drills."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.database import cached_cluster, throwaway_cluster, throwaway_directory
from tests.support.embedded import give

# What only root can try: to lend PostgreSQL another account.
collect_ignore = [] if os.geteuid() == 0 else ["test_embedded_postgres_as_root.py"]
ACCOUNTS = [None, "nobody"] if os.geteuid() == 0 else [None]


@pytest.fixture(params=ACCOUNTS, ids=lambda account: account or "self")
def account(request: pytest.FixtureRequest) -> str | None:
    """Whom to run as: the account that runs the tests, and for root an ordinary user too."""
    chosen: str | None = request.param
    return chosen


@pytest.fixture
def empty_dir() -> Iterator[Path]:
    with throwaway_directory() as root:
        yield root


@pytest.fixture(scope="module")
def data_dir() -> Iterator[Path]:
    """A data directory with a cluster in it. A module's tests share it: each leaves it stopped and whole."""
    with throwaway_cluster() as root:
        yield root


@pytest.fixture
def owned_dir(data_dir: Path, account: str | None) -> Path:
    """The same, as `account`'s own."""
    give(data_dir, account or cached_cluster().owner())
    return data_dir
