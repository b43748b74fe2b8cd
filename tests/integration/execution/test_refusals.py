"""If these fail, people run what they may not, or learn of tools they may not know."""

import json
from typing import Any

import pytest
from toolcrib.core.errors import Forbidden, InvalidInput, NotFound
from toolcrib.core.ids import new_id
from toolcrib.execution.model import Refused
from toolcrib.identity.model import Role, Scope

from tests.support.execution import World


async def refusal(world: World, *call: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        await world.call(*call, **more)
    return refused.value


async def test_a_hidden_tool_answers_exactly_like_none_at_all(real: World) -> None:
    owner, stranger = await real.person(), await real.person()
    hidden = await real.tool(owner)

    answers = [
        await refusal(real, stranger, which, {"a": 1})
        for which in (hidden, new_id(), "tool_1", "no_such_tool", "\0", "Ünmöglich")
    ]

    assert len({(answer.problems, answer.execution_id, answer.retry_after_ms, str(answer)) for answer in answers}) == 1
    assert answers[0].problems[0].code == "NOT_FOUND"


async def test_calls_of_a_hidden_tool_are_recorded_for_its_admins_alone(real: World) -> None:
    owner, stranger = await real.person(), await real.person()
    await refusal(real, stranger, await real.tool(owner), {"a": "what a stranger sends is not kept"})

    row = await real.only_row()

    assert (row["status"], row["error_code"], row["hidden_from_caller"]) == ("UNAUTHORIZED", "UNAUTHORIZED", True)
    assert row["input_data"] is None
    assert [event.status for event in await real.all_events(owner, row["id"])] == ["UNAUTHORIZED"]
    with pytest.raises(NotFound):
        await real.all_events(stranger, row["id"])


async def test_one_who_may_only_read_is_told_so(real: World) -> None:
    owner, reader = await real.person(), await real.person()
    tool = await real.tool(owner)
    await real.grant(tool, reader, "READ")

    refused = await refusal(real, reader, tool)

    assert refused.problems[0].code == "FORBIDDEN"
    row = await real.only_row()
    assert (row["id"], row["status"]) == (refused.execution_id, "UNAUTHORIZED")
    assert [event.status for event in await real.all_events(reader, row["id"])] == ["UNAUTHORIZED"]


async def test_a_token_that_may_only_read_runs_nothing(real: World) -> None:
    owner = await real.person()
    tool, agent = await real.tool(owner), await real.agent(owner, Scope.READ)
    await real.grant(tool, agent, "EXECUTE")

    assert (await refusal(real, agent, tool)).problems[0].code == "FORBIDDEN"


async def test_the_role_admin_alone_gives_no_right_to_run_private_tools(real: World) -> None:
    owner, admin = await real.person(), await real.person(Role.ADMIN)

    assert (await refusal(real, admin, await real.tool(owner))).problems[0].code == "FORBIDDEN"


async def test_an_agent_that_was_granted_execute_runs_it_and_is_recorded_as_itself(real: World) -> None:
    owner = await real.person()
    tool, agent = await real.tool(owner), await real.agent(owner)
    await real.grant(tool, agent, "EXECUTE")

    row = await real.run(agent, tool)

    assert (row["status"], row["caller"], row["agent"]) == ("SUCCESS", agent.subject_id, agent.subject_id)


async def test_bad_input_is_recorded_with_every_wrong_field(real: World) -> None:
    owner = await real.person()
    schema = {
        "type": "object",
        "properties": {"count": {"type": "integer"}, "key": {"type": "string", "format": "password"}},
        "required": ["name"],
    }
    refused = await refusal(real, owner, await real.tool(owner, input_schema=schema), {"count": "x", "key": "hunter2"})

    assert {problem.field for problem in refused.problems} == {("input", "name"), ("input", "count")}
    row = await real.row(refused.execution_id)  # type: ignore[arg-type]  # a None would fail here
    assert (row["status"], row["error_code"]) == ("FAILED", "INVALID_INPUT")
    assert "input.name is required" in row["error_message"]
    assert json.loads(row["input_data"]) == {"count": "x", "key": "[redacted]"}
    assert await real.database.fetch_value("SELECT count(*) FROM tool_usage") == 0


async def test_input_that_can_not_be_stored_is_refused_and_recorded_without_it(real: World) -> None:
    owner = await real.person()
    refused = await refusal(real, owner, await real.tool(owner), {"a": "\ud800"})

    row = await real.row(refused.execution_id)  # type: ignore[arg-type]  # a None would fail here
    assert (row["error_code"], row["input_data"]) == ("INVALID_INPUT", None)


async def test_input_nested_without_end_is_refused_with_a_key_and_without(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner)
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}

    for more in ({}, {"idempotency_key": "k"}):
        assert (await refusal(real, owner, tool, deep, **more)).problems[0].code == "INVALID_INPUT"


