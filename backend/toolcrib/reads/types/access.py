from toolcrib.access import predicates
from toolcrib.reads.declarations import One, Type, columns, identifier, instants
from toolcrib.reads.types.identity import subject

_TOOL_PERMISSION = Type(
    "ToolPermission",
    "tool_permission",
    predicates.tool_permission_visible,
    {
        "id": identifier("tool_permission"),
        "tool": One("Tool", "{child}.id = {parent}.tool"),
        "subject": subject("subject"),
        "grantedBy": subject("granted_by"),
        **columns("permission"),
        **instants("expires_at", "created_at"),
    },
    kind="tool_permission",
)

TYPES = (_TOOL_PERMISSION,)
