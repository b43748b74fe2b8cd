"""How a tool is shown. If one fails, clients are asked for what the server doesn't read."""

from typing import Any

from toolcrib.mcp.listing import _tool, _without_header_keyword


def shown(**changes: Any) -> dict[str, Any]:
    row = {
        "name": "tool",
        "displayName": "A tool",
        "description": "What it does.",
        "inputSchema": {"type": "object"},
        "outputSchema": {},
        "icon": None,
        "status": "ACTIVE",
        "annotations": {"readOnly": True, "destructive": None},
    }
    return _tool(row | changes)


def test_no_client_is_asked_for_arguments_in_headers() -> None:
    properties = {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "x-mcp-header": {"type": "string"},
        "rows": {"type": "array", "items": [{"x-mcp-header": "Row"}]},
    }
    assert _without_header_keyword({"inputSchema": {"properties": properties}})["inputSchema"]["properties"] == {
        "region": {"type": "string"},
        "x-mcp-header": {"type": "string"},
        "rows": {"type": "array", "items": [{}]},
    }


def test_only_an_address_is_an_icon() -> None:
    assert shown(icon="https://example.com/a.png")["icons"] == [{"src": "https://example.com/a.png"}]
    assert "icons" not in shown(icon="🔧")
    assert "icons" not in shown()


def test_only_an_object_is_an_output_schema_and_only_known_hints_are_given() -> None:
    assert "outputSchema" not in shown(outputSchema={"type": "array"})
    assert shown(outputSchema={"type": "object"})["outputSchema"] == {"type": "object"}
    assert shown()["annotations"] == {"title": "A tool", "readOnlyHint": True}


def test_a_deprecated_tool_says_so_first() -> None:
    assert shown(status="DEPRECATED")["description"].startswith("Deprecated")
