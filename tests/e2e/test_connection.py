"""If these fail, a person who watches a run loses lines of its log, or must reload, when the network stumbles."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Visitor
from tests.support.cable import Cable
from tests.support.conditions import wait_until
from tests.support.console import Console
from tests.support.graph import Graph
from tests.support.server import ServerProcess

LINES = 100
COUNT = f"""\
import time


def main():
    for number in range({LINES}):
        print(f"entry {{number:03}}", flush=True)
        time.sleep(0.1)
"""
LOST = "Connection lost, reconnecting"
LAST_SEQ = "query ($id: ID!) { execution(id: $id) { lastSeq } }"


@pytest.fixture
def cable(server: ServerProcess) -> Iterator[Cable]:
    plugged = Cable(server.port)
    yield plugged
    plugged.cut()


@pytest.fixture
def watched(cable: Cable, admin: Graph, visitor: Visitor) -> Console:
    """The console on the other end of the cable."""
    visit = visitor(cable.url).sign_in(admin)
    visit.watch.allow_outage()
    return Console(visit.page())


def test_not_one_line_is_lost_or_doubled(watched: Console, cable: Cable, admin: Graph) -> None:
    tool = admin.tool("count", COUNT)
    run = admin.execute(tool, wait=False)["id"]
    watched.open(f"/executions/{run}", "Count")
    expect(watched.log).to_contain_text("entry 003")
    expect(watched.page.get_by_text("Live", exact=True)).to_be_visible()

    before = last_seq(admin, run)
    cable.cut()
    expect(watched.page.get_by_text(LOST)).to_be_visible()
    wait_until(lambda: last_seq(admin, run) > before + 5)
    cable.mend()

    expect(watched.page.get_by_role("heading", level=1)).to_contain_text("Success", timeout=30_000)
    expect(watched.page.get_by_text(LOST)).to_have_count(0)
    copied = watched.copy("Copy the log")
    assert copied.splitlines() == [f"entry {number:03}" for number in range(LINES)]


def test_the_feed_of_executions_catches_up(watched: Console, cable: Cable, admin: Graph) -> None:
    tool = admin.tool("quick", "def main():\n    return 1\n", displayName="Quick one")
    watched.open("/executions", "Executions")
    expect(watched.page.get_by_text("Live", exact=True)).to_be_visible()
    cable.cut()
    expect(watched.page.get_by_text(LOST)).to_be_visible()
    admin.execute(tool)
    cable.mend()
    expect(watched.link("Quick one")).to_have_count(1, timeout=30_000)
    expect(watched.page.get_by_text("Live", exact=True)).to_be_visible()
    admin.execute(tool)
    expect(watched.link("Quick one")).to_have_count(2)


def last_seq(admin: Graph, run: str) -> int:
    return int(admin.data(LAST_SEQ, id=run)["lastSeq"])
