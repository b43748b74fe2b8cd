"""What differs between two contents."""

from collections.abc import Callable, Iterator, Mapping
from uuid import UUID

from toolcrib.catalog.comparison.model import Change, ChangeKind, Comparison, Impact
from toolcrib.catalog.comparison.schemas import compare_schemas, not_compared
from toolcrib.catalog.content import FIELD_NAMES, ToolContent
from toolcrib.core.json_text import JsonObject, JsonValue, to_json

_KINDS: Mapping[str, ChangeKind] = {
    "display_name": ChangeKind.DETAIL,
    "description": ChangeKind.DESCRIPTION,
    "icon": ChangeKind.DETAIL,
    "category": ChangeKind.DETAIL,
    "tags": ChangeKind.DETAIL,
    "executor_type": ChangeKind.EXECUTOR,
    "script_content": ChangeKind.SCRIPT,
    "max_retries": ChangeKind.RETRIES,
    "examples": ChangeKind.EXAMPLES,
}
_PROMISES = {"readOnly": True, "destructive": False, "idempotent": True, "openWorld": False}
"""Each hint's value that callers may build on."""


def compare_contents(before: ToolContent, after: ToolContent, *, schemas: bool = True) -> Comparison:
    """All differences; both contents can be saved, so their schemas can be used.

    Without `schemas` nothing costly is done: of a schema is said only that it was changed, which may break callers.
    """
    changed = set(before.differences(after))
    found: list[Change] = []
    for name, shown in FIELD_NAMES.items():
        if shown in changed:
            compare = _COMPARED.get(name, _plain)
            found += (_skipped if compare is _schema and not schemas else compare)(name, before, after)
    return Comparison(sorted(found, key=lambda change: change.impact is not Impact.BREAKING))


def _plain(name: str, before: ToolContent, after: ToolContent) -> Iterator[Change]:
    values = (_json(getattr(before, name)), _json(getattr(after, name)))
    yield Change(_KINDS[name], (FIELD_NAMES[name],), *values, Impact.COMPATIBLE)


def _json(value: object) -> JsonValue:
    if isinstance(value, UUID):
        return f"category_{value.hex}"
    return list(value) if isinstance(value, tuple) else value  # type: ignore[return-value]  # a field of a content


def _schema(name: str, before: ToolContent, after: ToolContent) -> Iterator[Change]:
    old, new = _object(getattr(before, name)), _object(getattr(after, name))
    yield from compare_schemas(old, new, (FIELD_NAMES[name],), is_input=name == "input_schema")


def _skipped(name: str, before: ToolContent, after: ToolContent) -> Iterator[Change]:
    yield not_compared(_object(getattr(before, name)), _object(getattr(after, name)), (FIELD_NAMES[name],))


def _timeout(name: str, before: ToolContent, after: ToolContent) -> Iterator[Change]:
    """Calls that took longer than the new limit would be cut off."""
    lowered = after.timeout_seconds < before.timeout_seconds
    yield Change(
        ChangeKind.TIMEOUT,
        (FIELD_NAMES[name],),
        before.timeout_seconds,
        after.timeout_seconds,
        Impact.BREAKING if lowered else Impact.COMPATIBLE,
    )


def _hints(name: str, before: ToolContent, after: ToolContent) -> Iterator[Change]:
    """A promise that is taken back breaks those who built on it."""
    old, new = _object(before.annotations), _object(after.annotations)
    for hint, promise in _PROMISES.items():
        if old.get(hint) is not new.get(hint):
            impact = Impact.BREAKING if old.get(hint) is promise else Impact.COMPATIBLE
            yield Change(ChangeKind.HINT, (FIELD_NAMES[name], hint), old.get(hint), new.get(hint), impact)


def _settings(name: str, before: ToolContent, after: ToolContent) -> Iterator[Change]:
    """How a script gets its input is its own matter; a shell script's `output` says what callers get."""
    old, new = _object(before.executor_config), _object(after.executor_config)
    for setting in sorted(old.keys() | new.keys()):
        if to_json([old.get(setting)]) != to_json([new.get(setting)]):
            stays = setting != "output" or before.executor_type is not after.executor_type
            impact = Impact.COMPATIBLE if stays else Impact.BREAKING
            yield Change(ChangeKind.SETTINGS, (FIELD_NAMES[name], setting), old.get(setting), new.get(setting), impact)


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


_COMPARED: Mapping[str, Callable[[str, ToolContent, ToolContent], Iterator[Change]]] = {
    "input_schema": _schema,
    "output_schema": _schema,
    "timeout_seconds": _timeout,
    "annotations": _hints,
    "executor_config": _settings,
}
