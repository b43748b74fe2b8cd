"""The enums of the domain as the API shows them."""

from enum import Enum, StrEnum

import strawberry

from toolcrib.access.model import Permission
from toolcrib.catalog import model as catalog
from toolcrib.catalog.function_definition import FunctionFormat
from toolcrib.catalog.model import ToolStatus, ToolStatusMove, ToolVisibility
from toolcrib.execution.model import EventKind, ExecutionStatus
from toolcrib.executors.sandbox.levels import MEANINGS, Level
from toolcrib.identity.model import Role as UserRole
from toolcrib.identity.model import Scope as TokenScope

__all__ = [
    "EventKind",
    "ExecutionStatus",
    "ExecutorType",
    "FunctionFormat",
    "OrderDirection",
    "Permission",
    "PythonEntry",
    "SandboxLevel",
    "ShellOutput",
    "TokenScope",
    "ToolNetwork",
    "ToolOrderField",
    "ToolStatus",
    "ToolStatusMove",
    "ToolVisibility",
    "UserRole",
]

strawberry.enum(EventKind, name="ExecutionEventKind", description="What an event tells.")
strawberry.enum(ExecutionStatus, description="Where a run stands; the last five are ends.")
strawberry.enum(FunctionFormat, description="Whose form of function definition.")
strawberry.enum(Permission, description="What a subject may do with a tool; each includes the one before.")
strawberry.enum(
    TokenScope, name="TokenScope", description="What a token may be used for; each includes the one before."
)
strawberry.enum(ToolStatus, description="Where a tool stands in its life.")
strawberry.enum(ToolStatusMove, description="A step in a tool's life.")
strawberry.enum(
    ToolVisibility, description="Who may find a tool: everyone (PLATFORM, PUBLIC), or those who were granted it."
)
strawberry.enum(UserRole, name="UserRole", description="What a person may do besides their own.")


@strawberry.enum(description="What runs a tool.")
class ExecutorType(StrEnum):
    """The executors that are there; the domain knows more to come."""

    PYTHON = catalog.ExecutorType.PYTHON
    SHELL = catalog.ExecutorType.SHELL


@strawberry.enum(
    description="How a script takes its input: as JSON on stdin, or as the arguments of its function `main`."
)
class PythonEntry(StrEnum):
    STDIN = "STDIN"
    MAIN = "MAIN"


@strawberry.enum(description="What a shell script's stdout is: one JSON value, or a text that becomes a JSON string.")
class ShellOutput(StrEnum):
    JSON = "JSON"
    TEXT = "TEXT"


@strawberry.enum(description="What a tool's script can reach.")
class ToolNetwork(Enum):
    FULL = strawberry.enum_value(
        "FULL", description="Whatever the server's machine reaches, cloud metadata addresses included."
    )
    NONE = strawberry.enum_value("NONE", description="Nothing: the script gets a private, empty network.")


@strawberry.enum(description="How well scripts are kept apart from the server and from one another; L3 is best.")
class SandboxLevel(Enum):
    L0 = strawberry.enum_value("L0", description=MEANINGS[Level.L0])
    L1 = strawberry.enum_value("L1", description=MEANINGS[Level.L1])
    L2 = strawberry.enum_value("L2", description=MEANINGS[Level.L2])
    L3 = strawberry.enum_value("L3", description=MEANINGS[Level.L3])


@strawberry.enum(description="Which end comes first.")
class OrderDirection(StrEnum):
    ASC = "ASC"
    DESC = "DESC"


@strawberry.enum(description="What tools are ordered by.")
class ToolOrderField(StrEnum):
    NAME = "NAME"
    CREATED_AT = "CREATED_AT"
    UPDATED_AT = "UPDATED_AT"
    RELEVANCE = "RELEVANCE"
