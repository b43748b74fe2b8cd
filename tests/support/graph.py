"""The GraphQL API over HTTP, as a program with a token or a browser with a session speaks it."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
from websockets.sync.client import connect

PASSWORD = "correct horse battery staple"

CREATE_TOOL = """
mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { id } userErrors { code message field } } }
"""
ACTIVATE = """
mutation ($tool: ID!) {
  moveToolStatus(input: {id: $tool, move: ACTIVATE}) { tool { id status } userErrors { code message field } }
}
"""
UPDATE_TOOL = """
mutation ($input: UpdateToolInput!) {
  updateTool(input: $input) { tool { id version } userErrors { code message field } }
}
"""
EXECUTE = """
mutation ($input: ExecuteToolInput!) {
  executeTool(input: $input) {
    execution { id status errorCode outputData durationMs lastSeq }
    userErrors { code message field }
  }
}
"""
FOLLOW = """
subscription ($id: ID!, $after: Int!) {
  executionEvents(id: $id, afterSeq: $after) { seq kind text status errorCode durationMs }
}
"""


class Graph:
    """One caller. A refusal fails the test, unless `ask` is used, which gives the answer as it is."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        self.token = token
        headers = {"Authorization": f"Bearer {token}"} if token else {"X-Toolcrib": "console"}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=90)

    def close(self) -> None:
        self.http.close()

    def ask(self, text: str, **variables: Any) -> dict[str, Any]:
        answer = self.http.post("/graphql", json={"query": text, "variables": variables})
        body: dict[str, Any] = answer.json()
        return body

    def data(self, text: str, **variables: Any) -> Any:
        """The only root field's value."""
        body = self.ask(text, **variables)
        assert "errors" not in body, body["errors"]
        [value] = body["data"].values()
        refusals = value.get("userErrors") if isinstance(value, dict) else None
        assert not refusals, refusals
        return value

    def tool(self, name: str, script: str, *, active: bool = True, **content: Any) -> str:
        """Make a tool whose `main` takes whatever it is given; returns its id."""
        default = {
            "displayName": name.replace("_", " ").capitalize(),
            "description": f"What {name} does.",
            "scriptContent": script,
            "executorConfig": {"entry": "MAIN"},
            "inputSchema": {"type": "object"},
        }
        made = self.data(CREATE_TOOL, input={"name": name, "content": default | content})
        tool = str(made["tool"]["id"])
        if active:
            self.data(ACTIVATE, tool=tool)
        return tool

    def save(self, tool: str, version: int, changelog: str | None = None, **content: Any) -> int:
        """Save new content over `version`; returns the version that it makes."""
        saved = self.data(
            UPDATE_TOOL,
            input={"id": tool, "expectedVersion": version, "content": content, "changelog": changelog},
        )
        return int(saved["tool"]["version"])

    def execute(self, tool: str, *, wait: bool = True, **input_data: Any) -> dict[str, Any]:
        """The run, as far as it has come."""
        made = self.data(EXECUTE, input={"tool": tool, "input": input_data, "wait": wait})
        execution: dict[str, Any] = made["execution"]
        return execution

    def follow(self, execution: str, after: int = 0) -> Iterator[dict[str, Any]]:
        """Every event of a run after `after`, over a WebSocket (graphql-transport-ws), to its end."""
        address = f"{self.url.replace('http', 'ws', 1)}/graphql"
        with connect(address, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
            payload = {"authorization": f"Bearer {self.token}"}
            socket.send(json.dumps({"type": "connection_init", "payload": payload}))
            assert json.loads(socket.recv(10))["type"] == "connection_ack"
            query = {"query": FOLLOW, "variables": {"id": execution, "after": after}}
            socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": query}))
            while (message := json.loads(socket.recv(30)))["type"] == "next":
                assert "errors" not in message["payload"], message
                yield message["payload"]["data"]["executionEvents"]
            assert message["type"] == "complete", message


def sign_in_by_link(url: str, link: str) -> Graph:
    """A person's API after their one-time link, with PASSWORD as their password."""
    graph = Graph(url)
    answer = graph.http.post(f"/api/sign-in-links/{link.rpartition('/')[2]}", json={"password": PASSWORD})
    assert answer.status_code == 204, answer.text
    return graph


def refused(response: httpx.Response) -> tuple[int, str, str | None]:
    """(status, code, place) of the first error in a refusal, which is JSON of GraphQL's form without data."""
    assert response.headers["content-type"].partition(";")[0] in {
        "application/json",
        "application/graphql-response+json",
    }
    body = response.json()
    assert list(body) == ["errors"], body
    assert all(error["message"] and error["extensions"]["code"] for error in body["errors"]), body
    extensions = body["errors"][0]["extensions"]
    place = ".".join(map(str, extensions.get("field", [])))
    return response.status_code, extensions["code"], place or None
