"""For every type an answer that was checked by hand against the world's rows: no declaration is trusted twice.

`goldens/<name>.graphql` is the query, `goldens/<name>.json` who asks and what comes back. A type or field that is in no
golden fails.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    FieldNode,
    GraphQLObjectType,
    GraphQLSchema,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    get_named_type,
    parse,
    visit,
)
from toolcrib.reads.types import TYPES

from tests.integration.reads.conftest import Product
from tests.integration.reads.exact_json import exact
from tests.integration.reads.names import PRINCIPALS
from tests.integration.reads.oracle import Oracle

GOLDENS = Path(__file__).parent / "goldens"
NAMES = sorted(path.stem for path in GOLDENS.glob("*.graphql"))


@pytest.mark.parametrize("name", NAMES)
async def test_the_answer_is_the_golden_one(product: Product, name: str) -> None:
    golden = dict(exact((GOLDENS / f"{name}.json").read_text()))
    answer = await product.answer(PRINCIPALS[golden["askedBy"]], (GOLDENS / f"{name}.graphql").read_text(), {})
    assert not answer.errors
    assert exact(answer.text) == golden["data"]


def test_every_field_of_every_planned_type_is_in_a_golden(oracle: Oracle) -> None:
    covered: set[str] = set()
    for name in NAMES:
        types = TypeInfo(oracle.schema)
        visit(parse((GOLDENS / f"{name}.graphql").read_text()), TypeInfoVisitor(types, _Fields(types, covered)))
    assert set(_planned_fields(oracle.schema)) - covered == set()


class _Fields(Visitor):
    """Notes `Type.field` of each field that is asked for."""

    def __init__(self, types: TypeInfo, covered: set[str]) -> None:
        super().__init__()
        self._types, self._covered = types, covered

    def enter_field(self, node: FieldNode, *_: Any) -> None:
        parent = self._types.get_parent_type()
        assert parent
        self._covered.add(f"{parent.name}.{node.name.value}")


def _planned_fields(schema: GraphQLSchema) -> Iterator[str]:
    """The fields of the planned types, and of all that is reached from them, the viewer or statistics."""
    waiting, seen = [*TYPES, "Viewer", "Statistics"], set()
    while waiting:
        name = waiting.pop()
        type_ = schema.type_map[name]
        if name in seen or not isinstance(type_, GraphQLObjectType):
            continue
        seen.add(name)
        for key, field in type_.fields.items():
            yield f"{name}.{key}"
            waiting.append(get_named_type(field.type).name)
