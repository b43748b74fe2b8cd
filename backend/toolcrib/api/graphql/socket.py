"""A WebSocket stays open longer than a right may last: each operation on it is asked for anew."""

import logging
from contextlib import aclosing
from typing import Any, cast

import orjson
from starlette.websockets import WebSocketDisconnect
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import Operation as SocketOperation
from strawberry.subscriptions.protocols.graphql_transport_ws.types import SubscribeMessage

from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.live.broadcast import Broadcast, Stopping
from toolcrib.api.graphql.live.operation import Operation
from toolcrib.core.errors import Unavailable

MAX_OPERATIONS = 100

logger = logging.getLogger(__name__)


class SocketAdapter(ASGIWebSocketAdapter):
    async def send_text(self, text: str) -> None:
        """A message that is JSON already. Raises WebSocketDisconnected."""
        try:
            await self.ws.send_text(text)
        except WebSocketDisconnect as error:
            raise WebSocketDisconnected from error


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """See https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md.

    Closes with 4403 once the token was revoked or the session is over, with 4400 for a malformed message. An operation
    that can't be run is told so by `error`, and leaves the socket's others alone.
    """

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        if not _is_well_formed(message):
            await self.handle_invalid_message("Failed to parse message")
            return
        if len(self.operations) >= MAX_OPERATIONS:
            await self._refuse(
                message, "TOO_MANY_OPERATIONS", f"At most {MAX_OPERATIONS} go on at once on a WebSocket."
            )
            return
        try:
            valid = await self._is_still_valid()
        except Unavailable as error:
            await self._refuse(message, error.problems[0].code, str(error))
            return
        if not valid:
            await self.websocket.close(code=4403, reason="Forbidden")
            return
        await super().handle_subscribe(message)

    async def _refuse(self, message: SubscribeMessage, code: str, reason: str) -> None:
        problem: Any = {"message": reason, "extensions": {"code": code}}
        await self.send_message({"id": message["id"], "type": "error", "payload": [problem]})

    async def run_operation(self, operation: SocketOperation[Context, None]) -> None:
        try:
            if await self._send_results(operation):
                await operation.send_operation_message({"id": operation.id, "type": "complete"})
        except (WebSocketDisconnected, Stopping):
            return
        except Exception:
            logger.exception("An operation on a WebSocket broke off.")
            await self.websocket.close(code=4500, reason="Internal error")

    async def _send_results(self, operation: SocketOperation[Context, None]) -> bool:
        """False where the operation was not run."""
        broadcast = cast("Broadcast", cast("Any", self.view).broadcast)
        socket = cast("SocketAdapter", self.websocket)
        asked = Operation(operation.query, operation.variables, operation.operation_name)
        head = f'{{"id":{orjson.dumps(operation.id).decode()},"type":"next","payload":'
        async with aclosing(broadcast.follow(asked, self.context)) as batches:
            async for entries in batches:
                for entry in entries:
                    if entry.errors:
                        message = {"id": operation.id, "type": "error", "payload": list(entry.errors)}
                        await operation.send_operation_message(cast("Any", message))
                        return False
                    await socket.send_text(f"{head}{entry.text}}}")
        return True

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
