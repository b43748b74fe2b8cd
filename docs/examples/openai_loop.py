"""Let a model with OpenAI's chat completions API use Toolcrib's tools, until it has an answer.

Needs httpx, TOOLCRIB_URL, TOOLCRIB_TOKEN, OPENAI_API_KEY and OPENAI_MODEL; OPENAI_BASE_URL leads to any server that
speaks the same.
"""

import json
import os
import sys

import httpx

URL = os.environ.get("TOOLCRIB_URL", "http://127.0.0.1:8000")
TOKEN = os.environ["TOOLCRIB_TOKEN"]
MODEL_URL = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
MODEL_KEY = os.environ["OPENAI_API_KEY"]
MODEL = os.environ["OPENAI_MODEL"]

TOOLS = """
query {
  tools(first: 50, filter: { status: [ACTIVE] }) {
    nodes { viewerCanExecute functionDefinition(format: OPENAI) }
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
model = httpx.Client(headers={"Authorization": f"Bearer {MODEL_KEY}"}, timeout=120)


def ask(query: str, **variables: object) -> dict:
    answer = toolcrib.post("/graphql", json={"query": query, "variables": variables}).raise_for_status().json()
    return answer["data"]


def run(name: str, arguments: str) -> str:
    """What the model reads of a call: the output, or what it did wrong."""
    try:
        given = json.loads(arguments or "{}")
    except json.JSONDecodeError as error:
        return json.dumps({"error": f"The arguments are no JSON: {error}"})
    payload = ask(EXECUTE, input={"name": name, "input": given})["executeTool"]
    execution = payload["execution"]
    if payload["userErrors"]:
        return json.dumps({"error": payload["userErrors"]})
    if execution["status"] != "SUCCESS":
        return json.dumps({"error": execution["errorMessage"], "status": execution["status"]})
    return json.dumps(execution["outputData"], ensure_ascii=False)


question = sys.argv[1] if len(sys.argv) > 1 else "What changed from 'one two' to 'one three'?"
messages: list[dict] = [{"role": "user", "content": question}]
tools = [tool["functionDefinition"] for tool in ask(TOOLS)["tools"]["nodes"] if tool["viewerCanExecute"]]
for _ in range(10):
    request = {"model": MODEL, "messages": messages, "tools": tools}
    answer = model.post(f"{MODEL_URL}/chat/completions", json=request).raise_for_status().json()
    message = answer["choices"][0]["message"]
    messages.append(message)
    if not message.get("tool_calls"):
        print(message["content"])
        break
    for call in message["tool_calls"]:
        content = run(call["function"]["name"], call["function"]["arguments"])
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
