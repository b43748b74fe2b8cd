"""If these fail, a script that was to reach nothing reaches the network, or its owner is told something else."""

from typing import Any

import pytest
from toolcrib.identity.model import Principal

from tests.integration.graphql.conftest import CREATE, Api

CHANGE = """
mutation ($tool: ID!, $to: ToolNetwork, $from: ToolNetwork) {
  updateToolPolicy(input: {id: $tool, policy: {network: $to}, expected: {network: $from}}) {
    tool { network version } userErrors { code message field }
  }
}
"""


async def change(api: Api, who: Principal, tool: str, before: str | None, after: str | None) -> Any:
    return (await api.data(who, CHANGE, tool=tool, to=after, **{"from": before}))["updateToolPolicy"]


async def test_the_network_is_taken_and_given_back_without_a_new_version(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "add")
    for before, after in (("FULL", "NONE"), ("NONE", "FULL")):
        changed = await change(api, ann, tool, before, after)
        assert changed == {"tool": {"network": after, "version": 1}, "userErrors": []}


async def test_a_change_that_somebody_else_made_meanwhile_is_not_overwritten(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "add")
    await change(api, ann, tool, "FULL", "NONE")
    [problem] = (await change(api, ann, tool, "FULL", "NONE"))["userErrors"]
    assert (problem["code"], problem["field"]) == ("CONFLICT", ["expected", "network"])
    assert "NONE by now" in problem["message"]


async def test_there_is_always_a_policy(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "add")
    [problem] = (await change(api, ann, tool, "FULL", None))["userErrors"]
    assert problem["code"] == "INVALID_INPUT"
    assert "network" in problem["message"]


async def test_a_tool_can_be_made_without_network(api: Api) -> None:
    ann = await api.people.user("ann")
    content = {
        "displayName": "Add",
        "description": "Adds.",
        "inputSchema": {"type": "object"},
        "scriptContent": "def main():\n    return 1\n",
    }
    await api.data(ann, CREATE, input={"name": "add", "content": content, "network": "NONE"})
    assert (await api.data(ann, '{ tool(name: "add") { network } }'))["tool"] == {"network": "NONE"}


@pytest.mark.parametrize("value", ["ALLOW_LIST", "none", "", 1])
async def test_what_is_no_policy_is_refused_with_its_field(api: Api, value: object) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "add")
    answer = await api.ask(ann, CHANGE, tool=tool, to=value, **{"from": "FULL"})
    assert answer.data is None
    assert "ToolNetwork" in answer.errors[0]["message"]
