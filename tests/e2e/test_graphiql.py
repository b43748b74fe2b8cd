"""If these fail, a developer can't try the API in the browser; the watch lets nothing come from elsewhere."""

from playwright.sync_api import Locator, expect

from tests.support.console import Console
from tests.support.graph import Graph

NAP = "import time\n\n\ndef main():\n    time.sleep(60)\n"
CANCEL = "mutation ($id: ID!) { cancelExecution(input: {id: $id}) { execution { id } userErrors { code } } }"


def open_graphiql(console: Console, operation: str) -> Locator:
    """Run an operation; returns where its results appear."""
    page = console.page
    page.goto("/graphiql")
    editor = page.get_by_role("region", name="Operation Editor").get_by_role("textbox")
    expect(editor).to_be_editable()
    console.paste(editor, operation)
    expect(page.get_by_text("<untitled>").first).to_be_visible()  # it has read that this operation has no name
    page.get_by_role("button", name="Execute query (Ctrl-Enter)").click()
    return page.get_by_role("region", name="Result Window")


def test_a_query_is_answered(console: Console, admin: Graph) -> None:
    admin.tool("found_by_graphiql", "def main():\n    return 1\n")
    results = open_graphiql(console, '{ tools(filter: {search: "found_by_graphiql"}) { nodes { name } } }')
    expect(results).to_contain_text("found_by_graphiql")


def test_a_subscription_tells_of_what_happens(console: Console, admin: Graph) -> None:
    tool = admin.tool("watched_by_graphiql", NAP)
    run = admin.execute(tool, wait=False)["id"]
    results = open_graphiql(console, f'subscription {{ executionEvents(id: "{run}") {{ seq status }} }}')
    expect(results).to_contain_text("RUNNING")
    admin.data(CANCEL, id=run)
    expect(results).to_contain_text("CANCELLED")
