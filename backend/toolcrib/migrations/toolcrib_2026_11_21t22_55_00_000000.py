"""Let a reader tell which status events were committed since it last looked: feeds across executions lose none."""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager
from piccolo.engine import engine_finder

ID = "2026-11-21T22:55:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "the transaction of each execution event"

STATEMENTS = """
ALTER TABLE execution_event ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX execution_event_status_xid ON execution_event (xid) WHERE kind = 'STATUS';
"""


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await engine_finder().current_transaction.get().connection.execute(STATEMENTS)

    manager.add_raw(run)
    return manager
