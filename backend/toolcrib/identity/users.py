"""People: made by admins, changed by admins and in part by themselves."""

from dataclasses import replace
from uuid import UUID

from toolcrib.audit.service import record
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, NotFound
from toolcrib.core.ids import global_id
from toolcrib.core.unset import UNSET, Unset, given
from toolcrib.identity import rules, session_store, store
from toolcrib.identity.credentials import fingerprint, new_secret
from toolcrib.identity.model import Principal, Role, Scope, require_scope
from toolcrib.identity.store import Account


class Users:
    """Part of `Identity`."""

    _database: Database

    async def create_user(
        self,
        principal: Principal,
        *,
        username: str,
        display_name: str,
        email: str | None = None,
        role: Role = Role.MEMBER,
    ) -> tuple[UUID, str]:
        """The new person's id, and the secret of a link by which they sign in and set a password.

        Raises Forbidden (admins only), InvalidInput, Conflict (NAME_TAKEN).
        """
        _require_admin(principal)
        address = _email(email)
        rules.check(rules.username(username), rules.one_line(display_name, ("displayName",)), rules.email(address))
        async with self._database.transaction():
            made = await store.insert_account(self._database, username, display_name.strip(), address, role)
            await _record(self._database, principal, "user.create", None, made)
            secret = new_secret()
            await session_store.insert_link(self._database, made.id, fingerprint(secret))
        return made.id, secret

    async def update_user(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        display_name: str | Unset = UNSET,
        email: str | Unset | None = UNSET,
        role: Role | Unset = UNSET,
        is_active: bool | Unset = UNSET,
    ) -> UUID:
        """People change their own name and email address, admins everything. Deactivating ends sessions and links.

        Raises NotFound, Forbidden, InvalidInput, Conflict (email taken, last active admin).
        """
        require_scope(principal, Scope.MANAGE)
        async with self._database.transaction():
            before = await store.account(self._database, id, lock=True)
            if before is None:
                raise NotFound("There is no such user.", ("id",))
            after = replace(
                before,
                display_name=given(display_name, before.display_name).strip(),
                email=before.email if email is UNSET else _email(email),
                role=given(role, before.role),
                is_active=given(is_active, before.is_active),
            )
            _check_change(principal, before, after)
            if after != before:
                await self._save(principal, before, after)
        return id

    async def _save(self, principal: Principal, before: Account, after: Account) -> None:
        await store.update_account(self._database, after)
        if not after.is_active:
            await session_store.revoke_all(self._database, after.id)
            await session_store.void_links(self._database, after.id)
        await _record(self._database, principal, "user.update", before, after)


async def _record(
    database: Database, principal: Principal, action: str, before: Account | None, after: Account
) -> None:
    facts = before.facts() if before else None
    await record(database, principal.actor(), action, global_id("user", after.id), facts, after.facts())


def _check_change(principal: Principal, before: Account, after: Account) -> None:
    if not principal.is_admin:
        if before.id != principal.subject_id:
            raise Forbidden("Only admins change other people's accounts.", ("id",))
        if after.role is not before.role:
            raise Forbidden("Only admins change roles.", ("role",))
        if after.is_active != before.is_active:
            raise Forbidden("Only admins activate and deactivate people.", ("isActive",))
    rules.check(rules.one_line(after.display_name, ("displayName",)), rules.email(after.email))


def _require_admin(principal: Principal) -> None:
    require_scope(principal, Scope.MANAGE)
    if not principal.is_admin:
        raise Forbidden("Only admins add people.")


def _email(text: str | None) -> str | None:
    return (text or "").strip().lower() or None
