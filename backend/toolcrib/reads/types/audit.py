from toolcrib.access import predicates
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal
from toolcrib.reads.declarations import Column, Judged, One, OneOf, Type, columns, identifier, instants
from toolcrib.reads.types.identity import subject


def _target(type_: str, kind: str) -> One:
    """The row that the trail's text names, as far as it is there: `tool_` and 32 hex digits."""
    key = f"CASE WHEN {{parent}}.target ~ '^{kind}_[0-9a-f]{{{{32}}}}$' THEN right({{parent}}.target, 32)::uuid END"
    return One(type_, f"{{child}}.id = {key}")


def _for_admins(column: str) -> Judged:
    """Where somebody was and what they signed in with is no business of those who look after one tool."""

    def expression(row: str, principal: Principal, parameters: Parameters) -> str:  # noqa: ARG001 - the protocol of all policies
        return f"{row}.{column}" if predicates.manages_everything(principal) else "NULL::text"

    return Judged(expression)


_AUDIT_EVENT = Type(
    "AuditEvent",
    "audit_event",
    predicates.audit_event_visible,
    {
        "id": identifier("audit_event"),
        **instants("at"),
        "actor": subject("actor"),
        "token": One("AccessToken", "{child}.id = {parent}.token"),
        **columns("action", "before", "after", "trace_id"),
        "targetId": Column("{row}.target"),
        "target": OneOf(
            [
                _target(type_, kind)
                for type_, kind in (("Tool", "tool"), ("User", "user"), ("Agent", "agent"), ("Category", "category"))
            ]
        ),
        "address": _for_admins("address"),
        "sealNumber": Column("(SELECT s.number::integer FROM audit_seal s WHERE s.event = {row}.id)"),
    },
    kind="audit_event",
)

TYPES = (_AUDIT_EVENT,)
