from typing import TYPE_CHECKING, Annotated, cast

import strawberry
from strawberry import ID, argument

from toolcrib.api.graphql.access.types import ToolPermission
from toolcrib.api.graphql.audit.types import AuditEvent
from toolcrib.api.graphql.enums import (
    ExecutionStatus,
    ExecutorType,
    FunctionFormat,
    ImportOutcome,
    OrderDirection,
    Permission,
    ToolNetwork,
    ToolOrderField,
    ToolStatus,
    ToolStatusMove,
    ToolVisibility,
    VersionChangeKind,
    VersionImpact,
)
from toolcrib.api.graphql.errors import UserError, user_errors
from toolcrib.api.graphql.identity.types import Subject
from toolcrib.api.graphql.relay import After, Connection, First, Node, never_resolved, page
from toolcrib.api.graphql.scalars import JSON, DateTime
from toolcrib.catalog.comparison import Change, Comparison
from toolcrib.catalog.comparison.wording import meaning
from toolcrib.catalog.transfer import model as transfer
from toolcrib.core.ids import global_id

if TYPE_CHECKING:
    from toolcrib.api.graphql.execution.types import Execution
    from toolcrib.api.graphql.identity.types import Agent

LazyExecution = Annotated["Execution", strawberry.lazy("toolcrib.api.graphql.execution.types")]

LazyAgent = Annotated["Agent", strawberry.lazy("toolcrib.api.graphql.identity.types")]


def _function_definition(  # type: ignore[no-untyped-def]  # the field's own annotation says what it answers
    format: Annotated[FunctionFormat, argument(description="Whose form.")] = FunctionFormat.OPENAI,
):
    never_resolved(format)


def _version_number(version: Annotated[int, argument(description="Its number.")]):  # type: ignore[no-untyped-def]  # as above
    never_resolved(version)


def _tools(  # type: ignore[no-untyped-def]  # as above
    first: First = 50,
    after: After = None,
    include_descendants: Annotated[bool, argument(description="And those on the shelves below it.")] = False,
):
    never_resolved(first, after, include_descendants)


def _executions(  # type: ignore[no-untyped-def]  # as above
    first: First = 50,
    after: After = None,
    status: Annotated[list[ExecutionStatus] | None, argument(description="In any of these; null: in any.")] = None,
):
    never_resolved(first, after, status)


@strawberry.type(description="A shelf for tools; categories form a tree.")
class Category(Node):
    name: str = strawberry.field(description="Unique.")
    description: str | None = strawberry.field(description="What belongs here.")
    parent: "Category | None" = strawberry.field(description="The category above; null at the top.")
    ancestors: list["Category"] = strawberry.field(description="From the top down to the parent.")
    children: list["Category"] = strawberry.field(description="The categories right below, by name.")
    tools: Connection["Tool"] = strawberry.field(resolver=_tools, description="The tools on it, by name.")
    created_at: DateTime = strawberry.field(description="When it was added.")
    updated_at: DateTime = strawberry.field(description="When it last changed.")


@strawberry.type(description="MCP's hints on what a call may do. Null: not said.")
class ToolAnnotations:
    read_only: bool | None = strawberry.field(description="It changes nothing.")
    destructive: bool | None = strawberry.field(description="It may destroy something.")
    idempotent: bool | None = strawberry.field(description="Calling it again with the same input adds nothing.")
    open_world: bool | None = strawberry.field(description="It reaches things outside.")


@strawberry.type(description="An input to try the tool with.")
class ExampleInput:
    name: str = strawberry.field(description="What it shows.")
    value: JSON = strawberry.field(description="The input.")


@strawberry.type(description="How the tool is asked for and tried.")
class ToolExamples:
    prompts: list[str] = strawberry.field(description="What a person might say that this tool answers.")
    inputs: list[ExampleInput] = strawberry.field(description="Inputs to try it with.")


@strawberry.type(description="How much a tool is used.")
class ToolUsage:
    execution_count: int = strawberry.field(description="How many runs it has had.")
    last_executed_at: DateTime | None = strawberry.field(description="When the last one began.")


