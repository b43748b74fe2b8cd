from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolcrib.core.errors import Path
from toolcrib.core.json_text import JsonValue


class Impact(StrEnum):
    """Whether those who call a tool as it was can go on as they did."""

    BREAKING = "BREAKING"
    COMPATIBLE = "COMPATIBLE"


class ChangeKind(StrEnum):
    FIELD_ADDED = "FIELD_ADDED"
    REQUIRED_FIELD_ADDED = "REQUIRED_FIELD_ADDED"
    FIELD_REMOVED = "FIELD_REMOVED"
    FIELD_REQUIRED = "FIELD_REQUIRED"
    FIELD_OPTIONAL = "FIELD_OPTIONAL"
    TYPE = "TYPE"
    OPTIONS = "OPTIONS"
    LIMIT = "LIMIT"
    PATTERN = "PATTERN"
    FORMAT = "FORMAT"
    DEFAULT = "DEFAULT"
    OTHER_FIELDS = "OTHER_FIELDS"
    ITEMS = "ITEMS"
    ALTERNATIVES = "ALTERNATIVES"
    RULE = "RULE"
    REMARK = "REMARK"
    REARRANGED = "REARRANGED"
    DRAFT = "DRAFT"
    TOO_LARGE = "TOO_LARGE"
    DETAIL = "DETAIL"
    DESCRIPTION = "DESCRIPTION"
    EXAMPLES = "EXAMPLES"
    EXECUTOR = "EXECUTOR"
    SETTINGS = "SETTINGS"
    SCRIPT = "SCRIPT"
    TIMEOUT = "TIMEOUT"
    RETRIES = "RETRIES"
    HINT = "HINT"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference at `path` of the content, as callers name its fields; None is what is not there.

    `proven` is False where a change is BREAKING only because it can't be shown to be COMPATIBLE.
    """

    kind: ChangeKind
    path: Path
    before: JsonValue
    after: JsonValue
    impact: Impact
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences, those that break callers first."""

    changes: Sequence[Change]

    @property
    def impact(self) -> Impact:
        """COMPATIBLE where every change is, and where there is none."""
        return next((change.impact for change in self.changes if change.impact is Impact.BREAKING), Impact.COMPATIBLE)
