"""Whatever a caller puts into an input, it hears which rule it broke. If this fails, somebody can make the server
stumble (and fill its log) with one request, or gets "something went wrong" instead of the field to mend."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest_asyncio
from toolcrib.api.graphql.schema import schema
from toolcrib.app import build
from toolcrib.core.ids import global_id
from toolcrib.core.settings import Settings

from tests.conformance.graphql_inputs.places import Place, attacks, mutations, put
from tests.support.people import People

CONTENT_IS_TRIED_IN = "createTool"
"""It is the same check everywhere, and here it is stored as well."""

INPUTS = mutations(schema._schema)  # noqa: SLF001 - strawberry shows its types in no other way
CONTENT = {
    "displayName": "Victim",
    "description": "d",
    "executorConfig": {"entry": "MAIN"},
    "scriptContent": "def main(**values):\n    return values\n",
    "inputSchema": {"type": "object"},
}


@pytest_asyncio.fixture
async def client(database_dsn: str, people: People, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """An admin's program, to which no right bars the way to the rule under test."""
    app = build(Settings(data_dir=tmp_path, secret_key=bytes(32), database_url=database_dsn))
    secret = await people.token(people.admin, people.admin)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    client = httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers)
    async with app.router.lifespan_context(app), client:
        yield client


class World:
    """Something of every kind to aim at, and one sound input for every mutation."""

    def __init__(self, client: httpx.AsyncClient, people: People) -> None:
        self._client = client
        self._people = people
        self._names = iter(range(1_000_000))

    async def make(self) -> None:
        admin = global_id("user", self._people.admin.subject_id)
        self.user = await self._made("createUser", "user", username=self._name(), displayName="Bob")
        self.agent = await self._made("createAgent", "agent", name=self._name(), displayName="Bot")
        self.token = await self._made("createAccessToken", "accessToken", subject=admin, name="t", scope="READ")
        self.category = await self._made("createCategory", "category", name=self._name())
        self.tool = await self._made("createTool", "tool", name=self._name(), content=CONTENT)
        self.permission = await self._made(
            "grantToolPermission", "toolPermission", tool=self.tool, subject=self.user, permission="READ"
        )

    def sound(self, mutation: str) -> dict[str, Any]:
        instant = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        versioned = {"id": self.tool, "expectedVersion": 1}
        inputs: dict[str, dict[str, Any]] = {
            "checkTool": {"content": CONTENT},
            "createTool": {"name": self._name(), "content": CONTENT},
            "updateTool": {**versioned, "content": {"description": self._name()}},
            "restoreToolVersion": {**versioned, "version": 1},
            "updateToolPolicy": {"id": self.tool, "policy": {}, "expected": {}},
            "moveToolStatus": {"id": self.tool, "move": "ACTIVATE"},
            "moveToolStatuses": {"ids": [self.tool], "move": "ACTIVATE"},
            "deleteTools": {"ids": [self.tool]},
            "undeleteTools": {"ids": [self.tool]},
            "importTools": {"document": json.dumps({"tools": [{"name": self._name(), **CONTENT}]})},
            "duplicateTool": {"id": self.tool, "name": self._name()},
            "createCategory": {"name": self._name(), "parent": self.category},
            "updateCategory": {"id": self.category},
            "deleteCategory": {"id": self.category, "moveTo": self.category},
            "grantToolPermission": {
                "tool": self.tool,
                "subject": self.agent,
                "permission": "READ",
                "expiresAt": instant,
            },
            "revokeToolPermission": {"id": self.permission},
            "executeTool": {"tool": self.tool, "input": {}, "wait": False},
            "createAgent": {"name": self._name(), "displayName": "Bot"},
            "updateAgent": {"id": self.agent},
            "createAccessToken": {"subject": self.agent, "name": "t", "scope": "READ", "expiresAt": instant},
            "revokeAccessToken": {"id": self.token},
            "createUser": {"username": self._name(), "displayName": "Bob"},
            "updateUser": {"id": self.user},
            "createSignInLink": {"user": self.user},
        }
        return inputs.get(mutation, {"id": self.tool})

    def _name(self) -> str:
        return f"victim_{next(self._names)}"

    async def _made(self, mutation: str, kind: str, **given: Any) -> str:
        query = f"{kind} {{ id }} userErrors {{ code message field }}"
        response = await send(self._client, mutation, query, given)
        answer = response.json()["data"]["it"]
        assert answer["userErrors"] == [], answer
        return str(answer[kind]["id"])


async def send(client: httpx.AsyncClient, mutation: str, selection: str, given: object) -> httpx.Response:
    type_ = INPUTS[mutation].name
    query = f"mutation ($input: {type_}!) {{ it: {mutation}(input: $input) {{ {selection} }} }}"
    body = json.dumps({"query": query, "variables": {"input": given}})
    return await client.post("/graphql", content=body)


async def test_every_place_of_every_input_takes_every_insult(client: httpx.AsyncClient, people: People) -> None:
    world = World(client, people)
    faults: list[str] = []
    for mutation, type_ in INPUTS.items():
        await world.make()
        assert await _is_taken(client, mutation, world.sound(mutation)), f"{mutation}: the sound input is none"
        without = frozenset[str]() if mutation == CONTENT_IS_TRIED_IN else frozenset({"ToolContentInput"})
        for place, hostile in attacks(type_, without=without):
            given = put(world.sound(mutation), place, hostile)
            response = await send(client, mutation, "userErrors { code message field }", given)
            faults += (f"{mutation} {_shown(place, hostile)}: {fault}" for fault in faults_of(response))
    assert not faults, "\n".join(faults)


async def _is_taken(client: httpx.AsyncClient, mutation: str, given: object) -> bool:
    """Whether an input gets as far as the rules under test: past GraphQL's own types."""
    response = await send(client, mutation, "userErrors { code }", given)
    return "errors" not in response.json()


def faults_of(response: httpx.Response) -> Iterator[str]:
    """What is wrong with the answer to a hostile request: whatever isn't a clear word on what the caller did."""
    if response.status_code not in {200, 400} or not response.text:
        yield f"{response.status_code} {response.text[:200]!r}"
        return
    if response.status_code == 400:
        return
    if len(response.content) > 100_000:
        yield f"an answer of {len(response.content)} bytes"
    body = response.json()
    for error in body.get("errors", ()):
        if error.get("extensions", {}).get("code") == "INTERNAL" or not error["message"]:
            yield f"{error}"[:300]
    for problem in ((body.get("data") or {}).get("it") or {}).get("userErrors", ()):
        if not problem["code"] or not problem["message"] or problem["code"] == "INTERNAL":
            yield f"{problem}"[:300]


def _shown(place: Place, hostile: object) -> str:
    return f"{'.'.join(map(str, place))} = {ascii(hostile)[:80]}"
