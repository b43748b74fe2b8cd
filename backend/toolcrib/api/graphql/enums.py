"""The enums of the domain as the API shows them."""

from enum import Enum, StrEnum
from typing import cast

import strawberry
from strawberry.types.enum import StrawberryEnumDefinition

from toolcrib.access.model import Permission
from toolcrib.audit.verification import FaultKind as AuditFaultKind
from toolcrib.catalog import model as catalog
from toolcrib.catalog.comparison import ChangeKind as VersionChangeKind
from toolcrib.catalog.comparison import Impact as VersionImpact
from toolcrib.catalog.function_definition import FunctionFormat
from toolcrib.catalog.model import ToolStatus, ToolStatusMove, ToolVisibility
from toolcrib.catalog.transfer.model import ConflictAction as ImportConflictAction
from toolcrib.catalog.transfer.model import ImportOutcome
from toolcrib.execution.model import EventKind, ExecutionStatus
from toolcrib.executors.sandbox.levels import MEANINGS, Level
from toolcrib.identity.model import Role as UserRole
from toolcrib.identity.model import Scope as TokenScope
from toolcrib.reads.statistics import Span as StatisticsSpan

__all__ = [
    "AuditFaultKind",
    "EventKind",
    "ExecutionStatus",
    "ExecutorType",
    "FunctionFormat",
    "ImportConflictAction",
    "ImportOutcome",
    "OrderDirection",
    "Permission",
    "PythonEntry",
    "SandboxLevel",
    "ShellOutput",
    "StatisticsSpan",
    "TokenScope",
    "ToolNetwork",
    "ToolOrderField",
    "ToolStatus",
    "ToolStatusMove",
    "ToolVisibility",
    "UserRole",
    "VersionChangeKind",
    "VersionImpact",
]


def _show(enum: type[Enum], about: str, name: str | None = None, **values: str) -> None:
    """Make a domain's enum one of the API's. Raises KeyError where a value is not described."""
    strawberry.enum(enum, name=name, description=about)
    shown = cast("StrawberryEnumDefinition", getattr(enum, "__strawberry_definition__"))  # noqa: B009 - set just above
    for value in shown.values:
        value.description = values[value.name]


_show(
    AuditFaultKind,
    "What is wrong with the audit trail.",
    name="AuditFaultKind",
    CHANGED="A line or its seal was changed.",
    DELETED="A line was deleted.",
    INSERTED="A line was put in past the server and the database's own rules.",
    SEAL_MISSING="A seal was deleted.",
    CUT_OFF="The newest lines were deleted with their seals.",
)
_show(
    EventKind,
    "What an event tells.",
    name="ExecutionEventKind",
    STATUS="The run has reached a status.",
    STDOUT="The script wrote to stdout.",
    STDERR="The script wrote to stderr.",
    PROGRESS="The script said how far it is.",
    ARTIFACT="A file that the script left was kept.",
)
_show(
    ExecutionStatus,
    "Where a run stands; the last five are ends.",
    PENDING="It waits for its turn.",
    RUNNING="Its script runs.",
    SUCCESS="It gave an output that fits the output schema.",
    FAILED="It gave none: the error's code says why.",
    TIMEOUT="It took longer than the tool may.",
    CANCELLED="Somebody stopped it.",
    UNAUTHORIZED="The caller may not run the tool: nothing ran.",
)
_show(
    FunctionFormat,
    "Whose form of function definition.",
    OPENAI="OpenAI's, with the input schema as it is.",
    OPENAI_STRICT="OpenAI's strict mode: every field required and nothing besides, where the schema allows for it.",
    ANTHROPIC="Anthropic's.",
    MCP="A tool of the Model Context Protocol.",
)
_show(
    Permission,
    "What a subject may do with a tool; each includes the one before.",
    READ="See it, its source and its versions.",
    EXECUTE="Run it.",
    ADMIN="Change it and say who may do what with it.",
)
_show(
    StatisticsSpan,
    "How far back is counted, up to now or another time. Buckets begin at whole multiples of their width in UTC.",
    name="StatisticsSpan",
    HOUR="60 buckets of a minute.",
    DAY="96 buckets of 15 minutes.",
    WEEK="84 buckets of 2 hours.",
    MONTH="30 days: 120 buckets of 6 hours.",
)
_show(
    TokenScope,
    "What a token may be used for; each includes the one before.",
    name="TokenScope",
    READ="Read.",
    EXECUTE="Run tools.",
    MANAGE="Change things.",
)
_show(
    ToolStatus,
    "Where a tool stands in its life.",
    DRAFT="In the making: nobody can run it.",
    ACTIVE="In use.",
    DEPRECATED="Still runs, but is on its way out.",
    DISABLED="Taken out of use: nobody can run it.",
)
_show(
    ToolStatusMove,
    "A step in a tool's life.",
    ACTIVATE="From DRAFT to ACTIVE.",
    DEACTIVATE="From ACTIVE to DISABLED.",
    DEPRECATE="From ACTIVE to DEPRECATED.",
    REACTIVATE="From DISABLED to ACTIVE.",
    UNDEPRECATE="From DEPRECATED to ACTIVE.",
)
_show(
    ToolVisibility,
    "Who may find a tool: everyone (PLATFORM, PUBLIC), or those who were granted it.",
    PLATFORM="Everyone; it belongs to the platform, and admins look after it.",
    PUBLIC="Everyone; it has an owner.",
    PRIVATE="Its owner and whoever was granted it.",
)
_show(
    UserRole,
    "What a person may do besides their own.",
    name="UserRole",
    ADMIN="Look after people, categories and everybody's tools.",
    MEMBER="Nothing.",
)


