from typing import Annotated

import strawberry
from strawberry import ID, argument

from toolcrib.api.graphql.audit.trail import AuditTrailInfo, audit_trail
from toolcrib.api.graphql.audit.types import AuditEvent, AuditEventFilter
from toolcrib.api.graphql.catalog.types import Category, Tool, ToolFilter, ToolOrder, VersionDiff
from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.enums import StatisticsSpan
from toolcrib.api.graphql.execution.statistics import Statistics
from toolcrib.api.graphql.execution.types import Execution, ExecutionFilter
from toolcrib.api.graphql.identity.types import Agent, AgentFilter, User, Viewer
from toolcrib.api.graphql.planned import read
from toolcrib.api.graphql.relay import After, Connection, First, Node
from toolcrib.api.graphql.scalars import DateTime
from toolcrib.api.graphql.server import ServerInfo, server_info
from toolcrib.core.ids import parse_id

Id = Annotated[ID, argument(description="Its id.")]
IdOrElse = Annotated[ID | None, argument(description="Its id. Give this or `name`.")]
NameOrElse = Annotated[str | None, argument(description="Its name. Give this or `id`.")]


@strawberry.type(description="Everything that can be read. What the viewer may not know of is not there.")
class Query:
    server: ServerInfo | None = strawberry.field(
        resolver=server_info, description="What this server is and how it does."
    )

    @strawberry.field(description="Any object, by its id.")
    async def node(self, info: Info, id: Id) -> Node | None:
        return await read(info)

    @strawberry.field(description="Who is asking.")
    async def viewer(self, info: Info) -> Viewer | None:
        return await read(info)

    @strawberry.field(description="A tool, by id or by name.")
    async def tool(self, info: Info, id: IdOrElse = None, name: NameOrElse = None) -> Tool | None:
        return await read(info)

    @strawberry.field(
        description="The tools the viewer may read: by relevance where words are looked for, else by name."
    )
    async def tools(
        self,
        info: Info,
        first: First = 50,
        after: After = None,
        filter: Annotated[ToolFilter | None, argument(description="Only these; null: all.")] = None,
        order_by: Annotated[ToolOrder | None, argument(description="In which order.")] = None,
    ) -> Connection[Tool] | None:
        return await read(info)

    @strawberry.field(description="What differs between two versions of a tool, and what that means for its callers.")
    async def version_diff(
        self,
        info: Info,
        tool: Annotated[ID, argument(description="Which tool.")],
        from_: Annotated[int, argument(description="The version that callers know.", name="from")],
        to: Annotated[int, argument(description="The version it is compared with.")],
    ) -> VersionDiff | None:
        catalog = info.context.services.catalog
        tool_id = parse_id(tool, "tool", field=("tool",))
        return VersionDiff.of(await catalog.version_diff(principal_of(info), id=tool_id, before=from_, after=to))

    @strawberry.field(description="The tags on the tools the viewer may read, the most used first.")
    async def tool_tags(self, info: Info, first: First = 100) -> list[str]:
        return await read(info)

    @strawberry.field(
        description="Tools as the text of a JSON file that `importTools` takes; at most 500 tools and 10 MB. "
        "Example inputs that hold a secret are left out."
    )
    async def tool_file(
        self,
        info: Info,
        ids: Annotated[list[ID] | None, argument(description="These tools; null: those that `filter` finds.")] = None,
        filter: Annotated[ToolFilter | None, argument(description="Only these; null: all.")] = None,
        versions: Annotated[bool, argument(description="And all their earlier versions.")] = False,
    ) -> str | None:
        return await read(info)

    @strawberry.field(description="A category, by id.")
    async def category(self, info: Info, id: Id) -> Category | None:
        return await read(info)

    @strawberry.field(description="The top of the tree of categories, or all of them.")
    async def categories(
        self, info: Info, all: Annotated[bool, argument(description="Those below others as well.")] = False
    ) -> list[Category]:
        return await read(info)

    @strawberry.field(description="An execution, by id.")
    async def execution(self, info: Info, id: Id) -> Execution | None:
        return await read(info)

    @strawberry.field(description="The executions the viewer may see, newest first.")
    async def executions(
        self,
        info: Info,
        first: First = 50,
        after: After = None,
        filter: Annotated[ExecutionFilter | None, argument(description="Only these; null: all.")] = None,
    ) -> Connection[Execution] | None:
        return await read(info)

    @strawberry.field(description="How tools were used in a span of time, as far as the viewer may see the runs.")
    async def statistics(
        self,
        info: Info,
        span: Annotated[StatisticsSpan, argument(description="How far back.")] = StatisticsSpan.DAY,
        until: Annotated[DateTime | None, argument(description="Up to when; null: now.")] = None,
    ) -> Statistics | None:
        return await read(info)

    @strawberry.field(
        description="The audit trail, newest first: for admins all of it, for others what was done to tools they are"
        " ADMIN of."
    )
    async def audit_events(
        self,
        info: Info,
        first: First = 50,
        after: After = None,
        filter: Annotated[AuditEventFilter | None, argument(description="Only these; null: all.")] = None,
    ) -> Connection[AuditEvent] | None:
        return await read(info)

    audit_trail: AuditTrailInfo | None = strawberry.field(
        resolver=audit_trail, description="The audit trail as a whole, and whether it is as it was written; for admins."
    )

    @strawberry.field(description="An agent, by id or by name.")
    async def agent(self, info: Info, id: IdOrElse = None, name: NameOrElse = None) -> Agent | None:
        return await read(info)

    @strawberry.field(description="The agents, by name.")
    async def agents(
        self,
        info: Info,
        first: First = 50,
        after: After = None,
        filter: Annotated[AgentFilter | None, argument(description="Only these; null: all.")] = None,
    ) -> Connection[Agent] | None:
        return await read(info)

    @strawberry.field(description="A person, by id.")
    async def user(self, info: Info, id: Id) -> User | None:
        return await read(info)

    @strawberry.field(description="The people, by username.")
    async def users(
        self,
        info: Info,
        first: First = 50,
        after: After = None,
        search: Annotated[str | None, argument(description="Words in username or name.")] = None,
    ) -> Connection[User] | None:
        return await read(info)
