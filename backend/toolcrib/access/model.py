from enum import StrEnum


class Permission(StrEnum):
    """What a subject may do with a tool; each includes the one before."""

    READ = "READ"
    EXECUTE = "EXECUTE"
    ADMIN = "ADMIN"

    @property
    def level(self) -> int:
        """1 READ, 2 EXECUTE, 3 ADMIN; in SQL 0 stands for none."""
        return list(Permission).index(self) + 1
