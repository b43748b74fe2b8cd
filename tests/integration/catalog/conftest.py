from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest
from toolcrib.access.service import Access
from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.ids import new_id
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

SCRIPT = "def main(total: int) -> int:\n    return total * 2\n"
INPUT = {
    "type": "object",
    "properties": {"total": {"type": "integer", "minimum": 1}},
    "required": ["total"],
    "additionalProperties": False,
}


def content(**changes: object) -> ToolContentChange:
    """Content that can be saved, with `changes`."""
    whole: dict[str, object] = {
        "display_name": "Totals",
        "description": "Doubles a total.",
        "script_content": SCRIPT,
        "input_schema": INPUT,
    }
    return ToolContentChange(**(whole | changes))  # type: ignore[arg-type]


def only(**changes: object) -> ToolContentChange:
    """Part of a content: nothing but `changes`."""
    return ToolContentChange(**changes)  # type: ignore[arg-type]


class People:
    """Users and agents to act as."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def user(self, name: str, role: Role = Role.MEMBER, scope: Scope = Scope.MANAGE) -> Principal:
        subject = await self._subject(SubjectKind.USER)
        await self._database.execute(
            "INSERT INTO user_account (id, username, display_name, role) VALUES ($1, $2, $2, $3)",
            subject,
            name,
            str(role),
        )
        return Principal(subject, SubjectKind.USER, role, scope)

    async def agent(self, name: str, owner: Principal) -> Principal:
        subject = await self._subject(SubjectKind.AGENT)
        await self._database.execute(
            "INSERT INTO agent (id, name, display_name, owner) VALUES ($1, $2, $2, $3)", subject, name, owner.subject_id
        )
        return Principal(subject, SubjectKind.AGENT)

    async def _subject(self, kind: SubjectKind) -> UUID:
        subject = new_id()
        await self._database.execute("INSERT INTO subject (id, kind) VALUES ($1, $2)", subject, str(kind))
        return subject


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


@pytest.fixture
def access(database: Database) -> Access:
    return Access(database)


@pytest.fixture
def catalog(database: Database, access: Access) -> Catalog:
    return Catalog(database, access, load_executors(Sandbox()))


@pytest.fixture
async def author(people: People) -> Principal:
    return await people.user("author")


@pytest.fixture
async def stranger(people: People) -> Principal:
    return await people.user("stranger")


@pytest.fixture
async def admin(people: People) -> Principal:
    return await people.user("admin", Role.ADMIN)


Make = Callable[..., Awaitable[UUID]]


@pytest.fixture
def make_tool(catalog: Catalog, author: Principal) -> Make:
    """A tool of the author's: `await make_tool("name", description=…)`."""

    async def make(name: str = "totals", by: Principal | None = None, **changes: object) -> UUID:
        return await catalog.create_tool(by or author, name=name, content=content(**changes))

    return make
