"""What is done with several tools at once: each by itself, so that one refusal keeps no other from being done."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from uuid import UUID

import strawberry
from strawberry import ID

from toolcrib.api.graphql.catalog import inputs, payloads
from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.errors import UserError, user_errors
from toolcrib.api.graphql.inputs import Input
from toolcrib.core.errors import InvalidInput, ToolcribError
from toolcrib.core.ids import global_id, parse_id

MOST = 100


@strawberry.type
class BulkMutation:
    @strawberry.mutation(description="Take a step in the life of several tools; those that can't take it stay.")
    async def move_tool_statuses(
        self, info: Info, input: Input[inputs.MoveToolStatusesInput]
    ) -> payloads.MoveToolStatusesPayload | None:
        principal, catalog = principal_of(info), info.context.services.catalog
        done, errors = await _each(
            input.ids, lambda tool: catalog.move_tool_status(principal, id=tool, move=input.move)
        )
        return payloads.MoveToolStatusesPayload(done_ids=done, user_errors=errors)

    @strawberry.mutation(description="Delete several tools. They can be undeleted for 30 days.")
    async def delete_tools(
        self, info: Info, input: Input[inputs.DeleteToolsInput]
    ) -> payloads.DeleteToolsPayload | None:
        principal, catalog = principal_of(info), info.context.services.catalog
        done, errors = await _each(input.ids, lambda tool: catalog.delete_tool(principal, id=tool))
        return payloads.DeleteToolsPayload(done_ids=done, user_errors=errors)

    @strawberry.mutation(description="Bring several deleted tools back.")
    async def undelete_tools(
        self, info: Info, input: Input[inputs.UndeleteToolsInput]
    ) -> payloads.UndeleteToolsPayload | None:
        principal, catalog = principal_of(info), info.context.services.catalog
        done, errors = await _each(input.ids, lambda tool: catalog.undelete_tool(principal, id=tool))
        return payloads.UndeleteToolsPayload(done_ids=done, user_errors=errors)


async def _each(ids: Sequence[ID], act: Callable[[UUID], Awaitable[UUID]]) -> tuple[list[ID], list[UserError]]:
    """The tools with which it was done, and for each other one why not, at its place in `ids`."""
    if len(ids) > MOST:
        return [], user_errors(InvalidInput(f"names {len(ids)} tools, at most {MOST} are allowed", ("ids",)).problems)
    done: list[ID] = []
    errors: list[UserError] = []
    for index, text in enumerate(ids):
        place = ("ids", index)
        try:
            done.append(ID(global_id("tool", await act(parse_id(text, "tool", field=place)))))
        except ToolcribError as error:
            errors += user_errors([replace(problem, field=place) for problem in error.problems])
    return done, errors
