from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it: the subject (None: the server itself), by which token, from which network address."""

    subject_id: UUID | None = None
    token_id: UUID | None = None
    address: str | None = None
    trace_id: str | None = None
