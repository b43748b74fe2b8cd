"""What a resolver knows of its request."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import strawberry

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


Info = strawberry.Info[Context, None]


def principal_of(info: Info) -> Principal:
    """Raises Unauthenticated."""
    if info.context.principal is None:
        raise Unauthenticated("Sign in, or send a token.")
    return info.context.principal
