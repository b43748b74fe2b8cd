"""A server that stops while agents call. If one fails, they hang, or take the end of the server for a fault."""

import threading

import httpx

from tests.support.conditions import wait_until
from tests.support.graph import Graph
from tests.support.mcp import OLD, Crib, crib

__all__ = ["crib"]

CALL = {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "endless"}}


def test_calls_under_way_are_told_and_leave_nothing_running(crib: Crib) -> None:
    token = crib.token(crib.person).secret
    session = crib.initialize(token).headers["mcp-session-id"]
    answers: list[httpx.Response] = []

    def old() -> None:
        answers.append(crib.post(token, CALL, **{"Mcp-Session-Id": session, "Mcp-Protocol-Version": OLD}))

    def new() -> None:
        answers.append(crib.ask(token, "tools/call", name="endless"))

    callers = [threading.Thread(target=caller) for caller in (old, new)]
    for caller in callers:
        caller.start()
    asked = "{ executions(first: 5, filter: {status: [RUNNING]}) { nodes { id } } }"
    wait_until(lambda: len(crib.admin.data(asked)["nodes"]) == len(callers))
    assert crib.server.stop() == 0
    for caller in callers:
        caller.join(10)
    assert sorted(answer.status_code for answer in answers) == [200, 503]
    assert "Traceback" not in crib.server.log
    crib.server.start()
    again = Graph(crib.url, token)
    ended = again.data("{ executions(first: 2) { nodes { status } } }")["nodes"]
    again.close()
    assert [run["status"] for run in ended] == ["CANCELLED", "CANCELLED"]
