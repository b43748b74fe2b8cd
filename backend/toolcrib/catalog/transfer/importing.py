"""Bringing in the tools of a file: all of them or none, each with its own line in the trail."""

from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from time import monotonic
from uuid import UUID

from toolcrib.access.model import Permission
from toolcrib.audit.service import record
from toolcrib.catalog import category_store, names, store
from toolcrib.catalog.comparison import Comparison
from toolcrib.catalog.content import ToolContent, ToolContentChange
from toolcrib.catalog.editing import Editing
from toolcrib.catalog.lifecycle import rate_problems
from toolcrib.catalog.model import ToolStatus, ToolVisibility
from toolcrib.catalog.records import ToolPolicy, ToolRecord
from toolcrib.catalog.transfer.file import FileTool, FileVersion, read_file
from toolcrib.catalog.transfer.model import (
    ConflictAction,
    ImportChoices,
    ImportedTool,
    ImportOutcome,
    ImportResult,
)
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, Path, Problem
from toolcrib.core.ids import global_id
from toolcrib.core.unset import UNSET
from toolcrib.identity.model import Principal, Scope, require_scope

COMPARING_SECONDS = 10
"""How long the schemas of one import's new versions are compared in all. Those after it are only said to differ."""


class _Undone(Exception):
    """Takes back what a rehearsal has done."""


@dataclass(slots=True)
class _Import:
    principal: Principal
    choices: ImportChoices
    names: frozenset[str]
    """What the file's own tools are called there: none of them is renamed to what another is called."""
    category_ids: dict[str, UUID] = field(default_factory=dict)
    new_categories: list[str] = field(default_factory=list)
    comparing_seconds: float = 0
    """Spent so far."""


