"""What the home page's statistics cost over a million executions, to an admin and to a member.

The whole of it: a server in a process of its own, asked over HTTP for what the page asks, one question after another.
"""
# ruff: noqa: S608 - put together from the constants of this file

import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import quantiles

import asyncpg
import httpx
from toolcrib.core.database_server import database_server

from benchmarks.calls import SERVER_DATA, prepare_folder, settings_in
from benchmarks.graphql import make_tokens
from tests.support.server import running_server

EXECUTIONS = 1_000_000
DAYS = 30
TOOLS = 60
AGENTS = 20
TIMES = 20
SPANS = ("HOUR", "DAY", "WEEK", "MONTH")

_FILL = (
    f"""
    INSERT INTO tool (id, name, display_name, description, status, visibility, owner, script_content, input_schema,
        output_schema)
    SELECT uuidv7(), 'bench_' || n, 'Tool number ' || n, 'Sorts rows.', 'ACTIVE', 'PUBLIC', u.id, '-', '{{}}', '{{}}'
    FROM generate_series(1, {TOOLS}) n, (SELECT id FROM user_account ORDER BY id LIMIT 1) u
    """,
    f"""
    WITH made AS (
        INSERT INTO subject (id, kind) SELECT uuidv7(), 'AGENT' FROM generate_series(1, {AGENTS}) RETURNING id
    ), owner AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM user_account)
    INSERT INTO agent (id, name, display_name, owner)
    SELECT m.id, 'bench-' || m.n, 'Agent ' || m.n, o.id
    FROM (SELECT id, row_number() OVER () AS n FROM made) m JOIN owner o ON o.n = m.n % 2
    """,
    # Some tools are called far more than others, and some take far longer: as it is.
    f"""
    INSERT INTO execution (id, tool, tool_version, status, error_code, input_data, output_data, started_at,
        completed_at, duration_ms, queue_ms, caller, agent, last_seq, created_at)
    SELECT uuidv7(), t.ids[1 + floor({TOOLS} * power(random(), 3))], 1, r.status,
        CASE WHEN r.status <> 'SUCCESS' THEN r.status END, '{{"rows": [1, 2, 3], "order": "descending"}}',
        '{{"rows": [3, 2, 1]}}', r.at, r.at, exp(3 + 2.2 * (random() + random() + random()))::int, n % 40,
        a.ids[r.agent], a.ids[r.agent], 2, r.at
    FROM (
        SELECT n, CASE WHEN n % 31 = 0 THEN 'FAILED' WHEN n % 211 = 0 THEN 'TIMEOUT' ELSE 'SUCCESS' END AS status,
            now() - interval '{DAYS} days' * (1 - n / {EXECUTIONS}.0) AS at, 1 + n % {AGENTS} AS agent
        FROM generate_series(1, {EXECUTIONS}) n
    ) r, (SELECT array_agg(id) AS ids FROM tool WHERE name LIKE 'bench_%') t, (SELECT array_agg(id) AS ids FROM agent) a
    """,
    "VACUUM (ANALYZE)",
)

_PAGE = (Path(__file__).parent / "home.graphql").read_text()


async def measure() -> list[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = prepare_folder(Path(name))
        with database_server(settings_in(folder)) as settings:
            dsn = str(settings.database_url)
            with running_server(folder / SERVER_DATA, dsn) as server:
                tokens = await asyncio.to_thread(make_tokens, server.url, str(server.first_link))
                await fill(dsn)
                lines = [await _asked(server.url, who, token, span) for who, token in tokens.items() for span in SPANS]
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return [*lines, f"load of the machine: {load}"]


async def fill(dsn: str) -> None:
    """Into a migrated database where an admin and a member are."""
    connection = await asyncpg.connect(dsn)
    try:
        for statement in _FILL:
            await connection.execute(statement)
    finally:
        await connection.close()


async def _asked(url: str, who: str, token: str, span: str) -> str:
    body = {"query": _PAGE, "variables": {"span": span}}
    took = []
    async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
        for turn in range(TIMES + 1):
            started = time.perf_counter()
            answer = (await client.post("/graphql", json=body)).json()
            if turn:  # the first one warms up
                took.append((time.perf_counter() - started) * 1000)
    if answer.get("errors"):
        raise RuntimeError(f"{who}, {span}: {answer['errors']}")
    percentiles = quantiles(took, n=20, method="inclusive")
    calls = answer["data"]["statistics"]["totals"]["calls"]
    return f"{who}, {span}: {calls:,} calls: p50 {percentiles[9]:.0f} ms, p95 {percentiles[18]:.0f} ms"
