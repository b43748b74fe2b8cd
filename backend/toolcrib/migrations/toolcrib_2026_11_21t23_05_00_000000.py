"""A version's content never changes, save for the category: one that is deleted is replaced in old versions too."""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager
from piccolo.engine import engine_finder

ID = "2026-11-21T23:05:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "old versions follow a category that is replaced"

VERSIONS = """
CREATE OR REPLACE FUNCTION keep_version_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
       AND to_jsonb(NEW) - 'is_latest' - 'category' = to_jsonb(OLD) - 'is_latest' - 'category' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a tool version never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE INDEX tool_version_category ON tool_version (category);
"""


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await engine_finder().current_transaction.get().connection.execute(VERSIONS)

    manager.add_raw(run)
    return manager
