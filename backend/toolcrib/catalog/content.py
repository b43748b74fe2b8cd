"""A tool's content: what every version keeps in full, and a restore brings back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any
from uuid import UUID

from toolcrib.catalog.model import ExecutorType
from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import JsonObject, JsonValue, to_json
from toolcrib.core.unset import UNSET, Unset

DEFAULT_TIMEOUT_SECONDS = 30

FIELD_NAMES: Mapping[str, str] = {
    "display_name": "displayName",
    "description": "description",
    "icon": "icon",
    "category": "category",
    "tags": "tags",
    "executor_type": "executorType",
    "executor_config": "executorConfig",
    "script_content": "scriptContent",
    "input_schema": "inputSchema",
    "output_schema": "outputSchema",
    "timeout_seconds": "timeoutSeconds",
    "max_retries": "maxRetries",
    "annotations": "annotations",
    "examples": "examples",
}
"""Each field as callers name it."""

_UNORDERED = frozenset({"executor_config", "annotations"})
"""Kept as jsonb, which has an order of its own: another order there is no change."""


@dataclass(frozen=True, slots=True)
class ToolContent:
    """Whole content. JSON fields hold parsed JSON; None in `input_schema` stands for one that was never given."""

    display_name: str = ""
    description: str = ""
    icon: str | None = None
    category: UUID | None = None
    tags: tuple[str, ...] = ()
    executor_type: ExecutorType = ExecutorType.PYTHON
    executor_config: JsonValue = None
    script_content: str | None = None
    input_schema: JsonValue = None
    output_schema: JsonValue = None
    timeout_seconds: int = DEFAULT_TIMEOUT_SECONDS
    max_retries: int = 0
    annotations: JsonValue = None
    examples: JsonValue = None

    def differences(self, other: "ToolContent") -> list[str]:
        """The fields, as callers name them, that read otherwise: 1, 1.0 and true differ, and so do orders of keys."""
        return [shown for name, shown in FIELD_NAMES.items() if _text(self, name) != _text(other, name)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContentChange:
    """Part of a content. UNSET keeps what is there; None clears, back to the default where there is one."""

    display_name: str | Unset | None = UNSET
    description: str | Unset | None = UNSET
    icon: str | Unset | None = UNSET
    category: UUID | Unset | None = UNSET
    tags: list[str] | Unset | None = UNSET
    executor_type: ExecutorType | Unset | None = UNSET
    executor_config: JsonValue | Unset = UNSET
    script_content: str | Unset | None = UNSET
    input_schema: JsonValue | Unset = UNSET
    output_schema: JsonValue | Unset = UNSET
    timeout_seconds: int | Unset | None = UNSET
    annotations: JsonValue | Unset = UNSET
    examples: JsonValue | Unset = UNSET

    def applied_to(self, content: ToolContent) -> ToolContent:
        """`content` with what was given, tidied; not checked."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        changes = {
            name: _DEFAULTS[name] if value is None else value for name, value in given.items() if value is not UNSET
        }
        return _tidied(replace(content, **changes))


def _text(content: ToolContent, name: str) -> str:
    value = getattr(content, name)
    if name in _UNORDERED and isinstance(value, dict):
        return to_json(sorted(value.items()))
    return to_json(str(value) if isinstance(value, UUID) else value)


_DEFAULTS: Mapping[str, Any] = {field.name: field.default for field in fields(ToolContent)}


def _tidied(content: ToolContent) -> ToolContent:
    tags = [tag.strip() for tag in content.tags]
    return replace(
        content,
        display_name=content.display_name.strip(),
        description=content.description.strip(),
        icon=(content.icon or "").strip() or None,
        tags=tuple(dict.fromkeys(tag for tag in tags if tag)),
        output_schema={} if content.output_schema is None else content.output_schema,
        annotations=_without_nulls(content.annotations),
        examples=_whole_examples(content.examples),
    )


def _without_nulls(annotations: JsonValue) -> JsonValue:
    if not isinstance(annotations, dict):
        return {} if annotations is None else annotations
    return {name: hint for name, hint in annotations.items() if hint is not None}


def _whole_examples(examples: JsonValue) -> JsonValue:
    empty: JsonObject = {"prompts": [], "inputs": []}
    if not isinstance(examples, dict):
        return empty if examples is None else examples
    return empty | {name: part for name, part in examples.items() if part is not None}


def problem(message: str, name: str, *path: str | int) -> Problem:
    """A problem of the field `name` of ToolContent, or of something inside it."""
    return Problem("INVALID_INPUT", message, field_path(name, *path))


def field_path(name: str, *path: str | int) -> Path:
    return (FIELD_NAMES[name], *path)
