"""Downloads of what runs left behind: bytes of a script's making, so a browser may save them and do nothing else."""

from collections.abc import AsyncIterator
from typing import BinaryIO
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from toolcrib.api.http.authentication import Authentication
from toolcrib.core.db import Database
from toolcrib.core.errors import Unauthenticated
from toolcrib.core.ids import parse_id
from toolcrib.execution.artifacts import ArtifactFile, find_artifact
from toolcrib.execution.objects import ObjectStore

CHUNK_BYTES = 262_144
_UNKNOWN_TYPE = "application/octet-stream"


class Artifacts:
    def __init__(self, database: Database, objects: ObjectStore, authenticate: Authentication) -> None:
        self._database = database
        self._objects = objects
        self._authenticate = authenticate

    def routes(self) -> list[Route]:
        return [Route("/artifacts/{id}", self.download, methods=["GET"])]

    async def download(self, request: Request) -> Response:
        principal = await self._authenticate(request)
        if principal is None:
            raise Unauthenticated("Sign in, or send a token.")
        artifact_id = parse_id(request.path_params["id"], "artifact")
        file = await find_artifact(self._database, principal, artifact_id)
        content = await run_in_threadpool(self._objects.open, file.sha256)
        return StreamingResponse(_chunks(content), headers=_headers(file))


async def _chunks(content: BinaryIO) -> AsyncIterator[bytes]:
    with content:
        while chunk := await run_in_threadpool(content.read, CHUNK_BYTES):
            yield chunk


def _headers(file: ArtifactFile) -> dict[str, str]:
    return {
        "Content-Type": _media_type(file.mime_type),
        "Content-Length": str(file.size),
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(file.name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=31536000, immutable",
    }


def _media_type(claimed: str) -> str:
    """What the script claimed, if it can stand in a header."""
    is_plain = claimed.isascii() and claimed.isprintable() and "/" in claimed and len(claimed) <= 100  # noqa: PLR2004
    return claimed if is_plain else _UNKNOWN_TYPE
