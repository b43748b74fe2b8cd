"""Agents: what an LLM runs as, owned by a person."""

from dataclasses import replace
from uuid import UUID

from toolcrib.audit.service import record
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, NotFound
from toolcrib.core.ids import global_id, new_id
from toolcrib.core.unset import UNSET, Unset, given
from toolcrib.identity import rules, store
from toolcrib.identity.model import Principal, Scope, SubjectKind, require_scope
from toolcrib.identity.store import AgentRow

ICON_LONGEST = 500


class Agents:
    """Part of `Identity`."""

    _database: Database

    async def create_agent(
        self,
        principal: Principal,
        *,
        name: str,
        display_name: str,
        description: str = "",
        persona: str = "",
        icon: str | None = None,
    ) -> UUID:
        """The asker owns it. Raises Forbidden (agents make no agents), InvalidInput, Conflict (NAME_TAKEN)."""
        require_scope(principal, Scope.MANAGE)
        if principal.kind is not SubjectKind.USER:
            raise Forbidden("Agents are made by people.")
        made = AgentRow(
            new_id(), name, display_name.strip(), description, persona, icon, principal.subject_id, is_active=True
        )
        _check(made)
        async with self._database.transaction():
            await store.insert_agent(self._database, made)
            await _record(self._database, principal, "agent.create", None, made)
        return made.id

    async def update_agent(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        display_name: str | Unset = UNSET,
        description: str | Unset = UNSET,
        persona: str | Unset = UNSET,
        icon: str | Unset | None = UNSET,
        is_active: bool | Unset = UNSET,
    ) -> UUID:
        """Its owner and admins change it; while it is not active its tokens open nothing.

        Raises NotFound, Forbidden, InvalidInput.
        """
        require_scope(principal, Scope.MANAGE)
        async with self._database.transaction():
            before = await store.agent(self._database, id, lock=True)
            if before is None:
                raise NotFound("There is no such agent.", ("id",))
            if not (principal.is_admin or before.owner == principal.subject_id):
                raise Forbidden("Only its owner and admins change an agent.", ("id",))
            after = replace(
                before,
                display_name=given(display_name, before.display_name).strip(),
                description=given(description, before.description),
                persona=given(persona, before.persona),
                icon=given(icon, before.icon),
                is_active=given(is_active, before.is_active),
            )
            _check(after)
            if after != before:
                await store.update_agent(self._database, after)
                await _record(self._database, principal, "agent.update", before, after)
        return id


async def _record(
    database: Database, principal: Principal, action: str, before: AgentRow | None, after: AgentRow
) -> None:
    facts = before.facts() if before else None
    await record(database, principal.actor(), action, global_id("agent", after.id), facts, after.facts())


def _check(agent: AgentRow) -> None:
    rules.check(
        rules.agent_name(agent.name),
        rules.one_line(agent.display_name, ("displayName",)),
        rules.long_text(agent.description, ("description",)),
        rules.long_text(agent.persona, ("persona",)),
        rules.one_line(agent.icon, ("icon",), ICON_LONGEST),
    )
