"""GraphQL over HTTP and WebSocket: who is asking, the specification's media type, and errors that are answers."""

from collections.abc import Awaitable, Callable, Mapping
from json import JSONDecodeError
from typing import Any

import orjson
from cross_web import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http import GraphQLHTTPResponse
from strawberry.schema.base import BaseSchema
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.unset import UnsetType

from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.socket import SocketHandler
from toolcrib.api.services import Services
from toolcrib.core.errors import InvalidInput, ToolcribError
from toolcrib.core.json_text import parse_json
from toolcrib.identity.model import Principal

Authenticate = Callable[[HTTPConnection, Mapping[str, object] | None], Awaitable[Principal | None]]
"""(connection, the WebSocket's connection_init payload or None) → who it is.

Raises Unauthenticated for a bad credential.
"""

GRAPHQL_RESPONSE = "application/graphql-response+json"


class GraphQLView(GraphQL[Context, None]):
    """See https://graphql.github.io/graphql-over-http/draft/ and the graphql-transport-ws protocol."""

    graphql_transport_ws_handler_class = SocketHandler

    def __init__(self, schema: BaseSchema, services: Services, authenticate: Authenticate) -> None:
        super().__init__(schema, graphql_ide=None, subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,))
        self._services = services
        self._authenticate = authenticate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        try:
            principal = await self._authenticate(Request(scope), None)
        except ToolcribError as error:
            await _refusal(error.problems[0].code, str(error))(scope, receive, send)
            return
        if principal is None:
            await _refusal("UNAUTHENTICATED", "Sign in, or send a token.")(scope, receive, send)
            return
        scope.setdefault("state", {})["principal"] = principal
        await super().__call__(scope, receive, send)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        principal = None if isinstance(request, WebSocket) else request.state.principal
        return Context(self._services, principal, request, response)

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """The token in `connection_init`, or the cookie of a page of our own; else the socket is closed with 4403."""
        try:
            context.principal = await self._authenticate(context.request, context.connection_params or {})
        except ToolcribError as error:
            raise ConnectionRejectionError from error
        if context.principal is None:
            raise ConnectionRejectionError
        return await super().on_ws_connect(context)

    async def get_sub_response(self, request: Request | WebSocket) -> Response:
        response = await super().get_sub_response(request)
        if GRAPHQL_RESPONSE in request.headers.get("accept", ""):
            response.media_type = GRAPHQL_RESPONSE
        return response

    async def process_result(self, request: Request, result: ExecutionResult) -> GraphQLHTTPResponse:
        body = await super().process_result(request, result)
        if result.data is None and result.errors and not any(error.path for error in result.errors):
            body.pop("data", None)  # nothing was executed: a request error has no data
        return body

    def create_response(self, response_data: Any, sub_response: Response) -> Response:  # noqa: ANN401 - the library's own
        media_type = sub_response.media_type or "application/json"
        failed = media_type == GRAPHQL_RESPONSE and "data" not in response_data
        status = sub_response.status_code or (400 if failed else 200)
        response = Response(self.encode_json(response_data), status, media_type=media_type)
        response.headers.raw.extend(header for header in sub_response.headers.raw if header[0] != b"content-type")
        response.background = sub_response.background
        return response

    def parse_json(self, data: str | bytes) -> object:
        try:
            return self._decode(data)
        except InvalidInput as error:
            raise HTTPException(400, f"The request {error}.") from error

    def decode_json(self, data: str | bytes) -> object:
        """Of a WebSocket's message: what can't be read closes the socket, as the protocol says."""
        try:
            return self._decode(data)
        except InvalidInput as error:
            raise JSONDecodeError(str(error), "", 0) from error

    def _decode(self, data: str | bytes) -> object:
        value = parse_json(data, max_bytes=self._services.settings.body_bytes)
        if not isinstance(value, dict):
            raise InvalidInput("must be a JSON object")
        return value

    def encode_json(self, data: object) -> str:
        """Text, not bytes: the WebSocket protocol wants text frames."""
        return orjson.dumps(data, default=_plain).decode()


def _plain(value: object) -> object:
    if isinstance(value, int):
        return orjson.Fragment(str(value))  # orjson stops at 64 bits
    raise TypeError(f"{type(value)} is not JSON")


def _refusal(code: str, message: str) -> Response:
    status = 403 if code in {"FORBIDDEN", "CSRF"} else 503 if code == "UNAVAILABLE" else 401
    return JSONResponse({"errors": [{"message": message, "extensions": {"code": code}}]}, status)
