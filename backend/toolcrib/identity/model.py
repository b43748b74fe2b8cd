"""Who is asking: plain types and rules."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from toolcrib.audit.model import Actor
from toolcrib.core.errors import Forbidden


class SubjectKind(StrEnum):
    USER = "USER"
    AGENT = "AGENT"


class Role(StrEnum):
    ADMIN = "ADMIN"
    MEMBER = "MEMBER"


class Scope(StrEnum):
    """What a token may be used for; each includes the one before."""

    READ = "READ"
    EXECUTE = "EXECUTE"
    MANAGE = "MANAGE"

    @property
    def rank(self) -> int:
        return list(Scope).index(self) + 1


@dataclass(frozen=True, slots=True)
class Principal:
    """The subject behind a request and how far this token or session carries.

    `role` is a user's; an agent has none, whoever owns it. `on_behalf_of` is the user an agent acts for, set by its
    token alone.
    """

    subject_id: UUID
    kind: SubjectKind
    role: Role | None = None
    scope: Scope = Scope.MANAGE
    on_behalf_of: UUID | None = None
    token_id: UUID | None = None
    session_id: UUID | None = None
    address: str | None = None
    trace_id: str | None = None

    @property
    def is_admin(self) -> bool:
        return self.role is Role.ADMIN

    def actor(self) -> Actor:
        return Actor(self.subject_id, self.token_id, self.address, self.trace_id)


def require_scope(principal: Principal, scope: Scope) -> None:
    """Raises Forbidden where the token's scope falls short."""
    if principal.scope.rank < scope.rank:
        raise Forbidden(f"This needs a token of scope {scope}; yours has {principal.scope}.")
