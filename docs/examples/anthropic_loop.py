"""Let a model with Anthropic's messages API use Toolcrib's tools, until it has an answer.

Needs httpx, TOOLCRIB_URL, TOOLCRIB_TOKEN, ANTHROPIC_API_KEY and ANTHROPIC_MODEL; ANTHROPIC_BASE_URL leads to any server
that speaks the same.
"""

import json
import os
import sys

import httpx

URL = os.environ.get("TOOLCRIB_URL", "http://127.0.0.1:8000")
TOKEN = os.environ["TOOLCRIB_TOKEN"]
MODEL_URL = os.environ.get("ANTHROPIC_BASE_URL", "https://api.anthropic.com")
MODEL_KEY = os.environ["ANTHROPIC_API_KEY"]
MODEL = os.environ["ANTHROPIC_MODEL"]

TOOLS = """
query {
  tools(first: 50, filter: { status: [ACTIVE] }) {
    nodes { viewerCanExecute functionDefinition(format: ANTHROPIC) }
  }
}
"""
EXECUTE = """
mutation ($input: ExecuteToolInput!) {
  executeTool(input: $input) {
    execution { status outputData errorMessage }
    userErrors { message field }
  }
}
"""

toolcrib = httpx.Client(base_url=URL, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=90)
model = httpx.Client(headers={"x-api-key": MODEL_KEY, "anthropic-version": "2023-06-01"}, timeout=120)


def ask(query: str, **variables: object) -> dict:
    answer = toolcrib.post("/graphql", json={"query": query, "variables": variables}).raise_for_status().json()
    return answer["data"]


def result_of(call: dict) -> dict:
    """The block that answers a call: the output, or what was wrong with it."""
    payload = ask(EXECUTE, input={"name": call["name"], "input": call["input"]})["executeTool"]
    execution = payload["execution"]
    if payload["userErrors"]:
        content, failed = json.dumps(payload["userErrors"]), True
    elif execution["status"] != "SUCCESS":
        content, failed = f"{execution['status']}: {execution['errorMessage']}", True
    else:
        content, failed = json.dumps(execution["outputData"], ensure_ascii=False), False
    return {"type": "tool_result", "tool_use_id": call["id"], "content": content, "is_error": failed}


question = sys.argv[1] if len(sys.argv) > 1 else "What changed from 'one two' to 'one three'?"
messages: list[dict] = [{"role": "user", "content": question}]
tools = [tool["functionDefinition"] for tool in ask(TOOLS)["tools"]["nodes"] if tool["viewerCanExecute"]]
for _ in range(10):
    request = {"model": MODEL, "max_tokens": 4096, "messages": messages, "tools": tools}
    answer = model.post(f"{MODEL_URL}/v1/messages", json=request).raise_for_status().json()
    messages.append({"role": "assistant", "content": answer["content"]})
    if answer["stop_reason"] != "tool_use":
        print("".join(block["text"] for block in answer["content"] if block["type"] == "text"))
        break
    calls = [block for block in answer["content"] if block["type"] == "tool_use"]
    messages.append({"role": "user", "content": [result_of(call) for call in calls]})
