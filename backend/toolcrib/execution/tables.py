from piccolo.columns import JSON, JSONB, BigInt, BigSerial, Boolean, Bytea, Integer, Text
from piccolo.constraints import Check, Unique
from piccolo.table import Table

from toolcrib.core.columns import created_now, identifier, moment, one_of, reference
from toolcrib.execution.model import EventKind, ExecutionStatus


class BinaryObject(Table, tablename="binary_object"):
    """Bytes in the content-addressed store, under their SHA-256."""

    id = identifier()
    sha256 = Bytea(null=False)
    size = BigInt(null=False)
    mime_type = Text(null=False)
    created_at = created_now()

    sha256_length = Check("length(sha256) = 32")
    size_not_negative = Check("size >= 0")


class Execution(Table, tablename="execution"):
    """One run of one tool, or its refusal. Triggers hold the transitions; an ended one never changes."""

    id = identifier()
    tool = reference("Tool")
    tool_version = Integer(null=False)
    status = Text(null=False, default=str(ExecutionStatus.PENDING))
    input_data = JSON(null=True, default=None)
    output_data = JSON(null=True, default=None)
    error_code = Text(null=True, default=None)
    error_message = Text(null=True, default=None)
    error_stack = Text(null=True, default=None)
    warnings = JSONB(null=False, default="[]")
    started_at = moment()
    completed_at = moment()
    duration_ms = Integer(null=True, default=None)
    queue_ms = Integer(null=True, default=None)
    cpu_ms = Integer(null=True, default=None)
    peak_memory_bytes = BigInt(null=True, default=None)
    caller = reference("Subject")
    on_behalf_of = reference("User", null=True)
    agent = reference("Agent", null=True)
    trace_id = Text(null=True, default=None)
    idempotency_key = Text(null=True, default=None)
    request_hash = Bytea(null=True, default=None)
    rate_limit_hit = Boolean(null=False, default=False)
    retry_count = Integer(null=False, default=0)
    hidden_from_caller = Boolean(null=False, default=False)
    attempt = Integer(null=False, default=0)
    worker = Text(null=True, default=None)
    lease_expires_at = moment()
    cancel_requested_at = moment()
    last_seq = Integer(null=False, default=0)
    created_at = created_now()
    updated_at = created_now()

    status_known = one_of("status", ExecutionStatus)
    retries_in_range = Check("retry_count BETWEEN 0 AND 2")
    durations_not_negative = Check("duration_ms >= 0 AND queue_ms >= 0")
    use_not_negative = Check("cpu_ms >= 0 AND peak_memory_bytes >= 0")
    ended_has_its_time = Check("(status IN ('PENDING', 'RUNNING')) = (completed_at IS NULL)")
    running_has_a_lease = Check(
        "status <> 'RUNNING' OR (worker IS NOT NULL AND lease_expires_at IS NOT NULL AND started_at IS NOT NULL)"
    )


class ExecutionEvent(Table, tablename="execution_event"):
    """Append-only; `seq` is gap-free per execution, assigned by its one writer."""

    id = BigSerial(primary_key=True)
    execution = reference(Execution)
    seq = Integer(null=False)
    at = created_now()
    attempt = Integer(null=False, default=0)
    kind = Text(null=False)
    payload = JSON(null=False)

    kind_known = one_of("kind", EventKind)
    seq_counts = Check("seq >= 1")
    one_per_seq = Unique(["execution", "seq"])


class ExecutionArtifact(Table, tablename="execution_artifact"):
    id = identifier()
    execution = reference(Execution)
    name = Text(null=False)
    object = reference(BinaryObject)
    created_at = created_now()

    one_per_name = Unique(["execution", "name"])


class RateLimit(Table, tablename="rate_limit"):
    """Per tool, caller and window: GCRA's theoretical arrival time."""

    id = BigSerial(primary_key=True)
    tool = reference("Tool")
    subject = reference("Subject")
    per_seconds = Integer(null=False)
    arrival_at = created_now()

    one_per_window = Unique(["tool", "subject", "per_seconds"])
