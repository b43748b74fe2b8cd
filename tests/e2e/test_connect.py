"""If these fail, whoever connects an agent pastes something that does not work, or never learns that it does."""

import httpx
from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import EXECUTE, Graph

CREATE_AGENT = """
mutation { createAgent(input: {name: "newcomer", displayName: "Newcomer"}) { agent { id } userErrors { message } } }
"""


def test_an_agent_is_connected_with_what_the_console_shows(console: Console, admin: Graph) -> None:
    agent = admin.data(CREATE_AGENT)["agent"]["id"]
    console.open("/agents", "Agents")
    console.link("Connect Newcomer").click()
    console.heading("Connect Newcomer")
    status = console.page.get_by_role("status").filter(has_text="call")
    expect(status).to_contain_text("Waiting for this agent's first call")
    shown = console.page.get_by_role("tabpanel")
    expect(shown).to_contain_text('"Authorization: Bearer $TOOLCRIB_TOKEN"')

    console.button("Create a token").click()
    console.field("Name", console.dialog).fill("Connected")
    console.button("Create a token", console.dialog).click()
    expect(shown).to_contain_text("Bearer tcb_")
    expect(console.button("Copy the token")).to_be_focused()
    token = console.copy("Copy the token")

    for name, word in (("Cursor", '"url"'), ("VS Code", '"servers"'), ("Anthropic loop", "/v1/messages")):
        console.tab(name)
        expect(shown).to_contain_text(word)
        expect(shown).to_contain_text(token)
        expect(shown).to_contain_text(admin.url)
    assert token in console.copy("Copy", shown)
    assert "for=anthropic" in console.page.url

    headers = {"Authorization": f"Bearer {token}"}
    call = {"name": "diff_texts", "input": {"before": "a", "after": "b"}}
    answer = httpx.post(
        f"{admin.url}/graphql", headers=headers, json={"query": EXECUTE, "variables": {"input": call}}, timeout=60
    )
    assert answer.json()["data"]["executeTool"]["execution"]["status"] == "SUCCESS"
    expect(console.link("Diff two texts")).to_be_visible()

    console.page.reload()
    console.heading("Connect Newcomer")
    expect(console.page.get_by_role("tab", name="Anthropic loop")).to_have_attribute("aria-selected", "true")
    assert token not in console.page.content()
    console.link("The agent").click()
    expect(console.page).to_have_url(f"{admin.url}/agents/{agent}")
