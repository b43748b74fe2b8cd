from typing import TYPE_CHECKING, Annotated

import strawberry
from strawberry import ID

from toolcrib.api.graphql.enums import EventKind, ExecutionStatus
from toolcrib.api.graphql.identity.types import Agent, Subject, User
from toolcrib.api.graphql.relay import Connection, Node, page
from toolcrib.api.graphql.scalars import JSON, BigInt, DateTime

if TYPE_CHECKING:
    from toolcrib.api.graphql.catalog.types import Tool

LazyTool = Annotated["Tool", strawberry.lazy("toolcrib.api.graphql.catalog.types")]


@strawberry.type(description="Something that happened in a run. Events are numbered without gaps.")
class ExecutionEvent:
    seq: int = strawberry.field(description="Its number, from 1.")
    at: DateTime = strawberry.field(description="When it happened.")
    kind: EventKind = strawberry.field(description="What it tells.")
    status: ExecutionStatus | None = strawberry.field(description="STATUS: the status reached.")
    text: str | None = strawberry.field(
        description="STDOUT, STDERR: what was written, line ends included. PROGRESS: the message. ARTIFACT: its name."
    )
    error_code: str | None = strawberry.field(description="STATUS of a run that failed: why.")
    duration_ms: int | None = strawberry.field(description="STATUS of a run that ended: how long it took.")


@strawberry.type(description="A file that a run left.")
class ExecutionArtifact(Node):
    name: str = strawberry.field(description="Its file name.")
    mime_type: str = strawberry.field(description="What it seems to be.")
    size: int = strawberry.field(description="In bytes.")
    sha256: str = strawberry.field(description="Of its content, in hex.")
    url: str = strawberry.field(description="Where it can be downloaded, on this server.")
    created_at: DateTime = strawberry.field(description="When it was kept.")


@strawberry.type(description="One run of a tool, or its refusal.")
class Execution(Node):
    tool: LazyTool | None = strawberry.field(description="Null where the viewer may not read the tool.")
    tool_version: int = strawberry.field(description="The version that ran.")
    status: ExecutionStatus = strawberry.field(description="Where it stands.")
    input_data: JSON | None = strawberry.field(description="The input, defaults filled in, secrets taken out.")
    output_data: JSON | None = strawberry.field(description="The output, secrets taken out.")
    error_code: str | None = strawberry.field(description="Why it failed; stable, for programs.")
    error_message: str | None = strawberry.field(description="Why it failed, for people.")
    error_stack: str | None = strawberry.field(
        description="The script's traceback: for the caller and the tool's ADMINs."
    )
    warnings: list[str] = strawberry.field(description="What went well, but should be known.")
    started_at: DateTime | None = strawberry.field(description="When it began.")
    completed_at: DateTime | None = strawberry.field(description="When it ended.")
    duration_ms: int | None = strawberry.field(description="How long it ran.")
    queue_ms: int | None = strawberry.field(description="How long it waited before.")
    cpu_ms: int | None = strawberry.field(
        description="Processor time that it and what it started used; null where that is not known."
    )
    peak_memory_bytes: BigInt | None = strawberry.field(
        description="The most memory it held at once; null where that is not known."
    )
    caller: Subject = strawberry.field(description="Who called.")
    on_behalf_of: User | None = strawberry.field(description="The user whom the calling agent acted for.")
    agent: Agent | None = strawberry.field(description="The agent that called.")
    trace_id: str | None = strawberry.field(description="The caller's W3C trace id.")
    idempotency_key: str | None = strawberry.field(description="The caller's key against running twice.")
    performance_warning: bool = strawberry.field(description="Did it take more than 5 seconds.")
    rate_limit_hit: bool = strawberry.field(description="Was it refused for coming too often.")
    cancel_requested_at: DateTime | None = strawberry.field(description="When somebody asked to stop it.")
    last_seq: int = strawberry.field(description="The number of its last event; 0 before the first.")
    events: Connection[ExecutionEvent] = strawberry.field(resolver=page, description="What happened, in order.")
    artifacts: list[ExecutionArtifact] = strawberry.field(description="The files it left, by name.")
    viewer_can_cancel: bool = strawberry.field(description="Has it not ended, and may the viewer stop it.")
    created_at: DateTime = strawberry.field(description="When it was recorded.")


@strawberry.input(description="Which executions to list or follow.")
class ExecutionFilter:
    status: list[ExecutionStatus] | None = strawberry.field(default=None, description="In any of these.")
    tool: ID | None = strawberry.field(default=None, description="Of this tool.")
    caller: ID | None = strawberry.field(default=None, description="Called by this user or agent.")
    agent: ID | None = strawberry.field(default=None, description="Called by this agent.")
    performance_warning: bool | None = strawberry.field(default=None, description="Slow ones, or the others.")
    created_after: DateTime | None = strawberry.field(default=None, description="Recorded after this.")
    created_before: DateTime | None = strawberry.field(default=None, description="Recorded before this.")
