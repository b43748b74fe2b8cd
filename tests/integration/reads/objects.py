"""The oracle's resolvers of all objects' fields that are more than a column."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from toolcrib.catalog.function_definition import from_row

from tests.integration.reads.paging import NEWEST_FIRST, Order, Page, Row, number_key
from tests.integration.reads.resolving import KINDS, Asking, Resolvers, Shown

RESOLVERS = Resolvers()
resolves = RESOLVERS.resolves

MOVES = {
    ("DRAFT", "ACTIVATE"), ("ACTIVE", "DEACTIVATE"), ("ACTIVE", "DEPRECATE"), ("DISABLED", "REACTIVATE"),
    ("DEPRECATED", "UNDEPRECATE"),
}  # fmt: skip
_FUNCTION_FIELDS = ("name", "display_name", "description")
_FUNCTION_JSON = ("input_schema", "output_schema", "annotations")

# What every type has


def _identified(type_name: str, kind: str) -> None:
    RESOLVERS[f"{type_name}.id"] = lambda shown, _: f"{kind}_{shown.row['id'].hex}"


for _type, (_kind, _) in KINDS.items():
    _identified(_type, _kind)


def _to_one(field: str, target: str, column: str) -> None:
    resolves(field)(lambda asking, row, _: asking.one(target, row[column]))


for _field, _target, _column in (
    ("User.account", "Account", "id"),
    ("Account.user", "User", "id"),
    ("Agent.owner", "User", "owner"),
    ("Agent.profile", "AgentProfile", "id"),
    ("AccessToken.onBehalfOf", "User", "on_behalf_of"),
    ("ToolPermission.tool", "Tool", "tool"),
    ("Tool.category", "Category", "category"),
    ("ToolVersion.tool", "Tool", "tool"),
    ("ToolVersion.category", "Category", "category"),
    ("Category.parent", "Category", "parent"),
    ("Execution.tool", "Tool", "tool"),
    ("Execution.onBehalfOf", "User", "on_behalf_of"),
    ("Execution.agent", "Agent", "agent"),
):
    _to_one(_field, _target, _column)


def _to_subject(field: str, column: str) -> None:
    resolves(field)(lambda asking, row, _: asking.subject(row[column]))


for _field, _column in (
    ("AccessToken.subject", "subject"),
    ("ToolPermission.subject", "subject"),
    ("ToolPermission.grantedBy", "granted_by"),
    ("Tool.owner", "owner"),
    ("ToolVersion.author", "author"),
    ("Execution.caller", "caller"),
):
    _to_subject(_field, _column)


def _to_newest(field: str, target: str, column: str) -> None:
    """A connection to the rows whose `column` is the object's id, newest first."""
    resolves(field)(
        lambda asking, row, arguments: Page.of(
            target, asking.rows(target, KINDS[target][1], **{column: row["id"]}), NEWEST_FIRST, arguments
        )
    )


for _field, _target, _column in (
    ("Account.tokens", "AccessToken", "subject"),
    ("AgentProfile.tokens", "AccessToken", "subject"),
    ("Agent.executions", "Execution", "caller"),
    ("Agent.permissions", "ToolPermission", "subject"),
    ("Tool.permissions", "ToolPermission", "tool"),
):
    _to_newest(_field, _target, _column)


# People and agents


