from typing import cast
from uuid import UUID

import strawberry
from strawberry import ID, Private

from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.errors import Payload, expected, user_errors
from toolcrib.api.graphql.execution.types import Execution
from toolcrib.api.graphql.inputs import Input
from toolcrib.api.graphql.planned import read_by_id
from toolcrib.api.graphql.scalars import JSON
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import parse_id
from toolcrib.core.json_text import JsonValue
from toolcrib.execution.model import Call, Refused

WAIT_SECONDS = 60.0


@strawberry.type(description="The run, or why there is none.")
class ExecuteToolPayload(Payload):
    recorded: Private[UUID | None] = None
    retry_after_ms: int | None = strawberry.field(
        default=None, description="RATE_LIMITED: when a call will be let through again."
    )

    @strawberry.field(description="The run. A refusal is recorded too; null where nothing was, or not to be known.")
    async def execution(self, info: Info) -> Execution | None:
        return await read_by_id(info, "execution", self.recorded)


@strawberry.type(description="The run that was asked to stop.")
class CancelExecutionPayload(Payload):
    asked: Private[UUID | None] = None

    @strawberry.field(description="The run as it is now; it ends within moments.")
    async def execution(self, info: Info) -> Execution | None:
        return await read_by_id(info, "execution", self.asked)


@strawberry.input(description="A call of a tool.")
class ExecuteToolInput:
    tool: ID | None = strawberry.field(default=None, description="The tool's id. Give this or `name`.")
    name: str | None = strawberry.field(default=None, description="The tool's name. Give this or `tool`.")
    input: JSON | None = strawberry.field(default=None, description="What the input schema asks for; null: `{}`.")
    version: int | None = strawberry.field(
        default=None, description="An older version: needs ADMIN on the tool. Null: the newest."
    )
    idempotency_key: str | None = strawberry.field(
        default=None, description="The same key with the same call gives the same run, however often it is sent."
    )
    trace_id: str | None = strawberry.field(default=None, description="W3C trace id: 32 hex digits.")
    wait: bool = strawberry.field(
        default=True,
        description="True: answer at its end, or after 60 s as it stands. False: answer once it is recorded.",
    )

    def call(self) -> Call:
        """Raises InvalidInput."""
        return Call(
            tool=self._tool(),
            input={} if self.input is None else cast("JsonValue", self.input),
            version=self.version,
            idempotency_key=self.idempotency_key,
            trace_id=self.trace_id,
        )

    def _tool(self) -> UUID | str:
        if self.tool is not None and self.name is None:
            return parse_id(self.tool, "tool", field=("tool",))
        if self.name is not None and self.tool is None:
            return self.name
        raise InvalidInput("Give exactly one of: tool (its id), name.", ("tool",))


@strawberry.input(description="Which run to stop.")
class CancelExecutionInput:
    id: ID = strawberry.field(description="Which run.")


@strawberry.type
class ExecutionMutation:
    @strawberry.mutation(description="Run a tool. A run that fails is an answer, not an error: look at its `status`.")
    async def execute_tool(self, info: Info, input: Input[ExecuteToolInput]) -> ExecuteToolPayload | None:
        executions = info.context.services.executions
        principal = principal_of(info)

        async def execute() -> UUID:
            return await executions.execute(principal, input.call())

        try:
            recorded, problems = await expected(execute(), besides=Refused)
        except Refused as refusal:
            return ExecuteToolPayload(
                recorded=refusal.execution_id,
                retry_after_ms=refusal.retry_after_ms,
                user_errors=user_errors(refusal.problems),
            )
        if recorded is not None and input.wait:
            waiting = executions.wait(recorded, WAIT_SECONDS)
            await info.context.services.identity.credentials.during(principal, waiting)
        return ExecuteToolPayload(recorded=recorded, user_errors=problems)

    @strawberry.mutation(description="Stop a run: its caller, the person it runs for and the tool's ADMINs may.")
    async def cancel_execution(self, info: Info, input: Input[CancelExecutionInput]) -> CancelExecutionPayload | None:
        async def cancel() -> UUID:
            execution = parse_id(input.id, "execution")
            await info.context.services.executions.cancel(principal_of(info), execution)
            return execution

        asked, problems = await expected(cancel())
        return CancelExecutionPayload(asked=asked, user_errors=problems)
