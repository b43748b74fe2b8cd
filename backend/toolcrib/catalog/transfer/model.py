"""What is asked of an import, and what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from toolcrib.catalog.comparison import Comparison
from toolcrib.core.errors import Problem


class ConflictAction(StrEnum):
    """What becomes of a tool whose name is taken."""

    SKIP = "SKIP"
    NEW_VERSION = "NEW_VERSION"
    RENAME = "RENAME"


class ImportOutcome(StrEnum):
    CREATED = "CREATED"
    NEW_VERSION = "NEW_VERSION"
    UNCHANGED = "UNCHANGED"
    SKIPPED = "SKIPPED"
    REFUSED = "REFUSED"


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """`by_name`: for a tool of the file, what to do if its name is taken, and under which name instead.

    Without `keep_policy` every new tool is a PRIVATE DRAFT. Its limits and its network, which only restrict, stay.
    """

    on_conflict: ConflictAction = ConflictAction.SKIP
    by_name: Mapping[str, tuple[ConflictAction, str | None]] = field(default_factory=dict)
    keep_policy: bool = False


@dataclass(frozen=True, slots=True)
class ImportedTool:
    """What becomes of one tool of the file. `comparison`: what its new version changes for callers."""

    index: int
    name: str
    outcome: ImportOutcome
    final_name: str
    version: int | None = None
    tool_id: UUID | None = None
    problems: Sequence[Problem] = ()
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class ImportResult:
    """`new_categories`: those that the file's tools need and that were not there. `done`: it is saved."""

    tools: Sequence[ImportedTool]
    new_categories: Sequence[str]
    done: bool

    @property
    def problems(self) -> list[Problem]:
        return [problem for tool in self.tools for problem in tool.problems]
