"""A server that speaks a model vendor's wire format by a script: it asks for one tool call, then for nothing more.

It looks at each request as the vendor does and answers 400 to what the vendor would refuse.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from jsonschema import Draft202012Validator

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
CALL = {"before": "one two", "after": "one three"}
LAST_WORDS = "One word changed."
KEY = "model-key"


class Refused(Exception):
    """What the vendor would answer with 400."""


def expect(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


class ScriptedModel:
    """`tool_result` is what the client sent back of the call."""

    def __init__(self, answer: Callable[["ScriptedModel", dict[str, Any], Any], dict[str, Any]], path: str) -> None:
        self.answer = answer
        self.path = path
        self.url = ""
        self.tool_result: Any = None
        self.refusals: list[str] = []


def openai(model: ScriptedModel, request: dict[str, Any], headers: Any) -> dict[str, Any]:
    """POST /chat/completions."""
    expect(headers["authorization"] == f"Bearer {KEY}", "no key")
    expect(isinstance(request.get("model"), str), "`model` is required")
    names = [_openai_tool(tool) for tool in request["tools"]]
    expect("diff_texts" in names, "the tool is not there")
    *before, last = request["messages"]
    if last["role"] == "user":
        function = {"name": "diff_texts", "arguments": json.dumps(CALL)}
        calls = [{"id": "call_1", "type": "function", "function": function}]
        return _choice({"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls")
    expect(last["role"] == "tool" and last["tool_call_id"] == "call_1", "the call is not answered")
    expect(isinstance(last["content"], str), "a tool's content is text")
    expect(before[-1]["tool_calls"][0]["id"] == "call_1", "the model's own message is missing")
    model.tool_result = json.loads(last["content"])
    return _choice({"role": "assistant", "content": LAST_WORDS}, "stop")


def anthropic(model: ScriptedModel, request: dict[str, Any], headers: Any) -> dict[str, Any]:
    """POST /v1/messages."""
    expect(headers["x-api-key"] == KEY, "no key")
    expect(headers["anthropic-version"] == "2023-06-01", "anthropic-version is required")
    expect(isinstance(request.get("max_tokens"), int), "`max_tokens` is required")
    names = [_named(tool, "input_schema", {"name", "description", "input_schema"}) for tool in request["tools"]]
    expect("diff_texts" in names, "the tool is not there")
    *before, last = request["messages"]
    expect(last["role"] == "user", "the last turn is the user's")
    if isinstance(last["content"], str):
        thought = {"type": "text", "text": "I compare them."}
        use = {"type": "tool_use", "id": "toolu_1", "name": "diff_texts", "input": CALL}
        return _message([thought, use], "tool_use")
    [block] = last["content"]
    expect(block["type"] == "tool_result" and block["tool_use_id"] == "toolu_1", "the call is not answered")
    expect(before[-1]["role"] == "assistant" and before[-1]["content"][1]["id"] == "toolu_1", "a turn is missing")
    expect(not block.get("is_error"), "the call failed")
    model.tool_result = json.loads(block["content"])
    return _message([{"type": "text", "text": LAST_WORDS}], "end_turn")


def _openai_tool(tool: dict[str, Any]) -> str:
    expect(tool.keys() == {"type", "function"} and tool["type"] == "function", "a tool is a function")
    return _named(tool["function"], "parameters", {"name", "description", "parameters"})


def _named(tool: dict[str, Any], schema: str, known: set[str]) -> str:
    expect(tool.keys() == known, f"unknown fields: {sorted(tool)}")
    expect(NAME.fullmatch(tool["name"]), "not a function's name")
    expect(tool[schema]["type"] == "object", "parameters are an object")
    Draft202012Validator.check_schema(tool[schema])
    name: str = tool["name"]
    return name


def _choice(message: dict[str, Any], reason: str) -> dict[str, Any]:
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return {"id": "chatcmpl_1", "object": "chat.completion", "model": "scripted", "choices": [choice]}


def _message(content: list[dict[str, Any]], reason: str) -> dict[str, Any]:
    return {"id": "msg_1", "type": "message", "role": "assistant", "content": content, "stop_reason": reason}


@contextmanager
def scripted_model(
    answer: Callable[[ScriptedModel, dict[str, Any], Any], dict[str, Any]], path: str
) -> Iterator[ScriptedModel]:
    model = ScriptedModel(answer, path)

    class Handler(_Handler):
        scripted = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    scripted: ClassVar[ScriptedModel]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            expect(self.path == self.scripted.path, f"there is no {self.path}")
            status, answer = 200, self.scripted.answer(self.scripted, json.loads(body), self.headers)
        except (Refused, KeyError, ValueError) as error:
            self.scripted.refusals.append(repr(error))
            status, answer = 400, {"error": {"message": repr(error)}}
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Tests print what they need."""
