"""The composition root: the one place where objects are wired."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import UUID

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from toolcrib.access.service import Access
from toolcrib.api.graphql.schema import schema
from toolcrib.api.graphql.view import GraphQLView
from toolcrib.api.http.authentication import Authentication
from toolcrib.api.http.routes import EXCEPTION_HANDLERS, middleware, routes
from toolcrib.api.services import Services
from toolcrib.audit.sealer import Sealer
from toolcrib.audit.trail import Trail
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import StartupError
from toolcrib.core.hub import Hub
from toolcrib.core.settings import Settings
from toolcrib.execution.model import Event
from toolcrib.execution.service import Executions
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.levels import Level
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.identity.service import Identity
from toolcrib.mcp.endpoint import McpEndpoint
from toolcrib.reads.functions import FUNCTIONS
from toolcrib.reads.reader import Reader
from toolcrib.reads.roots import ROOTS
from toolcrib.reads.types import TYPES
from toolcrib.toolbox.install import install_starter_tools


def build(settings: Settings) -> Starlette:
    """The application on a migrated database. Everything it opens, it closes when it is told to stop.

    Its `state.let_go()` ends the answers that last, for a server that waits for all answers before it stops.
    Raises StartupError without a `database_url`.
    """
    if settings.database_url is None:
        raise StartupError("The application needs a database: set DATABASE_URL.")
    database = Database(settings.database_url)
    services = wire(settings, database)
    authenticate = Authentication(services.identity)
    graphql = GraphQLView(schema, services, authenticate)
    mcp = McpEndpoint(services.identity, services.executions, services.reader, settings, authenticate)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with running(services, database), mcp.running():
            yield

    app = Starlette(
        routes=[
            Route("/graphql", graphql),
            WebSocketRoute("/graphql", graphql),
            Route("/mcp", mcp),
            Route("/mcp/", mcp),  # as people paste it
            *routes(services, database, authenticate),
        ],
        middleware=middleware(settings),
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=lifespan,
    )

    def let_go() -> None:
        graphql.broadcast.close()
        mcp.let_go()

    app.state.let_go = let_go
    return app


def wire(settings: Settings, database: Database) -> Services:
    """Every service, on a database that need not be open yet."""
    sandbox = Sandbox(Level(settings.sandbox), Level(settings.sandbox_minimum))
    executors = load_executors(sandbox)
    access = Access(database)
    catalog = Catalog(database, access, executors)
    hub: Hub[UUID, Event] = Hub()
    return Services(
        settings=settings,
        identity=Identity(database, settings),
        access=access,
        trail=Trail(database),
        sandbox=sandbox,
        executors=executors,
        catalog=catalog,
        executions=Executions(database, access, catalog, executors, hub, settings),
        reader=Reader(database, ROOTS, TYPES, FUNCTIONS),
    )


@asynccontextmanager
async def running(services: Services, database: Database) -> AsyncIterator[None]:
    """Open what must be open, in the order in which it is needed, and close it in the other."""
    async with AsyncExitStack() as stack:
        stack.push_async_callback(services.sandbox.close)
        sandbox = asyncio.create_task(services.sandbox.start())  # beside all else that takes time
        await database.start()
        stack.push_async_callback(database.close)
        for executor in services.executors.values():
            await executor.start()
            stack.push_async_callback(executor.close)
        sealer = Sealer(database)
        sealer.start()
        stack.push_async_callback(sealer.close)
        await services.executions.start()
        stack.push_async_callback(services.executions.close)

        async def isolated() -> bool:
            await sandbox
            return services.sandbox.describe().isolated

        await install_starter_tools(services.catalog, isolated)
        await sandbox
        services.sandbox.warm_up()
        yield
