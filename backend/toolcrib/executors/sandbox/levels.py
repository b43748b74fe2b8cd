"""How well scripts are isolated: the levels, best last, and what a machine offers of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Level(StrEnum):
    """Ordered by their names: L3 is better than L0."""

    L0 = "L0"
    L1 = "L1"
    L2 = "L2"
    L3 = "L3"


MEANINGS: Mapping[Level, str] = MappingProxyType(
    {
        Level.L3: "Each run has its own user, process numbers, file system and IPC; it sees the libraries, read-only, "
        "and an empty folder of its own. Landlock and seccomp stand behind that.",
        Level.L2: "Each run has a user of its own; Landlock shuts it out of all files but the libraries and its own "
        "folder, seccomp out of dangerous system calls. It shares process numbers and IPC with the server.",
        Level.L1: "Runs are the server's user; Landlock shuts them out of all files but the libraries and their own "
        "folder, seccomp out of dangerous system calls. Nothing but Landlock parts one run from another.",
        Level.L0: "Scripts are not isolated: each is a plain process with a scrubbed environment and limits on time, "
        "memory and output, but as the server's own user. It reaches the files and the network that the server does. "
        "Run only scripts of people you trust.",
    }
)


@dataclass(frozen=True, slots=True)
class LevelFinding:
    """Whether this machine can hold runs at `level`; where not, `reason` says what it lacks and what would help."""

    level: Level
    available: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SandboxInfo:
    """What the health page, `toolcrib doctor` and the Try panel show.

    `findings` has the levels that were tried, best first. `refuses`: no script runs, as `level` is below `minimum`.
    `landlock_abi` is the kernel's, 0 without Landlock.
    """

    level: Level
    minimum: Level
    landlock_abi: int
    summary: str
    findings: tuple[LevelFinding, ...] = ()

    @property
    def refuses(self) -> bool:
        return self.level < self.minimum

    @property
    def isolated(self) -> bool:
        return self.level > Level.L0
