"""An input schema in the subset that OpenAI's strict mode takes.

There every object lists all its fields as required and takes no others; a field that may be left out may be null
instead.
"""

from collections.abc import Iterable

from toolcrib.core.json_schema.structure import resolve
from toolcrib.core.json_text import JsonObject, JsonValue, shorten, to_json

MAX_NOTES = 20
MAX_STEPS = 5_000

_KEPT = frozenset(
    [
        "type",
        "enum",
        "title",
        "description",
        "pattern",
        "format",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ]
)
_FORMATS = frozenset(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"])
_HANDLED = frozenset(
    [
        "properties",
        "required",
        "additionalProperties",
        "items",
        "prefixItems",
        "additionalItems",
        "anyOf",
        "oneOf",
        "allOf",
        "const",
        "$ref",
        "default",
        "definitions",
        "$defs",
    ]
)
_SILENT = frozenset(
    [
        "$schema",
        "$id",
        "$anchor",
        "$comment",
        "examples",
        "readOnly",
        "writeOnly",
        "deprecated",
        "contentMediaType",
        "contentEncoding",
    ]
)
"""Says nothing about which values fit."""

_ANY_SCALAR: JsonValue = ["string", "number", "boolean", "null"]
_TYPES = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (dict, "object"), (list, "array"))


def strict_schema(schema: JsonObject) -> tuple[JsonObject, list[str]]:
    """The strict form, and in words what it could not say (at most 20 rules, as `field: keyword value`)."""
    conversion = _Conversion(schema)
    strict = conversion.convert(schema, "")
    strict.pop("$ref", None)
    if conversion.definitions:
        strict["$defs"] = dict(conversion.definitions)
    return strict, conversion.notes[:MAX_NOTES]


class _Conversion:
    def __init__(self, root: JsonObject) -> None:
        self.root = root
        self.definitions: JsonObject = {}
        self.notes: list[str] = []
        self._names: dict[int, str] = {}
        self._open: set[int] = set()
        self._steps = 0

    def convert(self, schema: JsonValue, place: str) -> JsonObject:
        self._steps += 1
        if not isinstance(schema, dict):
            return {"type": _ANY_SCALAR}
        if isinstance(reference := _only_reference(schema), str):
            return self._reference(reference)
        if id(schema) in self._open or self._steps > MAX_STEPS:
            self._note(place, "it goes on, deeper than can be shown here")
            return {"type": _ANY_SCALAR}
        self._open.add(id(schema))
        strict = self._converted(schema, place)
        self._open.discard(id(schema))
        return strict

    def _converted(self, schema: JsonObject, place: str) -> JsonObject:
        schema = self._merged(schema, place)
        strict: JsonObject = {keyword: schema[keyword] for keyword in schema if keyword in _KEPT}
        self._note_the_rest(schema, place)
        self._set_values(schema, strict)
        self._set_branches(schema, strict, place)
        if "properties" in schema or _allows(strict, "object"):
            self._set_fields(schema, strict, place)
        if _allows(strict, "array"):
            strict["items"] = self._items(schema, place)
        if not strict.keys() & {"type", "anyOf"}:
            strict["type"] = _ANY_SCALAR
            self._note(place, "an object or a list is possible too")
        return strict

    def _reference(self, reference: str) -> JsonObject:
        """Strict mode follows references into `$defs` and to the root: other targets are moved there."""
        target = resolve(self.root, reference)
        if target is self.root:
            return {"$ref": "#"}
        if not isinstance(target, dict):
            return {"type": _ANY_SCALAR}
        if id(target) not in self._names:
            name = self._new_name(reference)
            self._names[id(target)] = name
            self.definitions[name] = {}
            self.definitions[name] = self.convert(target, name)
        return {"$ref": f"#/$defs/{self._names[id(target)]}"}

    def _new_name(self, reference: str) -> str:
        stem = "".join(part if part.isalnum() else "_" for part in reference.rpartition("/")[2]) or "part"
        name, number = stem, 1
        while name in self.definitions:
            number += 1
            name = f"{stem}_{number}"
        return name

    def _merged(self, schema: JsonObject, place: str) -> JsonObject:
        """`allOf`, which strict mode lacks, folded into the schema around it."""
        parts = schema.get("allOf")
        if not isinstance(parts, list):
            return schema
        merged = {keyword: value for keyword, value in schema.items() if keyword != "allOf"}
        for part in parts:
            inner = self._merged(self._followed(part), place)
            for keyword, value in inner.items():
                if not _join(merged, keyword, value):
                    self._note(place, f"{keyword} {to_json(value)}")
        return merged

    def _followed(self, schema: JsonValue) -> JsonObject:
        """References lead on at most as often as there are schemas: saved schemas have no cycle here."""
        while isinstance(schema, dict) and isinstance(reference := schema.get("$ref"), str):
            schema = resolve(self.root, reference)
        return schema if isinstance(schema, dict) else {}

    def _set_values(self, schema: JsonObject, strict: JsonObject) -> None:
        if "const" in schema:
            strict["enum"] = [schema["const"]]
        values = strict.get("enum")
        if "type" not in strict and isinstance(values, list):
            kinds: list[JsonValue] = [*dict.fromkeys(_type_of(value) for value in values)]
            strict["type"] = kinds[0] if len(kinds) == 1 else kinds
        if strict.get("format") not in _FORMATS:
            strict.pop("format", None)
        if "default" in schema:
            said = f"{strict.get('description', '')} Default: {shorten(to_json(schema['default']))}.".strip()
            strict["description"] = said

    def _set_branches(self, schema: JsonObject, strict: JsonObject, place: str) -> None:
        branches = schema.get("anyOf") or schema.get("oneOf")
        if not isinstance(branches, list):
            return
        if not place:
            self._note(place, f"anyOf {to_json(branches)}")
            return
        strict["anyOf"] = [self.convert(branch, place) for branch in branches]
        for keyword in strict.keys() - {"anyOf", "title", "description"}:
            self._note(place, f"{keyword} {to_json(strict.pop(keyword))}")

    def _set_fields(self, schema: JsonObject, strict: JsonObject, place: str) -> None:
        properties, required = schema.get("properties"), schema.get("required")
        named = properties if isinstance(properties, dict) else {}
        needed = required if isinstance(required, list) else []
        fields: JsonObject = {}
        for name, part in named.items():
            if part is False:
                continue
            field = self.convert(part, f"{place}.{name}" if place else name)
            fields[name] = field if name in needed else _nullable(field)
        if schema.get("additionalProperties", False) is not False:
            self._note(place, "fields of other names are possible too")
        strict.setdefault("type", "object")
        strict |= {"properties": fields, "required": list(fields), "additionalProperties": False}

    def _items(self, schema: JsonObject, place: str) -> JsonObject:
        items, first = schema.get("items"), schema.get("prefixItems")
        heads = items if isinstance(items, list) else first if isinstance(first, list) else []
        if not heads:
            return self.convert(items, f"{place}[]")
        self._note(place, f"the first {len(heads)} items each have a form of their own")
        return {"anyOf": [self.convert(head, f"{place}[{index}]") for index, head in enumerate(heads)]}

    def _note_the_rest(self, schema: JsonObject, place: str) -> None:
        for keyword in schema.keys() - _KEPT - _HANDLED - _SILENT:
            self._note(place, f"{keyword} {to_json(schema[keyword])}")
        if isinstance(schema.get("format"), str) and schema["format"] not in _FORMATS:
            self._note(place, f"format {schema['format']}")

    def _note(self, place: str, rule: str) -> None:
        note = f"{place}: {shorten(rule, 120)}" if place else shorten(rule, 120)
        if note not in self.notes:
            self.notes.append(note)


