"""tools/list: what the principal may run now, a page at a time, from one statement."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, PaginatedRequestParams

from toolcrib.catalog.content_check import ANNOTATIONS
from toolcrib.catalog.function_definition import FunctionFormat, FunctionSource, function_definition
from toolcrib.catalog.model import ToolStatus
from toolcrib.core.errors import InvalidInput
from toolcrib.identity.model import Principal, Scope
from toolcrib.mcp.asking import Context, principal_of
from toolcrib.reads.reader import Reader
from toolcrib.reads.selection import Field

PAGE = 50
"""The largest schemas that a tool may have, 50 times over, stay below what one read may answer."""
HEADER_KEYWORD = "x-mcp-header"
"""By it a schema would ask clients to repeat arguments in HTTP headers. We read none, so we ask for none."""

_COLUMNS = ("name", "displayName", "description", "inputSchema", "outputSchema", "icon", "status")


class Listing:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def page(self, context: Context, params: PaginatedRequestParams | None) -> dict[str, Any]:
        """The next tools, by name. Raises MCPError for a cursor that this list did not give."""
        cursor = params.cursor if params else None
        try:
            text = await self._reader.read(_selection(cursor), _as_caller(principal_of(context)))
        except InvalidInput:
            if cursor is None:
                raise
            message = "`cursor` is not one that tools/list gave. Begin again without a cursor."
            raise MCPError(INVALID_PARAMS, message) from None
        found = json.loads(text or "{}")
        if text and HEADER_KEYWORD in text:
            found["nodes"] = [_without_header_keyword(row) for row in found["nodes"]]
        page: dict[str, Any] = {"tools": [_tool(row) for row in found["nodes"]], "resultType": "complete"}
        if found["pageInfo"]["hasNextPage"]:
            page["nextCursor"] = found["pageInfo"]["endCursor"]
        return page


def _as_caller(principal: Principal) -> Principal:
    """A token that may only read still lists what its subject may run; the calls are refused."""
    return replace(principal, scope=Scope.EXECUTE) if principal.scope is Scope.READ else principal


def _selection(cursor: str | None) -> Field:
    """The columns that a definition is made of: as a field of its own it would be written and read once more."""
    of_tool = frozenset({"Tool"})
    hints = tuple(Field(name, name, {}, frozenset({"ToolAnnotations"})) for name in ANNOTATIONS)
    nodes = (
        *(Field(name, name, {}, of_tool) for name in _COLUMNS),
        Field("annotations", "annotations", {}, of_tool, hints),
    )
    info = tuple(Field(name, name, {}, frozenset({"PageInfo"})) for name in ("hasNextPage", "endCursor"))
    connection = frozenset({"ToolConnection"})
    parts = (Field("nodes", "nodes", {}, connection, nodes), Field("pageInfo", "pageInfo", {}, connection, info))
    return Field("tools", "callableTools", {"first": PAGE, "after": cursor}, frozenset({"Query"}), parts)


def _tool(row: Mapping[str, Any]) -> dict[str, Any]:
    source = FunctionSource(
        name=row["name"],
        display_name=row["displayName"],
        description=row["description"],
        input_schema=row["inputSchema"],
        output_schema=row["outputSchema"],
        annotations={name: value for name, value in row["annotations"].items() if value is not None},
    )
    tool: dict[str, Any] = function_definition(source, FunctionFormat.MCP)
    if row["status"] == ToolStatus.DEPRECATED:
        tool["description"] = f"Deprecated: prefer another tool.\n\n{tool['description']}"
    if (row["icon"] or "").startswith("https:"):
        tool["icons"] = [{"src": row["icon"]}]
    return tool


def _without_header_keyword(schema: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    if isinstance(schema, dict):
        return {
            name: _without_header_keyword(value)
            for name, value in schema.items()
            if not (name == HEADER_KEYWORD and isinstance(value, str))
        }
    return [_without_header_keyword(item) for item in schema] if isinstance(schema, list) else schema