@strawberry.type(description="Something an LLM can call.")
class Tool(Node):
    name: str = strawberry.field(description="Unique, in snake_case: what LLMs call.")
    display_name: str = strawberry.field(description="For people.")
    description: str = strawberry.field(description="What it does and when to use it, for people and LLMs.")
    icon: str | None = strawberry.field(description="An emoji or an image's URL.")
    status: ToolStatus = strawberry.field(
        description="Where it stands in its life. Only ACTIVE and DEPRECATED ones run."
    )
    category: Category | None = strawberry.field(description="The shelf it is on.")
    tags: list[str] = strawberry.field(description="Words to find it by.")
    visibility: ToolVisibility = strawberry.field(description="Who may find it.")
    owner: Subject | None = strawberry.field(description="Null for PLATFORM tools.")
    executor_type: ExecutorType = strawberry.field(description="What runs it.")
    executor_config: JSON = strawberry.field(description="The executor's own settings.")
    script_content: str | None = strawberry.field(description="The source.")
    input_schema: JSON = strawberry.field(description="JSON Schema of the input.")
    output_schema: JSON = strawberry.field(description="JSON Schema of the output; `{}` takes anything.")
    version: int = strawberry.field(description="Counts its contents, from 1.")
    timeout_seconds: int = strawberry.field(description="How long a run may take.")
    rate_limit_per_minute: int | None = strawberry.field(description="Calls a minute for each caller.")
    rate_limit_per_hour: int | None = strawberry.field(description="Calls an hour for each caller.")
    network: ToolNetwork = strawberry.field(description="What its script can reach, whatever the version.")
    annotations: ToolAnnotations = strawberry.field(description="MCP's hints on what a call may do.")
    examples: ToolExamples = strawberry.field(description="How it is asked for and tried.")
    usage: ToolUsage = strawberry.field(description="How much it is used.")
    function_definition: JSON = strawberry.field(
        resolver=_function_definition, description="The tool as an LLM's function, in the form of a vendor."
    )
    versions: Connection["ToolVersion"] = strawberry.field(resolver=page, description="Its contents, newest first.")
    version_number: "ToolVersion | None" = strawberry.field(
        resolver=_version_number, description="One of its contents."
    )
    executions: Connection[LazyExecution] = strawberry.field(
        resolver=_executions, description="Its runs, as far as the viewer may see them, newest first."
    )
    permissions: Connection[ToolPermission] = strawberry.field(
        resolver=page, description="Who was granted what, as far as the viewer may see it."
    )
    audit_events: Connection[AuditEvent] = strawberry.field(
        resolver=page, description="Who changed it, newest first; for its ADMINs."
    )
    agents: Connection[LazyAgent] = strawberry.field(
        resolver=page, description="The agents that were granted to run it, as far as the viewer may see it, by name."
    )
    viewer_permission: Permission | None = strawberry.field(description="The most that the viewer may do with it.")
    viewer_can_execute: bool = strawberry.field(description="May the viewer run it, as far as rights go.")
    status_moves: list[ToolStatusMove] = strawberry.field(description="The steps open to the viewer.")
    created_at: DateTime = strawberry.field(description="When it was added.")
    updated_at: DateTime = strawberry.field(description="When it last changed.")
    deleted_at: DateTime | None = strawberry.field(description="When it was deleted; only its ADMINs still see it.")


@strawberry.type(description="The content of a tool at one version. It never changes.")
class ToolVersion(Node):
    tool: Tool = strawberry.field(description="Whose content it was.")
    version: int = strawberry.field(description="Counts from 1.")
    changelog: str | None = strawberry.field(description="What changed, in its author's words.")
    author: Subject | None = strawberry.field(description="Who saved it; null: the server itself.")
    is_latest: bool = strawberry.field(description="Is it the tool's content now.")
    display_name: str = strawberry.field(description="For people.")
    description: str = strawberry.field(description="What it did and when to use it.")
    icon: str | None = strawberry.field(description="An emoji or an image's URL.")
    category: Category | None = strawberry.field(description="The shelf it was on.")
    tags: list[str] = strawberry.field(description="Words to find it by.")
    executor_type: ExecutorType = strawberry.field(description="What ran it.")
    executor_config: JSON = strawberry.field(description="The executor's own settings.")
    script_content: str | None = strawberry.field(description="The source.")
    input_schema: JSON = strawberry.field(description="JSON Schema of the input.")
    output_schema: JSON = strawberry.field(description="JSON Schema of the output.")
    timeout_seconds: int = strawberry.field(description="How long a run could take.")
    annotations: ToolAnnotations = strawberry.field(description="MCP's hints on what a call may do.")
    examples: ToolExamples = strawberry.field(description="How it is asked for and tried.")
    created_at: DateTime = strawberry.field(description="When it was saved.")


