"""If these fail, a person writes a tool blindly, or loses what they wrote."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Visitor
from tests.support.browser import COOKIE
from tests.support.console import Console
from tests.support.graph import PASSWORD, Graph
from tests.support.server import ServerProcess

SCRIPT = "def main(**fields):\n    return fields\n"
TOOL = "query ($id: ID!) { tool(id: $id) { version inputSchema scriptContent examples { inputs { name value } } } }"
VERSIONS = "query ($id: ID!) { tool(id: $id) { versions(first: 1) { nodes { changelog } } } }"
SECRET = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "token": {"type": "string", "writeOnly": True, "format": "password"}},
    "required": ["text", "token"],
}


def tree_item(console: Console, name: str) -> Locator:
    return console.page.get_by_role("treeitem", name=re.compile(rf"^\s*{name}\b"))


def test_a_nested_schema_is_built_from_nothing_by_mouse_and_keys_and_makes_the_form(
    console: Console, admin: Graph
) -> None:
    tool = admin.tool("build_schema", SCRIPT, inputSchema={"type": "object"})
    console.open(f"/tools/{tool}/editor?file=inputSchema", "Build schema")
    keyboard = console.page.keyboard
    details = console.page.get_by_role("region", name="The selected field")

    console.button("Add a field").click()
    expect(console.field("Name", details)).to_be_focused()
    keyboard.type("lines")
    console.choose("Type", "List (array)")
    tree_item(console, "each entry").click()
    console.choose("Type", "Fields (object)")
    console.button("Add a field").click()
    expect(console.field("Name", details)).to_be_focused()
    keyboard.type("text")
    console.field("Required", details).check()
    console.field("Characters at most", details).fill("500")

    # From here on by keys: beside the field, its name, and up above the other.
    tree_item(console, "text").focus()
    keyboard.press("Insert")
    expect(console.field("Name", details)).to_be_focused()
    keyboard.type("amount")
    tree_item(console, "amount").focus()
    keyboard.press("Alt+ArrowUp")
    expect(tree_item(console, "amount")).to_be_focused()
    console.choose("Type", "Number")

    console.page.get_by_text("JSON", exact=True).click()
    expect(console.page.get_by_text('"maxLength"')).to_be_visible()
    console.page.get_by_text("Fields", exact=True).click()
    console.field("What changed (optional)").fill("Takes lines")
    keyboard.press("ControlOrMeta+S")
    console.said("Saved as version 2.")
    fields = {"amount": {"type": "number"}, "text": {"type": "string", "maxLength": 500}}
    entry = {"type": "object", "properties": fields, "required": ["text"]}
    lines = {"type": "array", "items": entry}
    assert admin.data(TOOL, id=tool)["inputSchema"] == {"type": "object", "properties": {"lines": lines}}
    assert admin.data(VERSIONS, id=tool)["versions"]["nodes"] == [{"changelog": "Takes lines"}]

    console.tab("Try")
    console.button("Add an entry").click()
    console.field("text").fill("Three lines\nof text")
    console.field("amount").fill("2.5")
    console.button("Run").click()
    console.ends("Success")


def test_the_editor_suggests_modules_and_fields_and_marks_what_is_not_there(console: Console, admin: Graph) -> None:
    schema = {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}
    tool = admin.tool("suggest", "def main(amount):\n    return amount\n", inputSchema=schema)
    with console.page.expect_response(lambda response: "ScriptModules" in (response.request.post_data or "")):
        console.open(f"/tools/{tool}/editor", "Suggest")
    console.write("Script", "import reqests\n")
    warning = console.button("scriptContent: Line 1, column 8: there is no module reqests here. Did you mean requests?")
    expect(warning).to_be_visible()
    expect(console.page.locator(".squiggly-warning")).to_be_visible()

    console.write("Script", "from urllib.pa")
    expect(console.page.locator(".view-lines")).to_have_text("from urllib.pa")  # an editor pastes when it comes to it
    keyboard = console.page.keyboard
    suggestion = console.page.get_by_role("listbox", name="Suggest").get_by_role("option")
    keyboard.press("Control+Space")
    expect(suggestion.filter(has_text="urllib.parse")).to_be_visible()
    keyboard.press("Enter")
    keyboard.type(" import urlj")
    expect(suggestion.filter(has_text="urljoin").first).to_be_visible()
    keyboard.press("Escape")

    console.write("Script", "def main(weight):\n    return weight\n")
    problem = console.button(
        "scriptContent: Line 1, column 10: main needs weight, a field that the input schema doesn't have."
    )
    problem.click()
    expect(console.page.get_by_role("textbox", name="Script", exact=True)).to_be_focused()


def test_a_reload_gives_the_unsaved_edit_back(console: Console, admin: Graph) -> None:
    tool = admin.tool("kept", SCRIPT)
    console.open(f"/tools/{tool}/editor", "Kept")
    console.field("Title").fill("Written before the crash")
    console.page.wait_for_function(
        "(tool) => Object.entries(sessionStorage).some("
        "([key, kept]) => key.endsWith(tool) && kept.includes('before the crash'))",
        arg=tool,
    )
    console.page.on("dialog", lambda dialog: dialog.accept())
    console.page.reload()
    console.said("Unsaved changes were kept in this tab")
    console.button("Restore them").click()
    expect(console.field("Title")).to_have_value("Written before the crash")
    console.link("Agents").click()
    console.button("Discard and leave", console.dialog).click()
    console.heading("Agents")
    assert (
        console.page.evaluate("(tool) => Object.keys(sessionStorage).filter((key) => key.endsWith(tool))", tool) == []
    )


def test_an_input_is_saved_as_an_example_without_its_secrets(console: Console, admin: Graph) -> None:
    tool = admin.tool("example_keeper", SCRIPT, inputSchema=SECRET)
    console.open(f"/tools/{tool}/try", "Example keeper")
    console.field("text").fill("hello")
    console.field("token").fill("hunter2")
    console.button("Save as example").click()
    expect(console.dialog).to_contain_text("Left out, because they are secret: token.")
    console.field("Name", console.dialog).fill("A greeting")
    console.button("Save the example", console.dialog).click()
    console.said("The example was saved in version 2.")
    assert admin.data(TOOL, id=tool)["examples"]["inputs"] == [{"name": "A greeting", "value": {"text": "hello"}}]
    console.field("text").fill("")
    console.choose("Fill in an example", "A greeting")
    expect(console.field("text")).to_have_value("hello")


def test_an_edit_outlives_its_session_and_signing_out_asks_first(
    server: ServerProcess, admin: Graph, visitor: Visitor
) -> None:
    tool = admin.tool("outlives", SCRIPT)
    person = Graph(server.url)
    visit = visitor(server.url)
    console = Console(visit.page())
    visit.watch.allow_refusal(401, "/graphql")

    def sign_in() -> None:
        console.field("Username").fill("admin")
        console.field("Password").fill(PASSWORD)
        console.button("Sign in").click()
        console.heading("Outlives")

    console.page.goto(f"/tools/{tool}/editor")
    sign_in()
    console.field("Title").fill("Not saved yet")
    [secret] = [each["value"] for each in visit.context.cookies() if each["name"] == COOKIE]
    person.http.cookies.set(COOKIE, secret)
    assert person.http.delete("/api/session").status_code == 204
    person.close()
    console.field("Title").fill("Not saved before the session ended")
    sign_in()
    console.button("Restore them").click()
    expect(console.field("Title")).to_have_value("Not saved before the session ended")

    console.button("Your account: Administrator").click()
    console.page.get_by_role("menuitem", name="Sign out").click()
    console.button("Stay", console.dialog).click()
    expect(console.dialog).to_be_hidden()
    console.field("Title").fill("Saved after all")
    console.page.keyboard.press("ControlOrMeta+S")
    console.said("Saved as version 2.")
    console.button("Your account: Administrator").click()
    console.page.get_by_role("menuitem", name="Sign out").click()
    console.heading("Sign in")
