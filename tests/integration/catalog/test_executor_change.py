"""If these fail, a tool is left with a script that what runs it can't read, or with settings it doesn't know."""

import pytest
from toolcrib.catalog.model import ExecutorType
from toolcrib.catalog.service import Catalog
from toolcrib.core.errors import InvalidInput
from toolcrib.identity.model import Principal

from tests.integration.catalog.conftest import SCRIPT, Make, content, only

SHELL = {
    "executor_type": ExecutorType.SHELL,
    "executor_config": {"output": "TEXT"},
    "script_content": 'sort <<< "$INPUT_TOTAL"\n',
}


async def test_a_shell_tool_gets_the_setting_that_its_script_seems_to_want(catalog: Catalog, author: Principal) -> None:
    for name, script, output in (("plain", "date", "TEXT"), ("json", "echo '{}'", "JSON")):
        given = content(executor_type=ExecutorType.SHELL, script_content=script)
        tool = await catalog.resolve(await catalog.create_tool(author, name=name, content=given))
        assert (tool.executor_type, tool.executor_config) == ("SHELL", {"output": output})


async def test_another_executor_needs_a_script_and_settings_of_its_own(
    catalog: Catalog, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    change = only(executor_type=ExecutorType.SHELL)
    with pytest.raises(InvalidInput) as refused:
        await catalog.update_tool(author, id=tool_id, expected_version=1, content=change)
    problems = {problem.field: problem.message for problem in refused.value.problems}
    assert problems[("content", "executorConfig", "entry")] == "A SHELL tool has no setting 'entry': it has output."
    assert problems[("content", "scriptContent")].startswith("Line 1: syntax error near")
    assert (await catalog.resolve(tool_id)).executor_type == "PYTHON"


async def test_a_tool_that_became_a_shell_tool_can_be_taken_back(
    catalog: Catalog, make_tool: Make, author: Principal
) -> None:
    tool_id = await make_tool()
    await catalog.update_tool(author, id=tool_id, expected_version=1, content=only(**SHELL))
    tool = await catalog.resolve(tool_id)
    assert (tool.version, tool.executor_type, tool.executor_config) == (2, "SHELL", {"output": "TEXT"})
    await catalog.restore_tool_version(author, id=tool_id, version=1, expected_version=2)
    tool = await catalog.resolve(tool_id)
    assert (tool.version, tool.executor_type, tool.script) == (3, "PYTHON", SCRIPT)
    assert tool.executor_config == {"entry": "MAIN"}


async def test_no_setting_passes_from_one_executor_to_the_other(catalog: Catalog, author: Principal) -> None:
    with pytest.raises(InvalidInput, match="no setting 'output'"):
        await catalog.create_tool(
            author, name="mixed", content=content(executor_config={"entry": "MAIN", "output": "TEXT"})
        )
