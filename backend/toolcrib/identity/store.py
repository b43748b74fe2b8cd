"""SQL of people and agents."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

import asyncpg

from toolcrib.core.db import Database, UniqueViolation
from toolcrib.core.errors import Conflict, Path
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Role, SubjectKind

_FIELD_OF_KEY: Mapping[str, tuple[Path, str]] = {
    "user_account_username_key": (("username",), "This username is taken."),
    "user_account_email_key": (("email",), "Somebody else has this email address."),
    "agent_name_key": (("name",), "This name is taken."),
}


@dataclass(frozen=True, slots=True)
class Account:
    id: UUID
    username: str
    display_name: str
    email: str | None
    role: Role
    is_active: bool
    password_hash: str | None

    def facts(self) -> dict[str, object]:
        """What the audit trail keeps."""
        return {
            "username": self.username,
            "display_name": self.display_name,
            "email": self.email,
            "role": self.role,
            "is_active": self.is_active,
        }


@dataclass(frozen=True, slots=True)
class AgentRow:
    id: UUID
    name: str
    display_name: str
    description: str
    persona: str
    icon: str | None
    owner: UUID
    is_active: bool

    def facts(self) -> dict[str, object]:
        return {
            "name": self.name,
            "display_name": self.display_name,
            "description": self.description,
            "persona": self.persona,
            "icon": self.icon,
            "owner": self.owner.hex,
            "is_active": self.is_active,
        }


async def lock_first_start(database: Database) -> None:
    """Servers that start together take turns until the transaction ends."""
    await database.execute("SELECT pg_advisory_xact_lock(hashtext('toolcrib.first_admin'))")


async def anybody(database: Database) -> bool:
    return bool(await database.fetch_value("SELECT EXISTS (SELECT FROM user_account)"))


async def account(database: Database, account_id: UUID, *, lock: bool = False) -> Account | None:
    row = await database.fetch_one(
        f"SELECT * FROM user_account WHERE id = $1{' FOR UPDATE' if lock else ''}",  # noqa: S608 - two constants
        account_id,
    )
    return _account(row) if row else None


async def account_named(database: Database, username: str) -> Account | None:
    row = await database.fetch_one("SELECT * FROM user_account WHERE username = $1", username)
    return _account(row) if row else None


async def first_active_admin(database: Database) -> Account | None:
    row = await database.fetch_one(
        "SELECT * FROM user_account WHERE role = 'ADMIN' AND is_active ORDER BY created_at, id LIMIT 1"
    )
    return _account(row) if row else None


async def insert_account(
    database: Database, username: str, display_name: str, email: str | None, role: Role
) -> Account:
    """Raises Conflict where the username or the email address is taken."""
    made = Account(new_id(), username, display_name, email, role, is_active=True, password_hash=None)
    try:
        await _insert_subject(database, made.id, SubjectKind.USER)
        await database.execute(
            "INSERT INTO user_account (id, username, display_name, email, role) VALUES ($1, $2, $3, $4, $5)",
            made.id,
            username,
            display_name,
            email,
            str(role),
        )
    except UniqueViolation as error:
        raise _taken(error) from error
    return made


async def update_account(database: Database, changed: Account) -> None:
    """Raises Conflict where the email address is taken, or where no active admin would remain."""
    try:
        await database.execute(
            "UPDATE user_account SET display_name = $2, email = $3, role = $4, is_active = $5 WHERE id = $1",
            changed.id,
            changed.display_name,
            changed.email,
            str(changed.role),
            changed.is_active,
        )
    except UniqueViolation as error:
        raise _taken(error) from error
    except asyncpg.CheckViolationError as error:
        if error.constraint_name != "keep_an_admin":
            raise
        field: Path = ("isActive",) if not changed.is_active else ("role",)
        raise Conflict("This is the last active admin: make somebody else an admin first.", field) from error


async def set_password_hash(database: Database, account_id: UUID, password_hash: str) -> None:
    await database.execute("UPDATE user_account SET password_hash = $2 WHERE id = $1", account_id, password_hash)


async def agent(database: Database, agent_id: UUID, *, lock: bool = False) -> AgentRow | None:
    row = await database.fetch_one(
        f"SELECT * FROM agent WHERE id = $1{' FOR UPDATE' if lock else ''}",  # noqa: S608 - two constants
        agent_id,
    )
    return _agent(row) if row else None


async def insert_agent(database: Database, made: AgentRow) -> None:
    """Raises Conflict where the name is taken."""
    try:
        await _insert_subject(database, made.id, SubjectKind.AGENT)
        await database.execute(
            "INSERT INTO agent (id, name, display_name, description, persona, icon, owner)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7)",
            made.id,
            made.name,
            made.display_name,
            made.description,
            made.persona,
            made.icon,
            made.owner,
        )
    except UniqueViolation as error:
        raise _taken(error) from error


async def update_agent(database: Database, changed: AgentRow) -> None:
    await database.execute(
        "UPDATE agent SET display_name = $2, description = $3, persona = $4, icon = $5, is_active = $6 WHERE id = $1",
        changed.id,
        changed.display_name,
        changed.description,
        changed.persona,
        changed.icon,
        changed.is_active,
    )


async def _insert_subject(database: Database, subject_id: UUID, kind: SubjectKind) -> None:
    await database.execute("INSERT INTO subject (id, kind) VALUES ($1, $2)", subject_id, str(kind))


def _taken(error: UniqueViolation) -> Conflict:
    field, message = _FIELD_OF_KEY[error.constraint_name]
    return Conflict(message, field, code="NAME_TAKEN")


def _account(row: asyncpg.Record) -> Account:
    return Account(
        id=row["id"],
        username=row["username"],
        display_name=row["display_name"],
        email=row["email"],
        role=Role(row["role"]),
        is_active=row["is_active"],
        password_hash=row["password_hash"],
    )


def _agent(row: asyncpg.Record) -> AgentRow:
    return AgentRow(
        id=row["id"],
        name=row["name"],
        display_name=row["display_name"],
        description=row["description"],
        persona=row["persona"],
        icon=row["icon"],
        owner=row["owner"],
        is_active=row["is_active"],
    )
