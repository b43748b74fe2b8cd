"""Seals on the trail: each row of it in a chain of hashes, made a moment after it was written.

Whatever is written to the trail is due to be sealed, by a row in the same transaction: none can be passed over, however
late it is committed. A seal is set once; from then on it is as unchangeable as what it seals.
"""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager

from toolcrib.core.migrate import run_statements

ID = "2026-11-22T11:50:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "seals on the audit trail"

SEALS = """
CREATE TABLE audit_seal (
    event uuid PRIMARY KEY,
    number bigint UNIQUE,
    hash bytea,
    sealed_at timestamptz,
    CONSTRAINT set_as_a_whole CHECK (
        (number IS NULL) = (hash IS NULL) AND (number IS NULL) = (sealed_at IS NULL)
        AND number >= 1 AND length(hash) = 32
    )
);
CREATE INDEX audit_seal_due ON audit_seal (event) WHERE number IS NULL;

CREATE FUNCTION owe_a_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_seal (event) VALUES (NEW.id);
    RETURN NULL;
END $$;
INSERT INTO audit_seal (event) SELECT id FROM audit_event;
CREATE TRIGGER audit_event_owes_a_seal AFTER INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION owe_a_seal();

CREATE FUNCTION keep_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.number IS NULL AND NEW.event = OLD.event THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'audit_seal is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER keep_seal BEFORE UPDATE OR DELETE ON audit_seal FOR EACH ROW EXECUTE FUNCTION keep_seal();
CREATE TRIGGER audit_seal_append_only BEFORE TRUNCATE ON audit_seal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE INDEX audit_event_action ON audit_event (action, id DESC);
CREATE INDEX audit_event_at ON audit_event (at);
"""


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await run_statements(SEALS)

    manager.add_raw(run)
    return manager
