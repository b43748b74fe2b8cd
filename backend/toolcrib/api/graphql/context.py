"""What a resolver knows of its request."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import strawberry

from toolcrib.api.graphql.live.following import Following
from toolcrib.core.errors import Unauthenticated
from toolcrib.identity.model import Principal

if TYPE_CHECKING:
    from toolcrib.api.services import Services


@dataclass(slots=True)
class Context:
    """`principal` is None only on a WebSocket that has not said who it is yet."""

    services: "Services"
    principal: Principal | None
    request: Any = None
    response: Any = None
    connection_params: dict[str, object] | None = None
    following: Following = field(default_factory=Following)


Info = strawberry.Info[Context, None]


def principal_of(info: Info) -> Principal:
    """Raises Unauthenticated."""
    return authenticated(info.context)


def authenticated(context: Context) -> Principal:
    """Raises Unauthenticated."""
    if context.principal is None:
        raise Unauthenticated("Sign in, or send a token.")
    return context.principal
