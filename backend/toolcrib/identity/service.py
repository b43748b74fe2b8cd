"""Who is asking, and who may be."""

from toolcrib.core.db import Database
from toolcrib.core.settings import Settings
from toolcrib.identity import session_store, token_store
from toolcrib.identity.access_tokens import AccessTokens
from toolcrib.identity.agents import Agents
from toolcrib.identity.model import Principal
from toolcrib.identity.passwords import Passwords
from toolcrib.identity.sign_in import SignIn
from toolcrib.identity.users import Users


class Identity(SignIn, Users, Agents, AccessTokens):
    """Everything about people, agents and how they get in; each part in a module of its own."""

    def __init__(self, database: Database, settings: Settings, passwords: Passwords | None = None) -> None:
        super().__init__(database, passwords or Passwords())
        self.settings = settings

    async def is_still_valid(self, principal: Principal) -> bool:
        """Whether the token or session would still bring the same principal: for connections that live long."""
        return await self._again(principal) == principal

    async def _again(self, principal: Principal) -> Principal | None:
        if principal.token_id is not None:
            return await token_store.principal_by_id(self._database, principal.token_id, principal.address)
        if principal.session_id is not None:
            return await session_store.principal_by_id(self._database, principal.session_id, principal.address)
        return None
