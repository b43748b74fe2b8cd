"""Serving: the port, the database, the application, and the lines a person reads when they are up."""

import asyncio
import importlib
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import uvicorn

from toolcrib.core import logs
from toolcrib.core.database_server import database_server
from toolcrib.core.db import Database
from toolcrib.core.errors import StartupError
from toolcrib.core.migrate import migrate
from toolcrib.core.settings import Settings
from toolcrib.identity.service import Identity

GRACE_SECONDS = 10
BACKLOG = 2048
MESSAGE_BYTES = 1_000_000
"""Of a WebSocket, which anybody may open: to read 10 MB of JSON takes everybody's time. Large inputs go over HTTP."""
LOCAL_NAMES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - looked up, not bound


def serve(settings: Settings) -> None:
    """Serve until a signal says stop. Raises StartupError in words for whoever typed the command."""
    logs.configure(verbose=settings.dev)
    with listen(settings) as listener:
        # The application's imports take as long as the database's start: both at once.
        importing = threading.Thread(target=importlib.import_module, args=("toolcrib.app",), daemon=True)
        importing.start()
        with database_server(replace(settings, port=listener.getsockname()[1])) as reachable:
            importing.join()  # migrations are imported as well, and two threads that import are in each other's way
            first_link = asyncio.run(_prepare(reachable))
            _run(reachable, listener, first_link)


def listen(settings: Settings) -> socket.socket:
    """Take the port before anything slow happens. Raises StartupError naming the port that can't be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise StartupError(
            f"Port {settings.port} on {settings.host} can't be used: {reason}. "
            "Choose another: toolcrib serve --port 8001, or make run TOOLCRIB_PORT=8001."
        ) from error
    return listener


async def _prepare(settings: Settings) -> str | None:
    """Bring the database up to date; on the very first start, a link for the first person."""
    async with _identity(settings) as identity:
        secret = await identity.ensure_first_admin()
        return sign_in_url(settings, secret) if secret else None


async def make_sign_in_link(settings: Settings, username: str | None) -> str:
    """A link that signs `username` (None: the first active admin) in, once. Raises NotFound for nobody we know."""
    async with _identity(settings) as identity:
        first = await identity.ensure_first_admin() if username is None else None
        return sign_in_url(settings, first or await identity.create_sign_in_link(username))


@asynccontextmanager
async def _identity(settings: Settings) -> AsyncIterator[Identity]:
    await migrate(str(settings.database_url))
    database = await Database.open(str(settings.database_url), connections=1)
    try:
        yield Identity(database, settings)
    finally:
        await database.close()


def _run(settings: Settings, listener: socket.socket, first_link: str | None) -> None:
    from toolcrib.app import build  # noqa: PLC0415 - imported by now, beside the database's start

    app = build(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # paths hold the secrets of sign-in links
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,  # thousands who follow the same would each have it compressed anew
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    _Server(config, settings, first_link, app.state.let_go).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Uvicorn's, which says where it is once it answers. `let_go` ends what would last."""

    def __init__(
        self, config: uvicorn.Config, settings: Settings, first_link: str | None, let_go: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._let_go = let_go
        self._settings = settings
        self._first_link = first_link

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        if self._first_link:
            print(f"Sign in, once, within a day: {self._first_link}")
        print(
            f"Toolcrib is at {address(self._settings)} (data in {self._settings.data_dir}). Ctrl-C stops it.",
            flush=True,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """At once, though somebody still follows something: without this it would wait for the end of it."""
        self._let_go()
        await super().shutdown(sockets)


def address(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    host = LOCAL_NAMES.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def sign_in_url(settings: Settings, secret: str) -> str:
    return f"{address(settings)}/sign-in/{secret}"
