"""The ground that the oracle's resolvers stand on: one asker before the rows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from graphql import GraphQLResolveInfo

from tests.integration.reads.paging import BY_ID, Order, Row, text_key
from tests.integration.reads.policy import Policy
from tests.integration.reads.rows import Snapshot

KINDS = {
    "User": ("user", "user_account"),
    "Account": ("account", "user_account"),
    "Session": ("session", "session"),
    "Agent": ("agent", "agent"),
    "AgentProfile": ("agent_profile", "agent"),
    "AccessToken": ("access_token", "access_token"),
    "Tool": ("tool", "tool"),
    "ToolVersion": ("tool_version", "tool_version"),
    "ToolPermission": ("tool_permission", "tool_permission"),
    "AuditEvent": ("audit_event", "audit_event"),
    "Category": ("category", "category"),
    "Execution": ("execution", "execution"),
    "ExecutionArtifact": ("artifact", "execution_artifact"),
}
"""Each Node's kind, as its ids begin, and its table."""


@dataclass(frozen=True)
class Shown:
    """A row, as an object of one GraphQL type."""

    type: str
    row: Row


@dataclass(frozen=True)
class Asking:
    """One asker before the rows."""

    snapshot: Snapshot
    policy: Policy

    def table(self, name: str) -> Mapping[UUID, Row]:
        return self.snapshot.rows[name]

    def one(self, type_name: str, key: UUID | None) -> Shown | None:
        row = self.table(KINDS[type_name][1]).get(key) if key else None
        return Shown(type_name, row) if row and self.policy.allows(type_name, row) else None

    def subject(self, key: UUID | None) -> Shown | None:
        return self.one("User", key) or self.one("Agent", key)

    def rows(self, type_name: str, table: str, **equal: Any) -> list[Row]:
        """The visible rows whose columns have these values."""
        return [
            row
            for row in self.table(table).values()
            if all(row[column] == value for column, value in equal.items()) and self.policy.allows(type_name, row)
        ]

    def shown(self, type_name: str, rows: Iterable[Row]) -> list[Shown]:
        return [Shown(type_name, row) for row in rows]

    def by(self, column: str, name: str | None = None, *, descending: bool = False) -> Order:
        return Order(name or column, [text_key(column, self.snapshot.places), BY_ID], descending)

    def subtree(self, category: UUID) -> set[UUID]:
        children = [row["id"] for row in self.table("category").values() if row["parent"] == category]
        return {category}.union(*(self.subtree(child) for child in children))


Resolver = Callable[..., Any]


class Resolvers(dict[str, Resolver]):
    """By `Type.field`."""

    def resolves(self, *names: str) -> Callable[[Resolver], Resolver]:
        """Registers `(asking, row, arguments)` as the resolver of these fields."""

        def register(function: Resolver) -> Resolver:
            def resolve(source: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
                return function(info.context, source.row if isinstance(source, Shown) else source, arguments)

            self.update(dict.fromkeys(names, resolve))
            return function

        return register
