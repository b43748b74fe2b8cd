from toolcrib.access import predicates
from toolcrib.access.model import Permission
from toolcrib.catalog.model import MOVES
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal
from toolcrib.reads.declarations import (
    Arguments,
    Column,
    Computed,
    Elements,
    Judged,
    Many,
    One,
    Plan,
    Record,
    Type,
    columns,
    everyone,
    identifier,
    instant,
    instants,
)
from toolcrib.reads.pages import NEWEST_FIRST, Connection, Order
from toolcrib.reads.selection import Field
from toolcrib.reads.types.identity import BY_NAME, subject

_ANCESTORS = (
    "{child}.id IN (WITH RECURSIVE up AS (SELECT {parent}.parent AS id"
    " UNION SELECT c.parent FROM category c JOIN up ON c.id = up.id) SELECT id FROM up)"
)
_DEPTH = (
    "(WITH RECURSIVE up AS (SELECT {child}.parent AS id UNION SELECT c.parent FROM category c JOIN up ON c.id = up.id)"
    " SELECT count(*) FROM up)"
)
_DESCENDANTS = (
    "WITH RECURSIVE down AS (SELECT {top} AS id UNION SELECT c.id FROM category c JOIN down ON c.parent = down.id)"
    " SELECT id FROM down"
)


def below(top: str) -> str:
    """The ids of the category `top` (an SQL expression) and of all below it."""
    return _DESCENDANTS.format(top=top)


def _viewer_permission(row: str, principal: Principal, parameters: Parameters) -> str:
    level = predicates.tool_permission_level(row, principal, parameters)
    names = ", ".join(f"'{permission}'" for permission in Permission)
    return f"(ARRAY[{names}])[{level}]"


def _status_moves(row: str, principal: Principal, parameters: Parameters) -> str:
    """The moves open to the viewer from the row's status: none without ADMIN, none once deleted."""
    level = predicates.tool_permission_level(row, principal, parameters)
    moves = ", ".join(f"('{move}', '{start}')" for move, (start, _) in MOVES.items())
    return (
        f"(SELECT coalesce(json_agg(m.move), '[]') FROM (VALUES {moves}) m (move, start)"
        f" WHERE m.start = {row}.status AND {row}.deleted_at IS NULL AND {level} = {Permission.ADMIN.level})"
    )


def _category_tools(plan: Plan, row: str, arguments: Arguments) -> list[str]:  # noqa: ARG001 - the protocol of `where`
    return [f"{row}.deleted_at IS NULL"]


def _status_is(plan: Plan, row: str, arguments: Arguments) -> list[str]:
    wanted = arguments.get("status")
    return [] if wanted is None else [f"{row}.status = ANY({plan.parameters.add(wanted)}::text[])"]


class _ToolsOfCategory:
    """`Category.tools`: joined to the category, or to all below it, as its argument says."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        on = "{child}.category = {parent}.id"
        if field.arguments.get("includeDescendants"):
            on = f"{{child}}.category IN ({below('{parent}.id')})"
        return Connection("Tool", on, BY_NAME, _category_tools).sql(plan, row, field)


class _VersionByNumber:
    def sql(self, plan: Plan, row: str, field: Field) -> str:
        number = plan.parameters.add(field.arguments["version"])
        return One("ToolVersion", f"{{child}}.tool = {{parent}}.id AND {{child}}.version = {number}").sql(
            plan, row, field
        )


class _AgentsGranted:
    """`Tool.agents`: those with a grant to run it that holds and that the viewer may see."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        def granted(plan: Plan, agent: str, _arguments: Arguments) -> list[str]:
            grant = plan.alias()
            runs = ", ".join(f"'{each}'" for each in Permission if each.level >= Permission.EXECUTE.level)
            holds = f"({grant}.expires_at IS NULL OR {grant}.expires_at > now()) AND {grant}.permission IN ({runs})"
            seen = plan.visible(plan.type("ToolPermission"), grant)
            of_both = f"{grant}.tool = {row}.id AND {grant}.subject = {agent}.id"
            return [f"EXISTS (SELECT FROM tool_permission {grant} WHERE {of_both} AND {holds} AND {seen})"]

        return Connection("Agent", order=BY_NAME, where=granted).sql(plan, row, field)


