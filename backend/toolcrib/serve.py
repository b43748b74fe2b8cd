"""Serving: the port, the database, the application, and the lines a person reads when they are up."""

import asyncio
import importlib
import socket
import threading
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


def serve(settings: Settings) -> None:
    """Serve until a signal says stop. Raises StartupError in words for whoever typed the command."""
    logs.configure(verbose=settings.dev)
    with listen(settings) as listener:
        # The application's imports take as long as the database's start: both at once.
        threading.Thread(target=importlib.import_module, args=("toolcrib.app",), daemon=True).start()
        with database_server(replace(settings, port=listener.getsockname()[1])) as reachable:
            asyncio.run(migrate(str(reachable.database_url)))
            _run(reachable, listener)


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


def _run(settings: Settings, listener: socket.socket) -> None:
    from toolcrib.app import build  # noqa: PLC0415 - imported by now, beside the database's start

    config = uvicorn.Config(
        build(settings),
        log_config=None,
        access_log=False,  # paths hold the secrets of sign-in links
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    _Server(config, settings).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Uvicorn's, which says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(
                f"Toolcrib is at {address(self._settings)} (data in {self._settings.data_dir}). Ctrl-C stops it.",
                flush=True,
            )


def address(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104 - compared, not bound
    return (
        f"http://[{host}]:{settings.port}"
        if ":" in host.strip("[]") and not host.startswith("[")
        else f"http://{host}:{settings.port}"
    )


async def make_sign_in_link(settings: Settings, username: str | None) -> str:
    """A link that signs `username` (None: the first active admin) in, once. Raises NotFound for nobody we know."""
    await migrate(str(settings.database_url))
    database = await Database.open(str(settings.database_url), connections=1)
    try:
        secret = await Identity(database, settings).create_sign_in_link(username)
    finally:
        await database.close()
    return f"{address(settings)}/sign-in/{secret}"
