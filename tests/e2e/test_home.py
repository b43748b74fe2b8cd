"""If these fail, nobody sees at a glance what runs, what failed and how much is asked of the tools."""

import re

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

NAP = """\
import time


def main():
    time.sleep(300)
"""

CANCEL = "mutation ($id: ID!) { cancelExecution(input: {id: $id}) { execution { id } } }"


def test_what_runs_is_seen_as_it_runs_and_what_failed_is_found(console: Console, admin: Graph) -> None:
    broken = admin.tool("divide_by_nothing", "def main():\n    return 1 / 0\n")
    admin.execute(broken)
    admin.execute(broken)
    console.open("/", "Home")
    failures = console.page.get_by_role("list", name="Failures by tool and reason")
    expect(failures).to_contain_text("SCRIPT_ERROR")
    expect(failures).to_contain_text("2 times")
    running = console.page.get_by_role("list", name="Running now")
    nap = admin.execute(admin.tool("nap", NAP), wait=False)
    expect(console.link("Nap", running)).to_be_visible()
    admin.ask(CANCEL, id=nap["id"])
    expect(console.link("Nap", running)).to_have_count(0)
    failures.get_by_role("link", name="Latest").click()
    console.heading("Divide by nothing")


def test_calls_are_drawn_walked_over_by_keyboard_and_read_as_a_table(console: Console, admin: Graph) -> None:
    admin.execute(admin.tool("greet", "def main():\n    return 'hello'\n"))
    console.open("/?span=hour", "Home")
    chart = console.page.get_by_role("slider", name="Calls and failures over time")
    chart.focus()
    console.page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuenow", "0")
    console.page.keyboard.press("End")
    expect(chart).to_have_attribute("aria-valuenow", "59")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"Calls: \d+"))
    console.page.get_by_text("Table", exact=True).click()
    expect(console.page.get_by_role("columnheader", name="95th percentile")).to_be_visible()
    assert "view=table" in console.page.url


def test_the_first_steps_are_ticked_off_and_can_be_sent_away(console: Console, admin: Graph) -> None:
    tool = admin.tool("add_numbers", "def main():\n    return 2\n", active=False)
    console.open("/", "Home")
    console.link("Create an agent").click()
    console.heading("Agents")
    admin.execute(tool)
    console.open("/", "Home")
    expect(console.link("Make a tool")).to_have_count(0)
    expect(console.page.get_by_text("Make a tool")).to_be_visible()
    console.button("Dismiss").click()
    console.page.reload()
    expect(console.page.get_by_text("Calls over time")).to_be_visible()
    expect(console.page.get_by_text("First steps")).to_have_count(0)
