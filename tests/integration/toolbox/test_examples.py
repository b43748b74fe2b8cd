"""An example that answers wrongly teaches people and agents a wrong use of the tool."""

import math
from typing import Any

import pytest
from toolcrib.toolbox.loader import StarterTool, load_starter_tools

from tests.integration.toolbox.conftest import CallTool
from tests.integration.toolbox.expected import EXPECTED

TOOLS = load_starter_tools()


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
async def test_every_example_answers_as_worked_out_by_hand(tool: StarterTool, call_tool: CallTool) -> None:
    for example in tool.inputs:
        ran = await call_tool(tool.name, **example.value)
        assert ran.result.status == "SUCCESS", ran.result.error
        assert ran.sink.stderr == ""
        alike(ran.output, EXPECTED[tool.name, example.name], example.name)


def test_nothing_is_expected_of_examples_that_are_not_there() -> None:
    assert set(EXPECTED) == {(tool.name, example.name) for tool in TOOLS for example in tool.inputs}


def alike(found: Any, expected: Any, where: str) -> None:
    """Equal, but for the last digits of numbers."""
    if isinstance(expected, dict):
        assert set(found) == set(expected), where
        for name, value in expected.items():
            alike(found[name], value, f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for index, value in enumerate(expected):
            alike(found[index], value, f"{where}[{index}]")
    elif isinstance(expected, float):
        assert math.isclose(found, expected, rel_tol=1e-12), where
    else:
        assert found == expected, where
