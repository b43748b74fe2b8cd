"""Tokens by which programs get in."""

from datetime import datetime
from uuid import UUID

from toolcrib.audit.service import record
from toolcrib.core.db import Database
from toolcrib.core.errors import Forbidden, InvalidInput, NotFound, Unauthenticated
from toolcrib.core.ids import global_id
from toolcrib.identity import rules, store, token_store
from toolcrib.identity.credentials import TOKEN_MARK, fingerprint, new_secret
from toolcrib.identity.model import Principal, Scope, SubjectKind, require_scope
from toolcrib.identity.token_store import AccessToken

NAME_LONGEST = 100


class AccessTokens:
    """Part of `Identity`."""

    _database: Database

    async def authenticate_token(self, secret: str, address: str | None) -> Principal:
        """Raises Unauthenticated for a token that is unknown, revoked, expired, or whose people are not active."""
        known = secret.startswith(TOKEN_MARK)
        found = await token_store.principal_by_hash(self._database, fingerprint(secret), address) if known else None
        if found is None:
            raise Unauthenticated("This access token is unknown, has expired or was revoked.")
        return found

    async def create_access_token(
        self,
        principal: Principal,
        *,
        subject: UUID,
        name: str,
        scope: Scope,
        on_behalf_of: UUID | None = None,
        expires_at: datetime | None = None,
    ) -> tuple[UUID, str]:
        """The token's id and its secret, which is shown this once.

        For oneself or an agent of one's own; admins for any agent, nobody for another person. A token that acts for a
        person is made by that person. Raises NotFound, Forbidden, InvalidInput.
        """
        require_scope(principal, Scope.MANAGE)
        rules.check(rules.one_line(name, ("name",), NAME_LONGEST), rules.ahead(expires_at))
        secret = new_secret(TOKEN_MARK)
        async with self._database.transaction():
            await self._check_subject(principal, subject)
            _check_on_behalf_of(principal, subject, on_behalf_of)
            made = await token_store.insert(
                self._database,
                subject=subject,
                name=name.strip(),
                secret=secret,
                scope=scope,
                on_behalf_of=on_behalf_of,
                expires_at=expires_at,
            )
            await _record(self._database, principal, "access_token.create", None, made)
        return made.id, secret

    async def revoke_access_token(self, principal: Principal, *, id: UUID) -> UUID:  # noqa: A002 - the input's name
        """At once, for open connections too. Whoever may see a token may end it.

        Raises NotFound, Forbidden (scope).
        """
        require_scope(principal, Scope.MANAGE)
        async with self._database.transaction():
            token = await token_store.lock(self._database, id)
            if token is None or not _may_revoke(principal, token):
                raise NotFound("There is no such access token.", ("id",))
            if token.revoked_at is None:
                await token_store.revoke(self._database, id)
                await _record(self._database, principal, "access_token.revoke", token, None)
        return id

    async def _check_subject(self, principal: Principal, subject: UUID) -> None:
        if principal.kind is not SubjectKind.USER:
            raise Forbidden("Access tokens are made by people.")
        if subject == principal.subject_id:
            return
        agent = await store.agent(self._database, subject)
        if agent is not None and (agent.owner == principal.subject_id or principal.is_admin):
            return
        if agent is None and await store.account(self._database, subject) is None:
            raise NotFound("There is no such user or agent.", ("subject",))
        raise Forbidden("You can make access tokens for yourself and for your own agents.", ("subject",))


async def _record(
    database: Database, principal: Principal, action: str, before: AccessToken | None, after: AccessToken | None
) -> None:
    changed = before or after
    if changed is not None:
        await record(
            database,
            principal.actor(),
            action,
            global_id("access_token", changed.id),
            before.facts() if before else None,
            after.facts() if after else None,
        )


def _check_on_behalf_of(principal: Principal, subject: UUID, on_behalf_of: UUID | None) -> None:
    if on_behalf_of is None:
        return
    if subject == principal.subject_id:
        raise InvalidInput("Only an agent's token acts for somebody.", ("onBehalfOf",))
    if on_behalf_of != principal.subject_id:
        raise Forbidden("A token that acts for a person is made by that person.", ("onBehalfOf",))


def _may_revoke(principal: Principal, token: AccessToken) -> bool:
    people = {token.subject_id, token.on_behalf_of, token.agent_owner}
    return principal.is_admin or (principal.kind is SubjectKind.USER and principal.subject_id in people)