def _only_reference(schema: JsonObject) -> JsonValue:
    """The reference that is all the schema says, also as `allOf: [{"$ref": …}]` beside a title or description."""
    parts = schema.get("allOf")
    if isinstance(parts, list) and len(parts) == 1 and not schema.keys() - {"allOf", "title", "description", "default"}:
        return parts[0].get("$ref") if isinstance(parts[0], dict) else None
    return schema.get("$ref")


def _join(merged: JsonObject, keyword: str, value: JsonValue) -> bool:
    """Whether `keyword` could be added to what `merged` says already."""
    present = merged.get(keyword)
    if keyword not in merged or present == value:
        merged[keyword] = value
    elif keyword in {"properties", "definitions", "$defs"} and isinstance(present, dict) and isinstance(value, dict):
        merged[keyword] = value | present
    elif keyword == "required" and isinstance(present, list) and isinstance(value, list):
        merged[keyword] = [*present, *(name for name in value if name not in present)]
    else:
        return keyword in {"title", "description", "default"}
    return True


def _allows(strict: JsonObject, kind: str) -> bool:
    wanted = strict.get("type")
    return wanted == kind or (isinstance(wanted, list) and kind in wanted)


def _nullable(field: JsonObject) -> JsonObject:
    """The field, or null for "left out"."""
    if "$ref" in field:
        return {"anyOf": [field, {"type": "null"}]}
    branches, kinds = field.get("anyOf"), field.get("type")
    if isinstance(branches, list):
        has_null = any(isinstance(branch, dict) and _allows(branch, "null") for branch in branches)
        return field if has_null else field | {"anyOf": [*branches, {"type": "null"}]}
    listed: Iterable[JsonValue] = kinds if isinstance(kinds, list) else [kinds]
    nullable = field | {"type": [*dict.fromkeys([*map(str, listed), "null"])]}
    values = field.get("enum")
    if isinstance(values, list) and None not in values:
        nullable["enum"] = [*values, None]
    return nullable


def _type_of(value: JsonValue) -> str:
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "null")
