import re
from pathlib import Path

import pytest
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.toolbox.loader import FOLDER, StarterTool, StarterToolError, load_starter_tool, load_starter_tools

GOOD = (FOLDER / "diff_texts" / "tool.toml").read_text()


def write_tool(folder: Path, description: str) -> Path:
    tool = folder / "diff_texts"
    tool.mkdir()
    (tool / "tool.toml").write_text(description)
    (tool / "main.py").write_text("def main(): pass")
    return tool


NAMES = [
    "calculate_dates",
    "describe_numbers",
    "diff_texts",
    "draw_chart",
    "extract_html",
    "join_tables",
    "match_regex",
    "profile_csv",
    "query_json",
    "render_template",
    "tally_text",
    "validate_json",
]


def test_the_twelve_starter_tools_are_found() -> None:
    assert [tool.name for tool in load_starter_tools()] == NAMES


@pytest.mark.parametrize("tool", load_starter_tools(), ids=lambda tool: tool.name)
def test_each_is_described_well_enough_for_people_and_models(tool: StarterTool) -> None:
    assert 50 <= len(tool.description) <= 700
    assert "Use it" in tool.description
    assert tool.icon
    assert tool.category
    assert len(tool.tags) >= 3
    assert len(tool.prompts) >= 4
    assert any(re.search("[一-龥]", prompt) for prompt in tool.prompts)
    assert len({example.name for example in tool.inputs}) == len(tool.inputs) >= 2
    assert tool.annotations == {"readOnly": True, "destructive": False, "idempotent": True, "openWorld": False}
    assert tool.network == "NONE"


def test_a_description_sends_to_other_tools_that_there_are() -> None:
    for tool in load_starter_tools():
        mentioned = set(re.findall(r"\b[a-z]+_[a-z]+\b", tool.description)) - set(tool.input_schema["properties"])
        assert mentioned <= set(NAMES) - {tool.name}, tool.name


@pytest.mark.parametrize("tool", load_starter_tools(), ids=lambda tool: tool.name)
def test_each_passes_the_check_every_tool_passes(tool: StarterTool) -> None:
    executor = load_executors(Sandbox())[tool.executor]
    assert executor.check(tool.script, tool.config) == []
    assert executor.suggest_config(tool.script) == tool.config


@pytest.mark.parametrize("tool", load_starter_tools(), ids=lambda tool: tool.name)
def test_every_argument_is_explained_to_the_model(tool: StarterTool) -> None:
    properties = tool.input_schema["properties"]
    assert [name for name, schema in properties.items() if "description" not in schema] == []
    assert tool.input_schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('icon = "🔀"\n', "", "icon is missing"),
        ('network = "NONE"', 'network = "SOME"', "network must be FULL or NONE, not 'SOME'"),
        ('icon = "🔀"', 'icon = "🔀"\ncolour = "red"', "colour is not a field; there are name, "),
        ("timeout_seconds = 30", 'timeout_seconds = "30"', "timeout_seconds must be a whole number"),
        ("timeout_seconds = 30", "timeout_seconds = true", "timeout_seconds must be a whole number"),
        ('name = "diff_texts"', 'name = "diff"', "name must be the folder's, not 'diff'"),
        ('"versions"]', "7]", "tags[3] must be text"),
        ("[[examples.inputs]]\nname", "[[examples.inputs]]\ntitle", "examples.inputs[0].title is not a field"),
        ("[examples.inputs.value]", "[examples.inputs.data]", "examples.inputs[0].data is not a field"),
        ("[examples]\nprompts = [", "[examples]\nprompts = [ 1,", "examples.prompts[0] must be text"),
        ("[annotations]", "[annotations", "Starter tool diff_texts: "),
        ('entry = "MAIN"', 'output = "JSON"', "output is not a field; there are name, "),
        ('entry = "MAIN"', "", "entry is missing"),
    ],
)
def test_a_slip_in_a_description_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(StarterToolError) as raised:
        load_starter_tool(write_tool(tmp_path, GOOD.replace(old, new, 1)))
    assert message in str(raised.value)
    assert str(raised.value).startswith("Starter tool diff_texts: ")


def test_a_tool_has_one_script_of_one_language(tmp_path: Path) -> None:
    folder = write_tool(tmp_path, GOOD)
    (folder / "main.sh").write_text("echo 1")
    with pytest.raises(StarterToolError, match=r"one script, main\.py or main\.sh; there are 2"):
        load_starter_tool(folder)
    (folder / "main.py").unlink()
    with pytest.raises(StarterToolError, match="entry is not a field"):
        load_starter_tool(folder)
    (folder / "main.sh").unlink()
    with pytest.raises(StarterToolError, match="there are 0"):
        load_starter_tool(folder)


def test_a_well_made_folder_is_read_whole(tmp_path: Path) -> None:
    write_tool(tmp_path, GOOD)
    (tool,) = load_starter_tools(tmp_path)
    assert (tool.name, tool.script) == ("diff_texts", "def main(): pass")
    assert (tool.executor, tool.config) == ("PYTHON", {"entry": "MAIN"})
    assert tool.inputs[0].name == "A recipe, revised"
    assert list(tool.input_schema["properties"])[:2] == ["before", "after"]


def test_a_shell_script_is_read_with_what_it_writes_to_stdout(tmp_path: Path) -> None:
    folder = write_tool(tmp_path, GOOD.replace('entry = "MAIN"', 'output = "TEXT"'))
    (folder / "main.py").rename(folder / "main.sh")
    tool = load_starter_tool(folder)
    assert (tool.executor, tool.config) == ("SHELL", {"output": "TEXT"})
