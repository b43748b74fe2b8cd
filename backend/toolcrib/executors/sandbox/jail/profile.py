"""What a zygote is told when it is started, and where a run finds its own folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

RUNS = "/run"  # the parent of every run's folder in the jail's own file system: Landlock's rules hold for what is here
HOME = f"{RUNS}/tool"
ROOM_OPTIONS = "size=64m,nr_inodes=4096,mode=700"
FIRST_SLOT_USER = 60_000  # a run in slot n is user 60000 + n, inside its user namespace where it has one
MOST_SLOTS = 5_000
USER_NAME = "tool"


class Walls(StrEnum):
    """How the walls are made, which depends on what the server may do."""

    MAPPED_USERS = "MAPPED_USERS"  # L3, root: a user namespace with a range of users, one for each run
    REAL_USERS = "REAL_USERS"  # L3, root where user namespaces are switched off: real users, one for each run
    SINGLE_USER = "SINGLE_USER"  # L3, not root: a user namespace with one user
    SLOT_USERS = "SLOT_USERS"  # L2, root that may not make namespaces: real users, one for each run
    SAME_USER = "SAME_USER"  # L1: the server's own user

    @property
    def has_namespaces(self) -> bool:
        return self not in {Walls.SLOT_USERS, Walls.SAME_USER}

    @property
    def has_slot_users(self) -> bool:
        """Each run is a user of its own."""
        return self not in {Walls.SINGLE_USER, Walls.SAME_USER}


@dataclass(frozen=True, slots=True)
class Profile:
    """`readable`: what scripts may read besides the system's libraries. `runs`: the parent of run folders at L1 and L2.

    `imports` are loaded before anything is forked, and `certificates` where its scripts are likely to speak HTTPS.
    """

    walls: Walls
    imports: tuple[str, ...]
    certificates: bool
    readable: tuple[str, ...]
    runs: str

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "Profile":
        return cls(
            walls=Walls(fields["walls"]),
            imports=tuple(fields["imports"]),
            certificates=bool(fields["certificates"]),
            readable=tuple(fields["readable"]),
            runs=str(fields["runs"]),
        )
