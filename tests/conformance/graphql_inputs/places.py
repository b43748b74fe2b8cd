"""Every place of every mutation's input, found by walking the schema: nobody has to remember a new field."""

from collections.abc import Iterator

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLSchema,
    get_nullable_type,
)

Place = tuple[str | int, ...]

NUL = "a\x00b"
SURROGATE = "a\ud800b"
HUGE_TEXT = "x" * 1_000_000
ANYTHING: tuple[object, ...] = (None, "", NUL, SURROGATE, True, 2**63, [], {})
"""Sent everywhere, whatever the type."""

TEXTS: tuple[object, ...] = (
    HUGE_TEXT,
    "\n",
    "\u202e\ufeff\u200b",
    "'; DROP TABLE tool; --",
    "{row}{0}%s",
    "../../etc/passwd",
    "\U0010ffff",
)
IDS: tuple[object, ...] = (
    HUGE_TEXT,
    "seven",
    "tool_zz",
    "\u0661" * 32,
    "session_00000000000000000000000000000000",
    "00000000-0000-0000-0000-000000000000",
    "tool_00000000000000000000000000000000\n",
)
NUMBERS: tuple[object, ...] = (0, -1, 2**31 - 1, -(2**31), 2**31, 2**400, 1.5, "1")
INSTANTS: tuple[object, ...] = (
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "2026-02-30T00:00:00Z",
    "2026-01-01",
    "now",
)


def _nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = {"properties": {"a": value}}
    return value


JSONS: tuple[object, ...] = (
    HUGE_TEXT,
    2**400,
    1e308,
    {"type": "nothing"},
    {"type": ["object", NUL]},
    {NUL: 1},
    {"type": "object", "properties": {NUL: {"type": "string"}}},
    {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}},
    {"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}},
    {"type": "object", "$ref": "http://127.0.0.1:1/schema.json"},
    {"type": "object", "$ref": "#"},
    {"type": "object", "$ref": "#/nowhere"},
    {"type": "object", "allOf": [{"$ref": "#/definitions/a"}], "definitions": {"a": {"$ref": "#/definitions/a"}}},
    {"type": "object", "$schema": "http://nowhere.invalid/"},
    {"type": "object", "default": {"a": 2**400}, "minProperties": 2**64},
    {"type": "object", "required": [f"p{n}" for n in range(20_000)]},
    {"entry": "MAIN", "unknown": NUL},
    {"entry": ["MAIN"]},
    _nested(45),
)
OF_KIND = {
    "ID": IDS,
    "String": TEXTS,
    "Int": NUMBERS,
    "DateTime": INSTANTS,
    "JSON": JSONS,
    "Boolean": (1, "true"),
}


def mutations(schema: GraphQLSchema) -> dict[str, GraphQLInputObjectType]:
    """Each mutation's name, with the type of its `input`."""
    assert schema.mutation_type is not None
    inputs: dict[str, GraphQLInputObjectType] = {}
    for name, field in schema.mutation_type.fields.items():
        assert list(field.args) == ["input"], f"{name} takes something besides `input`"
        type_ = get_nullable_type(field.args["input"].type)
        assert isinstance(type_, GraphQLInputObjectType)
        inputs[name] = type_
    return inputs


def attacks(type_: GraphQLInputObjectType, *, without: frozenset[str] = frozenset()) -> Iterator[tuple[Place, object]]:
    """Each place in an input of this type, with each hostile value for it; what is inside `without` is left out."""
    for place, kind in _places(type_, (), without):
        for value in (*ANYTHING, *kind):
            yield place, value


def _places(
    type_: GraphQLInputType, place: Place, without: frozenset[str]
) -> Iterator[tuple[Place, tuple[object, ...]]]:
    nullable = get_nullable_type(type_)
    if isinstance(nullable, GraphQLInputObjectType):
        yield place, ({"unknownField": 1},)
        for name, field in nullable.fields.items() if nullable.name not in without else ():
            yield from _places(field.type, (*place, name), without)
    elif isinstance(nullable, GraphQLList):
        yield place, ([None], [NUL] * 3, ["a"] * 10_000)
        yield from _places(nullable.of_type, (*place, 0), without)
    elif isinstance(nullable, GraphQLEnumType):
        yield place, ("NOT_A_VALUE", next(iter(nullable.values)).lower())
    else:
        yield place, OF_KIND[nullable.name]


def put(value: object, place: Place, hostile: object) -> object:
    """`value` with `hostile` at `place`; what is missing on the way is made."""
    if not place:
        return hostile
    first, *rest = place
    if isinstance(first, int):
        return [put(None, tuple(rest), hostile)]
    known = value if isinstance(value, dict) else {}
    return known | {first: put(known.get(first), tuple(rest), hostile)}
