"""What the questions are asked about: 10,000 tools on 200 shelves, and 200,000 executions of them."""
# ruff: noqa: S608 - put together from the constants of this file

import asyncpg

TOOLS = 10_000
EXECUTIONS = 200_000
CATEGORIES = 200
TOP_CATEGORIES = 20

_FILL = (
    # The ids are those the sides would make: ordered by time, as UUID version 7 is.
    f"""
    INSERT INTO category (id, name, description)
    SELECT uuidv7(), 'Shelf ' || n, 'What belongs on shelf ' || n FROM generate_series(1, {TOP_CATEGORIES}) n
    """,
    f"""
    INSERT INTO category (id, name, description, parent)
    SELECT uuidv7(), 'Shelf ' || n, 'What belongs on shelf ' || n, parent.id
    FROM generate_series({TOP_CATEGORIES + 1}, {CATEGORIES}) n
    JOIN category parent ON parent.name = 'Shelf ' || (n % {TOP_CATEGORIES} + 1)
    """,
    f"""
    INSERT INTO tool (id, name, display_name, description, status, category, tags, visibility, owner, script_content,
        input_schema, output_schema)
    SELECT uuidv7(), 'bench_' || lpad(n::text, 5, '0'), 'Tool number ' || n,
        'Reads what it is given, sorts it and answers the ' || n || ' most frequent entries as a table.',
        CASE WHEN n % 10 = 0 THEN 'DEPRECATED' ELSE 'ACTIVE' END, c.id, '["data", "table"]',
        CASE WHEN n % 3 = 0 THEN 'PRIVATE' ELSE 'PUBLIC' END, u.id, 'def main(rows): return rows',
        '{{"type": "object", "properties": {{"rows": {{"type": "array"}}}}}}', '{{}}'
    FROM generate_series(1, {TOOLS}) n JOIN category c ON c.name = 'Shelf ' || (n % {CATEGORIES} + 1),
        (SELECT id FROM user_account LIMIT 1) u
    """,
    """
    INSERT INTO tool_version (id, tool, version, is_latest, display_name, description, category, tags, executor_type,
        script_content, input_schema, output_schema, author)
    SELECT uuidv7(), t.id, 1, TRUE, t.display_name, t.description, t.category, t.tags, t.executor_type,
        t.script_content, t.input_schema, t.output_schema, t.owner
    FROM tool t WHERE t.name LIKE 'bench_%'
    """,
    f"""
    INSERT INTO execution (id, tool, tool_version, status, input_data, output_data, started_at, completed_at,
        duration_ms, queue_ms, caller, last_seq)
    SELECT uuidv7(), t.id, 1, CASE WHEN n % 20 = 0 THEN 'FAILED' ELSE 'SUCCESS' END, '{{"rows": [1, 2, 3]}}',
        '{{"rows": [3, 2, 1]}}', now(), now(), n % 900, n % 40, t.owner, 2
    FROM generate_series(1, {EXECUTIONS}) n
    JOIN tool t ON t.name = 'bench_' || lpad(((n::bigint * 7919) % {TOOLS} + 1)::text, 5, '0')
    """,
    "VACUUM (ANALYZE)",
)


async def fill(dsn: str) -> None:
    """Into a migrated database where the first person is."""
    connection = await asyncpg.connect(dsn)
    try:
        for statement in _FILL:
            await connection.execute(statement)
    finally:
        await connection.close()
