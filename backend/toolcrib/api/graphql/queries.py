import strawberry
from strawberry import ID

from toolcrib.api.graphql.catalog.types import Category, Tool, ToolFilter, ToolOrder
from toolcrib.api.graphql.context import Info
from toolcrib.api.graphql.execution.types import Execution, ExecutionFilter
from toolcrib.api.graphql.identity.types import Agent, AgentFilter, User, Viewer
from toolcrib.api.graphql.planned import read
from toolcrib.api.graphql.relay import Connection, Node
from toolcrib.api.graphql.server import ServerInfo, server_info


@strawberry.type(description="Everything that can be read. What the viewer may not know of is not there.")
class Query:
    server: ServerInfo = strawberry.field(resolver=server_info, description="What this server is and how it does.")

    @strawberry.field(description="Any object, by its id.")
    async def node(self, info: Info, id: ID) -> Node | None:
        return await read(info)

    @strawberry.field(description="Who is asking.")
    async def viewer(self, info: Info) -> Viewer:
        return await read(info)

    @strawberry.field(description="A tool, by id or by name.")
    async def tool(self, info: Info, id: ID | None = None, name: str | None = None) -> Tool | None:
        return await read(info)

    @strawberry.field(
        description="The tools the viewer may read: by relevance where words are looked for, else by name."
    )
    async def tools(
        self,
        info: Info,
        first: int = 50,
        after: str | None = None,
        filter: ToolFilter | None = None,
        order_by: ToolOrder | None = None,
    ) -> Connection[Tool]:
        return await read(info)

    @strawberry.field(description="The tags on the tools the viewer may read, the most used first.")
    async def tool_tags(self, info: Info, first: int = 100) -> list[str]:
        return await read(info)

    @strawberry.field(description="A category, by id.")
    async def category(self, info: Info, id: ID) -> Category | None:
        return await read(info)

    @strawberry.field(description="The top of the tree of categories, or all of them.")
    async def categories(self, info: Info, all: bool = False) -> list[Category]:
        return await read(info)

    @strawberry.field(description="An execution, by id.")
    async def execution(self, info: Info, id: ID) -> Execution | None:
        return await read(info)

    @strawberry.field(description="The executions the viewer may see, newest first.")
    async def executions(
        self, info: Info, first: int = 50, after: str | None = None, filter: ExecutionFilter | None = None
    ) -> Connection[Execution]:
        return await read(info)

    @strawberry.field(description="An agent, by id or by name.")
    async def agent(self, info: Info, id: ID | None = None, name: str | None = None) -> Agent | None:
        return await read(info)

    @strawberry.field(description="The agents, by name.")
    async def agents(
        self, info: Info, first: int = 50, after: str | None = None, filter: AgentFilter | None = None
    ) -> Connection[Agent]:
        return await read(info)

    @strawberry.field(description="A person, by id.")
    async def user(self, info: Info, id: ID) -> User | None:
        return await read(info)

    @strawberry.field(description="The people, by username.")
    async def users(
        self, info: Info, first: int = 50, after: str | None = None, search: str | None = None
    ) -> Connection[User]:
        return await read(info)
