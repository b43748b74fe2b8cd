"""`Query.toolFile`: tools as the file that an import takes."""

from toolcrib.catalog.transfer.file import MAX_TOOLS
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import parse_id
from toolcrib.reads import filters
from toolcrib.reads.declarations import Plan, camel_case, named
from toolcrib.reads.selection import Field

_CONTENT = (
    "version", "display_name", "description", "icon", "category", "tags", "executor_type", "executor_config",
    "script_content", "input_schema", "output_schema", "timeout_seconds", "max_retries", "annotations", "examples",
)  # fmt: skip
_POLICY = ("status", "visibility", "network", "rate_limit_per_minute", "rate_limit_per_hour")
_CATEGORY = (
    "(WITH RECURSIVE up AS (SELECT c.id, c.name, c.parent, 1 AS height FROM category c WHERE c.id = {row}.category"
    " UNION ALL SELECT c.id, c.name, c.parent, up.height + 1 FROM category c JOIN up ON c.id = up.parent)"
    " SELECT json_agg(up.name ORDER BY up.height DESC) FROM up)"
)


class ToolFile:
    """The tools with these ids, or those that the filter finds, as far as the principal may read them."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:  # noqa: ARG002 - the protocol of all fields
        tool = plan.alias()
        conditions = [*_chosen(plan, tool, field), plan.visible(plan.type("Tool"), tool)]
        latest = f"(SELECT l.changelog FROM tool_version l WHERE l.tool = {tool}.id AND l.is_latest)"
        pairs = [("name", f"{tool}.name"), *_columns(tool, _POLICY), *_content(tool), ("changelog", latest)]
        if field.arguments.get("versions"):
            pairs.append(("versions", _older(tool)))
        rows = (
            f"SELECT {named(pairs)} FROM tool {tool} WHERE {' AND '.join(conditions)}"
            f" ORDER BY {tool}.name LIMIT {MAX_TOOLS + 1}"
        )
        tools = f"(SELECT coalesce(json_agg(t_), '[]') FROM ({rows}) t_)"
        return plan.computed("toolFile", {}, {"tools": tools})


def _chosen(plan: Plan, tool: str, field: Field) -> list[str]:
    ids = field.arguments.get("ids")
    if ids is None:
        return filters.tools(plan, tool, field.arguments)
    if field.arguments.get("filter") is not None:
        raise InvalidInput("Give `ids` or `filter`, not both.", ("ids",))
    if len(ids) > MAX_TOOLS:
        raise InvalidInput(f"names {len(ids):,} tools, at most {MAX_TOOLS} are allowed", ("ids",))
    keys = [str(parse_id(each, "tool", field=("ids",))) for each in ids]
    return [f"{tool}.id = ANY({plan.parameters.add(keys)}::uuid[])", f"{tool}.deleted_at IS NULL"]


def _older(tool: str) -> str:
    version = f"{tool}v"
    pairs = [*_content(version), ("changelog", f"{version}.changelog")]
    older = f"{version}.tool = {tool}.id AND NOT {version}.is_latest"
    rows = f"SELECT {named(pairs)} FROM tool_version {version} WHERE {older} ORDER BY {version}.version"
    return f"(SELECT coalesce(json_agg(v_), '[]') FROM ({rows}) v_)"


def _content(row: str) -> list[tuple[str, str]]:
    pairs = _columns(row, _CONTENT)
    return [(name, _CATEGORY.format(row=row) if name == "category" else expression) for name, expression in pairs]


def _columns(row: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(camel_case(name), f"{row}.{name}") for name in names]
