"""If these fail, people can't run their tools, or are told wrong things about their runs."""

import json
from pathlib import Path

import pytest
from toolcrib.executors.contract import Network, OutputSink, RunRequest

from tests.support.execution import MemoryExecutor, World, world

TALKATIVE = """
import sys
def main(lines):
    for number in range(lines):
        print("line", number, flush=True)
    print("done", file=sys.stderr)
    return {"lines": lines}
"""


async def test_a_call_runs_and_everything_about_it_is_recorded(real: World) -> None:
    owner = await real.person()
    tool = await real.tool(owner, TALKATIVE)

    row = await real.run(owner, tool, {"lines": 3}, trace_id="a" * 32)

    assert row["status"] == "SUCCESS"
    assert json.loads(row["output_data"]) == {"lines": 3}
    assert json.loads(row["input_data"]) == {"lines": 3}
    assert row["duration_ms"] >= 0
    assert row["queue_ms"] >= 0
    assert row["cpu_ms"] >= 0
    assert row["peak_memory_bytes"] > 1_000_000
    assert (row["attempt"], row["tool_version"], row["trace_id"]) == (1, 1, "a" * 32)
    usage = await real.database.fetch_one("SELECT * FROM tool_usage WHERE tool = $1", tool)
    assert usage is not None
    assert (usage["execution_count"], usage["last_executed_at"]) == (1, row["started_at"])


async def test_events_tell_the_run_in_order_without_a_gap(real: World) -> None:
    owner = await real.person()
    execution = await real.call(owner, await real.tool(owner, TALKATIVE), {"lines": 40})

    events = await real.all_events(owner, execution)

    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [event.status for event in events if event.status] == ["PENDING", "RUNNING", "SUCCESS"]
    stdout = "".join(str(event.payload["text"]) for event in events if event.kind == "STDOUT")
    assert stdout == "".join(f"line {number}\n" for number in range(40))
    assert (await real.row(execution))["last_seq"] == len(events)


@pytest.mark.parametrize("network", Network)
async def test_a_run_reaches_what_its_tool_may_reach(database_dsn: str, tmp_path: Path, network: Network) -> None:
    async def tell(request: RunRequest, _sink: OutputSink) -> str:
        return str(request.network)

    async with world(database_dsn, tmp_path, MemoryExecutor(tell)) as made:
        owner = await made.person()
        row = await made.run(owner, await made.tool(owner, network=str(network)))

        assert json.loads(row["output_data"]) == str(network)
