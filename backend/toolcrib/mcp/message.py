"""What a POST brings, read strictly before the SDK sees it; and refusals in the form that MCP's clients read."""

import json
from collections.abc import Mapping
from http import HTTPStatus

from mcp_types import INVALID_REQUEST, PARSE_ERROR
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Message, Receive

from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_text import MAX_DEPTH, JsonObject, JsonValue, parse_json

MOST_BYTES = 4_000_000
"""Of one message: larger inputs go by GraphQL. To read JSON takes everybody's time."""
LONGEST_ID = 1_000
ENVELOPE_DEPTH = 4
"""How deep a tool's input lies in the message around it."""


class RefusedMessage(Exception):
    """The message goes no further: an HTTP status, and a JSON-RPC error for the request `id`, if one could be read."""

    def __init__(
        self, message: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST, code: int = INVALID_REQUEST, id_: object = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.id = id_

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        error = {"code": self.code, "message": str(self)}
        body = json.dumps({"jsonrpc": "2.0", "id": self.id, "error": error})
        return Response(body, self.status, dict(headers or {}), media_type="application/json")


def check_headers(headers: Headers) -> None:
    """Raises RefusedMessage for a body said to be no plain JSON, or a client that can't read both kinds of answers."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RefusedMessage("Send Content-Type: application/json.", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise RefusedMessage("Send the body as it is, not compressed.", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    accepted = {part.partition(";")[0].strip().lower() for part in headers.get("accept", "").split(",")}
    if "*/*" in accepted or all(
        accepted & {f"{kind}/*", f"{kind}/{form}"} for kind, form in (("application", "json"), ("text", "event-stream"))
    ):
        return
    raise RefusedMessage("Send Accept: application/json, text/event-stream.", HTTPStatus.NOT_ACCEPTABLE)


async def read_body(receive: Receive) -> bytes:
    """The whole body. Raises RefusedMessage for one that is too large, ClientDisconnect."""
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BYTES:
            raise RefusedMessage(
                f"The body is too large: at most {MOST_BYTES:,} bytes are read here. GraphQL takes more.",
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            )
    return bytes(body)


def parse(body: bytes) -> JsonObject:
    """One JSON-RPC message. Raises RefusedMessage saying what keeps it from being one."""
    try:
        value = parse_json(body, max_bytes=MOST_BYTES, max_depth=MAX_DEPTH + ENVELOPE_DEPTH)
    except InvalidInput as error:
        raise RefusedMessage(f"Parse error: the body {error}.", code=PARSE_ERROR) from None
    if isinstance(value, list):
        raise RefusedMessage("Batches are not taken: send one message in each request.")
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        raise RefusedMessage('The body must be one JSON-RPC message, an object with "jsonrpc": "2.0".')
    _check_envelope(value)
    return value


def again(body: bytes, receive: Receive) -> Receive:
    """A `receive` that brings a body which was read already, then whatever comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


def _check_envelope(message: JsonObject) -> None:
    if "id" in message and not _is_id(message["id"]):
        raise RefusedMessage(f"`id` must be text of at most {LONGEST_ID:,} characters, or a whole number.")
    id_ = message.get("id")
    if "method" not in message and not message.keys() & {"result", "error"}:
        raise RefusedMessage("`method` is missing.", id_=id_)
    if not isinstance(message.get("method", ""), str):
        raise RefusedMessage("`method` must be text.", id_=id_)
    if not isinstance(message.get("params", {}), dict):
        raise RefusedMessage("`params` must be an object.", id_=id_)


def _is_id(value: JsonValue) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_ID
    return isinstance(value, int) and not isinstance(value, bool)
