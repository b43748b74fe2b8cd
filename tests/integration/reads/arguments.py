"""Arguments that mean something in the world they are given in."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from uuid import UUID

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNamedInputType,
    GraphQLNonNull,
    get_nullable_type,
    is_enum_type,
    is_list_type,
    is_required_input_field,
)

from tests.integration.reads.paging import BY_ID, NEWEST_FIRST, Order, instant_key, number_key, text_key
from tests.integration.reads.resolving import KINDS
from tests.integration.reads.rows import VOCABULARY, Snapshot

_MISSING = UUID(int=7)
KINDS_OF_FILTER = {"actor": ("user", "agent"), "target": ("tool", "user", "agent", "category"),
                    "owner": ("user", "agent"), "caller": ("user", "agent"), "agent": ("agent",), "tool": ("tool",),
                    "category": ("category",)}  # fmt: skip
_INSTANTS = ("2026-03-01T12:00:00Z", "2026-03-01T13:00:03.000000+01:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")
_ACTIONS = ("tool.create", "tool.update", "session.create", "nothing.of.it")
_ABSENT = object()


class Values:
    """Arguments that hit, for the most part."""

    def __init__(self, random: Random, snapshot: Snapshot) -> None:
        self.random = random
        self._ids = {kind: list(snapshot.rows[table]) for kind, table in KINDS.values()}
        self._names = {
            table: [row[column] for row in snapshot.rows[table].values()]
            for table, column in (
                ("tool", "name"),
                ("agent", "name"),
                ("category", "name"),
                ("user_account", "username"),
            )
        }
        self._cursors = dict(_cursors(snapshot))
        self._tags = sorted({tag for row in snapshot.rows["tool"].values() for tag in json.loads(row["tags"])})

    def arguments(self, parent: str, name: str, field: GraphQLField) -> dict[str, Any]:
        """The arguments that are given, by name."""
        drawn = {key: self._argument(parent, name, key, argument) for key, argument in field.args.items()}
        given = {key: value for key, value in drawn.items() if value is not _ABSENT}
        if "id" in given and "name" in given and self.random.random() < 0.9:
            del given[self.random.choice(["id", "name"])]
        return given

    def _argument(self, parent: str, name: str, key: str, argument: GraphQLArgument) -> Any:
        is_root = parent == "Query"
        match key:
            case "first":
                return self._size(is_root=is_root)
            case "after":
                return self._cursor(f"{parent}.{name}", is_root=is_root)
            case "id":
                return self._id(KINDS.keys() if name == "node" else [name.capitalize()], is_root=is_root)
            case "name":
                return self.random.choice([*self._names[name], "missing", "", _ABSENT])
        goes_on = key == "until"  # where it is not said, it is the present, which goes on between two answers
        if not isinstance(argument.type, GraphQLNonNull) and not goes_on and self.random.random() < 0.4:
            return self.random.choice([_ABSENT, None])
        return self._value(key, argument.type)

    def _size(self, *, is_root: bool) -> Any:
        sizes = [0, 1, 2, 3, 5, 20, 100] + [101, -1] * (is_root and self.random.random() < 0.1)
        return self.random.choice(sizes) if self.random.random() < 0.8 else _ABSENT

    def _cursor(self, coordinate: str, *, is_root: bool) -> Any:
        if self.random.random() < 0.7:
            return _ABSENT
        if is_root and self.random.random() < 0.05:
            return self.random.choice(["", "e30", "no cursor", *self._cursors["Execution.events"]])
        return self.random.choice([None, *self._cursors[coordinate]])

    def _id(self, types: Any, *, is_root: bool) -> str:
        kind = KINDS[self.random.choice(list(types))][0]
        if is_root and self.random.random() < 0.05:
            return self.random.choice(
                ["", "tool_1", f"nothing_{_MISSING.hex}", f"session_{_MISSING.hex}", str(_MISSING)]
            )
        key = self.random.choice([*self._ids[kind], _MISSING])
        return str(key) if len(types) == 1 and self.random.random() < 0.1 else f"{kind}_{key.hex}"

    def _value(self, name: str, type_: GraphQLInputType) -> Any:
        nullable = get_nullable_type(type_)
        if is_list_type(nullable):
            count = self.random.choice([0, 1, 1, 2, 3])
            return [self._value(name, nullable.of_type) for _ in range(count)]
        if isinstance(nullable, GraphQLInputObjectType):
            return dict(self._fields(nullable))
        return self.random.choice(self.choices(name, nullable))

    def choices(self, name: str, type_: GraphQLNamedInputType) -> Sequence[Any]:
        """All that an argument or a filter's field of this name and type may be looked for by."""
        if is_enum_type(type_):
            return list(type_.values)
        known: Mapping[str, Sequence[Any]] = {
            "Boolean": [False, True],
            "Int": [1, 2, 3, 4, 0, 100, -1, 2**31 - 1, -(2**31)],
            "DateTime": _INSTANTS,
            "String": {"tags": self._tags, "action": _ACTIONS}.get(name, VOCABULARY),
        }
        if type_.name == "ID":
            ids = [(kind, key) for kind in KINDS_OF_FILTER[name] for key in (*self._ids[kind], _MISSING)]
            return [str(_MISSING), str(ids[0][1]), *(f"{kind}_{key.hex}" for kind, key in ids)]
        return known[type_.name]

    def _fields(self, type_: GraphQLInputObjectType) -> Iterator[tuple[str, Any]]:
        for name, part in type_.fields.items():
            if is_required_input_field(part) or self.random.random() < 1.2 / len(type_.fields):
                is_nullable = not isinstance(part.type, GraphQLNonNull)
                yield name, None if is_nullable and self.random.random() < 0.1 else self._value(name, part.type)


