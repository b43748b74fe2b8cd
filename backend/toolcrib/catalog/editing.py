"""Making tools and changing their content. Every content is a version."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from toolcrib.access.model import Permission
from toolcrib.audit.model import Actor
from toolcrib.catalog import category_store, names, store
from toolcrib.catalog.comparison import Comparison
from toolcrib.catalog.content import ToolContent, ToolContentChange
from toolcrib.catalog.content_check import MAX_DISPLAY_NAME, check_content
from toolcrib.catalog.content_review import review_content
from toolcrib.catalog.guarded import NO_SUCH_TOOL, Guarded
from toolcrib.catalog.model import ToolVisibility
from toolcrib.catalog.records import ToolPolicy, ToolRecord
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound, Problem
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.contract import Network
from toolcrib.identity.model import Principal, Scope, require_scope

_CONTENT = "content"
_SCHEMAS = (("inputSchema",), ("outputSchema",))


class StaleVersion(Conflict):
    """The tool was changed meanwhile: the caller edited version `expected`, and `current` is what there is now."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(
            f"You started from version {expected}, but version {current} is current now. Nothing was saved.",
            ("expectedVersion",),
        )
        self.expected = expected
        self.current = current


@dataclass(frozen=True, slots=True)
class ContentReview:
    """What `create_tool` or `update_tool` would say.

    `suggested_config`: the executor's guess for the script, None without one. `comparison`: with the tool's current
    content, None without a tool and while a schema can't be used.
    `warnings` keep nothing from being saved.
    """

    problems: Sequence[Problem]
    warnings: Sequence[Problem]
    suggested_config: JsonObject | None
    comparison: Comparison | None = None


