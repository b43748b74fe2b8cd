"""Trying a tool in the console: if these fail, a person can't tell how a run went, or can't stop it."""

import re

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

BUG = """\
def share(total, people):
    return total / people


def main(people=0):
    print("sharing", flush=True)
    return share(100, people)
"""
SPIN = """\
def main():
    print("spinning", flush=True)
    while True:
        pass
"""
NAP = """\
import time


def main():
    print("sleeping", flush=True)
    time.sleep(300)
"""


def test_a_bug_is_shown_where_it_is(console: Console, admin: Graph) -> None:
    tool = admin.tool("share_a_bill", BUG)
    console.open(f"/tools/{tool}/try", "Share a bill")
    console.run()
    console.ends("Failed")
    expect(console.log).to_contain_text("sharing")
    failure = console.page.get_by_role("alert").filter(has_text="SCRIPT_ERROR")
    expect(failure).to_contain_text("ZeroDivisionError: division by zero")
    expect(failure).to_contain_text(re.compile(r"line 7, in main\s+return share\(100, people\)"))
    expect(failure).to_contain_text(re.compile(r"line 2, in share\s+return total / people"))


def test_a_loop_without_end_is_stopped_at_the_time_limit(console: Console, admin: Graph) -> None:
    tool = admin.tool("spin", SPIN, timeoutSeconds=1)
    console.open(f"/tools/{tool}/try", "Spin")
    console.run()
    console.ends("Timed out")
    expect(console.log).to_contain_text("spinning")


def test_a_long_run_is_cancelled_and_keeps_its_log(console: Console, admin: Graph) -> None:
    tool = admin.tool("nap", NAP)
    console.open(f"/tools/{tool}/try", "Nap")
    console.run()
    expect(console.log).to_contain_text("sleeping")
    console.button("Cancel").click()
    console.ends("Cancelled")
    console.link("Open the execution").click()
    console.heading("Nap")
    expect(console.log).to_contain_text("sleeping")
    expect(console.page.get_by_role("heading", level=1)).to_contain_text("Cancelled")