class ExecutorType(StrEnum):
    """The executors that are there; the domain knows more to come."""

    PYTHON = catalog.ExecutorType.PYTHON
    SHELL = catalog.ExecutorType.SHELL


_show(ExecutorType, "What runs a tool.", PYTHON="A Python script.", SHELL="A bash script.")


class PythonEntry(StrEnum):
    STDIN = "STDIN"
    MAIN = "MAIN"


_show(
    PythonEntry,
    "How a Python script takes its input.",
    STDIN="As JSON on stdin; its output is the JSON that it writes to stdout.",
    MAIN="As the arguments of its function `main`, which returns its output.",
)


class ShellOutput(StrEnum):
    JSON = "JSON"
    TEXT = "TEXT"


_show(
    ShellOutput,
    "What a shell script's stdout is.",
    JSON="One JSON value.",
    TEXT="A text, which becomes a JSON string.",
)


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


class OrderDirection(StrEnum):
    ASC = "ASC"
    DESC = "DESC"


_show(OrderDirection, "Which end comes first.", ASC="The least, the earliest, A.", DESC="The most, the latest, Z.")


class ToolOrderField(StrEnum):
    NAME = "NAME"
    CREATED_AT = "CREATED_AT"
    UPDATED_AT = "UPDATED_AT"
    RELEVANCE = "RELEVANCE"


_show(
    ToolOrderField,
    "What tools are ordered by.",
    NAME="Their name.",
    CREATED_AT="When they were added.",
    UPDATED_AT="When they last changed.",
    RELEVANCE="How well they fit the words looked for.",
)


_show(
    VersionImpact,
    "What a change means for those who call the tool.",
    name="VersionImpact",
    BREAKING="They may have to change, or it can't be shown that they need not.",
    COMPATIBLE="They can go on as they did.",
)
_show(
    VersionChangeKind,
    "What was changed.",
    name="VersionChangeKind",
    FIELD_ADDED="A field was added.",
    REQUIRED_FIELD_ADDED="A field was added that must be given.",
    FIELD_REMOVED="A field was removed.",
    FIELD_REQUIRED="A field must be there now.",
    FIELD_OPTIONAL="A field may be left out now.",
    TYPE="The types a value may have.",
    OPTIONS="The values to choose from.",
    LIMIT="The least or most of something.",
    PATTERN="The pattern of a text.",
    FORMAT="The format of a text.",
    DEFAULT="What is filled in where nothing is given.",
    OTHER_FIELDS="What holds for fields that are not named.",
    ITEMS="What holds for the items of a list.",
    ALTERNATIVES="The forms to choose from.",
    RULE="Any other rule of a schema.",
    REMARK="A title, a description or another word that checks nothing.",
    REARRANGED="A schema is written otherwise and means the same.",
    DRAFT="The draft of JSON Schema.",
    TOO_LARGE="Comparing the schemas would take too long.",
    DETAIL="The title, icon, category or tags.",
    DESCRIPTION="The description, by which LLMs choose.",
    EXAMPLES="Example prompts and inputs.",
    EXECUTOR="What runs it.",
    SETTINGS="A setting of what runs it.",
    SCRIPT="The script.",
    TIMEOUT="How long a run may take.",
    RETRIES="How often a failed run is tried again.",
    HINT="A hint on what a call may do.",
)
_show(
    ImportConflictAction,
    "What becomes of a tool of the file whose name is taken.",
    name="ImportConflictAction",
    SKIP="It is left out.",
    NEW_VERSION="Its content becomes the next version of the tool that is there; that one's policy stays.",
    RENAME="It is made under another name.",
)
_show(
    ImportOutcome,
    "What becomes of a tool of the file.",
    name="ImportOutcome",
    CREATED="It is a new tool.",
    NEW_VERSION="It is the next version of the tool that is there.",
    UNCHANGED="The tool that is there has this content already.",
    SKIPPED="It is left out.",
    REFUSED="It breaks a rule, so nothing of the file is imported.",
)
