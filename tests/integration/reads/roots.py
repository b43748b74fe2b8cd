"""The oracle's resolvers of the fields of Query, and of the viewer."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from tests.integration.reads import searching
from tests.integration.reads.paging import BY_ID, NEWEST_FIRST, Order, Page, Refused, Row, float_key, instant_key
from tests.integration.reads.resolving import KINDS, Asking, Resolvers, Shown

RESOLVERS = Resolvers()
resolves = RESOLVERS.resolves


@resolves("Query.node")
def _node(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Shown | None:
    found = re.fullmatch(r"([a-z_]+)_([0-9a-f]{32})", arguments["id"])
    types = {kind: type_name for type_name, (kind, _) in KINDS.items()}
    if not found or found[1] not in types:
        raise Refused("An id must begin with its kind.")
    return asking.one(types[found[1]], UUID(found[2]))


@resolves("Query.viewer")
def _viewer(_asking: Asking, _root: Any, _arguments: Any) -> str:
    return "viewer"


@resolves("Viewer.subject")
def _viewer_subject(asking: Asking, *_: Any) -> Shown | None:
    return asking.subject(asking.policy.me)


@resolves("Viewer.account")
def _viewer_account(asking: Asking, *_: Any) -> Shown | None:
    return asking.one("Account", asking.policy.me)


@resolves("Viewer.scope")
def _viewer_scope(asking: Asking, *_: Any) -> str:
    return str(asking.policy.principal.scope)


@resolves("Viewer.isAdmin")
def _viewer_is_admin(asking: Asking, *_: Any) -> bool:
    return asking.policy.is_admin


def _looks_up(field: str, type_name: str) -> None:
    kind, table = KINDS[type_name]

    def look_up(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Shown | None:
        given = {name: value for name, value in arguments.items() if value is not None}
        if len(given) != 1:
            raise Refused("Exactly one of them.")
        if "id" in given:
            return asking.one(type_name, _key(given["id"], kind))
        found = asking.rows(type_name, table, **given)
        return Shown(type_name, found[0]) if found else None

    resolves(f"Query.{field}")(look_up)


for _field, _target in (
    ("tool", "Tool"),
    ("category", "Category"),
    ("execution", "Execution"),
    ("agent", "Agent"),
    ("user", "User"),
):
    _looks_up(_field, _target)


@resolves("Query.categories")
def _categories(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> list[Shown]:
    equal = {} if arguments["all"] else {"parent": None}
    found = asking.rows("Category", "category", **equal)
    return asking.shown("Category", sorted(found, key=asking.by("name").place))


@resolves("Query.toolTags")
def _tool_tags(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> list[str]:
    tags = [tag for tool in asking.rows("Tool", "tool", deleted_at=None) for tag in json.loads(tool["tags"])]
    ranked = sorted(set(tags), key=lambda tag: (-tags.count(tag), asking.snapshot.places[tag]))
    if not 0 <= arguments["first"] <= 100:
        raise Refused("This is no size of a list.")
    return ranked[: arguments["first"]]


@resolves("Query.users")
def _users(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Page:
    found = searching.containing(
        asking.rows("User", "user_account"), arguments.get("search"), "username", "display_name"
    )
    return Page.of("User", found, asking.by("username"), arguments)


@resolves("Query.agents")
def _agents(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Page:
    given = _given(arguments)
    equal = {"owner": _key(given["owner"], "user")} if "owner" in given else {}
    if "isActive" in given:
        equal["is_active"] = given["isActive"]
    found = searching.containing(
        asking.rows("Agent", "agent", **equal), given.get("search"), "name", "display_name", "description"
    )
    return Page.of("Agent", found, asking.by("name"), arguments)


@resolves("Query.executions")
def _executions(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Page:
    given = _given(arguments)
    equal: dict[str, Any] = {}
    if "caller" in given:
        equal["caller"] = _key(given["caller"], "user", "agent")
    if "performanceWarning" in given:
        equal["performance_warning"] = given["performanceWarning"]
    found = asking.rows("Execution", "execution", **equal)
    if "agent" in given:
        agent = _key(given["agent"], "agent")
        found = [run for run in found if run["caller"] == agent]
    if "tool" in given:
        tool = asking.one("Tool", _key(given["tool"], "tool"))
        found = [run for run in found if tool and run["tool"] == tool.row["id"]]
    if "status" in given:
        found = [run for run in found if run["status"] in given["status"]]
    if "createdAfter" in given:
        found = [run for run in found if run["created_at"] > datetime.fromisoformat(given["createdAfter"])]
    if "createdBefore" in given:
        found = [run for run in found if run["created_at"] < datetime.fromisoformat(given["createdBefore"])]
    return Page.of("Execution", found, NEWEST_FIRST, arguments)


@resolves("Query.tools")
def _tools(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Page:
    given = _given(arguments)
    order = _tool_order(asking, searching.words_of(given.get("search") or ""), arguments.get("orderBy"))
    found = [tool for tool in asking.rows("Tool", "tool") if _fits(asking, tool, given)]
    return Page.of("Tool", found, order, arguments)


def _fits(asking: Asking, tool: Row, given: Mapping[str, Any]) -> bool:
    conditions: list[bool] = [bool(tool["deleted_at"]) == given.get("deleted", False)]
    for name, column in (("status", "status"), ("visibility", "visibility"), ("executorType", "executor_type")):
        conditions.append(name not in given or tool[column] in given[name])
    if "tags" in given:
        conditions.append(set(given["tags"]) <= set(json.loads(tool["tags"])))
    if "owner" in given:
        conditions.append(tool["owner"] == _key(given["owner"], "user", "agent"))
    if "category" in given:
        category = _key(given["category"], "category")
        shelves = asking.subtree(category) if given["includeDescendants"] else {category}
        conditions.append(tool["category"] in shelves)
    if "search" in given:
        conditions.append(searching.finds(tool, searching.words_of(given["search"]), asking.snapshot.likeness))
    return all(conditions)


def _tool_order(asking: Asking, words: Sequence[str], asked: Mapping[str, Any] | None) -> Order:
    asked = asked or {"field": "RELEVANCE" if words else "NAME", "direction": "ASC"}
    descending = asked["direction"] == "DESC"
    if asked["field"] == "NAME":
        return asking.by("name", "NAME", descending=descending)
    if asked["field"] != "RELEVANCE":
        return Order(asked["field"], [instant_key(asked["field"].lower()), BY_ID], descending)
    if not words:
        raise Refused("RELEVANCE orders a search.")
    rank = float_key(lambda tool: searching.relevance(tool, words, asking.snapshot.likeness))
    return Order("relevance", [rank, BY_ID], descending=True)


def _given(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The filter's fields that say something."""
    return {name: value for name, value in (arguments.get("filter") or {}).items() if value is not None}


def _key(text: str, *kinds: str) -> UUID:
    """The UUID of an id, which may bear its kind."""
    if match := re.fullmatch(r"([a-z_]+)_([0-9a-f]{32})", text):
        if match[1] not in kinds:
            raise Refused(f"{text} is the id of a {match[1]}.")
        return UUID(match[2])
    try:
        return UUID(text)
    except ValueError:
        raise Refused(f"{text} is no id.") from None
