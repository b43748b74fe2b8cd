"""How a tool is shown. If one fails, clients are asked for what the server doesn't read."""

from toolcrib.mcp.listing import _tool


def test_no_client_is_asked_for_arguments_in_headers() -> None:
    properties = {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "x-mcp-header": {"type": "string"},
        "rows": {"type": "array", "items": [{"x-mcp-header": "Row"}]},
    }
    schema = {"type": "object", "properties": properties}
    shown = _tool({"definition": {"inputSchema": schema, "description": ""}, "status": "ACTIVE", "icon": None})
    assert shown["inputSchema"]["properties"] == {
        "region": {"type": "string"},
        "x-mcp-header": {"type": "string"},
        "rows": {"type": "array", "items": [{}]},
    }


def test_only_an_address_is_an_icon() -> None:
    def icons(icon: str | None) -> object:
        row = {"definition": {"inputSchema": {}, "description": ""}, "status": "ACTIVE", "icon": icon}
        return _tool(row).get("icons")

    assert icons("https://example.com/a.png") == [{"src": "https://example.com/a.png"}]
    assert icons("🔧") is None
    assert icons(None) is None
