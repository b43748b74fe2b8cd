import pytest
from toolcrib.toolbox.loader import StarterTool, load_starter_tools

from tests.integration.toolbox.conftest import CallTool

CASES = [(tool, number) for tool in load_starter_tools() for number in range(len(tool.inputs))]


@pytest.mark.parametrize(("tool", "number"), CASES, ids=lambda part: getattr(part, "name", part))
async def test_every_example_a_person_may_click_on_works(tool: StarterTool, number: int, call_tool: CallTool) -> None:
    ran = await call_tool(tool.name, **tool.inputs[number].value)
    assert ran.result.status == "SUCCESS", ran.result.error
    assert ran.sink.stderr == ""
