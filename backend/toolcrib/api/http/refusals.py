"""Errors as HTTP answers, with a status that says the same.

Their body is `{"code", "message", "field"}`, and at `/graphql` what GraphQL's clients read:
`{"errors": [{"message", "extensions": {"code", "field"}}]}`.
"""

import logging
from collections.abc import Sequence
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from toolcrib.core.errors import (
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    Problem,
    RateLimited,
    ToolcribError,
    Unauthenticated,
    Unavailable,
)

log = logging.getLogger(__name__)

_STATUS: dict[type[ToolcribError], int] = {
    InvalidInput: 400,
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    RateLimited: 429,
    Unavailable: 503,
}
_STATUS_OF_CODE = {
    "METHOD_NOT_ALLOWED": 405,
    "NOT_ACCEPTABLE": 406,
    "TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "BAD_HOST": 421,
}
_CODE_OF_STATUS = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}
GRAPHQL_PATH = "/graphql"


class MethodNotAllowed(InvalidInput):
    code = "METHOD_NOT_ALLOWED"

    def __init__(self, message: str, allowed: str) -> None:
        """`allowed` is a list as the header Allow has it: "GET, POST"."""
        super().__init__(message)
        self.allowed = allowed


class NotAcceptable(InvalidInput):
    code = "NOT_ACCEPTABLE"


class TooLarge(InvalidInput):
    code = "TOO_LARGE"


class UnsupportedMediaType(InvalidInput):
    code = "UNSUPPORTED_MEDIA_TYPE"


def refusal(error: ToolcribError, path: str, media_type: str | None = None) -> Response:
    """`media_type` is that of the answer: application/json where None."""
    status = _STATUS_OF_CODE.get(error.problems[0].code) or _STATUS.get(type(error), 400)
    return JSONResponse(_body(error.problems, path), status, _headers(error), media_type)


def _headers(error: ToolcribError) -> dict[str, str]:
    match error:
        case RateLimited():
            return {"Retry-After": str(-(-error.retry_after_ms // 1_000))}
        case MethodNotAllowed():
            return {"Allow": error.allowed}
        case Unauthenticated():
            return {"WWW-Authenticate": "Bearer"}
    return {}


def _body(problems: Sequence[Problem], path: str) -> dict[str, object]:
    if path == GRAPHQL_PATH:
        return {"errors": [{"message": problem.message, "extensions": _named(problem)} for problem in problems]}
    return {**_named(problems[0]), "message": problems[0].message}


def _named(problem: Problem) -> dict[str, object]:
    return {"code": problem.code, **({"field": list(problem.field)} if problem.field else {})}


def fault(error: Exception, method: str, path: str) -> Response:
    """The log has the story, the answer only where to find it. The path's last part may be a secret: it is left out."""
    reference = uuid4().hex
    log.error("fault %s in %s %s/…", reference, method, path.rpartition("/")[0], exc_info=error)
    problem = Problem("INTERNAL", f"Something went wrong here. Reference: {reference}")
    return JSONResponse(_body([problem], path), 500)


async def on_domain_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, ToolcribError):
        raise error
    return refusal(error, request.url.path)


async def on_http_error(_request: Request, error: Exception) -> Response:
    """What the router refuses by itself: no such path, another method."""
    if not isinstance(error, HTTPException):
        raise error
    code = _CODE_OF_STATUS.get(error.status_code, "HTTP_ERROR")
    return JSONResponse({"code": code, "message": error.detail}, error.status_code, error.headers)
