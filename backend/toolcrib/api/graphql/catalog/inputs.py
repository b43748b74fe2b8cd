from typing import cast

import strawberry
from strawberry import ID

from toolcrib.api.graphql.enums import ExecutorType, ImportConflictAction, ToolNetwork, ToolStatusMove, ToolVisibility
from toolcrib.api.graphql.inputs import optional, optional_id
from toolcrib.api.graphql.scalars import JSON
from toolcrib.catalog import model
from toolcrib.catalog.content import ToolContentChange
from toolcrib.core.json_text import JsonValue
from toolcrib.core.unset import UNSET, Unset


@strawberry.input(description="MCP's hints on what a call may do. Null: not said.")
class ToolAnnotationsInput:
    read_only: bool | None = strawberry.field(default=None, description="It changes nothing.")
    destructive: bool | None = strawberry.field(default=None, description="It may destroy something.")
    idempotent: bool | None = strawberry.field(
        default=None, description="Calling it again with the same input adds nothing."
    )
    open_world: bool | None = strawberry.field(default=None, description="It reaches things outside.")

    def plain(self) -> JsonValue:
        return {
            "readOnly": self.read_only,
            "destructive": self.destructive,
            "idempotent": self.idempotent,
            "openWorld": self.open_world,
        }


@strawberry.input(description="An input to try the tool with.")
class ExampleInputInput:
    name: str = strawberry.field(description="What it shows.")
    value: JSON = strawberry.field(description="The input.")


@strawberry.input(description="How the tool is asked for and tried.")
class ToolExamplesInput:
    prompts: list[str] = strawberry.field(
        default_factory=list, description="What a person might say that this tool answers."
    )
    inputs: list[ExampleInputInput] = strawberry.field(default_factory=list, description="Inputs to try it with.")

    def plain(self) -> JsonValue:
        inputs = [{"name": example.name, "value": example.value} for example in self.inputs]
        return cast("JsonValue", {"prompts": self.prompts, "inputs": inputs})


@strawberry.input(
    description="A tool's content. What is left out stays; null clears, back to the default where there is one."
)
class ToolContentInput:
    display_name: str | None = strawberry.field(default=strawberry.UNSET, description="For people.")
    description: str | None = strawberry.field(default=strawberry.UNSET, description="For people and LLMs.")
    icon: str | None = strawberry.field(default=strawberry.UNSET, description="An emoji or an image's https URL.")
    category: ID | None = strawberry.field(default=strawberry.UNSET, description="The shelf it is on.")
    tags: list[str] | None = strawberry.field(default=strawberry.UNSET, description="Words to find it by.")
    input_schema: JSON | None = strawberry.field(
        default=strawberry.UNSET, description="JSON Schema of the input: draft-07, or what its `$schema` says."
    )
    output_schema: JSON | None = strawberry.field(default=strawberry.UNSET, description="JSON Schema of the output.")
    executor_type: ExecutorType | None = strawberry.field(default=strawberry.UNSET, description="What runs it.")
    executor_config: JSON | None = strawberry.field(
        default=strawberry.UNSET,
        description='The executor\'s settings. PYTHON: `{"entry": "STDIN" | "MAIN"}`. '
        'SHELL: `{"output": "JSON" | "TEXT"}`.',
    )
    script_content: str | None = strawberry.field(default=strawberry.UNSET, description="The source.")
    timeout_seconds: int | None = strawberry.field(default=strawberry.UNSET, description="1 to 3600.")
    annotations: ToolAnnotationsInput | None = strawberry.field(default=strawberry.UNSET, description="MCP's hints.")
    examples: ToolExamplesInput | None = strawberry.field(default=strawberry.UNSET, description="Prompts and inputs.")

    def change(self) -> ToolContentChange:
        """Raises InvalidInput for an id that is none."""
        return ToolContentChange(
            display_name=optional(self.display_name),
            description=optional(self.description),
            icon=optional(self.icon),
            category=optional_id(self.category, ("content", "category"), "category"),
            tags=optional(self.tags),
            input_schema=cast("JsonValue | Unset", optional(self.input_schema)),
            output_schema=cast("JsonValue | Unset", optional(self.output_schema)),
            executor_type=_executor(self.executor_type),
            executor_config=cast("JsonValue | Unset", optional(self.executor_config)),
            script_content=optional(self.script_content),
            timeout_seconds=optional(self.timeout_seconds),
            annotations=_plain(self.annotations),
            examples=_plain(self.examples),
        )


def _executor(value: ExecutorType | None) -> model.ExecutorType | Unset | None:
    given = optional(value)
    return given if given is UNSET or given is None else model.ExecutorType(given)


def _plain(value: ToolAnnotationsInput | ToolExamplesInput | None) -> JsonValue | Unset:
    if value is strawberry.UNSET:
        return UNSET
    return None if value is None else value.plain()


@strawberry.input(description="A new tool; whoever makes it owns it. It starts as a DRAFT.")
class CreateToolInput:
    name: str = strawberry.field(description="Unique, in snake_case: what LLMs call. It can't be changed.")
    content: ToolContentInput = strawberry.field(description="What it is.")
    visibility: ToolVisibility = strawberry.field(
        default=ToolVisibility.PRIVATE, description="Who may find it. PLATFORM: admins only."
    )
    network: ToolNetwork = strawberry.field(default=ToolNetwork.FULL, description="What its script can reach.")
    changelog: str | None = strawberry.field(default=None, description="A word on its first version.")


