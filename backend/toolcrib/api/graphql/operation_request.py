"""What an HTTP request asks for: the parameters of one GraphQL operation, read strictly."""

import asyncio
import gc
from collections.abc import Mapping
from email.message import Message
from functools import lru_cache
from typing import Any, cast

from starlette.requests import Request
from strawberry.http import GraphQLRequestData

from toolcrib.api.http.refusals import MethodNotAllowed, UnsupportedMediaType
from toolcrib.core.errors import InvalidInput, Problem
from toolcrib.core.json_text import JsonValue, parse_json

PARAMETERS = ("query", "operationName", "variables", "extensions")
LARGE_BYTES = 262_144
"""A larger body is parsed beside the event loop, for which it would take too long."""


async def read_operation(request: Request, max_bytes: int) -> GraphQLRequestData:
    """The operation in a GET's query string or a POST's JSON object; other members of it are left alone.

    Raises InvalidInput naming the parameter, UnsupportedMediaType, MethodNotAllowed, TooLarge.
    """
    match request.method:
        case "GET":
            given = _from_query_string(request, max_bytes)
        case "POST":
            given = await _from_body(request, max_bytes)
        case _:
            raise MethodNotAllowed("GraphQL is asked for with GET or POST.", allowed="GET, POST")
    if problems := [problem for name in PARAMETERS if (problem := _problem(name, given.get(name)))]:
        raise InvalidInput.of(problems)
    checked = cast("Mapping[str, Any]", given)
    return GraphQLRequestData(
        query=checked["query"],
        variables=checked.get("variables"),
        operation_name=checked.get("operationName"),
        extensions=checked.get("extensions"),
    )


def _from_query_string(request: Request, max_bytes: int) -> Mapping[str, JsonValue]:
    """An empty parameter is one that was left out."""
    given: dict[str, JsonValue] = {}
    for name in PARAMETERS:
        values = [value for value in request.query_params.getlist(name) if value]
        if len(values) > 1:
            raise InvalidInput(f"{name} is given twice.", (name,))
        if values:
            is_json = name in {"variables", "extensions"}
            given[name] = _parsed(values[0], max_bytes, name) if is_json else values[0]
    return given


async def _from_body(request: Request, max_bytes: int) -> Mapping[str, JsonValue]:
    _check_headers(request)
    body = await request.body()
    is_large = len(body) > LARGE_BYTES
    value = await asyncio.to_thread(_parsed_in_peace, body, max_bytes) if is_large else _parsed(body, max_bytes)
    if isinstance(value, list):
        raise InvalidInput("A request asks for one operation: send those of a batch one by one.")
    if not isinstance(value, dict):
        raise InvalidInput('The body must be a JSON object: {"query": "…", "variables": {…}}.')
    return value


def _check_headers(request: Request) -> None:
    """No form of another site can send application/json. Raises UnsupportedMediaType."""
    if not _is_json(request.headers.get("content-type", "")):
        raise UnsupportedMediaType("Send Content-Type: application/json, in UTF-8.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise UnsupportedMediaType("Send the body as it is, without Content-Encoding.")


@lru_cache(maxsize=256)
def _is_json(content_type: str) -> bool:
    sent = Message()
    sent["content-type"] = content_type
    charset = str(sent.get_param("charset", "utf-8")).lower()
    return sent.get_content_type() == "application/json" and charset in {"utf-8", "utf8"}


def _parsed_in_peace(body: bytes, max_bytes: int) -> JsonValue:
    """The collector would look through millions of new values again and again, and stop everything else meanwhile."""
    gc.disable()
    try:
        return _parsed(body, max_bytes)
    finally:
        gc.enable()


def _parsed(text: str | bytes, max_bytes: int, *field: str) -> JsonValue:
    try:
        return parse_json(text, max_bytes=max_bytes, field=field)
    except InvalidInput as error:
        raise InvalidInput.of([_about(problem) for problem in error.problems]) from error


def _about(problem: Problem) -> Problem:
    """With what it is about in the message, which says what is wrong with it."""
    place = ".".join(str(part) for part in problem.field) or "The body"
    return Problem(problem.code, f"{place} {problem.message}.", problem.field)


def _problem(name: str, value: JsonValue) -> Problem | None:
    if name == "query" and (value is None or value == ""):
        return _invalid("query is required: the text of a GraphQL document.", name)
    if name in {"query", "operationName"}:
        is_right, rule = isinstance(value, str | None), "text"
    else:
        is_right, rule = isinstance(value, dict | None), "a JSON object"
    return None if is_right else _invalid(f"{name} must be {rule}.", name)


def _invalid(message: str, name: str) -> Problem:
    return Problem(InvalidInput.code, message, (name,))
