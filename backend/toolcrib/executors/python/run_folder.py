"""The folder of one run: the script, its home and temporary files, and the artifacts it leaves."""

import mimetypes
import os
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from toolcrib.executors.contract import Artifact, Limits
from toolcrib.executors.python.marks import is_orphan
from toolcrib.executors.python.runner import SCRIPT_NAME

_PREFIX = "toolcrib-run-"
_MAX_NAME = 200


class ArtifactRefusedError(Exception):
    """A file in the artifacts folder can't be kept; the message names it and the rule. `too_much`: a limit's doing."""

    def __init__(self, message: str, *, too_much: bool = False) -> None:
        super().__init__(message)
        self.too_much = too_much


@dataclass(frozen=True, slots=True)
class RunFolder:
    path: Path

    @classmethod
    def create(cls, script: str, mark: str) -> "RunFolder":
        """Make a folder only we can enter, named after the run's mark, with the script in it.

        Raises OSError, UnicodeEncodeError.
        """
        folder = cls(Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{mark}-")).resolve())
        try:
            folder.artifacts.mkdir()
            folder.temporary.mkdir()
            (folder.path / SCRIPT_NAME).write_bytes(script.encode())
        except BaseException:
            folder.remove()
            raise
        return folder

    @property
    def artifacts(self) -> Path:
        return self.path / "artifacts"

    @property
    def temporary(self) -> Path:
        return self.path / "tmp"

    def collect_artifacts(self, limits: Limits) -> tuple[Artifact, ...]:
        """Read every file under the artifacts folder, by name. Raises ArtifactRefusedError."""
        if self.artifacts.is_symlink():
            raise ArtifactRefusedError("The artifacts folder can't be read: it was replaced by a symbolic link.")
        try:
            files = _files(self.artifacts, limits.artifact_count)
        except OSError as error:
            raise ArtifactRefusedError(f"The artifacts folder can't be read: {error.strerror}.") from None
        kept: dict[str, Artifact] = {}
        size = 0
        for path in files:
            name = _free_name(_flat_name(path.relative_to(self.artifacts)), kept)
            content = _read_plain_file(path, limits.artifact_bytes - size, name)
            size += len(content)
            kept[name] = Artifact(name, mimetypes.guess_type(name)[0] or "application/octet-stream", content)
        return tuple(kept.values())

    def remove(self) -> None:
        """Delete the folder, however deep or locked up the script left it."""
        try:
            shutil.rmtree(self.path)
        except (OSError, RecursionError):
            commands = (["chmod", "-R", "u+rwx", "--", str(self.path)], ["rm", "-rf", "--", str(self.path)])
            for command in commands:
                subprocess.run(command, check=False, capture_output=True)  # noqa: S603 -- our own folder's path


def remove_orphans() -> None:
    """Delete the folders of runs whose server is gone."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        about = path.lstat()
        mark = path.name.removeprefix(_PREFIX).partition("-")[0]
        if stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and is_orphan(mark):
            RunFolder(path).remove()


def _files(root: Path, most: int) -> list[Path]:
    """Every file below `root`, sorted; links to folders count as files. Looks at no more than `most` entries."""
    files: list[Path] = []
    pending = [root]
    seen = 0
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                seen += 1
                if seen > most:
                    message = f"More than {most} artifacts were written, folders counted too."
                    raise ArtifactRefusedError(message, too_much=True)
                (pending if entry.is_dir(follow_symlinks=False) else files).append(Path(entry.path))
    return sorted(files)


def _read_plain_file(path: Path, room: int, name: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        reason = "it is a symbolic link" if path.is_symlink() else error.strerror
        raise ArtifactRefusedError(f"Artifact {name!r} can't be kept: {reason}.") from None
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise ArtifactRefusedError(f"Artifact {name!r} can't be kept: it is not a plain file.")
        content = b"" if about.st_size > room else file.read(room + 1)
    if max(about.st_size, len(content)) > room:
        raise ArtifactRefusedError(f"Artifact {name!r} takes the artifacts over their size limit.", too_much=True)
    return content


def _flat_name(path: Path) -> str:
    """`charts/may.png` → `charts_may.png`: one printable line, no separators, no leading dot."""
    text = os.fsencode(path).decode("utf-8", "replace").replace("/", "_").replace("\\", "_")
    printable = "".join(character if character.isprintable() else "_" for character in text).lstrip(". ")
    return printable[-_MAX_NAME:] or "artifact"


def _free_name(name: str, taken: dict[str, Artifact]) -> str:
    stem, dot, suffix = name.rpartition(".")
    candidates = (f"{stem}-{n}.{suffix}" if dot and stem else f"{name}-{n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(c for c in candidates if c not in taken)
