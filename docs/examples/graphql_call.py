"""Find a tool and run it over GraphQL. Needs httpx, TOOLCRIB_URL and TOOLCRIB_TOKEN."""

import os

import httpx

URL = os.environ.get("TOOLCRIB_URL", "http://127.0.0.1:8000")
TOKEN = os.environ["TOOLCRIB_TOKEN"]

TOOLS = """
query {
  tools(first: 20, filter: { status: [ACTIVE] }) { nodes { name description viewerCanExecute } }
}
"""
EXECUTE = """
mutation ($input: ExecuteToolInput!) {
  executeTool(input: $input) {
    execution { id status outputData errorMessage }
    retryAfterMs
    userErrors { code message field }
  }
}
"""


def ask(client: httpx.Client, query: str, **variables: object) -> dict:
    answer = client.post("/graphql", json={"query": query, "variables": variables}).raise_for_status().json()
    return answer["data"]


with httpx.Client(base_url=URL, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=90) as client:
    for tool in ask(client, TOOLS)["tools"]["nodes"]:
        print(f"{'*' if tool['viewerCanExecute'] else ' '} {tool['name']}")
    call = {"name": "diff_texts", "input": {"before": "one\ntwo", "after": "one\nthree"}}
    payload = ask(client, EXECUTE, input=call)["executeTool"]
    for error in payload["userErrors"]:
        print(f"refused: {error['message']} ({error['field']})")
    if payload["execution"]:
        print(payload["execution"]["status"], payload["execution"]["outputData"])
