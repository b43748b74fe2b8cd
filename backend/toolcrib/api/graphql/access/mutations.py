from uuid import UUID

import strawberry
from strawberry import ID, Private

from toolcrib.api.graphql.access.types import LazyTool, ToolPermission
from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.enums import Permission
from toolcrib.api.graphql.errors import Payload, expected
from toolcrib.api.graphql.inputs import SUBJECT, Input
from toolcrib.api.graphql.planned import read_by_id
from toolcrib.api.graphql.scalars import DateTime
from toolcrib.core.ids import global_id, parse_id


@strawberry.type(description="The grant as it is now.")
class GrantToolPermissionPayload(Payload):
    changed: Private[UUID | None] = None

    @strawberry.field(description="The grant.")
    async def tool_permission(self, info: Info) -> ToolPermission | None:
        return await read_by_id(info, "toolPermission", self.changed)


@strawberry.type(description="The grant that was taken back.")
class RevokeToolPermissionPayload(Payload):
    of_tool: Private[UUID | None] = None
    deleted_id: ID | None = strawberry.field(default=None, description="Its id.")

    @strawberry.field(description="The tool it was on.")
    async def tool(self, info: Info) -> LazyTool | None:
        return await read_by_id(info, "tool", self.of_tool)


@strawberry.input(description="Who may do what. A grant replaces the one that the subject had.")
class GrantToolPermissionInput:
    tool: ID = strawberry.field(description="On which tool.")
    subject: ID = strawberry.field(description="The user or agent.")
    permission: Permission = strawberry.field(description="What it may do; each includes the one before.")
    expires_at: DateTime | None = strawberry.field(default=None, description="When the grant ends; null: never.")


@strawberry.input(description="Which grant is taken back.")
class RevokeToolPermissionInput:
    id: ID = strawberry.field(description="Which grant.")


@strawberry.type
class AccessMutation:
    @strawberry.mutation(description="Let a user or agent read, run or manage a tool. ADMINs of the tool may.")
    async def grant_tool_permission(
        self, info: Info, input: Input[GrantToolPermissionInput]
    ) -> GrantToolPermissionPayload | None:
        async def grant() -> UUID:
            return await info.context.services.access.grant_tool_permission(
                principal_of(info),
                tool=parse_id(input.tool, "tool", field=("tool",)),
                subject=parse_id(input.subject, *SUBJECT, field=("subject",)),
                permission=input.permission,
                expires_at=input.expires_at,
            )

        changed, problems = await expected(grant())
        return GrantToolPermissionPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Take a grant back. ADMINs of the tool may.")
    async def revoke_tool_permission(
        self, info: Info, input: Input[RevokeToolPermissionInput]
    ) -> RevokeToolPermissionPayload | None:
        async def revoke() -> tuple[UUID, UUID]:
            grant = parse_id(input.id, "tool_permission")
            return grant, await info.context.services.access.revoke_tool_permission(principal_of(info), id=grant)

        done, problems = await expected(revoke())
        if done is None:
            return RevokeToolPermissionPayload(user_errors=problems)
        grant, tool = done
        return RevokeToolPermissionPayload(of_tool=tool, deleted_id=ID(global_id("tool_permission", grant)))
