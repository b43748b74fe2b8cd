"""The one tree of domain errors.

ToolcribError
├── Unauthenticated   nobody we know is asking
├── Forbidden         known, and may see it, but may not do this
├── NotFound          not there, or not for this asker to know
├── InvalidInput      the input breaks a rule; one `Problem` each
├── Conflict          somebody else was first: stale version, taken name
├── RateLimited       too often; says when to come back
├── Unavailable       something we need is away for now
└── StartupError      the server can't start; its message is the whole story

A tool that fails is a result, not an error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: a stable code, a message for people, and the path of the input field it is about."""

    code: str
    message: str
    field: Path = ()


class ToolcribError(Exception):
    code: ClassVar[str] = "INTERNAL"

    def __init__(self, message: str, field: Path = (), *, code: str | None = None) -> None:
        super().__init__(message)
        self.problems: Sequence[Problem] = (Problem(code or self.code, message, field),)


class Unauthenticated(ToolcribError):
    code = "UNAUTHENTICATED"


class Forbidden(ToolcribError):
    code = "FORBIDDEN"


class NotFound(ToolcribError):
    code = "NOT_FOUND"


class InvalidInput(ToolcribError):
    code = "INVALID_INPUT"

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> "InvalidInput":
        """Several broken rules at once; `problems` is not empty."""
        error = cls(problems[0].message)
        error.problems = tuple(problems)
        return error


class Conflict(ToolcribError):
    code = "CONFLICT"


class RateLimited(ToolcribError):
    code = "RATE_LIMITED"

    def __init__(self, message: str, retry_after_ms: int) -> None:
        super().__init__(message)
        self.retry_after_ms = retry_after_ms


class Unavailable(ToolcribError):
    code = "UNAVAILABLE"


class StartupError(ToolcribError):
    code = "STARTUP"
