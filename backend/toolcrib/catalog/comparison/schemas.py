"""What differs between two JSON Schemas of a tool's input or output, for those who call it."""

from collections.abc import Iterator

from toolcrib.catalog.comparison import defaults
from toolcrib.catalog.comparison.engine import Engine, Finding, Place
from toolcrib.catalog.comparison.model import Change, ChangeKind, Impact
from toolcrib.catalog.comparison.parts import Located, Side, TooMuch
from toolcrib.core.errors import Path
from toolcrib.core.json_schema.structure import walk
from toolcrib.core.json_text import JsonObject, to_json

_READ_ALIKE = frozenset(
    {
        "type", "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",

        "minLength",
        "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "items", "required", "minProperties",
        "maxProperties", "properties", "patternProperties", "additionalProperties", "propertyNames", "anyOf", "oneOf",
        "allOf", "not", "title", "description", "$comment", "examples", "default", "deprecated", "readOnly",
        "writeOnly", "$schema",
    }
)  # fmt: skip
"""Keywords that mean the same in both drafts."""


def compare_schemas(before: JsonObject, after: JsonObject, field: Path, *, is_input: bool) -> list[Change]:
    """The differences at their paths below `field`; both are usable schemas of the two drafts.

    Input: a call that fitted must still fit, with defaults filled in. A field that the old schema didn't name counts
    as not sent, unless the schema invited it by `additionalProperties`. Output: what comes must fit the old schema.
    """
    if to_json(before) == to_json(after):
        return []
    old, new = Side(before), Side(after)
    if old.is_draft_07 is not new.is_draft_07 and not (_is_read_alike(before) and _is_read_alike(after)):
        return [_unproven(ChangeKind.DRAFT, before.get("$schema"), after.get("$schema"), (*field, "$schema"))]
    try:
        changes = list(_changes(old, new, field, is_input=is_input))
    except (TooMuch, RecursionError):
        return [not_compared(before, after, field)]
    if old.is_draft_07 is not new.is_draft_07:
        drafts = before.get("$schema"), after.get("$schema")
        changes.append(Change(ChangeKind.DRAFT, (*field, "$schema"), *drafts, Impact.COMPATIBLE))
    return changes or [Change(ChangeKind.REARRANGED, field, before, after, Impact.COMPATIBLE)]


def not_compared(before: JsonObject, after: JsonObject, field: Path) -> Change:
    """That the schema was changed, and nothing that would say how."""
    return _unproven(ChangeKind.TOO_LARGE, before, after, field)


def _changes(old: Side, new: Side, field: Path, *, is_input: bool) -> Iterator[Change]:
    sub, sup = (old, new) if is_input else (new, old)
    engine = Engine(sub, sup, sub_is_old=is_input)
    place = Place(filled=is_input, tolerant=is_input)
    seen: dict[tuple[ChangeKind, Path, str], Finding] = {}
    for finding in engine.findings([Located(sub.root, ())], [Located(sup.root, ())], place):
        key = (finding.kind, finding.path, to_json([finding.sub, finding.sup]))
        if key not in seen or not finding.holds:
            seen[key] = finding
    yield from (_change(finding, field, is_input=is_input) for finding in seen.values())
    if is_input and defaults.differ_delicately(old, new):
        yield _unproven(ChangeKind.DEFAULT, None, None, field)


def _change(finding: Finding, field: Path, *, is_input: bool) -> Change:
    shown = (finding.sub, finding.sup) if is_input else (finding.sup, finding.sub)
    impact = Impact.COMPATIBLE if finding.holds else Impact.BREAKING
    return Change(finding.kind, (*field, *finding.path), *shown, impact, finding.proven or finding.holds)


def _unproven(kind: ChangeKind, before: object, after: object, path: Path) -> Change:
    return Change(kind, path, before, after, Impact.BREAKING, proven=False)  # type: ignore[arg-type]  # parts of schemas


def _is_read_alike(schema: JsonObject) -> bool:
    return all(part.keys() <= _READ_ALIKE and not isinstance(part.get("items"), list) for _, part in walk(schema))
