"""What a tool is: plain types and rules."""

from enum import StrEnum


class ToolStatus(StrEnum):
    DRAFT = "DRAFT"
    ACTIVE = "ACTIVE"
    DEPRECATED = "DEPRECATED"
    DISABLED = "DISABLED"


class ToolStatusMove(StrEnum):
    ACTIVATE = "ACTIVATE"
    DEACTIVATE = "DEACTIVATE"
    DEPRECATE = "DEPRECATE"
    REACTIVATE = "REACTIVATE"
    UNDEPRECATE = "UNDEPRECATE"


MOVES: dict[ToolStatusMove, tuple[ToolStatus, ToolStatus]] = {
    ToolStatusMove.ACTIVATE: (ToolStatus.DRAFT, ToolStatus.ACTIVE),
    ToolStatusMove.DEACTIVATE: (ToolStatus.ACTIVE, ToolStatus.DISABLED),
    ToolStatusMove.DEPRECATE: (ToolStatus.ACTIVE, ToolStatus.DEPRECATED),
    ToolStatusMove.REACTIVATE: (ToolStatus.DISABLED, ToolStatus.ACTIVE),
    ToolStatusMove.UNDEPRECATE: (ToolStatus.DEPRECATED, ToolStatus.ACTIVE),
}
"""Each move, from which status to which. Every other move is refused."""

RUNNABLE = frozenset({ToolStatus.ACTIVE, ToolStatus.DEPRECATED})


class ToolVisibility(StrEnum):
    PLATFORM = "PLATFORM"
    PUBLIC = "PUBLIC"
    PRIVATE = "PRIVATE"


class ExecutorType(StrEnum):
    PYTHON = "PYTHON"
    HTTP = "HTTP"
    SHELL = "SHELL"
    MCP = "MCP"
    BUILTIN = "BUILTIN"


class Approval(StrEnum):
    NEVER = "NEVER"
    DESTRUCTIVE_ONLY = "DESTRUCTIVE_ONLY"
    ALWAYS = "ALWAYS"


class Network(StrEnum):
    """What the column may hold; of these, executors know their own `executors.contract.Network`."""

    FULL = "FULL"
    NONE = "NONE"
    ALLOW_LIST = "ALLOW_LIST"


SCRIPTED = frozenset({ExecutorType.PYTHON, ExecutorType.SHELL})
"""The executors that run a script of the author's; the others refuse one."""

TOOL_NAME = r"^[a-z][a-z0-9_]*$"
