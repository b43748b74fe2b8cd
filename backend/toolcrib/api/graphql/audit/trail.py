"""The trail as a whole: its seals, and whether they hold."""

import strawberry
from strawberry import ID

from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.enums import AuditFaultKind
from toolcrib.api.graphql.scalars import DateTime
from toolcrib.audit.verification import Fault
from toolcrib.core.ids import global_id
from toolcrib.identity.model import Scope


@strawberry.type(description="The first thing in the audit trail that is not as it was sealed.")
class AuditFaultInfo:
    kind: AuditFaultKind = strawberry.field(description="What is wrong.")
    message: str = strawberry.field(description="The same in words, naming the line.")
    seal_number: int | None = strawberry.field(description="The seal at which it was found.")
    event_id: ID | None = strawberry.field(description="The id of the line, whether or not it is still there.")


@strawberry.type(description="What a look at every line of the audit trail and its seal found.")
class AuditVerificationInfo:
    is_whole: bool = strawberry.field(description="Is everything as it was sealed.")
    checked: int = strawberry.field(description="How many lines are as they were sealed, from the first on.")
    fault: AuditFaultInfo | None = strawberry.field(description="The first thing that is not; null: nothing.")
    verified_at: DateTime = strawberry.field(description="When the look was over.")


@strawberry.type(description="The audit trail as a whole.")
class AuditTrailInfo:
    sealed: int = strawberry.field(description="How many lines are sealed.")
    due: int = strawberry.field(description="How many lines wait for their seal, which is a matter of moments.")
    head: str = strawberry.field(
        description="The newest seal, as `number:hash`: to be noted elsewhere, and given to `toolcrib verify-audit`."
    )
    last_sealed_at: DateTime | None = strawberry.field(description="When the newest seal was made.")

    @strawberry.field(description="Look at every line now: it reads the whole trail.")
    async def verification(self, info: Info) -> AuditVerificationInfo:
        found = await info.context.services.trail.verify()
        return AuditVerificationInfo(
            is_whole=found.fault is None,
            checked=found.checked,
            fault=_shown(found.fault) if found.fault else None,
            verified_at=DateTime(found.verified_at),
        )


def _shown(fault: Fault) -> AuditFaultInfo:
    return AuditFaultInfo(
        kind=fault.kind,
        message=fault.message,
        seal_number=fault.number,
        event_id=ID(global_id("audit_event", fault.event)) if fault.event else None,
    )


async def audit_trail(info: Info) -> AuditTrailInfo | None:
    principal = principal_of(info)
    if not principal.is_admin or principal.scope is not Scope.MANAGE:
        return None
    head, due = await info.context.services.trail.state()
    return AuditTrailInfo(
        sealed=head.number,
        due=due,
        head=head.text,
        last_sealed_at=DateTime(head.sealed_at) if head.sealed_at else None,
    )
