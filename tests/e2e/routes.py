"""Every page of the console, with something on it."""

from tests.support.graph import Graph

SIGNED_OUT = ["/sign-in", "/sign-in/gone"]
# Visited in one go, so that the pages of a part need not load everything anew.
SIGNED_IN = {
    "home": ["/", "/?span=week&view=table"],
    "catalog": [
        "/tools",
        "/tools?q=nothing-like-it",
        "/tools/new",
        "/tools/import",
        "/no-such-page",
        "/tools/zz",
        "/tools?category=zz",
    ],
    "tool": [
        "/tools/{tool}",
        "/tools/{tool}/executions",
        "/tools/{tool}/access",
        "/tools/{tool}/try?run={run}",
        "/tools/{tool}/try?run=zz",
    ],
    "code": ["/tools/{tool}/editor", "/tools/{tool}/versions?compare=1&compare=2"],
    "schema": ["/tools/{tool}/editor?file=inputSchema", "/tools/{tool}/editor?file=outputSchema&view=json"],
    "shell": ["/tools/{shell}/editor", "/tools/{shell}/versions?compare=1&compare=2"],
    "executions": ["/executions", "/executions/{run}", "/executions/{failed}"],
    "people": ["/agents", "/agents/{agent}", "/agents/{agent}/connect?for=openai", "/account"],
    "settings": ["/settings/categories", "/settings/people", "/settings/server"],
    "server": ["/health"],
    "audit": ["/audit", "/audit?q=nothing-like-it"],
}

SCRIPT = """\
def main(amount=1):
    print("A line of a log that is long enough to need more room than a narrow screen has to give. " * 3)
    return {"share": 100 / amount}
"""
SHELL_SCRIPT = """\
#!/usr/bin/env bash
set -euo pipefail # every kind of word has a colour of its own
lines=(one 2 'three' "$INPUT_FOUR" "${INPUT_FIVE:-5}" $1 `date`) # and a remark
for line in "${lines[@]}"; do
  if [[ $line == *e && -n "$line" ]]; then printf '%s\\n' "$line" >&2 | sort --unique; else exit 1; fi
done
cat <<END
{"total": $((1 + 2))}
END
"""
SCHEMA = {
    "type": "object",
    "properties": {
        "amount": {"type": "number", "title": "Amount", "description": "How many share."},
        "unit": {"type": "string", "enum": ["cm", "inch"]},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"text": {"type": "string"}}}},
    },
}
CREATE_CATEGORY = """
mutation ($name: String!, $parent: ID) {
  createCategory(input: {name: $name, parent: $parent}) { category { id } userErrors { code message } }
}
"""
CREATE_AGENT = """
mutation { createAgent(input: {name: "helper", displayName: "Helper", persona: "Be kind."})
  { agent { id } userErrors { code message } } }
"""
CREATE_TOKEN = """
mutation ($agent: ID!) { createAccessToken(input: {subject: $agent, name: "At work", scope: EXECUTE})
  { accessToken { id } userErrors { code message } } }
"""
GRANT = """
mutation ($tool: ID!, $agent: ID!) { grantToolPermission(input: {tool: $tool, subject: $agent, permission: EXECUTE})
  { toolPermission { id } userErrors { code message } } }
"""


def furnish(admin: Graph) -> dict[str, str]:
    """Put something on every page; returns what the routes' placeholders stand for."""
    top = admin.data(CREATE_CATEGORY, name="Accounting")["category"]["id"]
    category = admin.data(CREATE_CATEGORY, name="Invoices of the past and the present", parent=top)["category"]["id"]
    tool = admin.tool("share_evenly", SCRIPT, inputSchema=SCHEMA, category=category, tags=["money"])
    admin.save(tool, 1, "Says more", description="Shares an amount evenly.", scriptContent=f"{SCRIPT}\n")
    shell = admin.tool("list_lines", SHELL_SCRIPT, executorType="SHELL", executorConfig={"output": "JSON"})
    admin.save(
        shell, 1, "As a text", scriptContent=SHELL_SCRIPT.replace("one ", "1 "), executorConfig={"output": "TEXT"}
    )
    agent = admin.data(CREATE_AGENT)["agent"]["id"]
    admin.data(CREATE_TOKEN, agent=agent)
    admin.data(GRANT, tool=tool, agent=agent)
    return {
        "tool": tool,
        "shell": shell,
        "agent": agent,
        "run": admin.execute(tool, amount=4)["id"],
        "failed": admin.execute(tool, amount=0)["id"],
    }
