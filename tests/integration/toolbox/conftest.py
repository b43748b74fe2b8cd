"""Starter tools are called as the server calls them: input checked, defaults filled in, run, output checked."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from toolcrib.core.json_schema import compile_schema, fill_defaults
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.toolbox.loader import FOLDER, load_starter_tool

from tests.support.runs import Ran, current_sandbox, run_script

CallTool = Callable[..., Awaitable[Ran]]


async def answers(name: str, inputs: list[dict[str, Any]], *, seconds: int | None = None) -> list[Any]:
    """What the tool answers to each of these inputs: its output, or the message of its ValueError.

    All in one run, for imports take their time; so what the schemas would refuse is not refused here. `seconds`: how
    long the tool may work on one of them, where it has such a limit of its own.
    """
    script = load_starter_tool(FOLDER / name).script.replace("def main(", "def tool(", 1)
    if seconds is not None:
        script, limits = re.subn(r"^SECONDS = \d+$", f"SECONDS = {seconds}", script, flags=re.MULTILINE)
        assert limits == 1
    script += """
def main(inputs):
    return [answer(arguments) for arguments in inputs]

def answer(arguments):
    try:
        return tool(**arguments)
    except ValueError as error:
        return str(error)
"""
    given: list[Any] = (await run_script(script, {"inputs": inputs})).output
    return given


@pytest_asyncio.fixture(autouse=True)
async def sandbox() -> AsyncIterator[Sandbox]:
    async with current_sandbox() as made:
        yield made


@pytest.fixture
def call_tool(sandbox: Sandbox) -> CallTool:
    async def call(name: str, **arguments: Any) -> Ran:
        tool = load_starter_tool(FOLDER / name)
        filled: Any = fill_defaults(tool.input_schema, arguments)
        assert compile_schema(tool.input_schema).problems(filled, ("input",)) == []
        executor = load_executors(sandbox)[tool.executor]
        ran = await run_script(
            tool.script, filled, executor=executor, config=tool.config, timeout_seconds=tool.timeout_seconds
        )
        if ran.result.status == "SUCCESS":
            assert compile_schema(tool.output_schema).problems(ran.output, ("output",)) == []
        return ran

    return call
