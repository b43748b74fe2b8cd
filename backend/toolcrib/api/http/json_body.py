"""Small JSON bodies, read strictly."""

from collections.abc import Mapping

from starlette.requests import Request

from toolcrib.api.http.refusals import TooLarge, UnsupportedMediaType
from toolcrib.core.errors import InvalidInput, Problem
from toolcrib.core.json_text import parse_json

MOST_BYTES = 65_536
MOST_DEPTH = 10


async def read_texts(request: Request, required: frozenset[str], optional: frozenset[str]) -> Mapping[str, str]:
    """The members of a JSON object, all of them strings; no body is an empty object.

    Only application/json is read: no form of another site can send it. Raises InvalidInput, TooLarge.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise UnsupportedMediaType("Send Content-Type: application/json.")
    body = parse_json(await _read(request) or b"{}", max_bytes=MOST_BYTES, max_depth=MOST_DEPTH)
    if not isinstance(body, dict):
        raise InvalidInput("The body must be a JSON object.")
    problems = [
        *(_problem("This is required.", name) for name in sorted(required - body.keys())),
        *(_problem("There is no such field.", name) for name in sorted(body.keys() - required - optional)),
        *(_problem("This must be text.", name) for name in sorted(body) if not isinstance(body[name], str)),
    ]
    if problems:
        raise InvalidInput.of(problems)
    return {name: text for name, text in body.items() if isinstance(text, str)}


async def _read(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise TooLarge(f"The body is too large: at most {MOST_BYTES:,} bytes are read here.")
    return bytes(body)


def _problem(message: str, name: str) -> Problem:
    return Problem(InvalidInput.code, message, (name[:100],))
