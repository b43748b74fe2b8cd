"""Hide what a schema marks as secret: `"writeOnly": true` or `"format": "password"`."""

from collections.abc import Iterable, Iterator

from toolcrib.core.json_schema.compiling import pattern
from toolcrib.core.json_schema.structure import CHILD_LISTS, Schema, held, in_place, referenced
from toolcrib.core.json_text import JsonObject, JsonValue
from toolcrib.core.redaction import MASK

_ITEMS = ("items", "additionalItems", "contains", "unevaluatedItems")
_OTHER_FIELDS = ("additionalProperties", "unevaluatedProperties")


def redact(schema: Schema, value: JsonValue) -> JsonValue:
    """A copy of `value` with "[redacted]" wherever the schema marks a secret; `value` itself where it marks none.

    Every branch counts, whether it applies or not: hiding too much is better than too little.
    """
    if not any_secret(schema):
        return value
    return _redacted(schema, [schema], value)


def any_secret(schema: Schema) -> bool:
    """Could this schema mark anything? Looks at the whole text, so references need no following."""
    waiting: list[JsonValue] = [schema]
    while waiting:
        current = waiting.pop()
        if isinstance(current, dict):
            if _is_secret(current):
                return True
            waiting.extend(current.values())
        elif isinstance(current, list):
            waiting.extend(current)
    return False


def _is_secret(schema: JsonObject) -> bool:
    return schema.get("writeOnly") is True or schema.get("format") == "password"


def _redacted(root: Schema, schemas: Iterable[Schema], value: JsonValue) -> JsonValue:
    applied = _applied(root, schemas)
    if any(map(_is_secret, applied)):
        return MASK
    if isinstance(value, dict):
        return {name: _redacted(root, _of_field(applied, name), member) for name, member in value.items()}
    if isinstance(value, list):
        return [_redacted(root, _of_item(applied, index), item) for index, item in enumerate(value)]
    return value


def _applied(root: Schema, schemas: Iterable[Schema]) -> list[JsonObject]:
    """`schemas` and everything that looks at the same value through them, each once."""
    found: dict[int, JsonObject] = {}
    waiting = list(schemas)
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, dict) and id(schema) not in found:
            found[id(schema)] = schema
            waiting.extend((*in_place(schema), *referenced(root, schema)))
    return list(found.values())


def _of_field(applied: list[JsonObject], name: str) -> Iterator[Schema]:
    for schema in applied:
        known = False
        for (keyword, key), part in held(schema, maps=("properties", "patternProperties")):
            if key == name if keyword == "properties" else pattern(str(key)).is_valid(name):
                known = True
                yield part
        if not known:
            yield from (part for _, part in held(schema, singles=_OTHER_FIELDS))


def _of_item(applied: list[JsonObject], index: int) -> Iterator[Schema]:
    for schema in applied:
        yield from (part for _, part in held(schema, singles=_ITEMS))
        yield from (part for (_, place), part in held(schema, lists=CHILD_LISTS) if place == index)
