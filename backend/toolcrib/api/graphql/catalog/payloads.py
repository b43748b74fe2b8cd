from uuid import UUID

import strawberry
from strawberry import ID, Private

from toolcrib.api.graphql.catalog.types import Category, ImportedTool, Tool, ToolVersion, VersionDiff
from toolcrib.api.graphql.context import Info
from toolcrib.api.graphql.enums import PythonEntry, ShellOutput
from toolcrib.api.graphql.errors import Payload
from toolcrib.api.graphql.planned import read_by_id
from toolcrib.core.errors import Problem


@strawberry.type
class _ToolPayload(Payload):
    changed: Private[UUID | None] = None

    @strawberry.field(description="The tool as it is now.")
    async def tool(self, info: Info) -> Tool | None:
        return await read_by_id(info, "tool", self.changed)


@strawberry.type
class _VersionedPayload(_ToolPayload):
    overtaken: Private[UUID | None] = None

    @strawberry.field(description="On CONFLICT: the version that is current now, for comparison.")
    async def current_version(self, info: Info) -> ToolVersion | None:
        return await read_by_id(info, "currentToolVersion", self.overtaken)


@strawberry.type
class _CategoryPayload(Payload):
    changed: Private[UUID | None] = None

    @strawberry.field(description="The category as it is now.")
    async def category(self, info: Info) -> Category | None:
        return await read_by_id(info, "category", self.changed)


@strawberry.type(description="The new tool.")
class CreateToolPayload(_ToolPayload):
    pass


@strawberry.type(description="The changed tool.")
class UpdateToolPayload(_VersionedPayload):
    pass


@strawberry.type(description="The changed tool.")
class UpdateToolPolicyPayload(_ToolPayload):
    pass


@strawberry.type(description="The moved tool.")
class MoveToolStatusPayload(_ToolPayload):
    pass


@strawberry.type(description="The changed tool.")
class RestoreToolVersionPayload(_VersionedPayload):
    pass


@strawberry.type(description="The deleted tool, which can be undeleted for 30 days.")
class DeleteToolPayload(_ToolPayload):
    pass


@strawberry.type(description="The tool, back again.")
class UndeleteToolPayload(_ToolPayload):
    pass


@strawberry.type(description="The copy.")
class DuplicateToolPayload(_ToolPayload):
    pass


@strawberry.type(description="Something that keeps nothing from being saved, but may not be as meant.")
class CheckWarning:
    code: str = strawberry.field(description="Stable, for programs.")
    message: str = strawberry.field(description="For people: what may go wrong and what to do about it.")
    field: list[str] | None = strawberry.field(description="The path of the input's field it is about.")

    @classmethod
    def of(cls, problem: Problem) -> "CheckWarning":
        return cls(code=problem.code, message=problem.message, field=[str(part) for part in problem.field] or None)


@strawberry.type(description="What saving would say.")
class CheckToolPayload(Payload):
    suggested_entry: PythonEntry | None = strawberry.field(
        default=None, description="PYTHON: how the script seems to take its input."
    )
    suggested_output: ShellOutput | None = strawberry.field(
        default=None, description="SHELL: what the script seems to write to stdout."
    )
    warnings: list[CheckWarning] = strawberry.field(
        default_factory=list, description="What may not be as meant: a module that isn't here, a description too short."
    )
    diff: VersionDiff | None = strawberry.field(
        default=None,
        description="With `tool`: what differs from its current version; null while a schema can't be used.",
    )


@strawberry.type(description="What became of the tools of a file, or would.")
class ImportToolsPayload(Payload):
    tools: list[ImportedTool] = strawberry.field(default_factory=list, description="Each, in the file's order.")
    new_categories: list[str] = strawberry.field(default_factory=list, description="The categories it adds.")
    is_done: bool = strawberry.field(default=False, description="Is it saved: all of it, or nothing.")


@strawberry.type
class _ToolsPayload(Payload):
    done_ids: list[ID] = strawberry.field(
        default_factory=list, description="The tools with which it was done; for each other one there is a user error."
    )


@strawberry.type(description="The moved tools.")
class MoveToolStatusesPayload(_ToolsPayload):
    pass


@strawberry.type(description="The deleted tools, which can be undeleted for 30 days.")
class DeleteToolsPayload(_ToolsPayload):
    pass


@strawberry.type(description="The tools that are back.")
class UndeleteToolsPayload(_ToolsPayload):
    pass


@strawberry.type(description="The new category.")
class CreateCategoryPayload(_CategoryPayload):
    pass


@strawberry.type(description="The changed category.")
class UpdateCategoryPayload(_CategoryPayload):
    pass


@strawberry.type(description="The category that is gone.")
class DeleteCategoryPayload(Payload):
    deleted_id: ID | None = strawberry.field(default=None, description="Its id.")
