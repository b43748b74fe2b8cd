"""What a run of a tool is: plain types and rules."""

from enum import StrEnum


class ExecutionStatus(StrEnum):
    PENDING = "PENDING"
    RUNNING = "RUNNING"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    TIMEOUT = "TIMEOUT"
    CANCELLED = "CANCELLED"
    UNAUTHORIZED = "UNAUTHORIZED"

    @property
    def has_ended(self) -> bool:
        return self not in {ExecutionStatus.PENDING, ExecutionStatus.RUNNING}


class EventKind(StrEnum):
    STATUS = "STATUS"
    STDOUT = "STDOUT"
    STDERR = "STDERR"
    PROGRESS = "PROGRESS"
    ARTIFACT = "ARTIFACT"