def _cursors(snapshot: Snapshot) -> Iterator[tuple[str, list[str]]]:
    """For each connection the cursors of all its rows, visible or not."""
    by_name = Order("name", [text_key("name", snapshot.places), BY_ID])
    tools = [
        Order(name, [key, BY_ID], descending)
        for name, key in (
            ("NAME", text_key("name", snapshot.places)),
            ("CREATED_AT", instant_key("created_at")),
            ("UPDATED_AT", instant_key("updated_at")),
        )
        for descending in (False, True)
    ]
    orders: Mapping[str, tuple[str, list[Order]]] = {
        "Query.tools": ("tool", tools[:1] * 6 + tools),
        "Query.executions": ("execution", [NEWEST_FIRST]),
        "Query.auditEvents": ("audit_event", [NEWEST_FIRST]),
        "Tool.auditEvents": ("audit_event", [NEWEST_FIRST]),
        "Query.agents": ("agent", [by_name]),
        "Query.users": ("user_account", [Order("username", [text_key("username", snapshot.places), BY_ID])]),
        "User.agents": ("agent", [by_name]),
        "Tool.agents": ("agent", [by_name]),
        "Category.tools": ("tool", [by_name]),
        "Account.tokens": ("access_token", [NEWEST_FIRST]),
        "AgentProfile.tokens": ("access_token", [NEWEST_FIRST]),
        "Agent.executions": ("execution", [NEWEST_FIRST]),
        "Agent.permissions": ("tool_permission", [NEWEST_FIRST]),
        "Tool.versions": ("tool_version", [Order("version", [number_key("version")], descending=True)]),
        "Tool.executions": ("execution", [NEWEST_FIRST]),
        "Tool.permissions": ("tool_permission", [NEWEST_FIRST]),
        "Execution.events": ("execution_event", [Order("seq", [number_key("seq")])]),
    }
    for coordinate, (table, found) in orders.items():
        yield coordinate, sorted({order.cursor(row) for order in found for row in snapshot.rows[table].values()})
