"""If these fail, a person's work is lost to somebody else's save, to a wrong click, or to a session that ended."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visitor
from tests.support.browser import Visit
from tests.support.console import Console
from tests.support.graph import PASSWORD, Graph

SCRIPT = "def main():\n    return 1\n"
THEIRS = "def main():\n    return 'theirs'\n"
TOOL = "query ($id: ID!) { tool(id: $id) { version scriptContent description } }"
RUNS = "query ($id: ID!) { tool(id: $id) { usage { executionCount } } }"


def test_two_people_edit_one_tool_and_both_edits_are_kept(visit: Visit, admin: Graph) -> None:
    tool = admin.tool("edited_twice", SCRIPT)
    first, second = Console(visit.page()), Console(visit.page())
    for console in (first, second):
        console.open(f"/tools/{tool}/editor", "Edited twice")
    first.write("Script", THEIRS)
    first.button("Save").click()
    first.said("Saved as version 2.")

    second.field("Description").fill("What the second one wrote.")
    second.button("Save").click()
    expect(second.dialog).to_contain_text("Version 2 was saved while you were editing")
    expect(second.dialog).to_contain_text("You changed different things, so both can be kept.")
    second.button("Put my changes on version 2", second.dialog).click()
    expect(second.dialog).to_have_count(0)
    second.button("Save").click()
    second.said("Saved as version 3.")
    kept = {"version": 3, "scriptContent": THEIRS, "description": "What the second one wrote."}
    assert admin.data(TOOL, id=tool) == kept


def test_an_unsaved_edit_is_not_left_by_mistake(console: Console, admin: Graph) -> None:
    tool = admin.tool("left_alone", SCRIPT)
    console.open(f"/tools/{tool}/editor", "Left alone")
    console.field("Description").fill("Half a thought")
    console.link("Agents").click()
    expect(console.dialog).to_contain_text("Leave without saving?")
    console.button("Stay", console.dialog).click()
    expect(console.field("Description")).to_have_value("Half a thought")
    console.tab("Try")
    console.said("The editor has unsaved changes. Try runs the saved version 1.")
    console.link("Agents").click()
    console.button("Discard and leave", console.dialog).click()
    console.heading("Agents")
    assert admin.data(TOOL, id=tool)["version"] == 1


def test_a_syntax_error_is_refused_with_its_place_and_kept_to_be_mended(console: Console, admin: Graph) -> None:
    tool = admin.tool("slip", SCRIPT)
    console.open(f"/tools/{tool}/editor", "Slip")
    console.write("Script", "def main():\n    return (1\n")
    console.button("Save").click()
    refusal = re.compile(r"Line 2, column 12: '\(' was never closed")
    expect(console.page.get_by_role("alert").filter(has_text=refusal)).to_be_visible()
    assert admin.data(TOOL, id=tool)["scriptContent"] == SCRIPT
    console.write("Script", "def main():\n    return (1)\n")
    console.button("Save").click()
    console.said("Saved as version 2.")


def test_text_that_is_no_json_does_not_run(console: Console, admin: Graph) -> None:
    tool = admin.tool("untouched", SCRIPT)
    console.open(f"/tools/{tool}/try", "Untouched")
    console.run('{"lines": [')
    expect(console.page.get_by_text("Not JSON yet")).to_be_visible()
    console.write("Input", '{"lines": []}')
    expect(console.page.get_by_text("Not JSON yet")).to_have_count(0)
    assert admin.data(RUNS, id=tool)["usage"]["executionCount"] == 0


def test_whoever_is_signed_out_signs_in_and_is_back_where_they_were(admin: Graph, visitor: Visitor) -> None:
    tool = admin.tool("remembered", SCRIPT)
    visit = visitor(admin.url)
    visit.watch.allow_refusal(401, "/graphql")
    visit.watch.allow_refusal(401, "/api/session")
    console = Console(visit.page())
    console.open(f"/tools/{tool}/versions", "Sign in")
    console.field("Username").fill("admin")
    for password in ("not my password", PASSWORD):
        console.field("Password").fill(password)
        console.button("Sign in").click()
        if password != PASSWORD:
            expect(console.page.get_by_role("alert")).to_be_visible()
    console.heading("Remembered")
    expect(console.page.get_by_role("list", name="Versions")).to_be_visible()
