"""If these fail, an admin can't tell who changed what, or whether the trail can be trusted."""

import re

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

RENAME = """
mutation ($id: ID!) {
  updateAgent(input: {id: $id, displayName: "Second name"}) { agent { id } userErrors { message } }
}
"""
CREATE = """
mutation { createAgent(input: {name: "renamed", displayName: "First name"}) { agent { id } userErrors { message } } }
"""


def test_a_change_is_found_and_shows_what_was_before(console: Console, admin: Graph) -> None:
    agent = admin.data(CREATE)["agent"]["id"]
    admin.data(RENAME, id=agent)
    console.open("/audit", "Audit")
    expect(console.button("Agent changed").first).to_be_visible()
    console.field("Search").fill("second name")
    expect(console.button("Agent created")).to_have_count(0)
    console.button("Agent changed").first.click()
    changes = console.dialog.get_by_role("row").filter(has_text="display_name")
    expect(changes).to_contain_text("First name")
    expect(changes).to_contain_text("Second name")
    expect(console.dialog).to_contain_text("127.0.0.1")
    assert "q=second+name" in console.page.url
    console.page.reload()
    console.link("Second name", console.dialog).click()
    console.heading("Second name")


def test_the_trail_is_verified(console: Console, admin: Graph) -> None:
    admin.data(CREATE.replace("renamed", "another"))
    console.open("/audit", "Audit")
    console.button("Verify the trail").click()
    expect(console.page.get_by_role("status").filter(has_text=re.compile(r"whole: all \d+ lines"))).to_be_visible()


def test_an_address_brings_the_same_lines_back(console: Console, admin: Graph) -> None:
    admin.data(CREATE.replace("renamed", "shared_address"))
    console.open("/audit?action=session.create", "Audit")
    expect(console.button("Signed in").first).to_be_visible()
    expect(console.button("Agent created")).to_have_count(0)
    console.button("Clear filters").click()
    expect(console.button("Agent created").first).to_be_visible()


def test_what_one_agent_did_is_told_apart(console: Console, admin: Graph) -> None:
    agent = admin.data(CREATE.replace("renamed", "switched_off").replace("First name", "Switched off"))["agent"]["id"]
    admin.data(
        "mutation ($id: ID!) { updateAgent(input: {id: $id, isActive: false}) { userErrors { message } } }", id=agent
    )
    console.open("/audit", "Audit")
    expect(console.button("Agent created").first).to_be_visible()
    console.find("Who", "Switched off (switched_off)", "switched")
    expect(console.page.get_by_text("No line fits")).to_be_visible()
    assert f"actor={agent}" in console.page.url
    console.page.reload()
    expect(console.page.get_by_text("Switched off (switched_off)")).to_be_visible()
    console.button("Clear filters").click()
    expect(console.button("Agent created").first).to_be_visible()
