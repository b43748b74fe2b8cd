"""The text in which tools are searched holds their tags as they are, not as JSON: no quote or bracket that nobody wrote."""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager

from toolcrib.core.migrate import run_statements

ID = "2026-11-22T15:20:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "tags as words in the text that is searched"

SEARCH = """
CREATE FUNCTION words_of_tags(tags jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(string_agg(tag, ' '), '') FROM jsonb_array_elements_text(tags) AS each (tag)
$$;
ALTER TABLE tool DROP COLUMN search_text;
ALTER TABLE tool ADD COLUMN search_text text NOT NULL
    GENERATED ALWAYS AS (lower(name || ' ' || display_name || ' ' || description || ' ' || words_of_tags(tags))) STORED;
CREATE INDEX tool_search_text_trgm ON tool USING gin (search_text gin_trgm_ops);
"""


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await run_statements(SEARCH)

    manager.add_raw(run)
    return manager
