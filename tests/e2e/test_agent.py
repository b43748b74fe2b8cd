"""If these fail, an agent can't use what its people gave it, or loses part of what happened."""

from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import EXECUTE, Graph

TOTAL = """\
def main(lines):
    for line in lines:
        print(line, flush=True)
    return {"total": sum(lines)}
"""


def test_an_agent_made_and_granted_in_the_console_calls_and_follows(console: Console, admin: Graph) -> None:
    tool = admin.tool("total_lines", TOTAL)
    agent = Graph(admin.url, make_an_agent(console, "Billing bot", "billing_bot"))
    assert agent.ask(EXECUTE, input={"tool": tool, "input": {"lines": [1]}})["data"]["executeTool"]["userErrors"]

    console.open(f"/tools/{tool}/access", "Total lines")
    console.find("Person or agent", "Billing bot (billing_bot)", "billing")
    console.button("Grant").click()
    expect(console.page.get_by_role("row", name="Billing bot")).to_contain_text("Run")

    run = agent.execute(tool, lines=[5, 7, 11])
    assert (run["status"], run["outputData"]) == ("SUCCESS", {"total": 23})
    events = list(agent.follow(run["id"]))
    agent.close()
    assert [event["seq"] for event in events] == list(range(1, run["lastSeq"] + 1))
    assert "".join(event["text"] or "" for event in events if event["kind"] == "STDOUT") == "5\n7\n11\n"
    assert [event["status"] for event in events if event["kind"] == "STATUS"] == ["PENDING", "RUNNING", "SUCCESS"]
    assert events[-1]["durationMs"] == run["durationMs"]


def make_an_agent(console: Console, title: str, name: str) -> str:
    """Returns its token, which is shown once."""
    console.open("/agents", "Agents")
    console.button("Create an agent").first.click()
    console.field("Name", console.dialog).fill(name)
    console.field("Title", console.dialog).fill(title)
    console.button("Create an agent", console.dialog).click()
    console.heading(title)
    console.button("Create a token").click()
    console.field("Name", console.dialog).fill("At the office")
    console.button("Create a token", console.dialog).click()
    token = console.copy("Copy the token", console.dialog)
    console.button("I have copied it", console.dialog).click()
    expect(console.page.get_by_text("At the office")).to_be_visible()
    assert token.startswith("tcb_")
    assert token not in console.page.content()
    return token


def test_a_hundred_calls_at_once_all_succeed(admin: Graph) -> None:
    tool = admin.tool("total_many", TOTAL)
    with ThreadPoolExecutor(100) as callers:
        runs = list(callers.map(lambda number: admin.execute(tool, lines=[number, 1]), range(100)))
    assert [run["outputData"] for run in runs] == [{"total": number + 1} for number in range(100)]
    assert {run["status"] for run in runs} == {"SUCCESS"}
