"""What generated requests are filled with: things that are there, among much that makes no sense."""

import re
from typing import Any

import schemathesis
from graphql import DocumentNode, StringValueNode, Visitor, parse_value, visit
from hypothesis import strategies as st
from schemathesis.graphql import nodes

from tests.conformance.generated_requests.world import World

SEEDED = "seeded:"
KINDS = {
    "tool": "tool",
    "agent": "agent",
    "category": "category",
    "parent": "category",
    "moveTo": "category",
    "subject": "user",
    "owner": "user",
    "caller": "user",
    "onBehalfOf": "user",
}
OF_OPERATIONS = (
    ("ToolPermission", "tool_permission"),
    ("Tool", "tool"),
    ("Agent", "agent"),
    ("Category", "category"),
    ("AccessToken", "access_token"),
    ("Session", "session"),
    ("Execution", "execution"),
    ("User", "user"),
)
"""The first that a root field's name ends with or begins with says what its `id` is the id of."""

_NUMBERS = st.integers(0, 50)
_IDS = st.one_of(
    _NUMBERS.map(lambda number: f"{SEEDED}{number}"),
    _NUMBERS.map(lambda number: f"{SEEDED}{number}"),
    st.sampled_from(["", "tool_", "tool_" + "0" * 32, "7", "user_" + "f" * 31, "\u0661" * 32, "a\0b"]),
)
_WORDS = st.one_of(
    _NUMBERS.map(lambda number: f"{SEEDED}{number}"),
    st.sampled_from(
        ["query_json", "", "a", "Tool", "f" * 32, "f" * 64, "%_\\", "'; --", "{row}", "0" * 1000, "\u202e"]
    ),
    st.text(max_size=20),
)
_JSON = [
    "{}",
    '{text: "a"}',
    '{type: "object"}',
    '{type: "object", properties: {a: {type: "integer", default: 1}}, required: ["a"]}',
    '{entry: "MAIN"}',
    '{entry: "STDIN"}',
    '{output: "TEXT"}',
    '{type: "object", properties: {a: {type: "string", pattern: "("}}}',
    '{a: [1, 2.5, null, true, {b: "c"}]}',
    "[]",
    "null",
    "1",
    '"text"',
    "99999999999999999999999999",
    '{text: "\\u0000"}',
]
_INSTANTS = ["2026-01-31T12:00:00Z", "2090-01-01T00:00:00+02:00", "0001-01-01T00:00:00+23:59", "2026-02-30", "", "now"]
_WHOLE = st.one_of(st.sampled_from([0, 1, 2, 3, 10, 50, 100]), st.integers(-(2**31), 2**31 - 1))


def register() -> None:
    """For every schema of this process: the library knows no other way."""
    schemathesis.graphql.scalar("ID", _IDS.map(nodes.String))
    schemathesis.graphql.scalar("String", _WORDS.map(nodes.String))
    schemathesis.graphql.scalar("Int", _WHOLE.map(nodes.Int))
    schemathesis.graphql.scalar("BigInt", st.integers().map(nodes.Int))
    schemathesis.graphql.scalar("DateTime", st.sampled_from(_INSTANTS).map(nodes.String))
    schemathesis.graphql.scalar("JSON", st.sampled_from(_JSON).map(parse_value))


def filled(document: DocumentNode, operation: str, world: World) -> DocumentNode:
    """With what is there in place of what stands for it. `operation` is the root field's name."""
    return visit(document, _Filling(operation, world))


class _Filling(Visitor):
    def __init__(self, operation: str, world: World) -> None:
        super().__init__()
        self._operation = operation
        self._world = world

    def enter_string_value(self, node: StringValueNode, _key: Any, parent: Any, *_: Any) -> StringValueNode | None:
        if not (match := re.fullmatch(rf"{SEEDED}(\d+)", node.value)):
            return None
        name = getattr(getattr(parent, "name", None), "value", "")
        return StringValueNode(value=self._meant(name, int(match[1])))

    def _meant(self, name: str, number: int) -> str:
        if name == "id":
            return self._world.any_id(number, self._kind())
        if name in KINDS:
            return self._world.any_id(number, KINDS[name])
        return self._world.names[number % len(self._world.names)]

    def _kind(self) -> str | None:
        for word, kind in OF_OPERATIONS:
            if word in self._operation or self._operation == word.lower():
                return kind
        return None
