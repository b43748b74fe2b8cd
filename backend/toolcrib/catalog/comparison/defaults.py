"""What is filled in where a caller gives nothing, and whether a call then still fits."""

from collections.abc import Iterator

from toolcrib.catalog.comparison.engine import Engine, Finding, Place
from toolcrib.catalog.comparison.model import ChangeKind
from toolcrib.catalog.comparison.parts import Located, Part, Side, field_of
from toolcrib.core.errors import Path
from toolcrib.core.json_schema.defaults import default_source, fill_part
from toolcrib.core.json_schema.structure import REFERENCES, children, locate, walk
from toolcrib.core.json_text import JsonObject, JsonValue, to_json

_SENSITIVE = frozenset(
    {
        "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired", "dependencies",
        "minProperties",
        "maxProperties", "uniqueItems", "contains", "propertyNames", "patternProperties", "unevaluatedProperties",
        "unevaluatedItems", "prefixItems", "additionalItems",
    }
)  # fmt: skip
"""Keywords that may tell a field that was filled in from one that is not there."""


def findings(engine: Engine, sub: Located, sup: Located, place: Place) -> Iterator[Finding]:
    """Of a field that both sides name: another default is another call, for all who leave the field out."""
    before, after = _default(engine.sub, sub.schema), _default(engine.sup, sup.schema)
    shown = [source["default"] if source else None for source in (before, after)]
    if (before is None) is (after is None) and to_json(shown[0]) == to_json(shown[1]):
        return
    holds = place.moot or not place.filled or not engine.sub_is_old or (before is None and _is_sound(engine.sup, sup))
    yield Finding(ChangeKind.DEFAULT, (*sup.path, "default"), shown[0], shown[1], holds)


def is_filled(engine: Engine, new: Part, name: str) -> bool:
    """Whether the new schema gives the field a value that fits, where the caller gives none."""
    found = field_of(new, name)
    return found is not None and _default(engine.sup, found.schema) is not None and _is_sound(engine.sup, found)


def stay_sound(engine: Engine, old: Part, new: Part, name: str, place: Place) -> bool:
    """Of a field that comes or goes: whether the call still fits with what is now filled in, or no longer is."""
    if not place.filled:
        return True
    added, gone = field_of(new, name), field_of(old, name)
    if added is not None:
        return _is_sound(engine.sup, added)
    if gone is None or not any("default" in part for part, _ in _reached(engine.sub, gone)):
        return True
    required = new.keywords.get("required")
    needed = isinstance(required, list) and name in required
    return not needed and isinstance(new.keywords.get("additionalProperties", True), bool)


def differ_delicately(old: Side, new: Side) -> bool:
    """What is filled in differs somewhere, and there are rules that this alone might break."""
    before, after = _signature(old.root), _signature(new.root)
    if before == after or not any('"default"' in text for text in (*before.values(), *after.values())):
        return False
    return any(_is_delicate(part) for side in (old, new) for _, part in walk(side.root))


def _is_delicate(part: JsonObject) -> bool:
    if _SENSITIVE & part.keys() or isinstance(part.get("items"), list):
        return True
    if "$ref" in part and part.keys() - {"$ref", "title", "description", "$schema", "$defs", "definitions"}:
        return True
    values = [part["const"]] if "const" in part else part.get("enum")
    return isinstance(values, list) and any(isinstance(value, dict | list) for value in values)


def _signature(root: JsonObject) -> dict[str, str]:
    """Where something is filled in, or something else is looked up, and what."""
    kept = ("default", *REFERENCES)
    return {
        to_json(path): to_json({name: part[name] for name in kept if name in part})
        for path, part in walk(root)
        if any(name in part for name in kept)
    }


def _default(side: Side, schema: JsonValue) -> JsonObject | None:
    return default_source(side.root, schema) if isinstance(schema, dict) else None


def _is_sound(side: Side, located: Located) -> bool:
    """Every default in it, of this field or of those inside, fits where it stands."""
    for part, path in _reached(side, located):
        if "default" not in part:
            continue
        validator = side.validator(path)
        if validator is None or not validator.is_valid(fill_part(side.root, part, part["default"])):
            return False
    return True


def _reached(side: Side, start: Located) -> Iterator[tuple[JsonObject, Path]]:
    """The schema and all inside it, references followed."""
    seen: set[int] = set()
    waiting = [(start.path, start.schema)]
    while waiting:
        path, schema = waiting.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        yield schema, path
        waiting.extend(((*path, *step), child) for step, child in children(schema))
        for keyword in REFERENCES:
            reference = schema.get(keyword)
            if isinstance(reference, str) and (target := locate(side.root, reference)):
                waiting.append(target)
