"""GraphQL over HTTP and WebSocket: who is asking, the specification's media type, and errors that are answers."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from json import JSONDecodeError
from typing import Any, cast

import orjson
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http import GraphQLRequestData
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType
from strawberry.types.unset import UnsetType

from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.errors import no_such_operation
from toolcrib.api.graphql.live.broadcast import Broadcast
from toolcrib.api.graphql.live.event_stream import EVENT_STREAM, event_stream
from toolcrib.api.graphql.media_types import GRAPHQL_RESPONSE, OFFERED, answer_type
from toolcrib.api.graphql.operation_request import read_operation
from toolcrib.api.graphql.schema import Schema
from toolcrib.api.graphql.socket import SocketAdapter, SocketHandler
from toolcrib.api.http.refusals import GRAPHQL_PATH, MethodNotAllowed, NotAcceptable, refusal
from toolcrib.api.services import Services
from toolcrib.core.errors import InvalidInput, ToolcribError, Unauthenticated
from toolcrib.core.json_text import parse_json
from toolcrib.identity.model import Principal

Authenticate = Callable[[HTTPConnection, Mapping[str, object] | None], Awaitable[Principal | None]]
"""(connection, the WebSocket's connection_init payload or None) → who it is.

Raises Unauthenticated for a bad credential.
"""


GREETING_TIME = timedelta(seconds=5)
"""How long a WebSocket may take to say who it is."""
_LEAST, _MOST = -(2**63), 2**64 - 1
"""What orjson writes by itself."""


class GraphQLView(GraphQL[Context, None]):
    """See https://graphql.github.io/graphql-over-http/draft/ and the graphql-transport-ws protocol."""

    graphql_transport_ws_handler_class = SocketHandler
    websocket_adapter_class = SocketAdapter

    def __init__(self, schema: Schema, services: Services, authenticate: Authenticate) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=GREETING_TIME,
        )
        self.broadcast = Broadcast(schema, services, self.encode_json)
        self._services = services
        self._authenticate = authenticate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            response = await self._answer(Request(scope, receive))
            await response(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        media_type = answer_type(",".join(request.headers.getlist("accept")), (*OFFERED, EVENT_STREAM))
        try:
            request.state.principal = await self._authenticate(request, None)
            if request.state.principal is None:
                raise Unauthenticated("Sign in, or send a token.")
            if media_type is None:
                raise NotAcceptable(f"Accept one of: {', '.join((*OFFERED, EVENT_STREAM))}.")
            if media_type == EVENT_STREAM:
                context = Context(self._services, request.state.principal, request)
                return await event_stream(request, self.broadcast, context, self._services.settings.body_bytes)
            operation = await read_operation(request, self._services.settings.body_bytes)
            context = Context(self._services, request.state.principal, request)
            return self._response(await self._execute(request.method, operation, context), media_type)
        except ToolcribError as error:
            return refusal(error, GRAPHQL_PATH, None if media_type == EVENT_STREAM else media_type)

    async def _execute(self, method: str, operation: GraphQLRequestData, context: Context) -> ExecutionResult:
        """Raises MethodNotAllowed, InvalidInput for an operation that this way of asking can't carry."""
        try:
            return await self.schema.execute(
                operation.query,
                variable_values=operation.variables,
                context_value=context,
                operation_name=operation.operation_name,
                allowed_operation_types=OperationType.from_http(cast("Any", method)),
                operation_extensions=operation.extensions,
            )
        except CannotGetOperationTypeError as error:
            return ExecutionResult(data=None, errors=[no_such_operation(error.operation_name)])
        except InvalidOperationTypeError as error:
            raise _wrong_transport(error.operation_type) from error

    def _response(self, result: ExecutionResult, media_type: str) -> Response:
        body: dict[str, object] = {"data": result.data}
        if result.errors:
            body["errors"] = [error.formatted for error in result.errors]
            if result.data is None and not any(error.path for error in result.errors):
                del body["data"]  # nothing was executed: a request error has no data
        failed = media_type == GRAPHQL_RESPONSE and "data" not in body
        content_type = f"{media_type}; charset=utf-8"
        return Response(self.encode_json(body), 400 if failed else 200, media_type=content_type)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """Of a WebSocket, which hasn't said yet who it is."""
        return Context(self._services, None, request, response)

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """The token in `connection_init`, or the cookie of a page of our own; else the socket is closed with 4403."""
        try:
            context.principal = await self._authenticate(context.request, context.connection_params or {})
        except ToolcribError as error:
            raise ConnectionRejectionError from error
        if context.principal is None:
            raise ConnectionRejectionError
        return await super().on_ws_connect(context)

    def decode_json(self, data: str | bytes) -> object:
        """Of a WebSocket's message: what can't be read closes the socket, as the protocol says."""
        try:
            value = parse_json(data, max_bytes=self._services.settings.body_bytes)
        except InvalidInput as error:
            raise JSONDecodeError(str(error), "", 0) from error
        if not isinstance(value, dict):
            raise JSONDecodeError("must be a JSON object", "", 0)
        return value

    def encode_json(self, data: object) -> str:
        """Text, not bytes: the WebSocket protocol wants text frames."""
        try:
            return orjson.dumps(data).decode()
        except TypeError:  # most likely a whole number of more than 64 bits, at which orjson stops
            return orjson.dumps(_with_large_numbers(data)).decode()


def _with_large_numbers(value: object) -> object:
    """The same with whole numbers of any size, as people's JSON may hold them."""
    if isinstance(value, dict):
        return {key: _with_large_numbers(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_with_large_numbers(item) for item in value]
    if isinstance(value, int) and not _LEAST <= value <= _MOST:
        return orjson.Fragment(str(value))
    return value


def _wrong_transport(operation: OperationType) -> ToolcribError:
    if operation is OperationType.MUTATION:
        return MethodNotAllowed("mutations are not allowed with GET: send it with POST.", allowed="POST")
    return InvalidInput(
        "subscriptions are not allowed over plain HTTP: "
        "open a WebSocket (graphql-transport-ws) here, or accept text/event-stream."
    )
