"""Who is asking, and who may be."""

from collections.abc import Collection
from dataclasses import replace

from toolcrib.core.db import Database
from toolcrib.core.errors import Unauthenticated
from toolcrib.core.guard import Guard
from toolcrib.core.settings import Settings
from toolcrib.identity import session_store, token_store
from toolcrib.identity.access_tokens import AccessTokens
from toolcrib.identity.agents import Agents
from toolcrib.identity.model import Principal
from toolcrib.identity.passwords import Passwords
from toolcrib.identity.sign_in import SignIn
from toolcrib.identity.users import Users

CREDENTIAL_SECONDS = 0.5
"""How often it is looked whether those who wait for an answer, or follow something, may still have it."""


class Identity(SignIn, Users, Agents, AccessTokens):
    """Everything about people, agents and how they get in; each part in a module of its own."""

    def __init__(self, database: Database, settings: Settings, passwords: Passwords | None = None) -> None:
        super().__init__(database, passwords or Passwords())
        self.settings = settings
        self.credentials: Guard[Principal] = Guard(
            CREDENTIAL_SECONDS,
            self.still_valid,
            lambda: Unauthenticated("The token was revoked or has expired, or you signed out."),
        )

    async def is_still_valid(self, principal: Principal) -> bool:
        """Whether the token or session would still bring the same principal: for connections that live long."""
        return principal in await self.still_valid([principal])

    async def still_valid(self, principals: Collection[Principal]) -> set[Principal]:
        """Those of them whose token or session would still bring the same principal: two statements for all.

        Whoever came without, as a command on the server's own machine does, has nothing that could end.
        """
        tokens = [principal.token_id for principal in principals if principal.token_id]
        sessions = [principal.session_id for principal in principals if principal.session_id]
        living = {
            *(await token_store.principals_by_id(self._database, tokens) if tokens else ()),
            *(await session_store.principals_by_id(self._database, sessions) if sessions else ()),
        }
        return {
            principal
            for principal in principals
            if not (principal.token_id or principal.session_id)
            or replace(principal, address=None, trace_id=None) in living
        }
