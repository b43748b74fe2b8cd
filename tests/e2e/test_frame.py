"""The frame: if these fail, people can't get about by keyboard, in their language, or put the server in order."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Visitor
from tests.support.console import Console
from tests.support.graph import Graph

CREATE_CATEGORY = """
mutation ($name: String!, $parent: ID) {
  createCategory(input: {name: $name, parent: $parent}) { category { id } userErrors { code message } }
}
"""
CATEGORIES = "{ categories(all: true) { name parent { name } } }"
CREATE_USER = """
mutation ($username: String!) { createUser(input: {username: $username, displayName: "Ann"})
  { user { id } userErrors { code message } } }
"""


def test_a_person_reads_chinese_from_the_sign_in_page_on(visitor: Visitor, admin: Graph) -> None:
    visit = visitor(admin.url, locale="zh-CN")
    page = visit.page()
    page.goto("/sign-in")
    expect(page.get_by_role("heading", level=1, name="登录")).to_be_visible()
    expect(page).to_have_title("登录 · Toolcrib")
    visit.sign_in(admin)
    page.goto("/tools")
    expect(page.get_by_role("heading", level=1, name="工具")).to_be_visible()
    page.get_by_role("button", name="语言").click()
    page.get_by_role("menuitem", name="English").click()
    expect(page.get_by_role("heading", level=1, name="Tools")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Tools")).to_be_visible()
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name).join()")
    assert "zh_CN" not in loaded  # only the language that is shown


def test_everything_is_found_and_done_by_keyboard(console: Console, admin: Graph) -> None:
    tool = admin.tool("total_of_invoice", "def main():\n    return {}\n")
    page = console.page
    console.open("/health", "Health")
    page.keyboard.press("Control+k")
    field = console.dialog.get_by_role("combobox")
    expect(field).to_be_focused()
    field.press_sequentially("invoice")
    option = page.get_by_role("option", selected=True)
    expect(option).to_contain_text("total_of_invoice")
    field.press("Enter")
    expect(page).to_have_url(re.compile(f"/tools/{tool}$"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("?")
    expect(console.dialog).to_contain_text("Commands and search in everything")
    page.keyboard.press("Escape")
    expect(console.dialog).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("s")
    console.heading("Settings")
    page.keyboard.press("g")
    page.keyboard.press("t")
    console.heading("Tools")
    page.keyboard.press("n")
    console.heading("New tool")


def test_unsaved_work_is_not_lost_by_a_command(console: Console, admin: Graph) -> None:
    tool = admin.tool("half_written", "def main():\n    return {}\n")
    page = console.page
    console.open(f"/tools/{tool}/editor")
    console.write("Script", "def main():\n    return {'half': 'written'}\n")
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("Control+k")
    console.dialog.get_by_role("combobox").press_sequentially("health")
    page.keyboard.press("Enter")
    expect(console.dialog).to_contain_text("Leave without saving?")
    console.button("Stay", console.dialog).click()
    expect(page).to_have_url(re.compile("/editor$"))


def test_categories_are_put_in_order_by_hand(console: Console, admin: Graph) -> None:
    for name in ("Ledgers", "Bills", "Notes"):
        admin.data(CREATE_CATEGORY, name=name)
    console.open("/categories", "Settings")
    expect(console.page).to_have_url(re.compile("/settings/categories$"))
    line(console, "Bills").drag_to(line(console, "Ledgers"))
    console.said("Bills is now in: Ledgers.")
    assert parents(admin)["Bills"] == "Ledgers"
    console.button("Undo").click()
    console.said("Bills is back where it was.")
    assert parents(admin)["Bills"] is None
    console.button("Move Notes to another place").click()
    console.choose("Inside", "Bills")
    console.button("Move", console.dialog).click()
    console.said("Notes is now in: Bills.")
    assert parents(admin)["Notes"] == "Bills"


def line(console: Console, category: str) -> Locator:
    link = console.page.get_by_role("list", name="Categories").get_by_role("link", name=category, exact=True)
    return link.locator("xpath=ancestor::*[@draggable='true'][1]")


def parents(admin: Graph) -> dict[str, str | None]:
    categories = admin.data(CATEGORIES)
    return {each["name"]: each["parent"] and each["parent"]["name"] for each in categories}


def test_an_admin_lets_somebody_in_again(console: Console, admin: Graph, visitor: Visitor) -> None:
    admin.data(CREATE_USER, username="ann")
    console.open("/people?q=ann", "Settings")
    console.button("Make a sign-in link for Ann").click()
    console.button("Make a link").click()
    link = console.dialog.locator("pre").inner_text()
    console.button("I have copied it", console.dialog).click()
    expect(console.page.get_by_text(link)).to_be_hidden()
    page = visitor(admin.url).page()
    page.goto(link)
    expect(page.get_by_role("heading", level=1, name="Welcome, Ann")).to_be_visible()
