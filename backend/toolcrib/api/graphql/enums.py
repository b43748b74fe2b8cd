"""The enums of the domain as the API shows them."""

from enum import StrEnum

import strawberry

from toolcrib.access.model import Permission as AccessPermission
from toolcrib.catalog import model as catalog
from toolcrib.execution import model as execution
from toolcrib.identity import model as identity


class _ExecutorType(StrEnum):
    """The executors that are there; the domain knows more to come."""

    PYTHON = catalog.ExecutorType.PYTHON


class _PythonEntry(StrEnum):
    STDIN = "STDIN"
    MAIN = "MAIN"


class _OrderDirection(StrEnum):
    ASC = "ASC"
    DESC = "DESC"


class _ToolOrderField(StrEnum):
    NAME = "NAME"
    CREATED_AT = "CREATED_AT"
    UPDATED_AT = "UPDATED_AT"
    RELEVANCE = "RELEVANCE"


class _FunctionFormat(StrEnum):
    OPENAI = "OPENAI"
    OPENAI_STRICT = "OPENAI_STRICT"
    ANTHROPIC = "ANTHROPIC"
    MCP = "MCP"


EventKind = strawberry.enum(execution.EventKind, name="ExecutionEventKind", description="What an event tells.")
ExecutionStatus = strawberry.enum(execution.ExecutionStatus, description="Where a run stands; the last five are ends.")
ExecutorType = strawberry.enum(_ExecutorType, name="ExecutorType", description="What runs a tool.")
FunctionFormat = strawberry.enum(
    _FunctionFormat, name="FunctionFormat", description="Whose form of function definition."
)
OrderDirection = strawberry.enum(_OrderDirection, name="OrderDirection", description="Which end comes first.")
Permission = strawberry.enum(
    AccessPermission, name="Permission", description="What a subject may do with a tool; each includes the one before."
)
PythonEntry = strawberry.enum(
    _PythonEntry,
    name="PythonEntry",
    description="How a script takes its input: as JSON on stdin, or as the arguments of its function `main`.",
)
TokenScope = strawberry.enum(
    identity.Scope, name="TokenScope", description="What a token may be used for; each includes the one before."
)
ToolOrderField = strawberry.enum(_ToolOrderField, name="ToolOrderField", description="What tools are ordered by.")
ToolStatus = strawberry.enum(catalog.ToolStatus, description="Where a tool stands in its life.")
ToolStatusMove = strawberry.enum(catalog.ToolStatusMove, description="A step in a tool's life.")
ToolVisibility = strawberry.enum(
    catalog.ToolVisibility,
    description="Who may find a tool: everyone (PLATFORM, PUBLIC), or those who were granted it.",
)
UserRole = strawberry.enum(identity.Role, name="UserRole", description="What a person may do besides their own.")
