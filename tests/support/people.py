"""People, agents and tools for tests, made as a real server makes them."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

import pytest_asyncio
from argon2 import PasswordHasher
from toolcrib.core.db import Database
from toolcrib.core.ids import new_id
from toolcrib.core.settings import Settings
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind
from toolcrib.identity.passwords import Passwords
from toolcrib.identity.service import Identity

PASSWORD = "correct horse battery"


@dataclass
class People:
    """`admin` is the one the first start made, who has no password yet."""

    database: Database
    identity: Identity
    admin: Principal
    admin_link: str

    async def user(self, username: str, role: Role = Role.MEMBER) -> Principal:
        user_id, _ = await self.identity.create_user(self.admin, username=username, display_name=username, role=role)
        return Principal(user_id, SubjectKind.USER, role)

    async def user_with_password(self, username: str, role: Role = Role.MEMBER) -> Principal:
        """The principal of a living session; the password is PASSWORD."""
        _, link = await self.identity.create_user(self.admin, username=username, display_name=username, role=role)
        secret = await self.identity.consume_sign_in_link(link, PASSWORD, None, None)
        return await self.identity.authenticate_session(secret, None)

    async def agent(self, name: str, owner: Principal) -> Principal:
        agent_id = await self.identity.create_agent(owner, name=name, display_name=name)
        return Principal(agent_id, SubjectKind.AGENT)

    async def token(
        self,
        maker: Principal,
        subject: Principal,
        scope: Scope = Scope.MANAGE,
        on_behalf_of: Principal | None = None,
        expires_at: datetime | None = None,
    ) -> str:
        _, secret = await self.identity.create_access_token(
            maker,
            subject=subject.subject_id,
            name="test",
            scope=scope,
            on_behalf_of=on_behalf_of and on_behalf_of.subject_id,
            expires_at=expires_at,
        )
        return secret

    async def tool(self, name: str, owner: Principal | None, visibility: str = "PRIVATE") -> UUID:
        """A tool without much in it; a PLATFORM one has no owner."""
        tool_id = new_id()
        await self.database.execute(
            "INSERT INTO tool (id, name, display_name, description, visibility, owner, script_content, input_schema)"
            " VALUES ($1, $2, 'A tool', '', $3, $4, '', '{}')",
            tool_id,
            name,
            visibility,
            owner and owner.subject_id,
        )
        return tool_id


@pytest_asyncio.fixture
async def people(database: Database, tmp_path: Path) -> People:
    quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    identity = Identity(database, Settings(data_dir=tmp_path, secret_key=bytes(32)), quick)
    link = await identity.ensure_first_admin()
    admin_id = await database.fetch_value("SELECT id FROM user_account")
    return People(database, identity, Principal(admin_id, SubjectKind.USER, Role.ADMIN), str(link))
