"""What the arguments of the root lists narrow, as conditions over a row."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from toolcrib.catalog.search import search_predicate, words_of
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import global_id, parse_id, split_id
from toolcrib.reads.declarations import Arguments, Plan
from toolcrib.reads.types.catalog import below

Condition = Callable[[Plan, str, Any], str]


def _among(column: str) -> Condition:
    return lambda plan, row, values: f"{row}.{column} = ANY({plan.parameters.add(values)}::text[])"


def _is(column: str, *kinds: str) -> Condition:
    def condition(plan: Plan, row: str, value: str) -> str:
        return f"{row}.{column} = {plan.parameters.add(parse_id(value, *kinds, field=('filter', column)))}::uuid"

    return condition


def _is_readable_tool(plan: Plan, row: str, value: str) -> str:
    """The runs of a tool that one may not read are no way to learn that it is there."""
    tool = plan.alias()
    readable = plan.visible(plan.type("Tool"), tool)
    key = plan.parameters.add(parse_id(value, "tool", field=("filter", "tool")))
    return f"{row}.tool = (SELECT {tool}.id FROM tool {tool} WHERE {tool}.id = {key}::uuid AND {readable})"


def _is_target(plan: Plan, row: str, value: str) -> str:
    kind, key = split_id(value, ("filter", "target"))
    if kind is None:
        raise InvalidInput("An id must begin with its kind here, as tool_….", ("filter", "target"))
    return f"{row}.target = {plan.parameters.add(global_id(kind, key))}::text"


def _flag(column: str) -> Condition:
    return lambda plan, row, value: f"{row}.{column} = {plan.parameters.add(value)}::boolean"


def _moment(column: str, comparison: str) -> Condition:
    def condition(plan: Plan, row: str, value: datetime) -> str:
        return f"{row}.{column} {comparison} {plan.parameters.add(value)}::timestamptz"

    return condition


def _contains_words(*columns: str) -> Condition:
    """Each of the first words somewhere in the columns, as it is written: wildcards are taken literally."""

    def condition(plan: Plan, row: str, text: str) -> str:
        haystack = " || ' ' || ".join(f"coalesce({row}.{column}, '')" for column in columns)
        words = [f"strpos(lower({haystack}), {plan.parameters.add(word)}::text) > 0" for word in words_of(text)]
        return " AND ".join(words) or "TRUE"

    return condition


def _has_tags(plan: Plan, row: str, tags: list[str]) -> str:
    return f"{row}.tags @> to_jsonb({plan.parameters.add(tags)}::text[])"


def _matches(plan: Plan, row: str, text: str) -> str:
    return search_predicate(row, text, plan.parameters)


def _conditions(plan: Plan, row: str, given: Mapping[str, Any], known: Mapping[str, Condition]) -> list[str]:
    return [condition(plan, row, given[name]) for name, condition in known.items() if given.get(name) is not None]


_TOOL: Mapping[str, Condition] = {
    "search": _matches,
    "status": _among("status"),
    "visibility": _among("visibility"),
    "executorType": _among("executor_type"),
    "tags": _has_tags,
    "owner": _is("owner", "user", "agent"),
}
_EXECUTION: Mapping[str, Condition] = {
    "status": _among("status"),
    "tool": _is_readable_tool,
    "caller": _is("caller", "user", "agent"),
    "agent": _is("caller", "agent"),
    "performanceWarning": _flag("performance_warning"),
    "createdAfter": _moment("created_at", ">"),
    "createdBefore": _moment("created_at", "<"),
}
_AUDIT_EVENT: Mapping[str, Condition] = {
    "actor": _is("actor", "user", "agent"),
    "action": _among("action"),
    "target": _is_target,
    "since": _moment("at", ">="),
    "until": _moment("at", "<"),
    "search": _contains_words("action", "target", "before::text", "after::text"),
}
_AGENT: Mapping[str, Condition] = {
    "search": _contains_words("name", "display_name", "description"),
    "owner": _is("owner", "user"),
    "isActive": _flag("is_active"),
}


def tools(plan: Plan, row: str, arguments: Arguments) -> list[str]:
    given = arguments.get("filter") or {}
    conditions = _conditions(plan, row, given, _TOOL)
    conditions.append(f"{row}.deleted_at IS {'NOT ' if given.get('deleted') else ''}NULL")
    if given.get("category") is not None:
        conditions.append(_in_category(plan, row, given))
    return conditions


def _in_category(plan: Plan, row: str, given: Mapping[str, Any]) -> str:
    top = f"{plan.parameters.add(parse_id(given['category'], 'category', field=('filter', 'category')))}::uuid"
    if given.get("includeDescendants", True):
        return f"{row}.category IN ({below(top)})"
    return f"{row}.category = {top}"


def executions(plan: Plan, row: str, arguments: Arguments) -> list[str]:
    return _conditions(plan, row, arguments.get("filter") or {}, _EXECUTION)


def audit_events(plan: Plan, row: str, arguments: Arguments) -> list[str]:
    return _conditions(plan, row, arguments.get("filter") or {}, _AUDIT_EVENT)


def agents(plan: Plan, row: str, arguments: Arguments) -> list[str]:
    return _conditions(plan, row, arguments.get("filter") or {}, _AGENT)


def users(plan: Plan, row: str, arguments: Arguments) -> list[str]:
    return _conditions(plan, row, arguments, {"search": _contains_words("username", "display_name")})


def categories(plan: Plan, row: str, arguments: Arguments) -> list[str]:  # noqa: ARG001 - the protocol of `where`
    return [] if arguments.get("all") else [f"{row}.parent IS NULL"]