@pytest.mark.parametrize("status", ["DRAFT", "DISABLED"])
async def test_only_live_tools_run(real: World, status: str) -> None:
    owner, user = await real.person(), await real.person()
    tool = await real.tool(owner, status=status)
    await real.grant(tool, user, "EXECUTE")

    refused = await refusal(real, user, tool)

    assert refused.problems[0].code == "NOT_RUNNABLE"
    assert (await real.row(refused.execution_id))["error_code"] == "NOT_RUNNABLE"  # type: ignore[arg-type]


async def test_an_admin_of_a_draft_tries_it(real: World) -> None:
    owner = await real.person()

    assert (await real.run(owner, await real.tool(owner, status="DRAFT")))["status"] == "SUCCESS"


async def test_a_disabled_tool_runs_for_nobody(real: World) -> None:
    owner = await real.person()

    assert (await refusal(real, owner, await real.tool(owner, status="DISABLED"))).problems[0].code == "NOT_RUNNABLE"


async def test_a_deleted_tool_is_gone_for_all_but_its_admins(real: World) -> None:
    owner, user = await real.person(), await real.person()
    tool = await real.tool(owner, visibility="PUBLIC")
    await real.database.execute("UPDATE tool SET deleted_at = now() WHERE id = $1", tool)

    assert (await refusal(real, user, tool)).problems[0].code == "NOT_FOUND"
    assert (await refusal(real, owner, tool)).problems[0].code == "NOT_RUNNABLE"


async def test_a_deprecated_tool_runs_with_a_warning(real: World) -> None:
    owner = await real.person()

    row = await real.run(owner, await real.tool(owner, status="DEPRECATED"))

    assert row["status"] == "SUCCESS"
    assert "deprecated" in json.loads(row["warnings"])[0]


async def test_an_old_version_is_for_those_with_admin(real: World) -> None:
    owner, user = await real.person(), await real.person()
    tool = await real.tool(owner, "def main():\n    return 'old'\n")
    await real.version(tool, 2, "def main():\n    return 'new'\n")
    await real.grant(tool, user, "EXECUTE")

    assert (await real.run(user, tool))["output_data"] == '"new"'
    assert (await real.run(user, tool, version=2))["output_data"] == '"new"'
    assert (await real.run(owner, tool, version=1))["output_data"] == '"old"'
    assert (await refusal(real, user, tool, version=1)).problems[0].code == "FORBIDDEN"
    assert (await refusal(real, owner, tool, version=3)).problems[0].code == "NOT_FOUND"


async def test_an_executor_that_is_not_here_is_said_plainly(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, None, executor_type="HTTP")  # type: ignore[arg-type]  # as HTTP tools have none

    assert "HTTP" in (await refusal(real, owner, tool)).problems[0].message


async def test_a_malformed_call_leaves_no_trace(real: World) -> None:
    owner = await real.person()
    with pytest.raises(InvalidInput):
        await real.call(owner, await real.tool(owner), version=-1)

    assert await real.database.fetch_value("SELECT count(*) FROM execution") == 0


async def test_those_who_see_a_run_but_have_no_part_in_it_do_not_stop_it(real: World) -> None:
    owner = await real.person()
    reading = await real.agent(owner, Scope.READ)
    execution = await real.call(owner, await real.tool(owner))

    with pytest.raises(Forbidden):
        await real.executions.cancel(reading, execution)
