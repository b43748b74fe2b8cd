"""An argument that breaks a rule is refused by name, wherever it stands, whether or not anything is reached there."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLObjectType,
    get_named_type,
    is_composite_type,
    is_input_object_type,
)

from tests.integration.reads.conftest import Product
from tests.integration.reads.names import PRINCIPALS
from tests.integration.reads.oracle import Oracle
from tests.integration.reads.paging import Key, Order
from tests.integration.reads.resolving import KINDS
from tests.integration.reads.selecting import minimal

INVALID = "INVALID_INPUT"
MISSING = UUID(int=7)


def _foreign_cursor(name: str, *values: str) -> str:
    keys = [Key(lambda _, value=value: value, str, str) for value in values]  # type: ignore[misc]  # one value each
    return f'"{Order(name, keys).cursor({})}"'


BAD_CURSORS = [
    '"no cursor"', '""', _foreign_cursor("nothing", "x"), _foreign_cursor("name", "a", "not a uuid"),
    _foreign_cursor("seq", "99999999999"),
]  # fmt: skip


def _bad_values(name: str, argument: GraphQLArgument) -> list[str]:
    named = get_named_type(argument.type)
    if is_input_object_type(named):
        return [f'{{{key}: "\\u0000"}}' for key, part in named.fields.items() if str(part.type) in ("String", "ID")]
    known = {"first": ["-1", "101", "2147483647"], "after": BAD_CURSORS}
    if named.name in ("String", "ID") and name not in known:
        return ['"\\u0000"']
    return known.get(name, [])


def _bad_fields(type_: GraphQLObjectType) -> Iterator[tuple[str, str]]:
    """Each field with one bad argument, and what it asks for below."""
    for name, field in type_.fields.items():
        for key, argument in field.args.items():
            for value in _bad_values(key, argument):
                yield name, f"{name}({_arguments(field, key, value)}) {_below(field)}"


def _arguments(field: GraphQLField, bad: str, value: str) -> str:
    needed = {key: minimal(one) for key, one in field.args.items() if str(one.type).endswith("!") and key != "first"}
    return ", ".join(f"{key}: {one}" for key, one in {**needed, bad: value}.items())


def _below(field: GraphQLField) -> str:
    return "{ __typename }" if is_composite_type(get_named_type(field.type)) else ""


async def test_at_the_roots(product: Product, oracle: Oracle) -> None:
    assert oracle.schema.query_type
    asked = list(_bad_fields(oracle.schema.query_type))
    assert {"tools", "node", "tool", "users"} <= {name for name, _ in asked}
    for name, text in asked:
        answer = await product.answer(PRINCIPALS["admin"], f"{{ {text} viewer {{ scope }} }}", {})
        assert answer.errors == {(name, INVALID)}, text


@pytest.mark.parametrize("is_there", [True, False])
async def test_below_them(product: Product, oracle: Oracle, *, is_there: bool) -> None:
    """The root field that holds it is refused as a whole: it is one statement."""
    refused = 0
    for type_name, (kind, table) in KINDS.items():
        type_ = oracle.schema.type_map[type_name]
        assert isinstance(type_, GraphQLObjectType)
        key = next(iter(oracle.snapshot.rows[table])) if is_there else MISSING
        for _, text in _bad_fields(type_):
            whole = f'{{ node(id: "{kind}_{key.hex}") {{ ... on {type_name} {{ {text} }} }} }}'
            assert (await product.answer(PRINCIPALS["admin"], whole, {})).errors == {("node", INVALID)}, whole
            refused += 1
    assert refused
