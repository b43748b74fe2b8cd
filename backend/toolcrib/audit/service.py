"""Write the trail."""

import json
import re
from collections.abc import Mapping
from datetime import datetime

from toolcrib.audit.model import Actor
from toolcrib.audit.sealer import written
from toolcrib.core.db import Database
from toolcrib.core.ids import new_id

_INSERT = """
INSERT INTO audit_event (id, actor, token, action, target, before, after, address, trace_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


async def record(  # noqa: PLR0917 - a line of the trail has as many fields as it has
    database: Database,
    actor: Actor,
    action: str,
    target: str,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Note a change; call it inside the change's own transaction, so that there is never the one without the other.

    `action` reads `tool.create`; `target` is the global id of what changed; `before` and `after` hold no secret.
    """
    await database.execute(
        _INSERT,
        new_id(),
        actor.subject_id,
        actor.token_id,
        action,
        target,
        _json_text(before),
        _json_text(after),
        actor.address,
        actor.trace_id,
    )
    written(database)


def _json_text(values: Mapping[str, object] | None) -> str | None:
    """JSON that jsonb can hold: it refuses NUL, which a tool's own schema may contain."""
    if values is None:
        return None
    return _NUL.sub(r"\1\\ufffd", json.dumps(dict(values), default=_plain, ensure_ascii=False))


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
