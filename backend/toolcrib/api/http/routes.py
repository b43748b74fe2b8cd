"""Everything HTTP but GraphQL, ready to be put into an application."""

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from toolcrib.api.http.artifacts import Artifacts
from toolcrib.api.http.authentication import Authentication
from toolcrib.api.http.console import Console
from toolcrib.api.http.edge import Edge
from toolcrib.api.http.refusals import on_domain_error, on_http_error
from toolcrib.api.http.sign_in_routes import SignInRoutes
from toolcrib.api.services import Services
from toolcrib.core.db import Database
from toolcrib.core.errors import ToolcribError
from toolcrib.core.settings import Settings

EXCEPTION_HANDLERS = {ToolcribError: on_domain_error, HTTPException: on_http_error}
"""For the application: domain errors and the router's own, as JSON."""


def middleware(settings: Settings) -> list[Middleware]:
    return [Middleware(Edge, settings=settings)]


def routes(services: Services, database: Database, authenticate: Authentication) -> list[Route]:
    """The last of them takes every path that is left: put others before."""
    return [
        Route("/healthz", Health(database).answer, methods=["GET"]),
        *SignInRoutes(services.identity, authenticate, services.settings).routes(),
        *Artifacts(database, services.executions.objects, authenticate).routes(),
        *Console(authenticate).routes(),
    ]


class Health:
    """For load balancers: says whether requests can be answered, and nothing about the server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def answer(self, _request: Request) -> Response:
        await self._database.fetch_value("SELECT 1")
        return JSONResponse({"status": "ok"})
