"""The console's files, as its build left them."""

import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from toolcrib.api.http.authentication import Authentication

DIRECTORY = Path(__file__).parents[2] / "console"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Compressed twins that a build may have put beside a file, the better one first."""

_NO_PAGES = ("api/", "assets/")
_IMMUTABLE = "public, max-age=31536000, immutable"
_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Toolcrib</title>
<body style="font: 16px/1.5 system-ui; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1>The console is not built</h1>
<p>The server and its API are running; the pages are missing. Run <code>make run</code> in the project's folder:
it builds them and starts again.</p>"""


@dataclass(frozen=True, slots=True)
class ConsoleFile:
    path: Path
    media_type: str
    etag: str
    is_immutable: bool
    encodings: tuple[str, ...]


class Console:
    """Every file is found once, at the start: a request picks one by its name and can't reach beyond them."""

    def __init__(self, authenticate: Authentication, directory: Path | None = None) -> None:
        self._authenticate = authenticate
        self._files = _files(directory or DIRECTORY)

    def routes(self) -> list[Route]:
        return [
            Route("/graphiql", self.graphiql, methods=["GET"]),
            Route("/{path:path}", self.page_or_file, methods=["GET"]),
        ]

    async def graphiql(self, request: Request) -> Response:
        if await self._authenticate.by_cookie(request) is None:
            return RedirectResponse("/sign-in?next=/graphiql", 303)
        return self._page("graphiql.html", request)

    async def page_or_file(self, request: Request) -> Response:
        """A file by its path; any other path a browser goes to is a page of the console, which knows it by itself."""
        path = request.path_params["path"]
        file = self._files.get(path)
        if file is not None:
            return _answer(file, request)
        if path.startswith(_NO_PAGES) or "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404, "There is nothing here.")
        return self._page("index.html", request)

    def _page(self, name: str, request: Request) -> Response:
        file = self._files.get(name)
        return _answer(file, request) if file else HTMLResponse(_NOT_BUILT, 503)


def _files(directory: Path) -> dict[str, ConsoleFile]:
    found = (path for path in directory.rglob("*") if path.is_file())
    names = {path.relative_to(directory).as_posix(): path for path in found}
    twins = tuple(ENCODINGS.values())
    return {
        name: _file(name, path, names)
        for name, path in names.items()
        if not name.endswith(twins) and not any(part.startswith(".") for part in name.split("/"))
    }


def _file(name: str, path: Path, names: dict[str, Path]) -> ConsoleFile:
    return ConsoleFile(
        path=path,
        media_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        etag=sha256(path.read_bytes()).hexdigest()[:32],
        is_immutable=name.startswith("assets/"),  # their names hold a hash of their content
        encodings=tuple(encoding for encoding, suffix in ENCODINGS.items() if name + suffix in names),
    )


def _answer(file: ConsoleFile, request: Request) -> Response:
    encoding = _encoding(file, request.headers)
    etag = f'"{file.etag}{"-" + encoding if encoding else ""}"'
    headers = {"ETag": etag, "Cache-Control": _IMMUTABLE if file.is_immutable else "no-cache"}
    if file.encodings:
        headers["Vary"] = "Accept-Encoding"
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    path = file.path.with_name(file.path.name + ENCODINGS[encoding]) if encoding else file.path
    return FileResponse(path, headers=headers, media_type=file.media_type)


def _encoding(file: ConsoleFile, headers: Headers) -> str | None:
    accepted = {part.partition(";")[0].strip() for part in headers.get("accept-encoding", "").split(",")}
    return next((encoding for encoding in file.encodings if encoding in accepted), None)
