"""The world's audit trail, and the oracle's resolvers of it."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from tests.integration.reads import searching
from tests.integration.reads.names import AGENTS, CATEGORIES, PEOPLE, START, SUBJECTS, TOOLS, key
from tests.integration.reads.paging import NEWEST_FIRST, Page, Refused, Row
from tests.integration.reads.resolving import Asking, Resolvers, Shown

RESOLVERS = Resolvers()
resolves = RESOLVERS.resolves

_TARGETS = {"tool": "Tool", "user": "User", "agent": "Agent", "category": "Category"}
_DONE = [
    # action, target, actor
    ("tool.create", f"tool_{TOOLS['hers'].hex}", "ann"),
    ("tool.update", f"tool_{TOOLS['hers'].hex}", "helper"),
    ("tool.delete", f"tool_{TOOLS['hers_gone'].hex}", "ann"),
    ("tool_permission.grant", f"tool_{TOOLS['shared_admin'].hex}", "bob"),
    ("tool.create", f"tool_{TOOLS['platform'].hex}", None),
    ("tool.update", f"tool_{TOOLS['admins_own'].hex}", "root"),
    ("user.create", f"user_{PEOPLE['ann'].hex}", "root"),
    ("session.create", f"user_{PEOPLE['bob'].hex}", "bob"),
    ("agent.create", f"agent_{AGENTS['helper'].hex}", "ann"),
    ("category.update", f"category_{CATEGORIES['Below'].hex}", "root"),
    ("category.delete", f"category_{key(0xFFF).hex}", "root"),
    ("thing.change", "thing_1", None),
]


def audit_events() -> Iterator[tuple[str, Row]]:
    for number, (action, target, actor) in enumerate(_DONE):
        yield (
            "audit_event",
            {
                "id": key(0xC00 + number),
                "at": START + timedelta(seconds=number // 3),
                "actor": SUBJECTS[actor] if actor else None,
                "token": key(0x700) if number % 4 == 1 else None,
                "action": action,
                "target": target,
                "before": '{"b": 1.50, "a": "was 🦊"}' if number % 3 else None,
                "after": '{"a": "\\u2028 is", "list": [1, null, {"x": true}]}' if number % 5 else None,
                "address": "2001:db8::1" if number % 2 else None,
                "trace_id": "0af7651916cd43dd8448eb211c80319c" if number % 2 else None,
            },
        )


@resolves("Query.auditEvents")
def _audit_events(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Page:
    given = {name: value for name, value in (arguments.get("filter") or {}).items() if value is not None}
    found = asking.rows("AuditEvent", "audit_event")
    if "actor" in given:
        actor = _split(given["actor"])
        if actor[0] not in (None, "user", "agent"):
            raise Refused("Nobody.")
        found = [row for row in found if row["actor"] == actor[1]]
    if "action" in given:
        found = [row for row in found if row["action"] in given["action"]]
    if "target" in given:
        kind, one = _split(given["target"])
        if kind is None:
            raise Refused("Of which kind?")
        found = [row for row in found if row["target"] == f"{kind}_{one.hex}"]
    if "since" in given:
        found = [row for row in found if row["at"] >= datetime.fromisoformat(given["since"])]
    if "until" in given:
        found = [row for row in found if row["at"] < datetime.fromisoformat(given["until"])]
    found = searching.containing(found, given.get("search"), "action", "target", "before", "after")
    return Page.of("AuditEvent", found, NEWEST_FIRST, arguments)


@resolves("Tool.auditEvents")
def _audit_events_of_tool(asking: Asking, tool: Row, arguments: Mapping[str, Any]) -> Page:
    found = asking.rows("AuditEvent", "audit_event", target=f"tool_{tool['id'].hex}")
    return Page.of("AuditEvent", found, NEWEST_FIRST, arguments)


@resolves("AuditEvent.actor")
def _actor(asking: Asking, row: Row, _arguments: Any) -> Shown | None:
    return asking.subject(row["actor"])


@resolves("AuditEvent.token")
def _token(asking: Asking, row: Row, _arguments: Any) -> Shown | None:
    return asking.one("AccessToken", row["token"])


@resolves("AuditEvent.targetId")
def _target_id(_asking: Asking, row: Row, _arguments: Any) -> str:
    return str(row["target"])


@resolves("AuditEvent.target")
def _target(asking: Asking, row: Row, _arguments: Any) -> Shown | None:
    kind, _, rest = row["target"].rpartition("_")
    return asking.one(_TARGETS[kind], UUID(rest)) if kind in _TARGETS else None


@resolves("AuditEvent.address")
def _address(asking: Asking, row: Row, _arguments: Any) -> str | None:
    return row["address"] if asking.policy.is_admin else None


@resolves("AuditEvent.sealNumber")
def _seal_number(_asking: Asking, _row: Row, _arguments: Any) -> None:
    """Nobody seals this world."""


def _split(text: str) -> tuple[str | None, UUID]:
    kind, _, rest = text.rpartition("_")
    try:
        return kind or None, UUID(rest)
    except ValueError:
        raise Refused("No id.") from None
