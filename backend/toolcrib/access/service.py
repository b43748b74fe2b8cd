"""May it? And: let it."""

from datetime import datetime
from uuid import UUID

from toolcrib.access import store
from toolcrib.access.model import Permission
from toolcrib.access.policy import LEVEL_CAP, Decision, decide
from toolcrib.access.store import Grant
from toolcrib.audit.service import record
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, InvalidInput, NotFound, Path
from toolcrib.core.ids import global_id, new_id
from toolcrib.identity import rules
from toolcrib.identity.model import Principal


class Access:
    """Every check is one statement; nothing is remembered, so a revoked right is gone at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def permission(self, principal: Principal, tool_id: UUID) -> Permission | None:
        """The most the asker may do with the tool, None where it may not know it. Says nothing about running it."""
        level = await store.permission_level(self._database, principal, tool_id)
        return list(Permission)[level - 1] if level else None

    async def can_execute(self, principal: Principal, tool_id: UUID) -> bool:
        return await store.executable(self._database, principal, tool_id)

    async def require(self, principal: Principal, tool_id: UUID, permission: Permission, field: Path = ("id",)) -> None:
        """READ or ADMIN on the tool.

        Raises NotFound where the asker may not know the tool, Forbidden where it may, but has less than `permission`.
        """
        has = await self.permission(principal, tool_id)
        if has is None:
            raise NotFound("There is no such tool.", field)
        if has.level >= permission.level:
            return
        if LEVEL_CAP[principal.scope].level < permission.level:
            raise Forbidden(
                f"This needs {permission} on the tool; a token of scope {principal.scope} can't have it.", field
            )
        raise Forbidden(f"This needs {permission} on the tool; you have {has}.", field)

    async def explain(self, principal: Principal, tool_id: UUID, permission: Permission) -> Decision:
        """Why the asker may or may not; raises NotFound where it may not know the tool."""
        facts = await store.facts(self._database, principal, tool_id)
        if facts is None or not decide(facts, Permission.READ).allowed:
            raise NotFound("There is no such tool.", ("id",))
        return decide(facts, permission)

    async def grant_tool_permission(
        self,
        principal: Principal,
        *,
        tool: UUID,
        subject: UUID,
        permission: Permission,
        expires_at: datetime | None = None,
    ) -> UUID:
        """Give, raise or lower what `subject` may do with `tool`; returns the grant's id.

        Raises NotFound, Forbidden (not an ADMIN of the tool), InvalidInput (past expiry, ADMIN of a PLATFORM tool).
        """
        async with self._database.transaction():
            await self.require(principal, tool, Permission.ADMIN, ("tool",))
            await self._check_grant(tool, subject, permission, expires_at)
            before = await store.lock_grant(self._database, tool, subject)
            asked = Grant(new_id(), tool, subject, permission, expires_at)
            after = await store.save_grant(self._database, asked, principal.subject_id)
            await self._record(principal, "tool_permission.grant", tool, before, after)
        return after.id

    async def revoke_tool_permission(self, principal: Principal, *, id: UUID) -> UUID:  # noqa: A002 - the input's name
        """Take a grant back; returns its tool's id. Raises NotFound, Forbidden (not an ADMIN of the tool)."""
        async with self._database.transaction():
            grant = await store.visible_grant(self._database, principal, id)
            if grant is None:
                raise NotFound("There is no such permission.", ("id",))
            await self.require(principal, grant.tool_id, Permission.ADMIN)
            await store.delete_grant(self._database, id)
            await self._record(principal, "tool_permission.revoke", grant.tool_id, grant, None)
        return grant.tool_id

    async def _check_grant(
        self, tool: UUID, subject: UUID, permission: Permission, expires_at: datetime | None
    ) -> None:
        rules.check(rules.ahead(expires_at))
        if not await store.subject_exists(self._database, subject):
            raise NotFound("There is no such user or agent.", ("subject",))
        if permission is Permission.ADMIN and await store.visibility(self._database, tool) == "PLATFORM":
            raise InvalidInput("A PLATFORM tool is managed by people with the role ADMIN only.", ("permission",))

    async def _record(
        self, principal: Principal, action: str, tool: UUID, before: Grant | None, after: Grant | None
    ) -> None:
        await record(self._database, principal.actor(), action, global_id("tool", tool), _facts(before), _facts(after))


def _facts(grant: Grant | None) -> dict[str, object] | None:
    if grant is None:
        return None
    subject, expires_at = grant.subject_id.hex, grant.expires_at
    return {"subject": subject, "permission": grant.permission, "expires_at": expires_at}
