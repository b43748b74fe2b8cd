"""Pairs of schemas and values for them, from a small world, so that they meet often. Everything hangs on one seed."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from toolcrib.core.json_schema.structure import children, in_place, referenced

Schema = dict[str, Any] | bool
NAMES = ("a", "b", "c")
TEXTS = ("", "a", "ab", "abc", "2026-01-31")
NUMBERS = (-1, 0, 1, 2, 3, 1.5)
TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"


class World:
    """Draws schemas of one draft, and values."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - no secret
        self.modern = self.random.random() < 0.5
        self._keywords = self._known()

    def pair(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """A schema and an edited copy of it, in either order."""
        before: dict[str, Any] = {"type": "object", "properties": self._by_name(NAMES, self.schema)}
        if self.chance(0.5):
            before["required"] = self._names()
        if self.chance(0.5):
            before["additionalProperties"] = self.schema(1)
        before["$defs"] = {"one": self.schema(2), "two": self.schema(2)}
        if self.modern:
            before["$schema"] = DRAFT_2020
        after = deepcopy(before)
        for _ in range(self.random.randint(1, 3)):
            self._edit(after)
        return (before, after) if self.chance(0.5) else (after, before)

    def schema(self, depth: int = 2) -> Schema:
        if depth <= 0 or self.chance(0.25):
            return self.random.choice((True, False, {}, *({"type": kind} for kind in TYPES)))
        chosen = self.random.sample(sorted(self._keywords), self.random.randint(1, 3))
        found = {name: self._keywords[name](depth - 1) for name in chosen}
        if self.chance(0.5):
            found.setdefault("type", self.random.choice(TYPES))
        return found

    def value(self, depth: int = 2) -> Any:
        kind = self.random.random()
        if depth > 0 and kind < 0.25:
            return {name: self.value(depth - 1) for name in self._names()}
        if depth > 0 and kind < 0.4:
            return [self.value(depth - 1) for _ in range(self.random.randint(0, 3))]
        return self.random.choice((None, True, False, *NUMBERS, *TEXTS))

    def like(self, root: dict[str, Any], schema: Schema, depth: int = 4) -> Any:  # noqa: PLR0911 - one for each way
        """A value that looks as if it might fit."""
        if not isinstance(schema, dict) or depth == 0 or self.chance(0.1):
            return self.value()
        if "const" in schema and self.chance(0.7):
            return schema["const"]
        if "enum" in schema and self.chance(0.7):
            return self.random.choice(schema["enum"])
        others = [*in_place(schema), *referenced(root, schema)]
        if others and self.chance(0.5):
            return self.like(root, self.random.choice(others), depth - 1)
        if "properties" in schema or schema.get("type") == "object":
            return self._object(root, schema, depth)
        if schema.get("type") == "array":
            items = schema.get("items", True)
            one = items if not isinstance(items, list) else self.random.choice(items)
            return [self.like(root, one, depth - 1) for _ in range(self.random.randint(0, 3))]
        return self._scalar(schema.get("type"))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def _object(self, root: dict[str, Any], schema: dict[str, Any], depth: int) -> Any:
        needed = schema.get("required", [])
        named = schema.get("properties", {})
        found = {
            name: self.like(root, part, depth - 1)
            for name, part in named.items()
            if self.chance(0.9 if name in needed else 0.5)
        }
        other = schema.get("additionalProperties", True)
        if other is not False and self.chance(0.3):
            found.setdefault(self.random.choice(NAMES), self.like(root, other, depth - 1))
        return found

    def _scalar(self, kind: object) -> Any:
        by_type: dict[object, tuple[Any, ...]] = {
            "string": TEXTS,
            "integer": (-1, 0, 1, 2, 3),
            "number": NUMBERS,
            "boolean": (True, False),
            "null": (None,),
        }
        return self.random.choice(by_type[kind]) if isinstance(kind, str) and kind in by_type else self.value()

    def _names(self) -> list[str]:
        return self.random.sample(NAMES, self.random.randint(0, 2))

    def _by_name(self, names: tuple[str, ...], draw: Callable[[int], Any], depth: int = 2) -> dict[str, Any]:
        return {name: draw(depth) for name in self.random.sample(names, self.random.randint(0, len(names)))}

    def _list(self, depth: int) -> list[Schema]:
        return [self.schema(depth) for _ in range(self.random.randint(1, 3))]

    def _known(self) -> dict[str, Callable[[int], Any]]:
        """Each keyword, and what may stand at it."""
        random = self.random
        shared: dict[str, Callable[[int], Any]] = {
            "type": lambda _: random.choice((random.choice(TYPES), random.sample(TYPES, 2))),
            "enum": lambda _: [self.value(1) for _ in range(random.randint(1, 3))],
            "const": lambda _: self.value(1),
            "multipleOf": lambda _: random.choice((1, 2, 3)),
            "pattern": lambda _: random.choice(("^a", "b", "c$")),
            "format": lambda _: random.choice(("date", "password")),
            "properties": lambda depth: self._by_name(NAMES, self.schema, depth),
            "required": lambda _: self._names(),
            "patternProperties": lambda depth: self._by_name(("^a", "b|c"), self.schema, depth),
            "uniqueItems": lambda _: self.chance(0.7),
            "default": lambda _: self.value(1),
            "title": lambda _: random.choice(TEXTS),
            "$ref": lambda _: random.choice(("#/$defs/one", "#/$defs/two")),
        }
        bounds = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
        sizes = ("minLength", "maxLength", "minProperties", "maxProperties", "minItems", "maxItems")
        inner = ("additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "items")
        shared |= dict.fromkeys(bounds, lambda _: random.choice(NUMBERS))
        shared |= dict.fromkeys(sizes, lambda _: random.randint(0, 3))
        shared |= dict.fromkeys(inner, self.schema)
        shared |= dict.fromkeys(("anyOf", "oneOf", "allOf"), self._list)
        return shared | (self._of_2020() if self.modern else self._of_draft_07())

    def _of_draft_07(self) -> dict[str, Callable[[int], Any]]:
        return {
            "items": self._items,
            "additionalItems": self.schema,
            "dependencies": lambda depth: self._by_name(NAMES, lambda _: self._names(), depth),
        }

    def _items(self, depth: int) -> Any:
        return self._list(depth) if self.chance(0.5) else self.schema(depth)

    def _of_2020(self) -> dict[str, Callable[[int], Any]]:
        return {
            "prefixItems": self._list,
            "minContains": lambda _: self.random.randint(0, 3),
            "maxContains": lambda _: self.random.randint(0, 3),
            "dependentRequired": lambda depth: self._by_name(NAMES, lambda _: self._names(), depth),
            "dependentSchemas": lambda depth: self._by_name(NAMES, self.schema, depth),
            "unevaluatedProperties": self.schema,
            "unevaluatedItems": self.schema,
        }

    def _edit(self, root: dict[str, Any]) -> None:
        place = self.random.choice(list(_objects(root)))
        fixed = {"$defs", "$schema"} | ({"type"} if place is root else set())
        there = sorted(place.keys() - fixed)
        if there and self.chance(0.6):
            name = self.random.choice(there)
            if name in self._keywords and self.chance(0.6):
                place[name] = self._keywords[name](1)
            else:
                del place[name]
            return
        name = self.random.choice(sorted(self._keywords.keys() - fixed))
        new = self._keywords[name](1)
        place[name] = place[name] | new if isinstance(place.get(name), dict) and name == "properties" else new


def _objects(schema: Schema) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for _, child in children(schema):
            yield from _objects(child)


def sends_only_what_is_named(root: dict[str, Any], value: Any) -> bool:
    """Does each object in `value` have only fields that the schema names there, or invites by a rule for others?"""
    return _only_named(root, [root], value)


def _only_named(root: dict[str, Any], schemas: list[Schema], value: Any) -> bool:
    here = _all_in_place(root, schemas)
    if isinstance(value, dict):
        return all(_field_is_named(root, here, name, inner) for name, inner in value.items())
    if isinstance(value, list):
        inside = [part for schema in here for part in _item_schemas(schema)]
        return all(_only_named(root, inside, item) for item in value)
    return True


def _field_is_named(root: dict[str, Any], here: list[dict[str, Any]], name: str, value: Any) -> bool:
    invited = ("additionalProperties", "patternProperties")
    inside = [schema["properties"][name] for schema in here if name in schema.get("properties", {})]
    if not inside and not any(keyword in schema for schema in here for keyword in invited):
        return False
    for schema in here:
        inside += schema.get("patternProperties", {}).values()
        inside += [schema["additionalProperties"]] if "additionalProperties" in schema else []
    return _only_named(root, inside, value)


def _item_schemas(schema: dict[str, Any]) -> Iterator[Schema]:
    for keyword in ("items", "prefixItems", "additionalItems", "contains"):
        held = schema.get(keyword, [])
        yield from held if isinstance(held, list) else [held]


def _all_in_place(root: dict[str, Any], schemas: list[Schema]) -> list[dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    waiting = list(schemas)
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, dict) and id(schema) not in found:
            found[id(schema)] = schema
            waiting += [*in_place(schema), *referenced(root, schema)]
    return list(found.values())