@resolves("User.agents")
def _agents_of(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Page:
    return Page.of("Agent", asking.rows("Agent", "agent", owner=row["id"]), asking.by("name"), arguments)


@resolves("Account.hasPassword")
def _has_password(_asking: Asking, row: Row, _arguments: Any) -> bool:
    return row["password_hash"] is not None


@resolves("Account.sessions")
def _sessions(asking: Asking, row: Row, _arguments: Any) -> list[Shown]:
    now = asking.policy.now
    found = asking.rows("Session", "session", account=row["id"], revoked_at=None)
    living = [session for session in found if session["expires_at"] > now]
    living.sort(key=lambda session: (session["last_used_at"], session["id"]), reverse=True)
    return asking.shown("Session", living)


@resolves("Session.isCurrent")
def _is_current(asking: Asking, row: Row, _arguments: Any) -> bool:
    return bool(row["id"] == asking.policy.principal.session_id)


# The catalog


@resolves("Category.ancestors")
def _ancestors(asking: Asking, row: Row, _arguments: Any) -> list[Shown]:
    above: list[Row] = []
    while row["parent"]:
        row = asking.table("category")[row["parent"]]
        above.insert(0, row)
    return asking.shown("Category", above)


@resolves("Category.children")
def _children(asking: Asking, row: Row, _arguments: Any) -> list[Shown]:
    children = asking.rows("Category", "category", parent=row["id"])
    return asking.shown("Category", sorted(children, key=asking.by("name").place))


@resolves("Tool.agents")
def _agents_granted(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Page:
    now = asking.policy.now
    grants = asking.rows("ToolPermission", "tool_permission", tool=row["id"])
    holding = [grant for grant in grants if grant["expires_at"] is None or grant["expires_at"] > now]
    runners = {grant["subject"] for grant in holding if grant["permission"] in {"EXECUTE", "ADMIN"}}
    agents = [agent for agent in asking.rows("Agent", "agent") if agent["id"] in runners]
    return Page.of("Agent", agents, asking.by("name"), arguments)


@resolves("Category.tools")
def _tools_on_shelf(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Page:
    shelves = asking.subtree(row["id"]) if arguments["includeDescendants"] else {row["id"]}
    tools = [tool for tool in asking.rows("Tool", "tool", deleted_at=None) if tool["category"] in shelves]
    return Page.of("Tool", tools, asking.by("name"), arguments)


@resolves("Tool.annotations", "ToolVersion.annotations")
def _annotations(_asking: Asking, row: Row, _arguments: Any) -> Row:
    said = json.loads(row["annotations"])
    return {name: said.get(hint) for name, hint in _HINTS.items()}


_HINTS = {"read_only": "readOnly", "destructive": "destructive", "idempotent": "idempotent", "open_world": "openWorld"}


@resolves("Tool.examples", "ToolVersion.examples")
def _examples(_asking: Asking, row: Row, _arguments: Any) -> Row:
    given = json.loads(row["examples"], parse_float=_Number, parse_int=_Number)
    inputs = [{"name": one["name"], "value": _printed(one["value"])} for one in given.get("inputs", [])]
    return {"prompts": json.dumps(given.get("prompts", [])), "inputs": inputs}


@resolves("ToolExamples.inputs")
def _example_inputs(_asking: Asking, examples: Row, _arguments: Any) -> Any:
    return examples["inputs"]


class _Number(float):
    """A number that is printed as it was written."""

    def __init__(self, text: str) -> None:
        self.text = text


def _printed(value: Any) -> str:
    match value:
        case _Number():
            return value.text
        case list():
            return f"[{','.join(map(_printed, value))}]"
        case dict():
            return f"{{{','.join(f'{json.dumps(name)}:{_printed(member)}' for name, member in value.items())}}}"
    return json.dumps(value)


@resolves("Tool.usage")
def _usage(asking: Asking, row: Row, _arguments: Any) -> Row:
    return asking.table("tool_usage").get(row["id"], {"execution_count": 0, "last_executed_at": None})


@resolves("Tool.functionDefinition")
def _function_definition(_asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Any:
    source = {name: row[name] for name in _FUNCTION_FIELDS} | {name: json.loads(row[name]) for name in _FUNCTION_JSON}
    return orjson.Fragment(json.dumps(from_row(source, arguments)))


@resolves("Tool.versions")
def _versions(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Page:
    order = Order("version", [number_key("version")], descending=True)
    return Page.of("ToolVersion", asking.rows("ToolVersion", "tool_version", tool=row["id"]), order, arguments)


@resolves("Tool.versionNumber")
def _version_number(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Shown | None:
    found = asking.rows("ToolVersion", "tool_version", tool=row["id"], version=arguments["version"])
    return Shown("ToolVersion", found[0]) if found else None


@resolves("Tool.executions")
def _executions_of(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Page:
    wanted = arguments.get("status")
    found = asking.rows("Execution", "execution", tool=row["id"])
    chosen = [run for run in found if wanted is None or run["status"] in wanted]
    return Page.of("Execution", chosen, NEWEST_FIRST, arguments)


@resolves("Tool.viewerPermission")
def _viewer_permission(asking: Asking, row: Row, _arguments: Any) -> str | None:
    return asking.policy.permission(row)


@resolves("Tool.viewerCanExecute")
def _viewer_can_execute(asking: Asking, row: Row, _arguments: Any) -> bool:
    return asking.policy.runs_tool(row)


@resolves("Tool.statusMoves")
def _status_moves(asking: Asking, row: Row, _arguments: Any) -> list[str]:
    if row["deleted_at"] or asking.policy.permission(row) != "ADMIN":
        return []
    return sorted(move for status, move in MOVES if status == row["status"])


# Executions


@resolves("Execution.errorStack")
def _error_stack(asking: Asking, row: Row, _arguments: Any) -> str | None:
    return row["error_stack"] if asking.policy.sees_stack(row) else None


@resolves("Execution.viewerCanCancel")
def _viewer_can_cancel(asking: Asking, row: Row, _arguments: Any) -> bool:
    return asking.policy.cancels(row)


@resolves("Execution.events")
def _events(asking: Asking, row: Row, arguments: Mapping[str, Any]) -> Page:
    found = asking.rows("ExecutionEvent", "execution_event", execution=row["id"])
    return Page.of("ExecutionEvent", found, Order("seq", [number_key("seq")]), arguments)


def _told(field: str) -> None:
    resolves(f"ExecutionEvent.{field}")(lambda _asking, row, _arguments: json.loads(row["payload"]).get(field))


for _field in ("status", "text", "errorCode", "durationMs"):
    _told(_field)


@resolves("Execution.artifacts")
def _artifacts(asking: Asking, row: Row, _arguments: Any) -> list[Shown]:
    found = asking.rows("ExecutionArtifact", "execution_artifact", execution=row["id"])
    return asking.shown("ExecutionArtifact", sorted(found, key=asking.by("name").place))


def _of_object(field: str, value: Callable[[Row], Any]) -> None:
    resolves(f"ExecutionArtifact.{field}")(
        lambda asking, row, _arguments: value(asking.table("binary_object")[row["object"]])
    )


_of_object("mimeType", lambda content: content["mime_type"])
_of_object("size", lambda content: content["size"])
_of_object("sha256", lambda content: content["sha256"].hex())


@resolves("ExecutionArtifact.url")
def _url(_asking: Asking, row: Row, _arguments: Any) -> str:
    return f"/artifacts/artifact_{row['id'].hex}"