class Editing(Guarded):
    async def create_tool(
        self,
        principal: Principal,
        *,
        name: str,
        content: ToolContentChange,
        visibility: ToolVisibility = ToolVisibility.PRIVATE,
        network: Network = Network.FULL,
        changelog: str | None = None,
    ) -> UUID:
        """A new DRAFT, version 1, owned by the asker (nobody, if PLATFORM).

        Raises InvalidInput with everything that is wrong, Forbidden (scope; PLATFORM is for admins), Conflict
        (NAME_TAKEN, also by a tool the asker may not know), NotFound (category).
        """
        require_scope(principal, Scope.MANAGE)
        if visibility is ToolVisibility.PLATFORM and not principal.is_admin:
            raise Forbidden("Only admins make PLATFORM tools.", ("visibility",))
        whole = self._completed(content)
        _refuse(
            names.tool_name_problems(name), await self._content_problems(whole), names.changelog_problems(changelog)
        )
        owner = None if visibility is ToolVisibility.PLATFORM else principal.subject_id
        policy = ToolPolicy(visibility, owner, network=network)
        return await self._insert(principal.actor(), "create", name, policy=policy, content=whole, changelog=changelog)

    async def update_tool(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        expected_version: int,
        content: ToolContentChange,
        changelog: str | None = None,
    ) -> UUID:
        """The next version, live at once; content that says the same as before makes none.

        Raises NotFound, Forbidden, InvalidInput, StaleVersion (Conflict).
        """
        async with self._database.transaction():
            tool = await self._locked_alive(principal, id)
            after = content.applied_to(tool.content)
            await self._save_next(
                principal.actor(), "update", tool, after, expected=expected_version, changelog=changelog
            )
        return id

    async def restore_tool_version(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        version: int,
        expected_version: int,
        changelog: str | None = None,
    ) -> UUID:
        """Make an old version's content the newest version; policy stays as it is.

        Raises NotFound (tool, version), Forbidden, InvalidInput, StaleVersion (Conflict).
        """
        async with self._database.transaction():
            tool = await self._locked_alive(principal, id)
            content = await self._version(id, version, "version")
            why = changelog or f"Restored version {version}"
            await self._save_next(
                principal.actor(), "restore_version", tool, content, expected=expected_version, changelog=why
            )
        return id

    async def duplicate_tool(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        name: str,
        display_name: str | None = None,
    ) -> UUID:
        """A PRIVATE DRAFT of one's own with the content of a tool one may read, which reaches what that one reaches.

        Raises NotFound, Forbidden, InvalidInput, Conflict (NAME_TAKEN).
        """
        require_scope(principal, Scope.MANAGE)
        await self._access.require(principal, id, Permission.READ)
        source = await store.tool(self._database, id)
        if source is None:
            raise NotFound(NO_SUCH_TOOL, ("id",))
        title = display_name or f"{source.content.display_name[: MAX_DISPLAY_NAME - 7]} (copy)"
        whole = replace(source.content, display_name=title.strip())
        problems = await self._content_problems(whole)
        _refuse(names.tool_name_problems(name), [_without_content(problem) for problem in problems])
        policy = ToolPolicy(owner=principal.subject_id, network=source.policy.network)
        why = f"Copied from {source.name}"
        return await self._insert(principal.actor(), "duplicate", name, policy=policy, content=whole, changelog=why)

    async def check_tool(
        self, principal: Principal, *, content: ToolContentChange, tool: UUID | None = None
    ) -> ContentReview:
        """All that saving would refuse in this content, and the config its script seems to want.

        With `tool`: as that tool's next content, and what it would change for callers. Raises Forbidden, NotFound.
        """
        require_scope(principal, Scope.MANAGE)
        before = await self._readable(principal, tool) if tool else None
        whole = content.applied_to(before.content) if before else self._completed(content)
        problems = await self._content_problems(whole)
        found = await asyncio.to_thread(review_content, whole, self._executors)
        comparable = before is not None and not any(problem.field[1:2] in _SCHEMAS for problem in problems)
        return ContentReview(
            problems,
            [_within_content(each) for each in found],
            self._suggested(whole),
            await self._comparing.contents_of(principal, before.content, whole) if before and comparable else None,
        )

    async def version_diff(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        before: int,
        after: int,
    ) -> Comparison:
        """What differs between two versions, for those who call the tool. Raises NotFound (tool, version)."""
        await self._access.require(principal, id, Permission.READ, ("tool",))
        return await self._comparing.versions(principal, (id, before, after), self._two_versions)

    async def _two_versions(self, tool_id: UUID, before: int, after: int) -> tuple[ToolContent, ToolContent]:
        return await self._version(tool_id, before, "from"), await self._version(tool_id, after, "to")

    async def _version(self, tool_id: UUID, version: int, field: str) -> ToolContent:
        content = await store.version_content(self._database, tool_id, version)
        if content is None:
            raise NotFound(f"The tool has no version {version}.", (field,))
        return content

    async def _readable(self, principal: Principal, tool_id: UUID) -> ToolRecord:
        await self._access.require(principal, tool_id, Permission.READ, ("tool",))
        tool = await store.tool(self._database, tool_id)
        if tool is None:
            raise NotFound(NO_SUCH_TOOL, ("tool",))
        return tool

    def _completed(self, change: ToolContentChange) -> ToolContent:
        """A first content from what was given; a config that was not is the executor's suggestion."""
        content = change.applied_to(ToolContent())
        if content.executor_config is None:
            return replace(content, executor_config=self._suggested(content) or {})
        return content

    def _suggested(self, content: ToolContent) -> JsonObject | None:
        executor = self._executors.get(content.executor_type)
        if executor is None or not content.script_content:
            return None
        return executor.suggest_config(content.script_content)

    async def _content_problems(self, content: ToolContent) -> list[Problem]:
        """Found in a thread: a large script or schema takes a while, and others are waiting."""
        problems = await asyncio.to_thread(check_content, content, self._executors)
        if content.category and not await category_store.exists(self._database, content.category):
            problems.append(Problem(NotFound.code, "There is no such category.", ("category",)))
        return [_within_content(problem) for problem in problems]

    async def _insert(
        self, actor: Actor, action: str, name: str, *, policy: ToolPolicy, content: ToolContent, changelog: str | None
    ) -> UUID:
        async with self._database.transaction():
            await names.refuse_alias_clash(self._database, name)
            tool_id = await store.insert_tool(self._database, name, policy, content)
            await store.insert_version(
                self._database, tool_id, 1, content, author=actor.subject_id, changelog=names.tidied(changelog)
            )
            facts = {
                "name": name,
                "version": 1,
                "visibility": str(policy.visibility),
                "network": str(policy.network),
            }
            await self._record_tool(actor, action, tool_id, None, facts)
        return tool_id

    async def _save_next(
        self, actor: Actor, action: str, tool: ToolRecord, after: ToolContent, *, expected: int, changelog: str | None
    ) -> None:
        """The caller holds the tool's row, so of several at once exactly one finds the version it expects."""
        if expected != tool.version:
            raise StaleVersion(expected, tool.version)
        _refuse(await self._content_problems(after), names.changelog_problems(changelog))
        changed = tool.content.differences(after)
        if not changed:
            return
        version = tool.version + 1
        await store.update_content(self._database, tool.id, version, after)
        await store.insert_version(
            self._database, tool.id, version, after, author=actor.subject_id, changelog=names.tidied(changelog)
        )
        facts = {"version": version, "changed": changed}
        await self._record_tool(actor, action, tool.id, {"version": tool.version}, facts)


def _refuse(*groups: Sequence[Problem]) -> None:
    if found := [problem for group in groups for problem in group]:
        raise InvalidInput.of(found)


def _within_content(problem: Problem) -> Problem:
    return replace(problem, field=(_CONTENT, *problem.field))


def _without_content(problem: Problem) -> Problem:
    """A duplicate's input has no `content`: what is wrong there is said of the title or of the tool."""
    return replace(problem, field=("displayName",) if problem.field[1:] == ("displayName",) else ("id",))
