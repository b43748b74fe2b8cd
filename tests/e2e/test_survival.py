"""If this fails, runs that nobody runs any more look alive for ever after a crash."""

from playwright.sync_api import expect

from tests.e2e.conftest import Visitor
from tests.support.conditions import wait_until
from tests.support.console import Console
from tests.support.graph import Graph
from tests.support.server import ServerProcess

LEASE_SECONDS = 15
NAP = "import time\n\n\ndef main():\n    time.sleep(120)\n"
RUNS = "query ($tool: ID!) { executions(first: 100, filter: {tool: $tool}) { nodes { status errorCode } } }"


def test_no_run_outlives_a_killed_server(server: ServerProcess, admin: Graph, visitor: Visitor) -> None:
    tool = admin.tool("nap", NAP)
    for _ in range(20):
        admin.execute(tool, wait=False)
    wait_until(lambda: "RUNNING" in {run["status"] for run in runs(admin, tool)})
    server.kill()
    server.start()
    assert len(runs(admin, tool)) == 20
    wait_until(lambda: not alive(admin, tool), LEASE_SECONDS + 15)
    assert {(run["status"], run["errorCode"]) for run in runs(admin, tool)} == {("FAILED", "WORKER_LOST")}

    console = Console(visitor(server.url, viewport={"width": 1280, "height": 1600}).sign_in(admin).page())
    console.open("/executions", "Executions")
    expect(console.page.get_by_text("WORKER_LOST")).to_have_count(20)


def runs(admin: Graph, tool: str) -> list[dict[str, str]]:
    nodes: list[dict[str, str]] = admin.data(RUNS, tool=tool)["nodes"]
    return nodes


def alive(admin: Graph, tool: str) -> bool:
    return bool({"PENDING", "RUNNING"} & {run["status"] for run in runs(admin, tool)})
