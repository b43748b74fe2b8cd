"""A shell tool from nothing: if this fails, a person can't write one in bash, or can't tell why it failed."""

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

TOOL = "query ($id: ID!) { tool(id: $id) { executorType executorConfig version } }"
GREETING = """\
set -euo pipefail
echo "greeting $INPUT_WORD" >&2
printf 'Hello, %s!\\n' "$INPUT_WORD"
"""
UNCLOSED = """\
echo "greeting" >&2
if true; then
  echo 1
"""
BROKEN = """\
echo "nobody to greet" >&2
exit 3
"""
WORD = """{"word": "$(exit 9) \\"world\\"", "text": ""}"""


def test_a_shell_tool_is_written_tried_broken_and_understood(console: Console, admin: Graph) -> None:
    tool = make_a_shell_tool(console)
    try_the_starter(console)
    write_text_instead(console)
    assert admin.data(TOOL, id=tool) == {"executorType": "SHELL", "executorConfig": {"output": "TEXT"}, "version": 2}
    see_what_bash_refuses(console)
    break_it(console)
    find_it_by_its_executor(console)


def make_a_shell_tool(console: Console) -> str:
    console.open("/tools/new", "New tool")
    console.field("Title").fill("Greet")
    console.field("Description").fill("Greets by name.")
    console.page.get_by_text("Shell", exact=True).click()
    expect(console.page.get_by_role("radio", name="A script that counts lines with a word")).to_be_checked()
    console.button("Create and edit").click()
    console.heading("Greet")
    return console.page.url.split("/tools/")[1].partition("/")[0]


def try_the_starter(console: Console) -> None:
    console.tab("Try")
    console.run("""{"text": "Error: disk full\\nstarted", "word": "error"}""")
    console.ends("Success")
    expect(console.log).to_contain_text("Looking for error")
    expect(console.page.get_by_role("region", name="Result")).to_contain_text('"matching": 1')


def write_text_instead(console: Console) -> None:
    """Here the editor itself proposes that the output is a text; the schema must agree."""
    console.tab("Editor")
    console.write("Script", GREETING)
    console.said("The script doesn't seem to write JSON, so its output looks like a text.")
    console.button("Use that").click()
    expect(console.page.get_by_role("radio", name="Text on stdout")).to_be_checked()
    console.tab("Output schema")
    console.page.get_by_text("JSON", exact=True).click()
    console.write("Output schema", '{"type": "string"}')
    save(console, 2)
    console.tab("Try")
    console.run(WORD)
    console.ends("Success")
    expect(console.log).to_contain_text('greeting $(exit 9) "world"')
    expect(console.page.get_by_role("region", name="Result")).to_contain_text('Hello, $(exit 9) \\"world\\"!')


def see_what_bash_refuses(console: Console) -> None:
    console.tab("Editor")
    console.tab("Script")
    console.write("Script", UNCLOSED)
    problem = console.page.get_by_role("alert").filter(has_text="1 problem")
    expect(problem).to_contain_text("scriptContent: Line 4: syntax error: unexpected end of file")
    expect(console.page.get_by_role("tab", name="Script (problem)")).to_be_visible()


def break_it(console: Console) -> None:
    console.write("Script", BROKEN)
    save(console, 3)
    console.tab("Try")
    console.run(WORD)
    console.ends("Failed")
    expect(console.log).to_contain_text("nobody to greet")
    failure = console.page.get_by_role("alert").filter(has_text="SCRIPT_ERROR")
    expect(failure).to_contain_text("The script exited with code 3: nobody to greet")


def find_it_by_its_executor(console: Console) -> None:
    console.go("Tools")
    console.choose("Executor", "Shell")
    expect(console.page.get_by_role("link", name="Tally a text")).to_be_visible()
    expect(console.page.get_by_role("link", name="Greet", exact=True)).to_be_visible()
    expect(console.page.get_by_role("link", name="Profile a CSV")).to_be_hidden()


def save(console: Console, version: int) -> None:
    console.button("Save").click()
    console.said(f"Saved as version {version}.")