@strawberry.input(description="A tool's new content.")
class UpdateToolInput:
    id: ID = strawberry.field(description="Which tool.")
    expected_version: int = strawberry.field(description="The version that was edited; a newer one is a CONFLICT.")
    content: ToolContentInput = strawberry.field(description="What changes.")
    changelog: str | None = strawberry.field(default=None, description="What changed, in your words.")


@strawberry.input(description="Who may find and call a tool, how often, and what it can reach. Null takes a limit off.")
class ToolPolicyInput:
    visibility: ToolVisibility | None = strawberry.field(default=strawberry.UNSET, description="Who may find it.")
    owner: ID | None = strawberry.field(default=strawberry.UNSET, description="A user or agent; null for PLATFORM.")
    rate_limit_per_minute: int | None = strawberry.field(
        default=strawberry.UNSET, description="Calls a minute for each caller."
    )
    rate_limit_per_hour: int | None = strawberry.field(
        default=strawberry.UNSET, description="Calls an hour for each caller."
    )
    network: ToolNetwork | None = strawberry.field(
        default=strawberry.UNSET, description="What its script can reach, in calls from then on."
    )


@strawberry.input(description="A change of policy, which names the values it replaces.")
class UpdateToolPolicyInput:
    id: ID = strawberry.field(description="Which tool.")
    policy: ToolPolicyInput = strawberry.field(description="What changes; what is left out stays.")
    expected: ToolPolicyInput = strawberry.field(
        description="For each changed field the value it has now; if it has another, that is a CONFLICT."
    )


@strawberry.input(description="A step in a tool's life.")
class MoveToolStatusInput:
    id: ID = strawberry.field(description="Which tool.")
    move: ToolStatusMove = strawberry.field(description="Which step.")


@strawberry.input(description="A step in the life of several tools.")
class MoveToolStatusesInput:
    ids: list[ID] = strawberry.field(description="Which tools, at most 100.")
    move: ToolStatusMove = strawberry.field(description="Which step.")


@strawberry.input(description="Which tools go.")
class DeleteToolsInput:
    ids: list[ID] = strawberry.field(description="Which tools, at most 100.")


@strawberry.input(description="Which tools come back.")
class UndeleteToolsInput:
    ids: list[ID] = strawberry.field(description="Which tools, at most 100.")


@strawberry.input(description="Which content comes back, as the newest version.")
class RestoreToolVersionInput:
    id: ID = strawberry.field(description="Which tool.")
    version: int = strawberry.field(description="Whose content comes back.")
    expected_version: int = strawberry.field(description="The version that is current; a newer one is a CONFLICT.")
    changelog: str | None = strawberry.field(default=None, description="Why, in your words.")


@strawberry.input(description="Which tool goes.")
class DeleteToolInput:
    id: ID = strawberry.field(description="Which tool.")


@strawberry.input(description="Which tool comes back.")
class UndeleteToolInput:
    id: ID = strawberry.field(description="Which tool.")


@strawberry.input(description="A copy of a tool's content and network policy, under another name.")
class DuplicateToolInput:
    id: ID = strawberry.field(description="Which tool.")
    name: str = strawberry.field(description="The copy's name.")
    display_name: str | None = strawberry.field(default=None, description="The copy's title; null: the same.")


@strawberry.input(description="Content to check.")
class CheckToolInput:
    content: ToolContentInput = strawberry.field(description="What would be saved.")
    tool: ID | None = strawberry.field(
        default=None, description="The tool it would be the next version of, which one may read; null: a new one."
    )


@strawberry.input(description="What to do with one tool of the file if its name is taken.")
class ImportChoiceInput:
    name: str = strawberry.field(description="Its name in the file.")
    action: ImportConflictAction = strawberry.field(description="What to do.")
    new_name: str | None = strawberry.field(default=None, description="RENAME: its name; null: the next free one.")


@strawberry.input(description="A file of tools.")
class ImportToolsInput:
    document: str = strawberry.field(description="The text of the file, JSON as `toolFile` answers it.")
    dry_run: bool = strawberry.field(default=False, description="True: only say what would happen.")
    on_conflict: ImportConflictAction = strawberry.field(
        default=ImportConflictAction.SKIP, description="What becomes of tools whose names are taken."
    )
    choices: list[ImportChoiceInput] = strawberry.field(
        default_factory=list, description="For some of them, something else; each names a tool of the file."
    )
    keep_policy: bool = strawberry.field(
        default=False,
        description="True: new tools get the visibility and status of the file; else they are PRIVATE DRAFTs.",
    )


@strawberry.input(description="A new category.")
class CreateCategoryInput:
    name: str = strawberry.field(description="Unique, at most 100 characters.")
    description: str | None = strawberry.field(default=None, description="What belongs here.")
    parent: ID | None = strawberry.field(default=None, description="The category above; null: at the top.")


@strawberry.input(description="What changes of a category; what is left out stays.")
class UpdateCategoryInput:
    id: ID = strawberry.field(description="Which category.")
    name: str | None = strawberry.field(default=strawberry.UNSET, description="Unique.")
    description: str | None = strawberry.field(default=strawberry.UNSET, description="What belongs here.")
    parent: ID | None = strawberry.field(default=strawberry.UNSET, description="The category above; null: to the top.")


@strawberry.input(description="Which category goes.")
class DeleteCategoryInput:
    id: ID = strawberry.field(description="Which category.")
    move_to: ID | None = strawberry.field(
        default=None, description="Where its tools and sub-categories go; without it only an empty one can go."
    )
