"""What every part of the catalog's service starts from."""

from collections.abc import Mapping
from uuid import UUID

from toolcrib.access.model import Permission
from toolcrib.access.service import Access
from toolcrib.audit.model import Actor
from toolcrib.audit.service import record
from toolcrib.catalog import store
from toolcrib.catalog.comparing import Comparing
from toolcrib.catalog.content_check import Executors
from toolcrib.catalog.records import ToolRecord
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, NotFound
from toolcrib.core.ids import global_id
from toolcrib.identity.model import Principal, Scope, require_scope

NO_SUCH_TOOL = "There is no such tool."


class Guarded:
    def __init__(self, database: Database, access: Access, executors: Executors) -> None:
        self._database = database
        self._access = access
        self._executors = executors
        self._comparing = Comparing()

    async def _locked(self, principal: Principal, tool_id: UUID) -> ToolRecord:
        """The tool, held until the transaction ends, for one who may change it.

        Raises Forbidden, or NotFound where there is none or the asker may not know it.
        """
        require_scope(principal, Scope.MANAGE)
        tool = await store.lock_tool(self._database, tool_id)
        await self._access.require(principal, tool_id, Permission.ADMIN)
        if tool is None:
            raise NotFound(NO_SUCH_TOOL, ("id",))
        return tool

    async def _locked_alive(self, principal: Principal, tool_id: UUID) -> ToolRecord:
        tool = await self._locked(principal, tool_id)
        if tool.deleted_at is not None:
            raise Conflict("This tool is deleted; restore it first.", ("id",))
        return tool

    async def _record_tool(
        self,
        actor: Actor,
        action: str,
        tool_id: UUID,
        before: Mapping[str, object] | None,
        after: Mapping[str, object] | None,
    ) -> None:
        await record(self._database, actor, f"tool.{action}", global_id("tool", tool_id), before, after)


def require_admin(principal: Principal, message: str) -> None:
    require_scope(principal, Scope.MANAGE)
    if not principal.is_admin:
        raise Forbidden(message)
