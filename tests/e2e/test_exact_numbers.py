"""If these fail, the console changes numbers that people wrote: a browser holds only 53 bits of them."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

BEYOND = 2**53 + 1
"""The first whole number that a browser's own reader makes another of."""
HUGE = 10**30 + 7
SCRIPT = """\
import json
import sys

n = json.load(sys.stdin)["n"]
sys.stdout.write('{"n": %d, "price": 1.50, "zero": -0, "list": [1E5, 1.0]}' % n)
"""
SCHEMA = (
    '{"type": "object", "properties": {"n": {"type": "integer", "maximum": %d, "default": %d}, "x": {"minimum": 1.50}}}'
)
TOOL = "query ($id: ID!) { tool(id: $id) { version inputSchema examples { inputs { name value } } } }"
NAMED = "query ($name: String!) { tool(name: $name) { id inputSchema examples { inputs { value } } } }"
RUNS = """
query ($id: ID!) { executions(filter: {tool: $id}, first: 10) { nodes { id inputData outputData } } }
"""
DEFINITION = "query ($id: ID!) { tool(id: $id) { functionDefinition(format: MCP) } }"


def _schema(maximum: int) -> str:
    return SCHEMA % (maximum, BEYOND)


def _inputs(admin: Graph, tool: str) -> list[int]:
    return [run["inputData"]["n"] for run in admin.data(RUNS, id=tool)["nodes"]]


def test_a_number_beyond_a_double_survives_everything_that_is_done_with_it(
    console: Console, admin: Graph, tmp_path: Path
) -> None:
    tool = admin.tool("keep_digits", SCRIPT, executorConfig={"entry": "STDIN"})
    write_the_schema(console, admin, tool)
    run_it_by_form_and_as_json(console, admin, tool)
    keep_an_example(console, admin, tool)
    run_again_from_its_page(console, admin, tool)
    compare_versions_that_differ_in_a_digit(console, admin, tool)
    take_it_elsewhere(console, admin, tmp_path / "tools.json")


def write_the_schema(console: Console, admin: Graph, tool: str) -> None:
    page = console.page
    console.open(f"/tools/{tool}/editor?file=inputSchema", "Keep digits")
    page.get_by_text("JSON", exact=True).click()
    console.write("Input schema", _schema(HUGE))
    console.button("Save").click()
    console.said("Saved as version 2.")
    saved = admin.data(TOOL, id=tool)["inputSchema"]["properties"]
    assert saved == {"n": {"type": "integer", "maximum": HUGE, "default": BEYOND}, "x": {"minimum": 1.5}}
    page.reload()
    page.get_by_text("JSON", exact=True).click()
    expect(page.get_by_text(f'"maximum": {HUGE}')).to_be_visible()
    expect(page.get_by_text(f'"default": {BEYOND}')).to_be_visible()
    console.tab("Overview")
    expect(page.get_by_role("table", name="Input")).to_contain_text(f"default: {BEYOND} · maximum: {HUGE}")
    expect(page.get_by_role("region", name="Function definition")).to_contain_text(f'"maximum": {HUGE}')


def run_it_by_form_and_as_json(console: Console, admin: Graph, tool: str) -> None:
    console.tab("Try")
    expect(console.field("n")).to_have_value(str(BEYOND))
    console.field("n").fill(str(BEYOND + 2))
    console.button("Run").click()
    console.ends("Success")
    result = console.page.get_by_role("region", name="Result")
    for written in (f'"n": {BEYOND + 2},', '"price": 1.50', '"zero": -0', "1E5,", "1.0"):
        expect(result).to_contain_text(written)
    assert _inputs(admin, tool) == [BEYOND + 2]
    console.page.get_by_text("As a curl command").click()
    expect(console.page.get_by_text(f'"input":{{"n":{BEYOND + 2}}}')).to_be_visible()
    console.run(json.dumps({"n": BEYOND}))
    expect(result).to_contain_text(f'"n": {BEYOND},')
    assert _inputs(admin, tool) == [BEYOND, BEYOND + 2]


