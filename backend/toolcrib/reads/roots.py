"""The fields of Query that are read from the database."""

from collections.abc import Mapping
from dataclasses import dataclass

from toolcrib.access.predicates import tool_executable
from toolcrib.catalog.model import RUNNABLE
from toolcrib.catalog.search import relevance, words_of
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import parse_id, split_id
from toolcrib.reads import filters
from toolcrib.reads.declarations import Arguments, FieldSource, Many, One, Plan
from toolcrib.reads.pages import NEWEST_FIRST, Connection, Order, page_size
from toolcrib.reads.selection import Field, fields_of
from toolcrib.reads.statistics import Statistics
from toolcrib.reads.tool_file import ToolFile
from toolcrib.reads.types import TYPES
from toolcrib.reads.types.identity import BY_NAME, subject

_TOOL_ORDERS = {
    "NAME": ("{row}.name", "text"),
    "CREATED_AT": ("{row}.created_at", "timestamptz"),
    "UPDATED_AT": ("{row}.updated_at", "timestamptz"),
}


@dataclass(frozen=True, slots=True)
class LookUp:
    """One row of `type` by exactly one of its arguments: its id, or another unique column."""

    type: str
    kind: str
    column: str | None = None

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        given = {name: value for name, value in field.arguments.items() if value is not None}
        if len(given) != 1:
            ways = "id or " + self.column if self.column else "id"
            raise InvalidInput(f"Give exactly one of: {ways}.", (field.name,))
        if "id" in given:
            on = f"{{child}}.id = {plan.parameters.add(parse_id(given['id'], self.kind))}::uuid"
        else:
            on = f"{{child}}.{self.column} = {plan.parameters.add(*given.values())}::text"
        return One(self.type, on).sql(plan, row, field)


class CurrentToolVersion:
    """The content of the tool with this id, as it is now."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        tool = plan.parameters.add(parse_id(field.arguments["id"], "tool"))
        return One("ToolVersion", f"{{child}}.tool = {tool}::uuid AND {{child}}.is_latest").sql(plan, row, field)


class MatchingExecution:
    """The execution with this id, if the filter of the list lets it through."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        on = f"{{child}}.id = {plan.parameters.add(parse_id(field.arguments['id'], 'execution'))}::uuid"
        return One("Execution", on, filters.executions).sql(plan, row, field)


class Node:
    """Any object by its id, whose kind tells its type; a plain UUID doesn't, so it needs the form with a kind."""

    _by_kind: Mapping[str | None, str] = {type_.kind: type_.name for type_ in TYPES.values() if type_.kind}

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        kind, value = split_id(field.arguments["id"])
        if kind not in self._by_kind:
            raise InvalidInput(
                f"An id must begin with its kind here: one of {', '.join(sorted(filter(None, self._by_kind)))}.",
                ("id",),
            )
        on = f"{{child}}.id = {plan.parameters.add(value)}::uuid"
        return One(self._by_kind[kind], on).sql(plan, row, field)


class Viewer:
    """Who is asking: made of the principal, and of the rows that stand for it."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:  # noqa: ARG002 - the protocol of all fields
        principal = plan.principal
        asker = plan.alias()
        parts: Mapping[str, FieldSource] = {
            "subject": subject("id"),
            "account": One("Account", "{child}.id = {parent}.id"),
        }
        values = {
            "scope": f"'{principal.scope}'::text",
            "isAdmin": str(principal.is_admin).upper(),
            "__typename": "'Viewer'::text",
        }
        pairs = [
            (part.key, values.get(part.name) or parts[part.name].sql(plan, asker, part))
            for part in fields_of(field.selection, "Viewer")
        ]
        source = f"(SELECT {plan.parameters.add(principal.subject_id)}::uuid AS id)"
        return f"(SELECT {plan.record(pairs)} FROM {source} {asker})"


class ToolTags:
    """Every tag on the tools the viewer may read, the most used first."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:  # noqa: ARG002 - the protocol of all fields
        tool = plan.alias()
        limit = plan.parameters.add(page_size(field.arguments))
        tags = (
            f"SELECT g.tag FROM tool {tool}, jsonb_array_elements_text({tool}.tags) g (tag)"
            f" WHERE {tool}.deleted_at IS NULL AND {plan.visible(plan.type('Tool'), tool)}"
            f" GROUP BY g.tag ORDER BY count(*) DESC, g.tag LIMIT {limit}::int"
        )
        return f"(SELECT coalesce(json_agg(used.tag), '[]') FROM ({tags}) used)"


def _tool_order(plan: Plan, arguments: Arguments) -> Order:
    """By relevance where words are looked for and no other order is asked, else by name."""
    text = (arguments.get("filter") or {}).get("search") or ""
    words = words_of(text)
    asked = arguments.get("orderBy") or {"field": "RELEVANCE" if words else "NAME", "direction": None}
    descending = asked.get("direction") == "DESC"
    if asked["field"] != "RELEVANCE":
        return Order(asked["field"], [_TOOL_ORDERS[asked["field"]], ("{row}.id", "uuid")], descending)
    if not words:
        raise InvalidInput("RELEVANCE orders a search: give `filter.search`.", ("orderBy", "field"))
    ranked = (relevance("{row}", text, plan.parameters), "float8")
    return Order("relevance", [ranked, ("{row}.id", "uuid")], descending=True)


def _callable(plan: Plan, row: str, _arguments: Arguments) -> list[str]:
    """What the asker may run as it stands: for programs that ask for nothing else."""
    statuses = ", ".join(f"'{status}'" for status in sorted(RUNNABLE))
    executable = tool_executable(row, plan.principal, plan.parameters)
    return [f"{row}.deleted_at IS NULL", f"{row}.status IN ({statuses})", executable]


ROOTS: Mapping[str, FieldSource] = {
    "node": Node(),
    "viewer": Viewer(),
    "tool": LookUp("Tool", "tool", "name"),
    "tools": Connection("Tool", where=filters.tools, ordered=_tool_order),
    "callableTools": Connection("Tool", order=Order("callable", [("{row}.name", "text")]), where=_callable),
    "toolTags": ToolTags(),
    "toolFile": ToolFile(),
    "category": LookUp("Category", "category"),
    "categories": Many("Category", "TRUE", "{child}.name", filters.categories),
    "execution": LookUp("Execution", "execution"),
    "matchingExecution": MatchingExecution(),
    "executions": Connection("Execution", order=NEWEST_FIRST, where=filters.executions),
    "agent": LookUp("Agent", "agent", "name"),
    "agents": Connection("Agent", order=BY_NAME, where=filters.agents),
    "user": LookUp("User", "user"),
    "users": Connection(
        "User", order=Order("username", [("{row}.username", "text"), ("{row}.id", "uuid")]), where=filters.users
    ),
    "auditEvents": Connection("AuditEvent", order=NEWEST_FIRST, where=filters.audit_events),
    "statistics": Statistics(),
    "currentToolVersion": CurrentToolVersion(),
    "toolPermission": LookUp("ToolPermission", "tool_permission"),
    "accessToken": LookUp("AccessToken", "access_token"),
}