def _tool_of_version(row: str, principal: Principal, parameters: Parameters) -> str:
    readable = predicates.tool_readable("tool_", principal, parameters)
    return f"EXISTS (SELECT FROM tool tool_ WHERE tool_.id = {row}.tool AND {readable})"


_FUNCTION_COLUMNS = {
    name: f"{{row}}.{name}"
    for name in ("name", "description", "input_schema", "output_schema", "annotations", "display_name")
}
_ANNOTATIONS = Record(
    "ToolAnnotations",
    {
        hint: Column(f"({{row}}.annotations->>'{hint}')::boolean")
        for hint in ("readOnly", "destructive", "idempotent", "openWorld")
    },
)
_EXAMPLES = Record(
    "ToolExamples",
    {
        "prompts": Column("coalesce({row}.examples->'prompts', '[]'::json)"),
        "inputs": Elements(
            "ExampleInput",
            "coalesce({row}.examples->'inputs', '[]'::json)",
            {"name": Column("({row}.value->>'name')"), "value": Column("({row}.value->'value')")},
        ),
    },
)
_USAGE = "(SELECT u.{column} FROM tool_usage u WHERE u.tool = {{row}}.id)"
_CONTENT = {
    **columns(
        "display_name", "description", "icon", "tags", "executor_type", "executor_config", "script_content",
        "input_schema", "output_schema", "timeout_seconds", "version",
    ),
    "category": One("Category", "{child}.id = {parent}.category"),
    "annotations": _ANNOTATIONS,
    "examples": _EXAMPLES,
}  # fmt: skip

_TOOL = Type(
    "Tool",
    "tool",
    predicates.tool_readable,
    {
        "id": identifier("tool"),
        **columns("name", "status", "visibility", "rate_limit_per_minute", "rate_limit_per_hour", "network"),
        **_CONTENT,
        **instants("created_at", "updated_at", "deleted_at"),
        "owner": subject("owner"),
        "usage": Record(
            "ToolUsage",
            {
                "executionCount": Column(f"coalesce({_USAGE.format(column='execution_count')}, 0)"),
                "lastExecutedAt": instant(_USAGE.format(column="last_executed_at")),
            },
        ),
        "functionDefinition": Computed("functionDefinition", _FUNCTION_COLUMNS),
        "versions": Connection(
            "ToolVersion",
            "{child}.tool = {parent}.id",
            Order("version", [("{row}.version", "integer")], descending=True),
        ),
        "versionNumber": _VersionByNumber(),
        "executions": Connection("Execution", "{child}.tool = {parent}.id", NEWEST_FIRST, _status_is),
        "permissions": Connection("ToolPermission", "{child}.tool = {parent}.id", NEWEST_FIRST),
        "auditEvents": Connection(
            "AuditEvent", "{child}.target = 'tool_' || encode(uuid_send({parent}.id), 'hex')", NEWEST_FIRST
        ),
        "agents": _AgentsGranted(),
        "viewerPermission": Judged(_viewer_permission),
        "viewerCanExecute": Judged(predicates.tool_executable),
        "statusMoves": Judged(_status_moves),
    },
    kind="tool",
)

_TOOL_VERSION = Type(
    "ToolVersion",
    "tool_version",
    _tool_of_version,
    {
        "id": identifier("tool_version"),
        "tool": One("Tool", "{child}.id = {parent}.tool"),
        **columns("changelog", "is_latest"),
        **_CONTENT,
        **instants("created_at"),
        "author": subject("author"),
    },
    kind="tool_version",
)

_CATEGORY = Type(
    "Category",
    "category",
    everyone,
    {
        "id": identifier("category"),
        **columns("name", "description"),
        **instants("created_at", "updated_at"),
        "parent": One("Category", "{child}.id = {parent}.parent"),
        "ancestors": Many("Category", _ANCESTORS, _DEPTH),
        "children": Many("Category", "{child}.parent = {parent}.id", "{child}.name"),
        "tools": _ToolsOfCategory(),
    },
    kind="category",
)

TYPES = (_TOOL, _TOOL_VERSION, _CATEGORY)
