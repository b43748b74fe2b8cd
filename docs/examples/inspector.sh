#!/bin/sh
# Look at the tools as MCP clients see them, and call one, with the MCP Inspector (Node 22 or newer).
# Needs TOOLCRIB_TOKEN; INSPECTOR names another way to start it.
set -eu
URL="${TOOLCRIB_URL:-http://127.0.0.1:8000}"
INSPECTOR="${INSPECTOR:-npx @modelcontextprotocol/inspector --cli}"

$INSPECTOR "$URL/mcp" --transport http --header "Authorization: Bearer $TOOLCRIB_TOKEN" \
  --method tools/list --strict
$INSPECTOR "$URL/mcp" --transport http --header "Authorization: Bearer $TOOLCRIB_TOKEN" \
  --method tools/call --tool-name diff_texts --tool-arg before=one after=two
