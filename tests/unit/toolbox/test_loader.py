from pathlib import Path

import pytest
from toolcrib.executors.registry import load_executors
from toolcrib.toolbox.loader import FOLDER, StarterTool, StarterToolError, load_starter_tool, load_starter_tools

GOOD = (FOLDER / "diff_texts" / "tool.toml").read_text()


def write_tool(folder: Path, description: str) -> Path:
    tool = folder / "diff_texts"
    tool.mkdir()
    (tool / "tool.toml").write_text(description)
    (tool / "main.py").write_text("def main(): pass")
    return tool


def test_the_four_starter_tools_are_found() -> None:
    assert [tool.name for tool in load_starter_tools()] == ["diff_texts", "draw_chart", "profile_csv", "query_json"]


@pytest.mark.parametrize("tool", load_starter_tools(), ids=lambda tool: tool.name)
def test_each_is_described_well_enough_for_people_and_models(tool: StarterTool) -> None:
    assert 50 <= len(tool.description) <= 700
    assert "Use it" in tool.description
    assert tool.icon
    assert tool.category
    assert len(tool.tags) >= 3
    assert len(tool.prompts) >= 2
    assert tool.inputs
    assert set(tool.annotations) == {"readOnly", "destructive", "idempotent", "openWorld"}


@pytest.mark.parametrize("tool", load_starter_tools(), ids=lambda tool: tool.name)
def test_each_passes_the_check_every_tool_passes(tool: StarterTool) -> None:
    assert load_executors()["PYTHON"].check(tool.script, {"entry": tool.entry}) == []


@pytest.mark.parametrize("tool", load_starter_tools(), ids=lambda tool: tool.name)
def test_every_argument_is_explained_to_the_model(tool: StarterTool) -> None:
    properties = tool.input_schema["properties"]
    assert [name for name, schema in properties.items() if "description" not in schema] == []
    assert tool.input_schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('icon = "🔀"\n', "", "icon is missing"),
        ('icon = "🔀"', 'icon = "🔀"\ncolour = "red"', "colour is not a field; there are name, "),
        ("timeout_seconds = 30", 'timeout_seconds = "30"', "timeout_seconds must be a whole number"),
        ("timeout_seconds = 30", "timeout_seconds = true", "timeout_seconds must be a whole number"),
        ('name = "diff_texts"', 'name = "diff"', "name must be the folder's, not 'diff'"),
        ('"versions"]', "7]", "tags[3] must be text"),
        ("[[examples.inputs]]\nname", "[[examples.inputs]]\ntitle", "examples.inputs[0].title is not a field"),
        ("[examples.inputs.value]", "[examples.inputs.data]", "examples.inputs[0].data is not a field"),
        ("[examples]\nprompts = [", "[examples]\nprompts = [ 1,", "examples.prompts[0] must be text"),
        ("[annotations]", "[annotations", "Starter tool diff_texts: "),
    ],
)
def test_a_slip_in_a_description_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(StarterToolError) as raised:
        load_starter_tool(write_tool(tmp_path, GOOD.replace(old, new, 1)))
    assert message in str(raised.value)
    assert str(raised.value).startswith("Starter tool diff_texts: ")


def test_a_tool_without_its_script_is_refused(tmp_path: Path) -> None:
    folder = write_tool(tmp_path, GOOD)
    (folder / "main.py").unlink()
    with pytest.raises(StarterToolError, match=r"main\.py"):
        load_starter_tool(folder)


def test_a_well_made_folder_is_read_whole(tmp_path: Path) -> None:
    write_tool(tmp_path, GOOD)
    (tool,) = load_starter_tools(tmp_path)
    assert (tool.name, tool.entry, tool.script) == ("diff_texts", "MAIN", "def main(): pass")
    assert tool.inputs[0].name == "A recipe, revised"
    assert list(tool.input_schema["properties"])[:2] == ["before", "after"]
