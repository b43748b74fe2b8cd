"""The files a run leaves behind, read through the folder's own descriptor: no path of a script's making is followed."""

import mimetypes
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from toolcrib.executors.contract import Artifact, Limits

_MAX_NAME = 200
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_DEEPEST = 20

FOLDER_GONE = "The artifacts folder can't be read: the script removed it, or put something else in its place."


class ArtifactRefusedError(Exception):
    """A file in the artifacts folder can't be kept; the message names it and the rule. `too_much`: a limit's doing."""

    def __init__(self, message: str, *, too_much: bool = False) -> None:
        super().__init__(message)
        self.too_much = too_much


@dataclass(frozen=True, slots=True)
class _Found:
    """A file by its way from the artifacts folder, `charts/may.png`."""

    path: str
    content: bytes


def has_files(folder: int) -> bool:
    """`folder`: the artifacts folder's file descriptor. Raises ArtifactRefusedError where the folder is gone."""
    if os.fstat(folder).st_nlink == 0:
        raise ArtifactRefusedError(FOLDER_GONE)
    with os.scandir(folder) as entries:
        return any(True for _ in entries)


def collect_artifacts(folder: int, limits: Limits) -> tuple[Artifact, ...]:
    """Every file in it, sorted by its way there, under a name without separators. Raises ArtifactRefusedError."""
    kept: dict[str, Artifact] = {}
    try:
        found = sorted(_Walk(limits).files(folder, ""), key=lambda each: each.path)
    except OSError as error:
        raise ArtifactRefusedError(f"The artifacts folder can't be read: {error.strerror}.") from None
    for each in found:
        name = _free_name(_flat_name(each.path), kept)
        kept[name] = Artifact(name, mimetypes.guess_type(name)[0] or "application/octet-stream", each.content)
    return tuple(kept.values())


class _Walk:
    """Looks at no more entries, and reads no more bytes, than the limits allow."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._seen = 0
        self._room = limits.artifact_bytes

    def files(self, folder: int, prefix: str) -> Iterator[_Found]:
        """Links to folders count as files."""
        for entry in self._entries(folder):
            path = f"{prefix}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from self._inside(folder, entry.name, f"{path}/")
            else:
                yield _Found(path, self._read(folder, entry.name, path))

    def _inside(self, folder: int, name: str, prefix: str) -> Iterator[_Found]:
        if prefix.count("/") > _DEEPEST:
            raise ArtifactRefusedError(f"The artifacts folder is nested more than {_DEEPEST} deep.", too_much=True)
        inner = os.open(name, _FOLDER, dir_fd=folder)
        try:
            yield from self.files(inner, prefix)
        finally:
            os.close(inner)

    def _entries(self, folder: int) -> list[os.DirEntry[str]]:
        most = self._limits.artifact_count
        with os.scandir(folder) as entries:
            found = list(islice(entries, most - self._seen + 1))
        self._seen += len(found)
        if self._seen > most:
            raise ArtifactRefusedError(f"More than {most} artifacts were written, folders counted too.", too_much=True)
        return sorted(found, key=lambda entry: entry.name)

    def _read(self, folder: int, name: str, path: str) -> bytes:
        shown = _flat_name(path)
        try:
            descriptor = os.open(name, _FILE, dir_fd=folder)
        except OSError as error:
            is_link = stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
            reason = "it is a symbolic link" if is_link else error.strerror
            raise ArtifactRefusedError(f"Artifact {shown!r} can't be kept: {reason}.") from None
        with os.fdopen(descriptor, "rb") as file:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                raise ArtifactRefusedError(f"Artifact {shown!r} can't be kept: it is not a plain file.")
            content = b"" if about.st_size > self._room else file.read(self._room + 1)
        if max(about.st_size, len(content)) > self._room:
            raise ArtifactRefusedError(f"Artifact {shown!r} takes the artifacts over their size limit.", too_much=True)
        self._room -= len(content)
        return content


def _flat_name(path: str) -> str:
    """`charts/may.png` → `charts_may.png`: one printable line, no separators, no leading dot."""
    text = os.fsencode(path).decode("utf-8", "replace").replace("/", "_").replace("\\", "_")
    printable = "".join(character if character.isprintable() else "_" for character in text).lstrip(". ")
    return printable[-_MAX_NAME:] or "artifact"


def _free_name(name: str, taken: dict[str, Artifact]) -> str:
    stem, dot, suffix = name.rpartition(".")
    candidates = (f"{stem}-{n}.{suffix}" if dot and stem else f"{name}-{n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(c for c in candidates if c not in taken)
