from typing import TYPE_CHECKING, Annotated

import strawberry

from toolcrib.api.graphql.enums import Permission
from toolcrib.api.graphql.identity.types import Subject
from toolcrib.api.graphql.relay import Node
from toolcrib.api.graphql.scalars import DateTime

if TYPE_CHECKING:
    from toolcrib.api.graphql.catalog.types import Tool

LazyTool = Annotated["Tool", strawberry.lazy("toolcrib.api.graphql.catalog.types")]


@strawberry.type(description="What a subject was granted on a tool.")
class ToolPermission(Node):
    tool: LazyTool | None = strawberry.field(description="Null where the viewer may not read the tool.")
    subject: Subject = strawberry.field(description="Who it was granted to.")
    permission: Permission = strawberry.field(description="What was granted.")
    granted_by: Subject | None = strawberry.field(description="Who granted it.")
    expires_at: DateTime | None = strawberry.field(description="When it ends; null: never.")
    created_at: DateTime = strawberry.field(description="When it was granted.")
