"""The directories PostgreSQL owns, and the ones above them that it must be able to enter."""

import hashlib
import os
import stat
import sys
from pathlib import Path

from toolcrib.core.embedded_postgres.binaries import Account
from toolcrib.core.errors import StartupError

PORT = 5432  # no TCP port: it only names the socket
# sun_path less its NUL, less the ".lock" PostgreSQL appends for its lock file.
SOCKET_PATH_BYTES = (103 if sys.platform == "darwin" else 107) - len(".lock")
AWKWARD_CHARACTERS = frozenset(',"\\@')  # PostgreSQL's list syntax gives them a meaning


def prepare_root(root: Path, account: Account | None) -> None:
    """Make the data directory. Raises StartupError when it can't be written, or `account` can't enter it."""
    try:
        if not root.exists():
            root.mkdir(parents=True, exist_ok=True)
            root.chmod(0o755 if account else 0o700)
    except OSError as error:
        raise unusable(root, error) from error
    if account is None:
        return
    for directory in (root, *root.parents):
        if not _may_enter(directory, account):
            raise StartupError(
                f"The data directory {root} can't be used by root: PostgreSQL runs as {account.name!r}, who can't "
                f"enter {directory}. Choose one outside it with TOOLCRIB_DATA_DIR, or run Toolcrib as an ordinary user."
            )


def unusable(root: Path, error: OSError) -> StartupError:
    reason = error.strerror or str(error)
    return StartupError(f"The data directory {root} can't be used: {reason}. Choose another with TOOLCRIB_DATA_DIR.")


def make_private(directory: Path, account: Account | None) -> None:
    """Make `directory` and leave it to `account` (or to us) alone.

    Raises StartupError when it stands where anybody may write, and was made by somebody else.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = directory.lstat()
    ours = {os.geteuid(), account.user_id} if account else {os.geteuid()}
    if directory.parent.stat().st_mode & stat.S_IWOTH and (directory.is_symlink() or owner.st_uid not in ours):
        raise StartupError(f"{directory} belongs to another user (uid {owner.st_uid}); Toolcrib won't use it.")
    if account:
        os.chown(directory, account.user_id, account.group_id)
    directory.chmod(0o700)


def socket_directory(root: Path, account: Account | None) -> Path:
    """`<root>/run`, or a short stand-in under /tmp where the kernel or PostgreSQL can't take that path."""
    inside = root / "run"
    too_long = len(os.fsencode(socket_file(inside, PORT))) > SOCKET_PATH_BYTES
    if not too_long and not AWKWARD_CHARACTERS.intersection(str(inside)):
        return inside
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:12]
    return Path("/tmp") / f"toolcrib-{account.user_id if account else os.geteuid()}-{digest}"  # noqa: S108 - its owner is checked by make_private


def socket_file(directory: Path, port: int) -> Path:
    return directory / f".s.PGSQL.{port}"


def _may_enter(directory: Path, account: Account) -> bool:
    status = directory.stat()
    if status.st_uid == account.user_id:
        return bool(status.st_mode & 0o100)
    if status.st_gid == account.group_id:
        return bool(status.st_mode & 0o010)
    return bool(status.st_mode & 0o001)
