"""Things of every kind on a server, for generated requests to meet, and somebody of every role to send them."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.support.graph import Graph, sign_in_by_link
from tests.support.server import ServerProcess

ECHO = "def main(**values):\n    return values\n"
TALK = "def main(**values):\n    print('on my way')\n    raise ValueError('no')\n"
BASH = "echo '{\"shell\": true}'"
TEXT_SCHEMA = {"type": "object", "properties": {"text": {"type": "string", "default": "hi"}}}


@dataclass
class World:
    """`ids` by kind; none is that of whoever sends the requests, who would lock themselves out with it."""

    ids: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    tokens: dict[str, str | None] = field(default_factory=dict)

    def any_id(self, number: int, kind: str | None) -> str:
        """Always the same for a number; of every kind where `kind` is None."""
        known = self.ids.get(kind or "") or [one for ids in self.ids.values() for one in ids]
        return known[number % len(known)]


class Maker:
    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._admin = sign_in_by_link(server.url, str(server.first_link))
        self._numbers = count()
        self.world = World(tokens={"anonymous": None})

    def make(self) -> World:
        member, helper, deputy = self._person("MEMBER"), self._person("MEMBER"), self._person("ADMIN")
        agent = self._made(member, "createAgent", "agent", name=self._name("bot"), displayName="Bot")
        for graph in (member, deputy):
            self._belongings(graph, whose=self._id_of(helper))
        self.world.tokens |= {
            "member": self._token(member, self._id_of(member)),
            "agent": self._token(member, agent, onBehalfOf=self._id_of(member)),
            "admin": self._token(deputy, self._id_of(deputy)),
        }
        self._token(helper, self._id_of(helper))
        self._keep("session", self._session_of(helper))
        for graph in (member, helper, deputy, self._admin):
            graph.close()
        return self.world

    def _belongings(self, owner: Graph, whose: str) -> None:
        """Two of each: what is looked at first may be deleted first."""
        self._keep("user", whose)
        for visibility in ("PUBLIC", "PRIVATE"):
            tools = [
                self._tool(owner, ECHO, visibility, inputSchema=TEXT_SCHEMA),
                self._tool(owner, TALK, visibility),
                self._tool(owner, BASH, visibility, executorType="SHELL", executorConfig={"output": "JSON"}),
            ]
            grant = {"tool": tools[0], "subject": whose, "permission": "EXECUTE"}
            self._keep("tool_permission", self._made(owner, "grantToolPermission", "toolPermission", **grant))
            for tool in tools:
                self._keep("execution", owner.execute(tool, text="a")["id"])
            self._keep("agent", self._made(owner, "createAgent", "agent", name=self._name("bot"), displayName="Bot"))
            self._keep("category", self._made(self._admin, "createCategory", "category", name=self._name("shelf")))

    def _tool(self, owner: Graph, script: str, visibility: str, **content: Any) -> str:
        given = {
            "displayName": "Tool",
            "description": "For generated requests.",
            "scriptContent": script,
            "executorConfig": {"entry": "MAIN"},
            "inputSchema": {"type": "object"},
            "timeoutSeconds": 5,
        }
        name = self._name("tool")
        tool = self._made(owner, "createTool", "tool", name=name, content=given | content, visibility=visibility)
        self._run(owner, "moveToolStatus", "tool { id }", id=tool, move="ACTIVATE")
        self._keep("tool", tool)
        return tool

    def _person(self, role: str) -> Graph:
        given = {"username": self._name("person"), "displayName": "Person", "role": role}
        made = self._run(self._admin, "createUser", "signInPath", **given)
        return sign_in_by_link(self._server.url, self._server.url + made["signInPath"])

    def _id_of(self, person: Graph) -> str:
        return str(person.data("{ viewer { subject { ... on User { id } } } }")["subject"]["id"])

    def _session_of(self, person: Graph) -> str:
        return str(person.data("{ viewer { account { sessions { id } } } }")["account"]["sessions"][0]["id"])

    def _token(self, maker: Graph, subject: str, **more: str) -> str:
        given = {"subject": subject, "name": "generated", "scope": "MANAGE", **more}
        made = self._run(maker, "createAccessToken", "secret accessToken { id }", **given)
        return str(made["secret"])

    def _made(self, graph: Graph, mutation: str, kind: str, **given: Any) -> str:
        return str(self._run(graph, mutation, f"{kind} {{ id }}", **given)[kind]["id"])

    def _run(self, graph: Graph, mutation: str, answer: str, **given: Any) -> dict[str, Any]:
        type_ = mutation[0].upper() + mutation[1:] + "Input"
        query = (
            f"mutation ($i: {type_}!) {{ {mutation}(input: $i) {{ {answer} userErrors {{ code message field }} }} }}"
        )
        made: dict[str, Any] = graph.data(query, i=given)
        return made

    def _keep(self, kind: str, one: str) -> None:
        self.world.ids.setdefault(kind, []).append(one)

    def _name(self, kind: str) -> str:
        name = f"{kind}_{next(self._numbers)}"
        self.world.names.append(name)
        return name
