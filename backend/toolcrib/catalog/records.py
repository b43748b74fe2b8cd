"""What the catalog's rows are outside the store."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from toolcrib.catalog.content import ToolContent
from toolcrib.catalog.model import RUNNABLE, ExecutorType, ToolStatus, ToolVisibility
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.contract import Network


@dataclass(frozen=True, slots=True)
class ToolPolicy:
    """What is not versioned: restoring a version never loosens it. `owner` is None exactly for PLATFORM tools."""

    visibility: ToolVisibility = ToolVisibility.PRIVATE
    owner: UUID | None = None
    rate_limit_per_minute: int | None = None
    rate_limit_per_hour: int | None = None
    network: Network = Network.FULL


@dataclass(frozen=True, slots=True)
class ToolRecord:
    """A tool as it is now."""

    id: UUID
    name: str
    status: ToolStatus
    version: int
    deleted_at: datetime | None
    policy: ToolPolicy
    content: ToolContent


@dataclass(frozen=True, slots=True)
class CategoryRecord:
    id: UUID
    name: str
    description: str | None
    parent: UUID | None

    def facts(self) -> Mapping[str, object]:
        """What the audit trail keeps."""
        parent = self.parent.hex if self.parent else None
        return {"name": self.name, "description": self.description, "parent": parent}


@dataclass(frozen=True, slots=True)
class RunnableTool:
    """One version of one tool, with all that running it takes. Schemas are JSON text, in the author's own order."""

    tool_id: UUID
    name: str
    version: int
    current_version: int
    status: ToolStatus
    visibility: ToolVisibility
    owner: UUID | None
    deleted: bool
    executor_type: ExecutorType
    executor_config: JsonObject
    script: str | None
    input_schema: str
    output_schema: str
    timeout_seconds: int
    max_retries: int
    rate_limit_per_minute: int | None
    rate_limit_per_hour: int | None
    network: Network
    annotations: JsonObject

    @property
    def is_current(self) -> bool:
        """Running another version than the current one needs ADMIN on the tool."""
        return self.version == self.current_version

    @property
    def is_runnable(self) -> bool:
        """ACTIVE or DEPRECATED, and not deleted. A DRAFT runs only from its owner's test panel."""
        return self.status in RUNNABLE and not self.deleted

    @property
    def idempotent(self) -> bool:
        """By its author's hint: it may be run again after a lost worker."""
        return self.annotations.get("idempotent") is True
