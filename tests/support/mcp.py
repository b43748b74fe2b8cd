"""A server with tools, agents and tokens, and ways to speak MCP with it."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.support.graph import Graph, sign_in_by_link
from tests.support.server import ServerProcess

OLD, NEW = "2025-11-25", "2026-07-28"
ACCEPT = {"Accept": "application/json, text/event-stream"}
CREATE_TOKEN = """
mutation ($input: CreateAccessTokenInput!) {
  createAccessToken(input: $input) { accessToken { id } secret userErrors { message } }
}
"""
REVOKE = "mutation ($id: ID!) { revokeAccessToken(input: {id: $id}) { userErrors { message } } }"
CREATE_AGENT = (
    "mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id } userErrors { message } } }"
)
GRANT = "mutation ($input: GrantToolPermissionInput!) { grantToolPermission(input: $input) { userErrors { message } } }"

COUNT = """
import time

def main(steps: int = 3):
    for step in range(steps):
        print("step", step, flush=True)
        time.sleep(0.1)
    return {"steps": steps}
"""
ENDLESS = "import time\ndef main():\n    while True:\n        print('on', flush=True)\n        time.sleep(0.05)\n"
STEPS = {"type": "object", "properties": {"steps": {"type": "integer", "maximum": 50}}, "additionalProperties": False}
COUNTED = {"type": "object", "properties": {"steps": {"type": "integer"}}, "required": ["steps"]}


@dataclass
class Token:
    id: str
    secret: str


class Crib:
    """A real server and its first person, who owns all tools here."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.url = server.url
        self.admin: Graph = sign_in_by_link(server.url, str(server.first_link))
        viewer = self.admin.data("{ viewer { subject { ... on User { id } } } }")
        self.person = str(viewer["subject"]["id"])

    def agent(self, name: str) -> str:
        made = self.admin.data(CREATE_AGENT, input={"name": name, "displayName": name})
        return str(made["agent"]["id"])

    def token(self, subject: str, scope: str = "EXECUTE") -> Token:
        made = self.admin.data(CREATE_TOKEN, input={"subject": subject, "name": "test", "scope": scope})
        return Token(str(made["accessToken"]["id"]), str(made["secret"]))

    def revoke(self, token: Token) -> None:
        self.admin.data(REVOKE, id=token.id)

    def grant(self, tool: str, agent: str, permission: str = "EXECUTE") -> None:
        self.admin.data(GRANT, input={"tool": tool, "subject": agent, "permission": permission})

    def last_run(self) -> dict[str, Any]:
        asked = "{ executions(first: 1) { nodes { id status errorCode traceId tool { name } } } }"
        run: dict[str, Any] = self.admin.data(asked)["nodes"][0]
        return run

    @asynccontextmanager
    async def client(self, token: str, mode: str) -> AsyncIterator[Client]:
        """The SDK's own; `mode` "legacy" is the generation with sessions."""
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"{self.url}/mcp", http_client=http), mode=mode) as client,
        ):
            yield client

    def post(self, token: str, message: object, **headers: str) -> httpx.Response:
        """One message as it is: text and bytes are sent unchanged."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        own = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **ACCEPT}
        return httpx.post(f"{self.url}/mcp", content=body, headers=own | headers, timeout=20)

    def ask(self, token: str, method: str, **params: Any) -> httpx.Response:
        """One request of the newer generation."""
        prefix = "io.modelcontextprotocol"
        meta = {
            f"{prefix}/protocolVersion": NEW,
            f"{prefix}/clientCapabilities": {},
            f"{prefix}/clientInfo": {"name": "test", "version": "1"},
        } | params.pop("_meta", {})
        named = {"Mcp-Name": str(params["name"])} if "name" in params else {}
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
        return self.post(token, message, **{"Mcp-Protocol-Version": NEW, "Mcp-Method": method}, **named)

    def initialize(self, token: str) -> httpx.Response:
        client = {"protocolVersion": OLD, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        return self.post(token, {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client})


@pytest.fixture(scope="module")
def crib(server: ServerProcess) -> Iterator[Crib]:
    """With the tools `count` and `endless`, which only the first person may run."""
    crib = Crib(server)
    crib.admin.tool("count", COUNT, inputSchema=STEPS, outputSchema=COUNTED)
    crib.admin.tool("endless", ENDLESS)
    yield crib
    crib.admin.close()
