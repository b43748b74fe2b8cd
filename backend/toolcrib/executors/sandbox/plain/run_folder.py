"""The folder of one plain run: the script, its home and temporary files, and the artifacts it leaves."""

import os
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from toolcrib.executors.sandbox.artifacts import FOLDER_GONE, ArtifactRefusedError
from toolcrib.executors.sandbox.marks import is_orphan

PREFIX = "toolcrib-run-"


@dataclass(frozen=True, slots=True)
class RunFolder:
    path: Path

    @classmethod
    def create(cls, mark: str) -> "RunFolder":
        """Make a folder only we can enter, named after the run's mark. Raises OSError."""
        return cls(Path(tempfile.mkdtemp(prefix=f"{PREFIX}{mark}-")).resolve())

    def open_artifacts(self) -> int:
        """A descriptor of the artifacts folder. Raises ArtifactRefusedError where the script took it away."""
        try:
            return os.open(self.path / "artifacts", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            raise ArtifactRefusedError(FOLDER_GONE) from None

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
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        about = path.lstat()
        mark = path.name.removeprefix(PREFIX).partition("-")[0]
        if stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and is_orphan(mark):
            RunFolder(path).remove()
