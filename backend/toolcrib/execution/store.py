"""SQL of the running of executions.

Only the process that holds an execution (`worker`, on its `attempt`) can change it: a statement of anyone else, or of
one whose lease was taken, touches no row and answers None. Every statement may be repeated, as it must be where the
database went away before it answered.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from toolcrib.core.db import Database
from toolcrib.core.json_text import JsonValue
from toolcrib.execution.model import Ending, EventKind, ExecutionStatus

LEASE_SECONDS = 15

_COUNT = """
INSERT INTO tool_usage (tool, execution_count, last_executed_at) SELECT tool, 1, now() FROM started
ON CONFLICT (tool) DO UPDATE SET execution_count = tool_usage.execution_count + 1, last_executed_at = now()
"""

_RECORD = f"""
WITH recorded AS (
    INSERT INTO execution (id, tool, tool_version, caller, on_behalf_of, agent, trace_id, input_data, warnings,
        idempotency_key, request_hash, status, worker, error_code, error_message, rate_limit_hit, hidden_from_caller,
        lease_expires_at, last_seq, completed_at, attempt, started_at, queue_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::json, $9::jsonb, $10, $11, $12, $13, $14, $15, $16, $17,
        now() + make_interval(secs => $18), cardinality($19::json[]),
        CASE WHEN $12 NOT IN ('PENDING', 'RUNNING') THEN now() END,
        CASE WHEN $12 = 'RUNNING' THEN 1 ELSE 0 END, CASE WHEN $12 = 'RUNNING' THEN now() END,
        CASE WHEN $12 = 'RUNNING' THEN 0 END)
    ON CONFLICT (caller, on_behalf_of, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
    RETURNING id, tool, attempt, status
), told AS (
    INSERT INTO execution_event (execution, seq, attempt, kind, payload)
    SELECT id, seq, CASE seq WHEN 2 THEN attempt ELSE 0 END, 'STATUS', payload
    FROM recorded, unnest($19::json[]) WITH ORDINALITY AS told (payload, seq)
), started AS (SELECT tool FROM recorded WHERE status = 'RUNNING'), counted AS ({_COUNT})
SELECT now() FROM recorded
"""  # noqa: S608 - put together from constants

_START = f"""
WITH started AS (
    UPDATE execution SET status = 'RUNNING', attempt = $2, last_seq = $4, started_at = now(),
        queue_ms = least(extract(epoch FROM now() - created_at) * 1000, 2147483647),
        lease_expires_at = now() + make_interval(secs => $5)
    WHERE id = $1 AND worker = $3
        AND ((status = 'PENDING' AND attempt = $2 - 1) OR (status = 'RUNNING' AND attempt = $2))
    RETURNING id, tool
), told AS (
    INSERT INTO execution_event (execution, seq, attempt, kind, payload)
    SELECT id, $4, $2, 'STATUS', $6::json FROM started
    ON CONFLICT (execution, seq) DO NOTHING
), counted AS ({_COUNT})
SELECT now() FROM started
"""  # noqa: S608 - put together from constants

_TELL = """
INSERT INTO execution_event (execution, seq, attempt, kind, payload)
SELECT owned.id, told.seq, $2, told.kind, told.payload
FROM owned, unnest($4::int[], $5::text[], $6::json[]) AS told (seq, kind, payload)
ON CONFLICT (execution, seq) DO NOTHING
"""

# Log lines need not be on disk at once, statuses must: the setting holds for this statement's own transaction. What a
# crash of the server then takes with it shows in `last_seq`, and the writer, who still has the lines, sends them again.
_APPEND = f"""
WITH hasty AS (SELECT set_config('synchronous_commit', 'off', TRUE)),
owned AS (
    UPDATE execution SET last_seq = ($4::int[])[array_upper($4::int[], 1)] FROM hasty
    WHERE id = $1 AND attempt = $2 AND worker = $3 AND completed_at IS NULL AND last_seq >= ($4::int[])[1] - 1
    RETURNING id
), told AS ({_TELL})
SELECT now() FROM owned
"""  # noqa: S608 - put together from constants

_END = f"""
WITH owned AS (
    UPDATE execution SET last_seq = ($4::int[])[array_upper($4::int[], 1)], completed_at = now(), status = $7,
        output_data = $8::json, error_code = $9, error_message = $10, error_stack = $11, duration_ms = $12,
        cpu_ms = $13, peak_memory_bytes = $14
    WHERE id = $1 AND attempt = $2 AND worker = $3 AND completed_at IS NULL AND last_seq >= ($4::int[])[1] - 1
    RETURNING id
), told AS ({_TELL})
SELECT now() FROM owned
"""  # noqa: S608 - put together from constants

_ARTIFACT = """
WITH object AS (
    INSERT INTO binary_object (id, sha256, size, mime_type) VALUES ($3, $5, $6, $7)
    ON CONFLICT (id) DO NOTHING RETURNING id
)
INSERT INTO execution_artifact (id, execution, name, object) SELECT $1, $2, $4, id FROM object
ON CONFLICT (execution, name) DO NOTHING
"""

_RENEW = """
UPDATE execution SET lease_expires_at = now() + make_interval(secs => $3)
WHERE id = ANY($1) AND worker = $2 AND completed_at IS NULL
RETURNING id, cancel_requested_at IS NOT NULL AS cancelled
"""

_REAP = """
WITH lost AS (
    SELECT id FROM execution
    WHERE status IN ('PENDING', 'RUNNING') AND lease_expires_at < now() AND id <> ALL($1::uuid[])
    ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED
), ended AS (
    UPDATE execution e SET status = 'FAILED', error_code = 'WORKER_LOST', error_message = $2, last_seq = e.last_seq + 1,
        completed_at = now(), duration_ms = least(extract(epoch FROM now() - e.started_at) * 1000, 2147483647)
    FROM lost WHERE e.id = lost.id
    RETURNING e.id, e.last_seq, e.attempt, e.duration_ms
), told AS (
    INSERT INTO execution_event (execution, seq, attempt, kind, payload)
    SELECT id, last_seq, attempt, 'STATUS', json_build_object('status', 'FAILED', 'errorCode', 'WORKER_LOST', 'durationMs', duration_ms)
    FROM ended
)
SELECT id FROM ended
"""  # noqa: E501 - one statement

_RATE = """
INSERT INTO rate_limit AS r (tool, subject, per_seconds, arrival_at)
SELECT $1, $2, w.per_seconds, now() + w.spacing * interval '1 second'
FROM unnest($3::int[], $4::float8[]) AS w (per_seconds, spacing)
ON CONFLICT (tool, subject, per_seconds) DO UPDATE
SET arrival_at = greatest(r.arrival_at, clock_timestamp()) + (excluded.arrival_at - now())
RETURNING extract(epoch FROM arrival_at - clock_timestamp()) - per_seconds AS seconds_too_early
"""


@dataclass(frozen=True, slots=True)
class NewExecution:
    """A row to be: PENDING, RUNNING where it need not wait, or a refusal that is terminal from the start."""

    id: UUID
    tool_id: UUID
    tool_version: int
    caller: UUID
    on_behalf_of: UUID | None
    agent: UUID | None
    trace_id: str | None = None
    input_json: str | None = None
    warnings: Sequence[str] = ()
    idempotency_key: str | None = None
    request_hash: bytes | None = None
    status: ExecutionStatus = ExecutionStatus.PENDING
    error_code: str | None = None
    error_message: str | None = None
    rate_limit_hit: bool = False
    hidden_from_caller: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """An event before it is in the table."""

    seq: int
    kind: EventKind
    payload: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class StoredArtifact:
    id: UUID
    object_id: UUID
    name: str
    sha256: bytes
    size: int
    mime_type: str


@dataclass(frozen=True, slots=True)
class Held:
    """Which run, by whom: what every statement of its owner says."""

    execution_id: UUID
    worker: str
    attempt: int = 0


async def record(database: Database, new: NewExecution, worker: str) -> datetime | None:
    """Insert it with its first events; None where another execution has its idempotency key."""
    began = [status_payload(ExecutionStatus.PENDING)] if new.status is ExecutionStatus.RUNNING else []
    told = [json.dumps(payload) for payload in (*began, status_payload(new.status, new.error_code))]
    moment: datetime | None = await database.fetch_value(
        _RECORD,
        *(new.id, new.tool_id, new.tool_version, new.caller, new.on_behalf_of, new.agent, new.trace_id),
        *(new.input_json, json.dumps(list(new.warnings)), new.idempotency_key, new.request_hash, str(new.status)),
        *(worker, new.error_code, new.error_message, new.rate_limit_hit, new.hidden_from_caller, LEASE_SECONDS, told),
    )
    return moment


async def start(database: Database, held: Held, seq: int) -> datetime | None:
    """PENDING → RUNNING for `held.attempt`."""
    payload = json.dumps(status_payload(ExecutionStatus.RUNNING))
    moment: datetime | None = await database.fetch_value(
        _START, held.execution_id, held.attempt, held.worker, seq, LEASE_SECONDS, payload
    )
    return moment


async def append(database: Database, held: Held, lines: Sequence[Line]) -> datetime | None:
    moment: datetime | None = await database.fetch_value(_APPEND, *_told(held, lines))
    return moment


async def last_seq(database: Database, held: Held) -> int | None:
    """The number of the last event that the database has; None where the execution is not (any more) held so."""
    found: int | None = await database.fetch_value(
        "SELECT last_seq FROM execution WHERE id = $1 AND attempt = $2 AND worker = $3 AND completed_at IS NULL",
        *(held.execution_id, held.attempt, held.worker),
    )
    return found


async def end(
    database: Database, held: Held, lines: Sequence[Line], ending: Ending, artifacts: Sequence[StoredArtifact]
) -> datetime | None:
    """The end, its last events (a STATUS event last) and its artifacts, all or nothing."""
    what = (str(ending.status), ending.output_json, ending.error_code, ending.error_message, ending.error_stack)
    arguments = (*_told(held, lines), *what, ending.duration_ms, ending.cpu_ms, ending.peak_memory_bytes)
    if not artifacts:
        moment: datetime | None = await database.fetch_value(_END, *arguments)
        return moment
    async with database.transaction():
        moment = await database.fetch_value(_END, *arguments)
        if moment is not None:
            rows = [(a.id, held.execution_id, a.object_id, a.name, a.sha256, a.size, a.mime_type) for a in artifacts]
            await database.execute_many(_ARTIFACT, rows)
    return moment


async def renew(database: Database, worker: str, execution_ids: Sequence[UUID]) -> dict[UUID, bool]:
    """Those still held, each with whether somebody asked to cancel it."""
    rows = await database.fetch_all(_RENEW, list(execution_ids), worker, LEASE_SECONDS)
    return {row["id"]: row["cancelled"] for row in rows}


async def reap(database: Database, held: Sequence[UUID], message: str) -> list[UUID]:
    """End what nobody renews, `held` excepted; of several processes that try, one gets each row."""
    return [row["id"] for row in await database.fetch_all(_REAP, list(held), message)]


async def request_cancel(database: Database, execution_id: UUID) -> bool:
    """False where it has already ended."""
    return bool(
        await database.execute(
            "UPDATE execution SET cancel_requested_at = coalesce(cancel_requested_at, now())"
            " WHERE id = $1 AND completed_at IS NULL",
            execution_id,
        )
    )


async def take_turn(database: Database, tool_id: UUID, subject_id: UUID, limits: Mapping[int, int]) -> float:
    """Count one call in every window (`limits`: calls per seconds); returns by how many seconds it came too early.

    GCRA: each call moves the window's arrival time on by its share. Above 0 the transaction must be undone, so that a
    refused call costs nothing.
    """
    spacings = [seconds / calls for seconds, calls in limits.items()]
    rows = await database.fetch_all(_RATE, tool_id, subject_id, list(limits), spacings)
    return max(float(row["seconds_too_early"]) for row in rows)


async def find_by_key(
    database: Database, caller: UUID, on_behalf_of: UUID | None, key: str
) -> tuple[UUID, bytes | None] | None:
    """The execution that has the key, and the hash of its request."""
    row = await database.fetch_one(
        "SELECT id, request_hash FROM execution"
        " WHERE caller = $1 AND on_behalf_of IS NOT DISTINCT FROM $2 AND idempotency_key = $3",
        *(caller, on_behalf_of, key),
    )
    return (row["id"], row["request_hash"]) if row else None


def status_payload(
    status: ExecutionStatus, error_code: str | None = None, duration_ms: int | None = None
) -> dict[str, JsonValue]:
    payload = {"status": str(status), "errorCode": error_code, "durationMs": duration_ms}
    return {name: value for name, value in payload.items() if value is not None}


def _told(held: Held, lines: Sequence[Line]) -> tuple[object, ...]:
    return (
        *(held.execution_id, held.attempt, held.worker),
        [line.seq for line in lines],
        [str(line.kind) for line in lines],
        [json.dumps(line.payload, ensure_ascii=False) for line in lines],
    )
