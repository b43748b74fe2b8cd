from typing import TYPE_CHECKING, Annotated

import strawberry
from strawberry import ID

from toolcrib.api.graphql.identity.types import AccessToken, Agent, Subject, User
from toolcrib.api.graphql.relay import Node
from toolcrib.api.graphql.scalars import JSON, DateTime

if TYPE_CHECKING:
    from toolcrib.api.graphql.catalog.types import Category, Tool

AuditTarget = Annotated[
    Annotated["Tool", strawberry.lazy("toolcrib.api.graphql.catalog.types")]
    | User
    | Agent
    | Annotated["Category", strawberry.lazy("toolcrib.api.graphql.catalog.types")],
    strawberry.union("AuditTarget", description="What a change was made to."),
]


@strawberry.type(description="A line of the audit trail: who changed what. It never changes.")
class AuditEvent(Node):
    at: DateTime = strawberry.field(description="When.")
    actor: Subject | None = strawberry.field(description="Who; null: the server itself.")
    token: AccessToken | None = strawberry.field(description="With which token, as far as the viewer may see it.")
    action: str = strawberry.field(description="What was done, as `tool.update`.")
    target_id: ID = strawberry.field(description="The id of what it was done to, whether or not that is still there.")
    target: AuditTarget | None = strawberry.field(
        description="What it was done to, as far as it is there and the viewer may see it."
    )
    before: JSON | None = strawberry.field(description="The values before, secrets taken out.")
    after: JSON | None = strawberry.field(description="The values after, secrets taken out.")
    address: str | None = strawberry.field(description="The network address it came from; for admins only.")
    trace_id: str | None = strawberry.field(description="The W3C trace id of the request.")
    seal_number: int | None = strawberry.field(
        description="Its place in the chain of hashes; null for a moment after it was written."
    )


@strawberry.input(description="Which lines of the audit trail to list.")
class AuditEventFilter:
    actor: ID | None = strawberry.field(default=None, description="By this user or agent.")
    action: list[str] | None = strawberry.field(default=None, description="Any of these, as `tool.update`.")
    target: ID | None = strawberry.field(default=None, description="Done to this: an id with its kind.")
    since: DateTime | None = strawberry.field(default=None, description="At this time or later.")
    until: DateTime | None = strawberry.field(default=None, description="Before this time.")
    search: str | None = strawberry.field(default=None, description="Words in action, target id, or the values.")
