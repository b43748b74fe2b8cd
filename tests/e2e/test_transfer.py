"""If these fail, a person can't take tools from one server to another, or learns too late what an import does."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

SCRIPT = "def main(price=100):\n    return price\n"
TOOLS = "query ($name: String!) { tool(name: $name) { version status visibility description } }"


def test_an_exported_file_is_previewed_and_then_imported_as_chosen(
    console: Console, admin: Graph, tmp_path: Path
) -> None:
    tool = admin.tool("add_duty", SCRIPT)
    console.open(f"/tools/{tool}", "Add duty")
    console.button("More actions").click()
    with console.page.expect_download() as download:
        console.page.get_by_role("menuitem", name="Export", exact=True).click()
    assert download.value.suggested_filename == "add_duty.json"
    file = json.loads(Path(download.value.path()).read_text())
    [exported] = file["tools"]
    assert (exported["name"], exported["scriptContent"]) == ("add_duty", SCRIPT)

    exported["description"] = "Adds the duty."
    file["tools"].append(exported | {"name": "add_excise", "displayName": "Add excise", "version": "1.2.0"})
    changed = tmp_path / "tools.json"
    changed.write_text(json.dumps(file))
    console.open("/tools/import", "Import tools")
    console.page.set_input_files("input[type=file]", changed)
    console.button("Preview").click()
    lines = console.page.get_by_role("list", name="Preview").get_by_role("listitem")
    expect(lines.nth(0)).to_contain_text("Skipped")
    expect(lines.nth(1)).to_contain_text("New")
    assert admin.data(TOOLS, name="add_excise") is None

    console.choose("If the name add_duty is taken", "Make a new version")
    expect(lines.nth(0)).to_contain_text("New version")
    console.button("Import 2 tools").click()
    console.said("2 tools were imported.")
    assert admin.data(TOOLS, name="add_duty")["description"] == "Adds the duty."
    imported = admin.data(TOOLS, name="add_excise")
    assert (imported["version"], imported["status"], imported["visibility"]) == (1, "DRAFT", "PRIVATE")

    console.link("add_duty", lines.nth(0)).click()
    console.heading("Add duty")
    console.button("More actions").click()
    console.link("History").click()
    console.heading("Audit")
    expect(console.page.get_by_role("button", name="Tool imported")).to_be_visible()


def test_what_is_wrong_with_a_file_is_told_before_anything_is_saved(console: Console) -> None:
    console.open("/tools/import", "Import tools")
    text = console.page.get_by_role("textbox", name="Text of the file")
    text.fill('{"tools": [\n  oops]}')
    console.button("Preview").click()
    expect(console.page.get_by_role("alert")).to_contain_text("line 2, column 3")
    text.fill('[{"name": "ok", "descripton": "A typing error."}]')
    console.button("Preview").click()
    expect(console.page.get_by_role("list", name="Preview")).to_contain_text("tools.0.descripton")
    expect(console.button("Nothing to import")).to_be_disabled()
