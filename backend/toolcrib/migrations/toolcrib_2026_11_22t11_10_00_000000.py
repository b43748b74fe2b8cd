"""Executions by time, for statistics: a span is then read, and not the whole table."""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager

from toolcrib.core.migrate import run_statements

ID = "2026-11-22T11:10:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "executions by time"

BY_TIME = """
CREATE INDEX execution_created ON execution (created_at);
CREATE INDEX execution_failed ON execution (created_at) WHERE status IN ('FAILED', 'TIMEOUT');
"""


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await run_statements(BY_TIME)

    manager.add_raw(run)
    return manager
