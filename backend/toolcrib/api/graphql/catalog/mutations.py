from collections.abc import Awaitable
from uuid import UUID

import strawberry
from strawberry import ID

from toolcrib.api.graphql.catalog import inputs, payloads
from toolcrib.api.graphql.catalog.types import ImportedTool, VersionDiff
from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.enums import PythonEntry, ShellOutput, ToolNetwork
from toolcrib.api.graphql.errors import UserError, expected, user_errors
from toolcrib.api.graphql.inputs import SUBJECT, Input, id_or_none, kept, optional, optional_id
from toolcrib.catalog.editing import ContentReview, StaleVersion
from toolcrib.catalog.lifecycle import ToolPolicyChange
from toolcrib.catalog.service import Catalog
from toolcrib.catalog.transfer.model import ImportChoices
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import global_id, parse_id
from toolcrib.core.unset import UNSET, Unset
from toolcrib.executors.contract import Network


@strawberry.type
class CatalogMutation:
    @strawberry.mutation(description="Say all that is wrong with a content, without saving it.")
    async def check_tool(self, info: Info, input: Input[inputs.CheckToolInput]) -> payloads.CheckToolPayload | None:
        async def check() -> ContentReview:
            tool = id_or_none(input.tool, "tool", "tool")
            return await _catalog(info).check_tool(principal_of(info), content=input.content.change(), tool=tool)

        review, problems = await expected(check())
        if review is None:
            return payloads.CheckToolPayload(user_errors=problems)
        suggested = review.suggested_config or {}
        entry, output = suggested.get("entry"), suggested.get("output")
        return payloads.CheckToolPayload(
            suggested_entry=PythonEntry(str(entry)) if entry else None,
            suggested_output=ShellOutput(str(output)) if output else None,
            warnings=[payloads.CheckWarning.of(found) for found in review.warnings],
            diff=VersionDiff.of(review.comparison) if review.comparison else None,
            user_errors=user_errors(review.problems),
        )

    @strawberry.mutation(description="Add a tool, as a DRAFT.")
    async def create_tool(self, info: Info, input: Input[inputs.CreateToolInput]) -> payloads.CreateToolPayload | None:
        async def create() -> UUID:
            return await _catalog(info).create_tool(
                principal_of(info),
                name=input.name,
                content=input.content.change(),
                visibility=input.visibility,
                network=Network[input.network.name],
                changelog=input.changelog,
            )

        changed, problems = await expected(create())
        return payloads.CreateToolPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Save a tool's next version. Of an ACTIVE tool it is live at once.")
    async def update_tool(self, info: Info, input: Input[inputs.UpdateToolInput]) -> payloads.UpdateToolPayload | None:
        async def update() -> UUID:
            return await _catalog(info).update_tool(
                principal_of(info),
                id=parse_id(input.id, "tool"),
                expected_version=input.expected_version,
                content=input.content.change(),
                changelog=input.changelog,
            )

        changed, overtaken, problems = await _or_overtaken(input.id, update())
        return payloads.UpdateToolPayload(changed=changed, overtaken=overtaken, user_errors=problems)

    @strawberry.mutation(description="Make an old version's content the newest version. Policy stays as it is.")
    async def restore_tool_version(
        self, info: Info, input: Input[inputs.RestoreToolVersionInput]
    ) -> payloads.RestoreToolVersionPayload | None:
        async def restore() -> UUID:
            return await _catalog(info).restore_tool_version(
                principal_of(info),
                id=parse_id(input.id, "tool"),
                version=input.version,
                expected_version=input.expected_version,
                changelog=input.changelog,
            )

        changed, overtaken, problems = await _or_overtaken(input.id, restore())
        return payloads.RestoreToolVersionPayload(changed=changed, overtaken=overtaken, user_errors=problems)

    @strawberry.mutation(description="Change who may find and call a tool, how often, and what it can reach.")
    async def update_tool_policy(
        self, info: Info, input: Input[inputs.UpdateToolPolicyInput]
    ) -> payloads.UpdateToolPolicyPayload | None:
        async def update() -> UUID:
            return await _catalog(info).update_tool_policy(
                principal_of(info),
                id=parse_id(input.id, "tool"),
                policy=_policy(input.policy),
                expected=_policy(input.expected),
            )

        changed, problems = await expected(update())
        return payloads.UpdateToolPolicyPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Take a step in a tool's life.")
    async def move_tool_status(
        self, info: Info, input: Input[inputs.MoveToolStatusInput]
    ) -> payloads.MoveToolStatusPayload | None:
        async def move() -> UUID:
            return await _catalog(info).move_tool_status(
                principal_of(info), id=parse_id(input.id, "tool"), move=input.move
            )

        changed, problems = await expected(move())
        return payloads.MoveToolStatusPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Delete a tool. Its name stays taken; it can be undeleted for 30 days.")
    async def delete_tool(self, info: Info, input: Input[inputs.DeleteToolInput]) -> payloads.DeleteToolPayload | None:
        async def delete() -> UUID:
            return await _catalog(info).delete_tool(principal_of(info), id=parse_id(input.id, "tool"))

        changed, problems = await expected(delete())
        return payloads.DeleteToolPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Bring a deleted tool back.")
    async def undelete_tool(
        self, info: Info, input: Input[inputs.UndeleteToolInput]
    ) -> payloads.UndeleteToolPayload | None:
        async def undelete() -> UUID:
            return await _catalog(info).undelete_tool(principal_of(info), id=parse_id(input.id, "tool"))

        changed, problems = await expected(undelete())
        return payloads.UndeleteToolPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Copy a tool that one may read: a PRIVATE DRAFT of one's own.")
    async def duplicate_tool(
        self, info: Info, input: Input[inputs.DuplicateToolInput]
    ) -> payloads.DuplicateToolPayload | None:
        async def duplicate() -> UUID:
            return await _catalog(info).duplicate_tool(
                principal_of(info), id=parse_id(input.id, "tool"), name=input.name, display_name=input.display_name
            )

        changed, problems = await expected(duplicate())
        return payloads.DuplicateToolPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(
        description="Make the tools of a file, or their next versions: all of them or, if any is refused, none."
    )
    async def import_tools(
        self, info: Info, input: Input[inputs.ImportToolsInput]
    ) -> payloads.ImportToolsPayload | None:
        by_name = {choice.name: (choice.action, choice.new_name) for choice in input.choices}
        if len(by_name) < len(input.choices):
            twice = InvalidInput("names a tool twice: there is one choice for each", ("choices",))
            return payloads.ImportToolsPayload(user_errors=user_errors(twice.problems))
        choices = ImportChoices(
            on_conflict=input.on_conflict,
            by_name=by_name,
            keep_policy=input.keep_policy,
        )
        result, problems = await expected(
            _catalog(info).import_tools(
                principal_of(info), document=input.document, choices=choices, dry_run=input.dry_run
            )
        )
        if result is None:
            return payloads.ImportToolsPayload(user_errors=problems)
        return payloads.ImportToolsPayload(
            tools=[ImportedTool.of(tool) for tool in result.tools],
            new_categories=list(result.new_categories),
            is_done=result.done,
            user_errors=[] if input.dry_run else user_errors(result.problems),
        )

    @strawberry.mutation(description="Add a category. Admins only.")
    async def create_category(
        self, info: Info, input: Input[inputs.CreateCategoryInput]
    ) -> payloads.CreateCategoryPayload | None:
        async def create() -> UUID:
            return await _catalog(info).create_category(
                principal_of(info),
                name=input.name,
                description=input.description,
                parent=id_or_none(input.parent, "parent", "category"),
            )

        changed, problems = await expected(create())
        return payloads.CreateCategoryPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Change or move a category. Admins only.")
    async def update_category(
        self, info: Info, input: Input[inputs.UpdateCategoryInput]
    ) -> payloads.UpdateCategoryPayload | None:
        async def update() -> UUID:
            return await _catalog(info).update_category(
                principal_of(info),
                id=parse_id(input.id, "category"),
                name=kept(input.name, "name"),
                description=optional(input.description),
                parent=optional_id(input.parent, ("parent",), "category"),
            )

        changed, problems = await expected(update())
        return payloads.UpdateCategoryPayload(changed=changed, user_errors=problems)

    @strawberry.mutation(description="Delete a category; what it holds moves to another. Admins only.")
    async def delete_category(
        self, info: Info, input: Input[inputs.DeleteCategoryInput]
    ) -> payloads.DeleteCategoryPayload | None:
        async def delete() -> UUID:
            return await _catalog(info).delete_category(
                principal_of(info),
                id=parse_id(input.id, "category"),
                move_to=id_or_none(input.move_to, "moveTo", "category"),
            )

        deleted, problems = await expected(delete())
        return payloads.DeleteCategoryPayload(
            deleted_id=ID(global_id("category", deleted)) if deleted else None, user_errors=problems
        )


def _catalog(info: Info) -> Catalog:
    return info.context.services.catalog


async def _or_overtaken(tool: ID, action: Awaitable[UUID]) -> tuple[UUID | None, UUID | None, list[UserError]]:
    """What changed; or, where somebody else was first, the tool whose current version is to be shown."""
    try:
        changed, problems = await expected(action, besides=StaleVersion)
    except StaleVersion as stale:
        return None, parse_id(tool, "tool"), user_errors(stale.problems)
    return changed, None, problems


def _policy(given: inputs.ToolPolicyInput) -> ToolPolicyChange:
    return ToolPolicyChange(
        visibility=kept(given.visibility, "visibility"),
        owner=optional_id(given.owner, ("policy", "owner"), *SUBJECT),
        rate_limit_per_minute=optional(given.rate_limit_per_minute),
        rate_limit_per_hour=optional(given.rate_limit_per_hour),
        network=_network(given.network),
    )


def _network(given: ToolNetwork | None) -> Network | Unset:
    value = kept(given, "network")
    return UNSET if value is UNSET else Network[value.name]
