from piccolo.columns import JSONB, Text
from piccolo.table import Table

from toolcrib.core.columns import created_now, identifier, reference


class AuditEvent(Table, tablename="audit_event"):
    """Append-only: a trigger refuses UPDATE and DELETE."""

    id = identifier()
    at = created_now()
    actor = reference("Subject", null=True)
    token = reference("AccessToken", null=True)
    action = Text(null=False)
    target = Text(null=False)
    before = JSONB(null=True, default=None)
    after = JSONB(null=True, default=None)
    address = Text(null=True, default=None)
    trace_id = Text(null=True, default=None)
