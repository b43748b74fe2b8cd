"""The HTTP edge over real services and a real database, spoken to as a browser or a program would."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from starlette.applications import Starlette
from toolcrib.api.http import console
from toolcrib.api.http.authentication import Authentication
from toolcrib.api.http.routes import EXCEPTION_HANDLERS, middleware, routes
from toolcrib.api.services import Services
from toolcrib.app import wire
from toolcrib.core.db import Database
from toolcrib.core.settings import Settings

from tests.support.people import People

Browser = Callable[..., httpx.AsyncClient]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", secret_key=bytes(32), body_bytes=200_000, allowed_hosts=("localhost",))


@pytest.fixture
def services(people: People, database: Database, settings: Settings) -> Services:
    return replace(wire(settings, database), identity=people.identity)


@pytest.fixture
def console_directory(tmp_path: Path) -> Path:
    """Built, as far as a server can tell."""
    directory = tmp_path / "console"
    files = {
        "index.html": "<!doctype html><title>Toolcrib</title>",
        "graphiql.html": "<!doctype html><title>GraphiQL</title>",
        "favicon.svg": "<svg/>",
        "assets/index-4f2a.js": "console.log('plain')",
        "assets/index-4f2a.js.gz": "gzip's",
        "assets/index-4f2a.js.br": "brotli's",
        ".vite/manifest.json": "{}",
    }
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return directory


@pytest.fixture
def application(
    services: Services, database: Database, console_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> Starlette:
    monkeypatch.setattr(console, "DIRECTORY", console_directory)
    return Starlette(
        routes=routes(services, database, Authentication(services.identity)),
        middleware=middleware(services.settings),
        exception_handlers=EXCEPTION_HANDLERS,
    )


@pytest_asyncio.fixture
async def browser(application: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    """Keeps cookies, and sends the console's header as the console does."""
    transport = httpx.ASGITransport(application, client=("203.0.113.7", 5000))
    headers = {"x-toolcrib": "console"}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000", headers=headers) as client:
        yield client


@pytest_asyncio.fixture
async def program(application: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    """Sends nothing that it isn't told to."""
    transport = httpx.ASGITransport(application)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        yield client
