"""tools/call: through the funnel, followed to its end."""

import asyncio
import json
import re
from contextlib import aclosing, suppress
from typing import Any, cast
from uuid import UUID

import anyio
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams

from toolcrib.core.errors import Conflict, InvalidInput, ToolcribError, Unavailable
from toolcrib.core.ids import global_id
from toolcrib.core.json_text import JsonValue, shorten
from toolcrib.execution.model import Call, EventKind, Refused
from toolcrib.execution.service import Executions
from toolcrib.identity.model import Principal, Scope
from toolcrib.mcp import results
from toolcrib.mcp.asking import Context, meta_of, principal_of
from toolcrib.mcp.files import contents
from toolcrib.reads.reader import Reader
from toolcrib.reads.selection import Field

IDEMPOTENCY_KEY = "toolcrib/idempotencyKey"
"""In a request's `_meta`: the same key with the same call gives the same run."""
LOOK_SECONDS = 60.0
GIVING_UP_SECONDS = 5.0
LONGEST_MESSAGE = 1_000
_TRACE_PARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_TOLD = (EventKind.STDOUT, EventKind.STDERR, EventKind.PROGRESS)


class Calling:
    def __init__(self, executions: Executions, reader: Reader) -> None:
        self._executions = executions
        self._reader = reader

    async def call(self, context: Context, params: CallToolRequestParams) -> dict[str, Any]:
        """The run's end. Raises MCPError for a tool that is not there, or not for this principal to know."""
        principal, name = principal_of(context), params.name
        try:
            execution = await self._to_its_end(context, principal, _call(context, params))
        except Refused as refusal:
            if refusal.problems[0].code == "NOT_FOUND":
                unknown = f"Unknown tool: {shorten(name)}. tools/list says which there are."
                raise MCPError(INVALID_PARAMS, unknown) from None
            recorded = global_id("execution", refusal.execution_id) if refusal.execution_id else None
            reads_only = principal.scope is Scope.READ
            return results.refused(refusal, name, reads_only=reads_only, execution=recorded)
        except (InvalidInput, Conflict, Unavailable) as error:
            return results.unable(error.problems, name)
        row = json.loads(await self._reader.read(_selection(execution), principal) or "null")
        address = str(cast("Any", context.request).base_url).rstrip("/")
        files = await contents(row["artifacts"], self._executions.objects, address, context.protocol_version)
        return results.finished(row, name, files)

    async def _to_its_end(self, context: Context, principal: Principal, call: Call) -> UUID:
        """Its id. When the client gives the call up, the run is cancelled, however far it has come."""
        accepted = asyncio.create_task(self._executions.execute(principal, call))
        try:
            execution = await asyncio.shield(accepted)
            if "progressToken" in meta_of(context):
                await self._tell(context, principal, execution)
            else:
                while not await self._executions.wait(execution, LOOK_SECONDS):
                    pass
        except asyncio.CancelledError:
            with anyio.move_on_after(GIVING_UP_SECONDS, shield=True), suppress(ToolcribError):
                await self._executions.cancel(principal, await accepted)
            raise
        return execution

    async def _tell(self, context: Context, principal: Principal, execution: UUID) -> None:
        """Every piece of the log as progress. Its number counts the pieces: nobody knows how many will come."""
        told = 0
        async with aclosing(self._executions.events(principal, execution)) as events:
            async for event in events:
                if event.kind in _TOLD and (text := str(event.payload["text"]).strip()):
                    told += 1
                    await context.session.report_progress(told, message=text[-LONGEST_MESSAGE:])


def _call(context: Context, params: CallToolRequestParams) -> Call:
    """Raises InvalidInput."""
    meta = meta_of(context)
    key, trace = meta.get(IDEMPOTENCY_KEY), _TRACE_PARENT.fullmatch(str(meta.get("traceparent")))
    if key is not None and not isinstance(key, str):
        raise InvalidInput("must be text", ("_meta", IDEMPOTENCY_KEY))
    arguments = cast("dict[str, JsonValue]", params.arguments or {})
    call = Call(params.name, arguments, idempotency_key=key, trace_id=trace[1] if trace else None)
    try:
        call.check()
    except InvalidInput as error:  # nothing else of a call comes from the client as it is
        raise InvalidInput(error.problems[0].message, ("_meta", IDEMPOTENCY_KEY)) from None
    return call


def _selection(execution: UUID) -> Field:
    def leaves(type_name: str, *names: str) -> tuple[Field, ...]:
        return tuple(Field(name, name, {}, frozenset({type_name})) for name in names)

    of_run = frozenset({"Execution"})
    parts = (
        *leaves("Execution", "id", "status", "outputData", "errorCode", "errorMessage", "durationMs"),
        Field("tool", "tool", {}, of_run, leaves("Tool", "status")),
        Field(
            "artifacts",
            "artifacts",
            {},
            of_run,
            leaves("ExecutionArtifact", "name", "mimeType", "size", "sha256", "url"),
        ),
    )
    return Field("execution", "execution", {"id": str(execution)}, frozenset({"Query"}), parts)
