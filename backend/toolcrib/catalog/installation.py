"""Tools that the server itself brings along."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from toolcrib.audit.model import Actor
from toolcrib.audit.service import record
from toolcrib.catalog import category_store, store
from toolcrib.catalog.content import ToolContent, ToolContentChange
from toolcrib.catalog.content_check import check_content
from toolcrib.catalog.guarded import Guarded
from toolcrib.catalog.model import ToolStatus, ToolVisibility
from toolcrib.catalog.names import tool_name_problems
from toolcrib.catalog.records import ToolPolicy, ToolRecord
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import global_id
from toolcrib.executors.contract import Network

_SERVER = Actor()

Isolated = Callable[[], Awaitable[bool]]
"""Whether runs can be kept from the network. It may have to be found out first, which takes time."""


async def _isolated() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PlatformTool:
    """A tool as its folder describes it. `category` is a name; it is made where it does not exist yet.

    `network` is policy: it is what a new tool begins with, where runs are isolated, and stays what people made of it.
    """

    name: str
    content: ToolContentChange
    category: str | None = None
    network: Network = Network.FULL


class Installation(Guarded):
    async def install_platform_tool(self, definition: PlatformTool, *, isolated: Isolated = _isolated) -> UUID | None:
        """Create the tool, ACTIVE, or bring it up to date where nobody edited it since the server installed it.

        A tool that people edited, deleted or took over stays as it is, and so does its policy. A new one gets the
        network FULL where runs are not `isolated`, for none would run otherwise; it is asked for new ones only.
        Answers its id, None where somebody's own tool has the name. Raises InvalidInput where the definition itself is
        wrong.
        """
        async with self._database.transaction():
            await store.lock_installation(self._database)
            content = await self._definition_content(definition)  # checked only where it is new: that takes a while
            existing = await store.tool_named(self._database, definition.name)
            if existing is None:
                network = definition.network if await isolated() else Network.FULL
                return await self._create(definition.name, content, network)
            if existing.policy.visibility is not ToolVisibility.PLATFORM:
                return None
            await self._bring_up_to_date(existing, content)
            return existing.id

    def _check(self, name: str, content: ToolContent) -> None:
        """Raises InvalidInput with all that is wrong with a tool that is about to be stored."""
        if problems := [*tool_name_problems(name), *check_content(content, self._executors)]:
            raise InvalidInput.of(problems)

    async def _definition_content(self, definition: PlatformTool) -> ToolContent:
        content = definition.content.applied_to(ToolContent(executor_config={}))
        if definition.category is None:
            return content
        category = await category_store.id_by_name(self._database, definition.category)
        if category is None:
            made = await category_store.insert(self._database, definition.category, None, None)
            category = made.id
            target = global_id("category", category)
            await record(self._database, _SERVER, "category.create", target, None, made.facts())
        return ToolContentChange(category=category).applied_to(content)

    async def _create(self, name: str, content: ToolContent, network: Network) -> UUID:
        self._check(name, content)
        policy = ToolPolicy(ToolVisibility.PLATFORM, None, network=network)
        tool_id = await store.insert_tool(self._database, name, policy, content, status=ToolStatus.ACTIVE)
        await store.insert_version(self._database, tool_id, 1, content, author=None, changelog=None)
        await self._record_tool(_SERVER, "install", tool_id, None, {"name": name, "version": 1})
        return tool_id

    async def _bring_up_to_date(self, tool: ToolRecord, content: ToolContent) -> None:
        changed = tool.content.differences(content)
        if not changed or tool.deleted_at is not None or await store.edited_by_anyone(self._database, tool.id):
            return
        self._check(tool.name, content)
        version = tool.version + 1
        await store.update_content(self._database, tool.id, version, content)
        await store.insert_version(
            self._database, tool.id, version, content, author=None, changelog="Updated with the server"
        )
        facts = {"version": version, "changed": changed}
        await self._record_tool(_SERVER, "install", tool.id, {"version": tool.version}, facts)
