from toolcrib.access import predicates
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal
from toolcrib.reads.declarations import Column, Judged, Many, One, Type, columns, identifier, instants
from toolcrib.reads.pages import Connection, Order
from toolcrib.reads.types.identity import subject

_IN_ORDER = Order("seq", [("{row}.seq", "integer")])
_OPEN = "('PENDING', 'RUNNING')"


def _of_visible_execution(row: str, principal: Principal, parameters: Parameters) -> str:
    visible = predicates.execution_visible("execution_", principal, parameters)
    return f"EXISTS (SELECT FROM execution execution_ WHERE execution_.id = {row}.execution AND {visible})"


def _error_stack(row: str, principal: Principal, parameters: Parameters) -> str:
    allowed = predicates.execution_secret_parts_visible(row, principal, parameters)
    return f"CASE WHEN {allowed} THEN {row}.error_stack END"


def _viewer_can_cancel(row: str, principal: Principal, parameters: Parameters) -> str:
    return f"({row}.status IN {_OPEN} AND {predicates.execution_controllable(row, principal, parameters)})"


_EXECUTION = Type(
    "Execution",
    "execution",
    predicates.execution_visible,
    {
        "id": identifier("execution"),
        **columns(
            "tool_version", "status", "input_data", "output_data", "error_code", "error_message", "warnings",
            "duration_ms", "queue_ms", "cpu_ms", "peak_memory_bytes", "trace_id", "idempotency_key",
            "performance_warning", "rate_limit_hit", "last_seq",
        ),
        **instants("started_at", "completed_at", "cancel_requested_at", "created_at"),
        "errorStack": Judged(_error_stack),
        "tool": One("Tool", "{child}.id = {parent}.tool"),
        "caller": subject("caller"),
        "onBehalfOf": One("User", "{child}.id = {parent}.on_behalf_of"),
        "agent": One("Agent", "{child}.id = {parent}.agent"),
        "events": Connection("ExecutionEvent", "{child}.execution = {parent}.id", _IN_ORDER),
        "artifacts": Many("ExecutionArtifact", "{child}.execution = {parent}.id", "{child}.name"),
        "viewerCanCancel": Judged(_viewer_can_cancel),
    },
    kind="execution",
)  # fmt: skip

_EXECUTION_EVENT = Type(
    "ExecutionEvent",
    "execution_event",
    _of_visible_execution,
    {
        **columns("seq", "kind"),
        **instants("at"),
        "status": Column("({row}.payload->>'status')"),
        "text": Column("({row}.payload->>'text')"),
        "errorCode": Column("({row}.payload->>'errorCode')"),
        "durationMs": Column("({row}.payload->>'durationMs')::integer"),
    },
)

_OBJECT = "(SELECT o.{column} FROM binary_object o WHERE o.id = {{row}}.object)"
_EXECUTION_ARTIFACT = Type(
    "ExecutionArtifact",
    "execution_artifact",
    _of_visible_execution,
    {
        "id": identifier("artifact"),
        **columns("name"),
        **instants("created_at"),
        "mimeType": Column(_OBJECT.format(column="mime_type")),
        "size": Column(_OBJECT.format(column="size")),
        "sha256": Column(f"encode({_OBJECT.format(column='sha256')}, 'hex')"),
        "url": Column("'/artifacts/artifact_' || replace({row}.id::text, '-', '')"),
    },
    kind="artifact",
)

TYPES = (_EXECUTION, _EXECUTION_EVENT, _EXECUTION_ARTIFACT)
