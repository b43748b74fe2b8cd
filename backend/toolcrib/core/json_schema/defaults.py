"""Fill in what the schema says stands where nothing was given."""

from copy import deepcopy

from toolcrib.core.json_schema.structure import Schema, referenced
from toolcrib.core.json_text import JsonObject, JsonValue

_Followed = frozenset[int]


def fill_defaults(schema: Schema, value: JsonValue) -> JsonValue:
    """A copy of `value` with the defaults of missing fields, at every depth the value reaches.

    Only what always holds counts: `properties`, `items`, `allOf` and references; a default under anyOf, oneOf or a
    condition is not filled in. A default's own missing fields are filled too, but never round a reference cycle.
    """
    return fill_part(schema, schema, value)


def fill_part(root: Schema, schema: Schema, value: JsonValue) -> JsonValue:
    """The same by a schema that stands inside `root`."""
    return _filled(root, schema, value, frozenset())


def _filled(root: Schema, schema: Schema, value: JsonValue, followed: _Followed) -> JsonValue:
    """`followed`: the schemas entered since the last value that was given, which must not be entered again."""
    if not isinstance(schema, dict) or id(schema) in followed:
        return value
    followed |= {id(schema)}
    for part in (*referenced(root, schema), *_always(schema)):
        value = _filled(root, part, value, followed)
    if isinstance(value, dict):
        return _with_fields(root, schema, value, followed)
    if isinstance(value, list):
        return _with_items(root, schema, value)
    return value


def _always(schema: JsonObject) -> list[Schema]:
    parts = schema.get("allOf")
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def _with_fields(root: Schema, schema: JsonObject, value: JsonObject, followed: _Followed) -> JsonObject:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return value
    filled = dict(value)
    for name, part in properties.items():
        if not isinstance(part, dict):
            continue
        if name in value:
            filled[name] = _filled(root, part, value[name], frozenset())
        elif (source := default_source(root, part)) is not None:
            filled[name] = _filled(root, part, deepcopy(source["default"]), followed)
    return filled


def default_source(root: Schema, schema: Schema) -> JsonObject | None:
    """The schema that gives the default: this one, or the first it refers to that has one; None where none does."""
    seen: set[int] = set()
    waiting: list[Schema] = [schema]
    while waiting:
        current = waiting.pop(0)
        if not isinstance(current, dict) or id(current) in seen:
            continue
        if "default" in current:
            return current
        seen.add(id(current))
        waiting.extend((*referenced(root, current), *_always(current)))
    return None


def _with_items(root: Schema, schema: JsonObject, value: list[JsonValue]) -> list[JsonValue]:
    first = schema.get("prefixItems")
    rest = schema.get("items")
    if isinstance(rest, list):
        first, rest = rest, schema.get("additionalItems")
    heads = first if isinstance(first, list) else []
    return [
        _filled(root, part, item, frozenset())
        if isinstance(part := heads[index] if index < len(heads) else rest, dict)
        else item
        for index, item in enumerate(value)
    ]