class Importing(Editing):
    async def import_tools(
        self, principal: Principal, *, document: str, choices: ImportChoices, dry_run: bool
    ) -> ImportResult:
        """Make the tools of the file, or their next versions: all, or, if any is refused, none.

        With `dry_run` everything is done and taken back, so what it answers is what would happen. A refused tool has
        its problems at their paths in the file. Raises Forbidden, and InvalidInput for what is no file of tools and for
        choices about tools that are not in it.
        """
        require_scope(principal, Scope.MANAGE)
        tools = read_file(document)
        asked = _Import(principal, choices, frozenset(tool.name for tool in tools))
        _refuse_choices_for_nothing(asked)
        done: list[ImportedTool] = []
        with suppress(_Undone):
            async with self._database.transaction():
                for tool in tools:
                    done.append(await self._import_one(asked, tool))  # noqa: PERF401 - those before an error are kept
                if dry_run or any(each.problems for each in done):
                    raise _Undone
                return ImportResult(done, asked.new_categories, done=True)
        made = {ImportOutcome.CREATED}
        planned = [replace(each, tool_id=None) if each.outcome in made else each for each in done]
        return ImportResult(planned, asked.new_categories, done=False)

    async def _import_one(self, asked: _Import, tool: FileTool) -> ImportedTool:
        """Its outcome. What the database refuses is not caught here: it has been looked for before."""
        refused = ImportedTool(tool.index, tool.name, ImportOutcome.REFUSED, tool.name, problems=tool.problems)
        if tool.problems:
            return refused
        existing = await store.tool_named(self._database, tool.name)
        taken = existing is not None or await self._is_alias(tool.name)
        action, new_name = asked.choices.by_name.get(tool.name, (asked.choices.on_conflict, None))
        if taken and action is ConflictAction.SKIP:
            return replace(refused, outcome=ImportOutcome.SKIPPED, tool_id=await self._shown(asked, existing))
        if not taken or action is ConflictAction.RENAME:
            name = await self._free_name(asked, tool.name, new_name) if taken else tool.name
            return await self._import_new(asked, tool, refused, name)
        return await self._add_version(asked, tool, refused, existing)

    async def _import_new(self, asked: _Import, tool: FileTool, refused: ImportedTool, name: str) -> ImportedTool:
        policy, problems = self._policy(asked, tool)
        problems += await self._name_problems(asked, tool, name)
        whole: list[tuple[FileVersion, ToolContent]] = []
        for version in (*tool.older, tool.current):
            content, wrong = await self._whole(asked, tool, version)
            problems += wrong
            whole.append((version, content))
        if problems:
            return replace(refused, final_name=name, problems=problems)
        tool_id = await self._insert_all(asked, name, tool, policy, whole)
        return replace(
            refused,
            outcome=ImportOutcome.CREATED,
            final_name=name,
            version=tool.current.number,
            tool_id=tool_id,
            problems=(),
        )

    async def _name_problems(self, asked: _Import, tool: FileTool, name: str) -> list[Problem]:
        field: Path = ("tools", tool.index, "name")
        if unfit := names.tool_name_problems(name):  # the database is asked for no name that it can't hold
            return [replace(problem, field=field) for problem in unfit]
        if name != tool.name and name in asked.names:
            return [Problem("NAME_TAKEN", f"{name} is the name of another tool of the file.", field)]
        if await self._is_taken(name):
            return [Problem("NAME_TAKEN", f"{name} is taken.", field)]
        return []

    async def _insert_all(
        self,
        asked: _Import,
        name: str,
        tool: FileTool,
        policy: ToolPolicy,
        versions: list[tuple[FileVersion, ToolContent]],
    ) -> UUID:
        actor = asked.principal.actor()
        status = tool.status if asked.choices.keep_policy else ToolStatus.DRAFT
        _, content = versions[-1]
        try:
            tool_id = await store.insert_tool(self._database, name, policy, content, status=status)
        except Conflict:
            raise _taken_meanwhile(name, ("tools", tool.index, "name")) from None
        for version, each in versions:
            await store.insert_version(
                self._database,
                tool_id,
                version.number,
                each,
                author=actor.subject_id,
                changelog=names.tidied(version.changelog),
            )
        if tool.current.number != 1:
            await store.update_content(self._database, tool_id, tool.current.number, content)
        facts = {
            "name": name,
            "version": tool.current.number,
            "status": str(status),
            "visibility": str(policy.visibility),
            "network": str(policy.network),
        }
        await self._record_tool(actor, "import", tool_id, None, facts)
        return tool_id

    async def _add_version(
        self, asked: _Import, tool: FileTool, refused: ImportedTool, existing: ToolRecord | None
    ) -> ImportedTool:
        problem = await self._may_not_change(asked.principal, existing, ("tools", tool.index, "name"))
        if problem is not None or existing is None:
            return replace(refused, problems=[problem] if problem else [])
        content, problems = await self._whole(asked, tool, tool.current, existing.content)
        if problems:
            return replace(refused, problems=problems)
        changed = existing.content.differences(content)
        same = replace(refused, tool_id=existing.id, version=existing.version)
        if not changed:
            return replace(same, outcome=ImportOutcome.UNCHANGED)
        version, actor = existing.version + 1, asked.principal.actor()
        changelog = names.tidied(tool.current.changelog) or "Imported"
        await store.update_content(self._database, existing.id, version, content)
        await store.insert_version(
            self._database, existing.id, version, content, author=actor.subject_id, changelog=changelog
        )
        facts = {"version": version, "changed": changed}
        await self._record_tool(actor, "import", existing.id, {"version": existing.version}, facts)
        comparison = await self._compared(asked, existing.content, content)
        return replace(same, outcome=ImportOutcome.NEW_VERSION, version=version, comparison=comparison)

    async def _compared(self, asked: _Import, before: ToolContent, after: ToolContent) -> Comparison:
        """Within the import's time: it holds a transaction, and hundreds of schemas could take minutes."""
        started = monotonic()
        in_time = asked.comparing_seconds < COMPARING_SECONDS
        comparison = await self._comparing.contents(before, after, schemas=in_time)
        asked.comparing_seconds += monotonic() - started
        return comparison

    async def _may_not_change(self, principal: Principal, existing: ToolRecord | None, field: Path) -> Problem | None:
        """A tool that one may not know is a taken name and nothing more."""
        has = await self._access.permission(principal, existing.id) if existing else None
        if has is None or existing is None:
            return Problem("NAME_TAKEN", "This name is taken. Skip the tool, or give it another name.", field)
        if has.level < Permission.ADMIN.level:
            return Problem(Forbidden.code, f"This needs ADMIN on the tool that is there; you have {has}.", field)
        if existing.deleted_at is not None:
            return Problem(Conflict.code, "The tool that is there is deleted; restore it first.", field)
        return None

    async def _whole(
        self, asked: _Import, tool: FileTool, version: FileVersion, before: ToolContent | None = None
    ) -> tuple[ToolContent, list[Problem]]:
        """The content that a version of the file makes, on top of `before`, and what is wrong with it."""
        path: Path = (
            ("tools", tool.index) if version.index is None else ("tools", tool.index, "versions", version.index)
        )
        given = version.content
        content = (
            _only_what_is_given(given).applied_to(before) if before else self._completed(_titled(given, tool.name))
        )
        problems = [replace(each, field=(*path, *each.field[1:])) for each in await self._content_problems(content)]
        try:
            category = await self._category(asked, version.category, (*path, "category"))
        except Forbidden as error:
            return content, [*problems, *error.problems]
        return replace(content, category=category or content.category), problems

    async def _category(self, asked: _Import, path: tuple[str, ...], field: Path) -> UUID | None:
        """The category at the end of the path. One that is there stays where it is; admins make those that are not."""
        parent: UUID | None = None
        for name in path:
            found = asked.category_ids.get(name) or await category_store.id_by_name(self._database, name)
            if found is None:
                found = await self._make_category(asked, name, parent, field)
            asked.category_ids[name] = parent = found
        return parent

    async def _make_category(self, asked: _Import, name: str, parent: UUID | None, field: Path) -> UUID:
        if not asked.principal.is_admin:
            message = f'There is no category "{name}", and only admins add categories. Take it out, or ask an admin.'
            raise Forbidden(message, field)
        try:
            made = await category_store.insert(self._database, name, None, parent)
        except Conflict:
            raise _taken_meanwhile(name, field) from None
        asked.new_categories.append(name)
        target = global_id("category", made.id)
        await record(self._database, asked.principal.actor(), "category.create", target, None, made.facts())
        return made.id

    def _policy(self, asked: _Import, tool: FileTool) -> tuple[ToolPolicy, list[Problem]]:
        """The file's limits and network restrict, so they always come; who may find it comes only if asked."""
        path: Path = ("tools", tool.index)
        wanted = tool.policy.visibility if asked.choices.keep_policy else ToolVisibility.PRIVATE
        problems = [replace(each, field=(*path, *each.field[1:])) for each in rate_problems(tool.policy)]
        if wanted is ToolVisibility.PLATFORM and not asked.principal.is_admin:
            problems.append(Problem(Forbidden.code, "Only admins make PLATFORM tools.", (*path, "visibility")))
        owner = None if wanted is ToolVisibility.PLATFORM else asked.principal.subject_id
        return replace(tool.policy, visibility=wanted, owner=owner), problems

    async def _free_name(self, asked: _Import, name: str, wanted: str | None) -> str:
        if wanted is not None:
            return wanted
        number = 2
        while (candidate := f"{name[: names.MAX_NAME - 5]}_{number}") in asked.names or await self._is_taken(candidate):
            number += 1
        return candidate

    async def _is_taken(self, name: str) -> bool:
        return await store.tool_named(self._database, name) is not None or await self._is_alias(name)

    async def _is_alias(self, name: str) -> bool:
        try:
            await names.refuse_alias_clash(self._database, name)
        except Conflict:
            return True
        return False

    async def _shown(self, asked: _Import, existing: ToolRecord | None) -> UUID | None:
        """The tool that is there, for those who may know it."""
        if existing is None or await self._access.permission(asked.principal, existing.id) is None:
            return None
        return existing.id


def _refuse_choices_for_nothing(asked: _Import) -> None:
    problems = [
        Problem(InvalidInput.code, f'names "{name}", which is no tool of the file', ("choices", index, "name"))
        for index, name in enumerate(asked.choices.by_name)
        if name not in asked.names
    ]
    if problems:
        raise InvalidInput.of(problems)


def _taken_meanwhile(name: str, field: Path) -> Conflict:
    """Ends the import: after such a clash the transaction can't go on."""
    return Conflict(f'Somebody else has just added "{name}". Nothing was imported; try again.', field)


def _only_what_is_given(change: ToolContentChange) -> ToolContentChange:
    """In a tool that is there, what the file leaves out stays."""
    missing = {each.name: UNSET for each in fields(change) if getattr(change, each.name) is None}
    return replace(change, **missing)


def _titled(change: ToolContentChange, name: str) -> ToolContentChange:
    return change if change.display_name else replace(change, display_name=name.replace("_", " ").capitalize())
