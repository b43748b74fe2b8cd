"""Indexes in the order of the lists within a row: a page is then read no further than it goes."""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager

from toolcrib.core.migrate import run_statements

ID = "2026-11-22T08:20:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "indexes in the order of nested lists"

ORDERED = """
CREATE INDEX tool_category_name ON tool (category, name, id);
CREATE INDEX agent_owner_name ON agent (owner, name, id);
CREATE INDEX tool_permission_tool ON tool_permission (tool, id DESC);
CREATE INDEX tool_permission_subject_id ON tool_permission (subject, id DESC);
CREATE INDEX access_token_subject_id ON access_token (subject, id DESC);
DROP INDEX tool_category, agent_owner, tool_permission_subject, access_token_subject;
"""


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await run_statements(ORDERED)

    manager.add_raw(run)
    return manager
