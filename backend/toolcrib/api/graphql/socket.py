"""A WebSocket stays open longer than a right may last: each operation on it is asked for anew."""

from typing import Any

from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.subscriptions.protocols.graphql_transport_ws.types import SubscribeMessage

from toolcrib.api.graphql.context import Context
from toolcrib.core.errors import Unavailable


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """Closes with 4403 once the token was revoked or the session is over, with 4400 for a malformed message."""

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        if not _is_well_formed(message):
            await self.handle_invalid_message("Failed to parse message")
            return
        try:
            valid = await self._is_still_valid()
        except Unavailable as error:
            problem: Any = {"message": str(error), "extensions": {"code": error.problems[0].code}}
            await self.send_message({"id": message["id"], "type": "error", "payload": [problem]})
            return
        if not valid:
            await self.websocket.close(code=4403, reason="Forbidden")
            return
        await super().handle_subscribe(message)

    async def _is_still_valid(self) -> bool:
        """True also of a socket that has not said who it is: the protocol has its own answer to that."""
        principal = self.context.principal
        return principal is None or await self.context.services.identity.is_still_valid(principal)


def _is_well_formed(message: Any) -> bool:  # noqa: ANN401 - what a client sent
    payload = message.get("payload")
    return (
        isinstance(message.get("id"), str)
        and isinstance(payload, dict)
        and isinstance(payload.get("query"), str)
        and isinstance(payload.get("variables"), dict | None)
        and isinstance(payload.get("operationName"), str | None)
    )
