"""The GraphQL API as it is wired, on a real database, asked by real people; only HTTP is left out."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import orjson
import pytest_asyncio
from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.schema import schema
from toolcrib.api.services import Services
from toolcrib.app import build, wire
from toolcrib.core.db import Database
from toolcrib.core.settings import Settings
from toolcrib.identity.model import Principal, Scope

from tests.support.people import People

CREATE = """
mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { id name } userErrors { code message field } } }
"""


@dataclass
class Answer:
    data: Any
    errors: list[dict[str, Any]]


@dataclass
class Api:
    services: Services
    people: People
    statements: list[str] = field(default_factory=list)

    async def ask(self, principal: Principal, text: str, **variables: Any) -> Answer:
        """The answer as a client would get it: through JSON."""
        context = Context(self.services, principal)
        result = await schema.execute(text, variable_values=variables, context_value=context)
        errors = [dict(error.formatted) for error in result.errors or ()]
        return Answer(json.loads(orjson.dumps(result.data)), errors)

    async def data(self, principal: Principal, text: str, **variables: Any) -> Any:
        """The answer's data; fails the test where there are errors."""
        answer = await self.ask(principal, text, **variables)
        assert not answer.errors, answer.errors
        return answer.data

    async def tool(self, owner: Principal, name: str, **content: Any) -> str:
        """A tool made the way its author makes it; returns its id."""
        default = {
            "displayName": name.replace("_", " "),
            "description": f"What {name} does.",
            "inputSchema": {"type": "object", "properties": {"b": {"type": "integer"}, "a": {"type": "integer"}}},
            "scriptContent": "def main(**values):\n    return values\n",
            "executorConfig": {"entry": "MAIN"},
        }
        data = await self.data(owner, CREATE, input={"name": name, "content": default | content})
        assert data["createTool"]["userErrors"] == []
        return str(data["createTool"]["tool"]["id"])


@pytest_asyncio.fixture
async def api(database: Database, people: People, tmp_path: Path) -> AsyncIterator[Api]:
    settings = Settings(data_dir=tmp_path, secret_key=bytes(32), database_url="already open")
    made = Api(wire(settings, database), people)
    await made.services.sandbox.start()
    for executor in made.services.executors.values():
        await executor.start()
    await made.services.executions.start()
    fetch_value = database.fetch_value

    async def counted(sql: str, *arguments: object) -> Any:
        made.statements.append(sql)
        return await fetch_value(sql, *arguments)

    database.fetch_value = counted  # type: ignore[method-assign]  # the one method that the reader calls
    yield made
    await made.services.executions.close()
    for executor in made.services.executors.values():
        await executor.close()
    await made.services.sandbox.close()


@pytest_asyncio.fixture
async def client(database_dsn: str, people: People, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Ann's program, with a token that may do what she may."""
    app = build(Settings(data_dir=tmp_path, secret_key=bytes(32), database_url=database_dsn))
    ann = await people.user("ann")
    secret = await people.token(ann, ann, Scope.MANAGE)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    headers = {"Authorization": f"Bearer {secret}"}
    client = httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers)
    async with app.router.lifespan_context(app), client:
        yield client


def acting_for(agent: Principal, user: Principal) -> Principal:
    return replace(agent, on_behalf_of=user.subject_id)


def uuid_of(global_id: str) -> UUID:
    return UUID(hex=global_id.rpartition("_")[2])
