"""Where a schema holds other schemas, and what its local references point at."""

from collections.abc import Iterator
from typing import TypeGuard
from urllib.parse import unquote

from toolcrib.core.errors import Path
from toolcrib.core.json_text import JsonObject, JsonValue

Schema = JsonObject | bool

IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
IN_PLACE_SINGLES = ("not", "if", "then", "else")
IN_PLACE_MAPS = ("dependentSchemas", "dependencies")
"""These look at the same value as the schema they stand in."""

CHILD_SINGLES = (
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "items",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)
CHILD_LISTS = ("prefixItems", "items")
CHILD_MAPS = ("properties", "patternProperties")
DEFINITIONS = ("definitions", "$defs")

REFERENCES = ("$ref", "$dynamicRef")

_LISTS = IN_PLACE_LISTS + CHILD_LISTS
_SINGLES = IN_PLACE_SINGLES + CHILD_SINGLES
_MAPS = IN_PLACE_MAPS + CHILD_MAPS + DEFINITIONS


def children(schema: JsonValue) -> Iterator[tuple[Path, Schema]]:
    """Each schema directly inside `schema`, with its path; what is only data (enum, default …) is passed over."""
    if isinstance(schema, dict):
        yield from held(schema, lists=_LISTS, singles=_SINGLES, maps=_MAPS)


def in_place(schema: JsonObject) -> Iterator[Schema]:
    """The schemas inside `schema` that look at the same value, references not followed."""
    for _, child in held(schema, lists=IN_PLACE_LISTS, singles=IN_PLACE_SINGLES, maps=IN_PLACE_MAPS):
        yield child


def held(
    schema: JsonObject, *, lists: tuple[str, ...] = (), singles: tuple[str, ...] = (), maps: tuple[str, ...] = ()
) -> Iterator[tuple[Path, Schema]]:
    for keyword in singles:
        if is_schema(child := schema.get(keyword)):
            yield (keyword,), child
    for keyword in lists:
        members = schema.get(keyword)
        if isinstance(members, list):
            yield from (((keyword, index), child) for index, child in enumerate(members) if is_schema(child))
    for keyword in maps:
        named = schema.get(keyword)
        if isinstance(named, dict):
            yield from (((keyword, name), child) for name, child in named.items() if is_schema(child))


def is_schema(value: JsonValue) -> TypeGuard[Schema]:
    return isinstance(value, dict | bool)


def walk(schema: JsonValue, path: Path = ()) -> Iterator[tuple[Path, JsonObject]]:
    """Every object schema in `schema`, itself first, with its path. Never recurses, so depth does no harm."""
    waiting: list[tuple[Path, JsonValue]] = [(path, schema)]
    while waiting:
        place, current = waiting.pop()
        if isinstance(current, dict):
            yield place, current
            inner = [((*place, *step), child) for step, child in children(current)]
            waiting.extend(reversed(inner))


def patterns(schema: JsonObject) -> Iterator[tuple[Path, str]]:
    """The patterns that stand directly in `schema`, with their paths."""
    if isinstance(text := schema.get("pattern"), str):
        yield ("pattern",), text
    named = schema.get("patternProperties")
    if isinstance(named, dict):
        yield from ((("patternProperties", text), text) for text in named)


def resolve(root: Schema, reference: str) -> Schema | None:
    """What a local reference (`#`, `#/definitions/x`, `#anchor`) points at; None where that is no schema here."""
    found = locate(root, reference)
    return found[1] if found else None


def locate(root: Schema, reference: str) -> tuple[Path, Schema] | None:
    """The path and the schema that a local reference points at."""
    if not reference.startswith("#"):
        return None
    fragment = unquote(reference[1:])
    if fragment and not fragment.startswith("/"):
        return _anchored(root, fragment)
    path = tuple(step.replace("~1", "/").replace("~0", "~") for step in fragment.split("/")[1:])
    current: JsonValue = root
    for step in path:
        current = _member(current, step)
    return (path, current) if isinstance(current, dict | bool) else None


def _member(value: JsonValue, key: str) -> JsonValue:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list) and key.isascii() and key.isdigit() and int(key[:9]) < len(value):
        return value[int(key[:9])]
    return None


def _anchored(root: Schema, name: str) -> tuple[Path, Schema] | None:
    for path, schema in walk(root):
        if schema.get("$anchor") == name or schema.get("$dynamicAnchor") == name or schema.get("$id") == f"#{name}":
            return path, schema
    return None


def referenced(root: Schema, schema: JsonObject) -> Iterator[Schema]:
    """What the references of `schema` point at."""
    for keyword in REFERENCES:
        reference = schema.get(keyword)
        if isinstance(reference, str) and (target := resolve(root, reference)) is not None:
            yield target
