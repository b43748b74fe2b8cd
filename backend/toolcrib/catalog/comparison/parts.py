"""A schema as the parts that all hold of a value: references followed, `allOf` taken apart."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema_rs

from toolcrib.core.errors import Path
from toolcrib.core.json_schema.compiling import Parts
from toolcrib.core.json_schema.drafts import DRAFT_07, draft_of
from toolcrib.core.json_schema.structure import REFERENCES, Schema, locate, walk
from toolcrib.core.json_text import JsonObject, JsonValue, to_json

TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_NAMES = frozenset({"$id", "$schema", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions"})
"""What names or holds schemas and says nothing of a value."""
_TOGETHER = (
    frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"}),
    frozenset({"items", "prefixItems", "additionalItems", "unevaluatedItems"}),
    frozenset({"contains", "minContains", "maxContains"}),
    frozenset({"if", "then", "else"}),
)
"""Keywords that depend on one another: parts that share them out can't be read as one."""
_MOST_STEPS = 2_000


class TooMuch(Exception):
    """The schemas are too entangled to compare in reasonable time."""


@dataclass(frozen=True, slots=True)
class Located:
    """A schema and where it stands in its root."""

    schema: Schema
    path: Path


ANYTHING = Located(schema=True, path=())


@dataclass(frozen=True, slots=True)
class Part:
    """Keywords that hold together. `never`: nothing fits; `unknown`: a reference that is not followed stands in it.

    `places`: where the schema stands that has the keyword, if that is elsewhere than `path`.
    """

    keywords: Mapping[str, JsonValue]
    path: Path
    never: bool = False
    unknown: bool = False
    places: Mapping[str, Path] = field(default_factory=dict)

    def place(self, keyword: str) -> Path:
        return (*self.places.get(keyword, self.path), keyword)


class Side:
    """One of the two schemas that are compared."""

    def __init__(self, root: JsonObject) -> None:
        self.root = root
        self.is_draft_07 = draft_of(root) is DRAFT_07
        self._follows = not any(path and "$id" in part for path, part in walk(root))
        self._parts = Parts(root)

    def parts(self, schemas: Sequence[Located]) -> list[Part]:
        """What must hold for all of `schemas` to hold; at least one part, in the order in which they are written.

        Raises TooMuch.
        """
        found: list[Part] = []
        waiting = list(reversed(schemas))
        steps = 0
        while waiting:
            steps += 1
            if steps > _MOST_STEPS:
                raise TooMuch
            current = waiting.pop()
            if isinstance(current.schema, bool):
                if not current.schema:
                    found.append(Part({}, current.path, never=True))
                continue
            own, inner = self._taken_apart(current.schema, current.path)
            found += own
            waiting.extend(reversed(inner))
        return _as_one(found) or [Part({}, schemas[0].path if schemas else ())]

    def validator(self, path: Path) -> jsonschema_rs.Validator | None:
        return self._parts.at(path)

    def _taken_apart(self, schema: JsonObject, path: Path) -> tuple[list[Part], list[Located]]:
        reference = schema.get("$ref")
        inner: list[Located] = []
        unknown = "$dynamicRef" in schema or (isinstance(reference, str) and not self._follows)
        if isinstance(reference, str) and not unknown:
            target = locate(self.root, reference)
            unknown = target is None
            if target is not None:
                inner.append(Located(target[1], target[0]))
        if isinstance(reference, str) and self.is_draft_07:
            return ([Part({}, path, unknown=True)] if unknown else []), inner
        every = schema.get("allOf")
        if isinstance(every, list):
            inner += [
                Located(each, (*path, "allOf", index))
                for index, each in enumerate(every)
                if isinstance(each, dict | bool)
            ]
        own = {name: value for name, value in schema.items() if name not in _NAMES | {"allOf", *REFERENCES}}
        return ([Part(own, path, unknown=unknown)] if own or unknown else []), inner


def _as_one(parts: list[Part]) -> list[Part]:
    """The parts as one where no two of them speak of the same thing."""
    if len(parts) < 2 or any(part.never or part.unknown for part in parts):  # noqa: PLR2004 - more than one
        return parts
    keywords: dict[str, JsonValue] = {}
    places: dict[str, Path] = {}
    for part in parts:
        for name, value in part.keywords.items():
            places.setdefault(name, part.path)
            if name == "required" and isinstance(value, list) and isinstance(now := keywords.get(name), list):
                keywords[name] = [*now, *(each for each in value if each not in now)]
            elif name in keywords and name in ASSERTIONS:
                return parts
            else:
                keywords.setdefault(name, value)
    for group in _TOGETHER:
        if sum(1 for part in parts if group & part.keywords.keys()) > 1:
            return parts
    return [Part(keywords, parts[0].path, places=places)]


ASSERTIONS = frozenset(
    {
        "type", "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",

        "minLength",
        "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "minItems", "maxItems", "uniqueItems",
        "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "unevaluatedItems",
        "required", "minProperties", "maxProperties", "properties", "patternProperties", "additionalProperties",
        "propertyNames", "dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "anyOf",
        "oneOf", "not", "if", "then", "else",
    }
)  # fmt: skip
"""What can make a value fit or not. All else is a remark."""


def types_of(part: Part) -> frozenset[str]:
    """The JSON types that the part lets through at most."""
    if part.never:
        return frozenset()
    named = part.keywords.get("type")
    types = TYPES if named is None else frozenset(as_list(named))
    values = options_of(part)
    if values is not None:
        types = frozenset({type_of(value) for value in values})
    return types | {"integer"} if "number" in types else types


def type_of(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) or value.is_integer() else "number"
    names: dict[type[Any], str] = {str: "string", list: "array", dict: "object", type(None): "null"}
    return names[type(value)]


def options_of(part: Part) -> list[JsonValue] | None:
    """The values that the part lets through at most, where it names them."""
    if "const" in part.keywords:
        return [part.keywords["const"]]
    named = part.keywords.get("enum")
    return named if isinstance(named, list) else None


def as_list(value: JsonValue) -> list[Any]:
    return value if isinstance(value, list) else [value]


def as_object(value: JsonValue) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def same(one: object, other: object) -> bool:
    """Is it written alike, and does it mean the same wherever it stands: no references."""
    text = to_json(one)
    return text == to_json(other) and "Ref" not in text and '"$ref"' not in text


def inside(part: Part, keyword: str) -> Iterator[Located]:
    """The schema, or the schemas of the list, that stand at a keyword."""
    value = part.keywords.get(keyword)
    if isinstance(value, dict | bool):
        yield Located(value, part.place(keyword))
    elif isinstance(value, list):
        yield from (
            Located(each, (*part.place(keyword), index))
            for index, each in enumerate(value)
            if isinstance(each, dict | bool)
        )


def field_of(part: Part, name: str) -> Located | None:
    """The schema of a field that the part names."""
    named = as_object(part.keywords.get("properties"))
    return Located(named[name], (*part.place("properties"), name)) if name in named else None
