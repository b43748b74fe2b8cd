"""Errors as HTTP answers: `{"code", "message", "field"}` and a status that says the same."""

import logging
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from toolcrib.core.errors import (
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
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
_STATUS_OF_CODE = {"BAD_HOST": 421, "TOO_LARGE": 413, "UNSUPPORTED_MEDIA_TYPE": 415}
_CODE_OF_STATUS = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}


class TooLarge(InvalidInput):
    code = "TOO_LARGE"


def refusal(error: ToolcribError) -> Response:
    problem = error.problems[0]
    status = _STATUS_OF_CODE.get(problem.code) or _STATUS.get(type(error), 400)
    headers = {}
    if isinstance(error, RateLimited):
        headers["Retry-After"] = str(-(-error.retry_after_ms // 1_000))
    body: dict[str, object] = {"code": problem.code, "message": problem.message}
    if problem.field:
        body["field"] = list(problem.field)
    return JSONResponse(body, status, headers)


def fault(error: Exception, method: str, path: str) -> Response:
    """The log has the story, the answer only where to find it. The path's last part may be a secret: it is left out."""
    reference = uuid4().hex
    log.error("fault %s in %s %s/…", reference, method, path.rpartition("/")[0], exc_info=error)
    body = {"code": "INTERNAL", "message": f"Something went wrong here. Reference: {reference}"}
    return JSONResponse(body, 500)


async def on_domain_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, ToolcribError):
        raise error
    return refusal(error)


async def on_http_error(_request: Request, error: Exception) -> Response:
    """What the router refuses by itself: no such path, another method."""
    if not isinstance(error, HTTPException):
        raise error
    code = _CODE_OF_STATUS.get(error.status_code, "HTTP_ERROR")
    return JSONResponse({"code": code, "message": error.detail}, error.status_code, error.headers)
