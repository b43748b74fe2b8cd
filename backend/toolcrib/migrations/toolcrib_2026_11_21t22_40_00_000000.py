"""What Piccolo's columns can't say: extensions, triggers, partial and expression indexes, generated columns."""

from piccolo.apps.migrations.auto.migration_manager import MigrationManager

from toolcrib.core.migrate import run_statements

ID = "2026-11-21T22:40:00:000000"
VERSION = "1.38.0"
DESCRIPTION = "extensions, triggers, indexes, generated columns"

EXTENSIONS = """
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS vector;
"""

SUBJECTS = """
ALTER TABLE user_account ADD CONSTRAINT user_account_is_subject FOREIGN KEY (id) REFERENCES subject (id);
ALTER TABLE agent ADD CONSTRAINT agent_is_subject FOREIGN KEY (id) REFERENCES subject (id);

CREATE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.role = 'ADMIN' AND OLD.is_active
       AND (TG_OP = 'DELETE' OR NEW.role <> 'ADMIN' OR NOT NEW.is_active) THEN
        PERFORM pg_advisory_xact_lock(hashtext('keep_an_admin'));
        IF NOT EXISTS (SELECT FROM user_account WHERE role = 'ADMIN' AND is_active AND id <> OLD.id) THEN
            RAISE EXCEPTION 'the last active admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'keep_an_admin';
        END IF;
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER keep_an_admin BEFORE UPDATE OR DELETE ON user_account FOR EACH ROW EXECUTE FUNCTION keep_an_admin();
"""

CATALOG = """
CREATE FUNCTION refuse_category_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.parent IS NULL THEN
        RETURN NEW;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('refuse_category_cycle'));
    IF EXISTS (
        WITH RECURSIVE up AS (
            SELECT NEW.parent AS id
            UNION SELECT c.parent FROM category c JOIN up ON c.id = up.id WHERE c.parent IS NOT NULL
        ) SELECT FROM up WHERE id = NEW.id
    ) THEN
        RAISE EXCEPTION 'a category can''t be below itself'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'category_cycle';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER refuse_category_cycle BEFORE INSERT OR UPDATE OF parent ON category
    FOR EACH ROW EXECUTE FUNCTION refuse_category_cycle();

CREATE FUNCTION keep_version_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A category that is deleted is replaced in old versions too.
    IF TG_OP = 'UPDATE'
       AND to_jsonb(NEW) - 'is_latest' - 'category' = to_jsonb(OLD) - 'is_latest' - 'category' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a tool version never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER keep_version_content BEFORE UPDATE OR DELETE ON tool_version
    FOR EACH ROW EXECUTE FUNCTION keep_version_content();

CREATE INDEX tool_version_category ON tool_version (category);
CREATE UNIQUE INDEX tool_version_one_latest ON tool_version (tool) WHERE is_latest;
ALTER TABLE tool ADD COLUMN search_text text NOT NULL
    GENERATED ALWAYS AS (lower(name || ' ' || display_name || ' ' || description || ' ' || (tags::text))) STORED;
CREATE INDEX tool_search_text_trgm ON tool USING gin (search_text gin_trgm_ops);
CREATE INDEX tool_name_trgm ON tool USING gin (name gin_trgm_ops);
CREATE INDEX tool_display_name_trgm ON tool USING gin (display_name gin_trgm_ops);
CREATE INDEX tool_tags ON tool USING gin (tags);
CREATE INDEX tool_active ON tool (status) WHERE status = 'ACTIVE';
CREATE INDEX tool_visibility ON tool (visibility);
CREATE INDEX tool_owner ON tool (owner);
CREATE INDEX tool_category ON tool (category);
CREATE INDEX tool_created ON tool (created_at, id);
CREATE INDEX tool_updated ON tool (updated_at, id);
CREATE INDEX category_parent ON category (parent);
"""

EXECUTION = """
ALTER TABLE execution ADD COLUMN performance_warning boolean NOT NULL
    GENERATED ALWAYS AS (coalesce(duration_ms, 0) > 5000) STORED;

CREATE FUNCTION hold_execution_transitions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.completed_at IS NOT NULL THEN
        RAISE EXCEPTION 'an ended execution never changes' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
        ('PENDING', 'RUNNING'), ('PENDING', 'FAILED'), ('PENDING', 'CANCELLED'),
        ('RUNNING', 'SUCCESS'), ('RUNNING', 'FAILED'), ('RUNNING', 'TIMEOUT'), ('RUNNING', 'CANCELLED'),
        ('RUNNING', 'PENDING')
    ) THEN
        RAISE EXCEPTION 'an execution can''t go from % to %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER hold_execution_transitions BEFORE UPDATE ON execution
    FOR EACH ROW EXECUTE FUNCTION hold_execution_transitions();

CREATE UNIQUE INDEX execution_idempotency ON execution (caller, on_behalf_of, idempotency_key) NULLS NOT DISTINCT
    WHERE idempotency_key IS NOT NULL;
CREATE INDEX execution_tool ON execution (tool, id DESC);
CREATE INDEX execution_caller ON execution (caller, id DESC);
CREATE INDEX execution_on_behalf_of ON execution (on_behalf_of, id DESC) WHERE on_behalf_of IS NOT NULL;
CREATE INDEX execution_agent ON execution (agent, id DESC) WHERE agent IS NOT NULL;
CREATE INDEX execution_open ON execution (lease_expires_at) WHERE status IN ('PENDING', 'RUNNING');
CREATE INDEX execution_slow ON execution (id DESC) WHERE performance_warning;
CREATE INDEX execution_trace ON execution (trace_id) WHERE trace_id IS NOT NULL;
-- Lets a reader tell which status events were committed since it last looked: feeds across executions lose none.
ALTER TABLE execution_event ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX execution_event_status_xid ON execution_event (xid) WHERE kind = 'STATUS';
CREATE INDEX binary_object_sha256 ON binary_object (sha256);
"""

APPEND_ONLY = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER execution_event_append_only BEFORE UPDATE ON execution_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE INDEX audit_event_target ON audit_event (target, id DESC);
CREATE INDEX audit_event_actor ON audit_event (actor, id DESC);
"""

ACCESS = """
CREATE INDEX tool_permission_subject ON tool_permission (subject);
CREATE INDEX agent_owner ON agent (owner);
CREATE INDEX access_token_subject ON access_token (subject);
CREATE INDEX session_account ON session (account);
CREATE INDEX sign_in_attempt_username ON sign_in_attempt (username, at);
CREATE INDEX sign_in_attempt_address ON sign_in_attempt (address, at);
"""

TOUCHED = ("user_account", "agent", "category", "tool", "tool_permission", "execution")
TOUCH = """
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := now();
    RETURN NEW;
END $$;
""" + "\n".join(
    f'CREATE TRIGGER touch_updated_at BEFORE UPDATE ON "{table}" FOR EACH ROW EXECUTE FUNCTION touch_updated_at();'
    for table in TOUCHED
)


async def forwards() -> MigrationManager:
    manager = MigrationManager(migration_id=ID, app_name="toolcrib", description=DESCRIPTION)

    async def run() -> None:
        await run_statements("".join((EXTENSIONS, SUBJECTS, CATALOG, EXECUTION, APPEND_ONLY, ACCESS, TOUCH)))

    manager.add_raw(run)
    return manager