def keep_an_example(console: Console, admin: Graph, tool: str) -> None:
    console.button("Save as example").click()
    console.field("Name", console.dialog).fill("Beyond")
    expect(console.dialog).to_contain_text(str(BEYOND))
    console.button("Save the example", console.dialog).click()
    console.said("The example was saved in version 3.")
    assert admin.data(TOOL, id=tool)["examples"]["inputs"] == [{"name": "Beyond", "value": {"n": BEYOND}}]


def run_again_from_its_page(console: Console, admin: Graph, tool: str) -> None:
    console.link("Open the execution").click()
    expect(console.page.get_by_role("region", name="Input")).to_contain_text(f'"n": {BEYOND}')
    expect(console.page.get_by_role("region", name="Output")).to_contain_text('"price": 1.50')
    console.link("Run again").click()
    console.heading("Keep digits")
    expect(console.field("n")).to_have_value(str(BEYOND))
    console.button("Run").click()
    console.ends("Success")
    assert _inputs(admin, tool) == [BEYOND, BEYOND, BEYOND + 2]


def compare_versions_that_differ_in_a_digit(console: Console, admin: Graph, tool: str) -> None:
    admin.save(tool, 3, "One more", inputSchema=json.loads(_schema(HUGE + 1)))
    console.open(f"/tools/{tool}/versions?compare=3&compare=4", "Keep digits")
    changes = console.page.get_by_role("list", name="What changes for callers")
    for digits in (HUGE, HUGE + 1):
        expect(changes).to_contain_text(str(digits))
    expect(console.page.get_by_text(f"maximum: {HUGE + 1}").first).to_be_visible()


def take_it_elsewhere(console: Console, admin: Graph, file: Path) -> None:
    console.button("More actions").click()
    with console.page.expect_download() as download:
        console.page.get_by_role("menuitem", name="Export", exact=True).click()
    file.write_text(Path(download.value.path()).read_text().replace('"keep_digits"', '"kept_digits"'))
    console.open("/tools/import", "Import tools")
    console.page.set_input_files("input[type=file]", file)
    console.button("Preview").click()
    console.button("Import 1 tool").click()
    console.said("1 tool was imported.")
    imported = admin.data(NAMED, name="kept_digits")
    assert imported["inputSchema"]["properties"]["n"] == {"type": "integer", "maximum": HUGE + 1, "default": BEYOND}
    assert imported["examples"]["inputs"] == [{"value": {"n": BEYOND}}]
    assert admin.data(DEFINITION, id=imported["id"])["functionDefinition"]["inputSchema"] == imported["inputSchema"]


def test_a_number_that_nobody_can_keep_is_refused_where_it_was_typed(console: Console, admin: Graph) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "number"}}}
    tool = admin.tool("refuse_numbers", "def main(n):\n    return n\n", inputSchema=schema)
    page = console.page
    console.open(f"/tools/{tool}/try", "Refuse numbers")
    console.field("n").fill("1e400")
    console.button("Run").click()
    expect(page.get_by_text("This is no number, or one that is too large")).to_be_visible()
    expect(console.field("n")).to_have_value("1e400")
    console.field("n").fill("12.50")
    console.button("Run").click()
    console.ends("Success")
    assert _inputs(admin, tool) == [12.5]
    console.run('{"n": -1e400}')
    expect(page.get_by_text("The number -1e400 is too large")).to_be_visible()

    console.tab("Editor")
    console.tab("Input schema")
    page.get_by_text("JSON", exact=True).click()
    console.write("Input schema", '{\n  "maximum": 1e400\n}')
    expect(page.get_by_text(re.compile("line 2.*this number is too large"))).to_be_visible()
    assert len(_inputs(admin, tool)) == 1


def test_an_unsaved_schema_comes_back_with_all_its_digits(console: Console, admin: Graph) -> None:
    tool = admin.tool("keep_draft", "def main(n):\n    return n\n")
    page = console.page
    console.open(f"/tools/{tool}/editor?file=inputSchema", "Keep draft")
    page.get_by_text("JSON", exact=True).click()
    console.write("Input schema", _schema(HUGE))
    page.wait_for_function(f"() => Object.values(sessionStorage).some((kept) => kept.includes('{HUGE}'))")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    console.button("Restore them").click()
    console.button("Save").click()
    console.said("Saved as version 2.")
    assert admin.data(TOOL, id=tool)["inputSchema"] == json.loads(_schema(HUGE))
