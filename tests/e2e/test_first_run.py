"""The main job, from an empty data directory: if it fails, a newcomer never gets to their first result."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Visitor
from tests.support.console import Console
from tests.support.database import throwaway_directory
from tests.support.graph import PASSWORD
from tests.support.server import ServerProcess, running_server

GOODS = ["Desk", "Chair", "Lamp", "Shelf", "Delivery"]
LINES = ", ".join(f'{{"description": "{goods}", "quantity": 2, "unit_price": 10.5}}' for goods in GOODS)
SCRIPT = """\
import time


def main(lines: list[dict], currency: str = "EUR") -> dict:
    total = 0.0
    for line in lines:
        amount = line["quantity"] * line["unit_price"]
        print(f"{line['description']}: {amount:.2f} {currency}")
        total += amount
        time.sleep(0.8)
    return {"total": round(total, 2), "currency": currency, "lines": len(lines)}
"""

# What a person has seen so far: every look of the log that differs from the one before.
RECORD = """(goods) => {
  window.looks = [];
  const look = () => {
    const log = document.querySelector('[role=log]')?.textContent ?? '';
    const running = [...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Running');
    const seen = JSON.stringify({ running, lines: goods.filter((name) => log.includes(name)).length });
    if (window.looks.at(-1) !== seen) window.looks.push(seen);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    """On an empty data directory, with the PostgreSQL that comes along."""
    with throwaway_directory() as data_dir, running_server(data_dir) as started:
        yield started


def test_from_the_printed_link_to_a_result_that_arrives_line_by_line(server: ServerProcess, visitor: Visitor) -> None:
    visit = visitor(server.url)
    console = Console(visit.page())
    set_a_password(console, str(server.first_link))
    make_a_category(console, "Accounting")
    make_a_tool(console, "Invoice total", "Accounting")
    edit_and_activate(console)
    watch_it_run(console)

    second = visitor(server.url)
    second.watch.allow_refusal(404, "/api/sign-in-links/")
    late = Console(second.page())
    late.open(str(server.first_link), "This link no longer works")


def set_a_password(console: Console, link: str) -> None:
    for _ in range(2):  # looking at a link doesn't use it up
        console.open(link, "Welcome")
    console.field("New password").fill(PASSWORD)
    console.field("Repeat the new password").fill(PASSWORD)
    console.button("Set the password and sign in").click()
    console.heading("Home")


def make_a_category(console: Console, name: str) -> None:
    console.go("Settings")
    console.button("New category").first.click()
    console.field("Name", console.dialog).fill(name)
    console.button("Save", console.dialog).click()
    expect(console.page.get_by_role("list", name="Categories").get_by_role("link", name=name)).to_be_visible()


def make_a_tool(console: Console, title: str, category: str) -> None:
    console.go("Tools")
    console.link("New tool").first.click()
    console.heading("New tool")
    console.field("Title").fill(title)
    expect(console.field("Name")).to_have_value("invoice_total")
    console.field("Description").fill("Totals the lines of an invoice.")
    console.choose("Category", category, typed=category)
    console.button("Create and edit").click()
    console.heading(title)


def edit_and_activate(console: Console) -> None:
    console.write("Script", SCRIPT)
    console.field("What changed (optional)").fill("Takes its time")
    console.button("Save").click()
    console.said("Saved as version 2.")
    console.button("Activate").click()
    console.said("The tool is active: agents can call it.")


def watch_it_run(console: Console) -> None:
    console.tab("Try")
    console.page.evaluate(RECORD, GOODS)
    console.run(f'{{"lines": [{LINES}], "currency": "EUR"}}')
    console.ends("Success")
    expect(console.page.get_by_text(re.compile(r"^4\.\d+ s$"))).to_be_visible()
    expect(console.page.get_by_role("region", name="Result")).to_contain_text('"total": 105')
    looks = [json.loads(look) for look in console.page.evaluate("window.looks")]
    lines = [look["lines"] for look in looks if look["running"] and look["lines"]]
    assert lines == sorted(set(lines))
    assert lines[0] < 5
    assert len(lines) >= 3, looks