@strawberry.type(description="One difference between two contents of a tool.")
class VersionChange:
    kind: VersionChangeKind = strawberry.field(description="What was changed.")
    impact: VersionImpact = strawberry.field(description="What it means for callers.")
    path: list[str] = strawberry.field(description="Where in the content, step by step from its field.")
    before: JSON | None = strawberry.field(description="What stood there; null where there was nothing.")
    after: JSON | None = strawberry.field(description="What stands there now; null where there is nothing.")
    is_proven: bool = strawberry.field(
        description="False: it is BREAKING only because it can't be shown to be COMPATIBLE."
    )
    meaning: str = strawberry.field(description="What it means, in words.")

    @classmethod
    def of(cls, change: Change) -> "VersionChange":
        return cls(
            kind=change.kind,
            impact=change.impact,
            path=[str(step) for step in change.path],
            before=cast("JSON | None", change.before),
            after=cast("JSON | None", change.after),
            is_proven=change.proven,
            meaning=meaning(change),
        )


@strawberry.type(description="What differs between two contents of a tool, for those who call it.")
class VersionDiff:
    impact: VersionImpact = strawberry.field(description="BREAKING if any change is.")
    changes: list[VersionChange] = strawberry.field(
        description="Those that break callers first; empty: they are alike."
    )

    @classmethod
    def of(cls, comparison: Comparison) -> "VersionDiff":
        return cls(impact=comparison.impact, changes=[VersionChange.of(change) for change in comparison.changes])


@strawberry.type(description="What becomes of one tool of a file.")
class ImportedTool:
    index: int = strawberry.field(description="Its place in the file, from 0.")
    name: str = strawberry.field(description="Its name in the file.")
    final_name: str = strawberry.field(description="Its name here.")
    outcome: ImportOutcome = strawberry.field(description="What becomes of it.")
    version: int | None = strawberry.field(description="The version it is here.")
    tool_id: ID | None = strawberry.field(description="The tool here, if there is one that the viewer may know.")
    diff: VersionDiff | None = strawberry.field(description="NEW_VERSION: what it changes for callers.")
    problems: list[UserError] = strawberry.field(description="REFUSED: why, at the paths of the file.")

    @classmethod
    def of(cls, tool: transfer.ImportedTool) -> "ImportedTool":
        return cls(
            index=tool.index,
            name=tool.name,
            final_name=tool.final_name,
            outcome=tool.outcome,
            version=tool.version,
            tool_id=ID(global_id("tool", tool.tool_id)) if tool.tool_id else None,
            diff=VersionDiff.of(tool.comparison) if tool.comparison else None,
            problems=user_errors(tool.problems),
        )


@strawberry.input(description="Which tools to list.")
class ToolFilter:
    search: str | None = strawberry.field(
        default=None, description="Words in name, title, description or tags; typos are forgiven in names."
    )
    status: list[ToolStatus] | None = strawberry.field(default=None, description="In any of these.")
    category: ID | None = strawberry.field(default=None, description="On this shelf.")
    include_descendants: bool = strawberry.field(default=True, description="And on the shelves below it.")
    tags: list[str] | None = strawberry.field(default=None, description="With all of these.")
    visibility: list[ToolVisibility] | None = strawberry.field(default=None, description="Any of these.")
    owner: ID | None = strawberry.field(default=None, description="Owned by this user or agent.")
    executor_type: list[ExecutorType] | None = strawberry.field(default=None, description="Run by any of these.")
    deleted: bool = strawberry.field(
        default=False, description="True: only deleted ones; a deleted tool is seen by its ADMINs alone."
    )


@strawberry.input(description="What tools are ordered by.")
class ToolOrder:
    field: ToolOrderField = strawberry.field(description="RELEVANCE needs a search.")
    direction: OrderDirection = strawberry.field(default=OrderDirection.ASC, description="Which end comes first.")
