"""Another's queries over the schema: hypothesis-graphql draws what is selected, we what is looked for."""

from collections.abc import Iterator
from random import Random
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    GraphQLSchema,
    NameNode,
    StringValueNode,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    get_nullable_type,
    parse_value,
    print_ast,
    validate,
    visit,
)
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis_graphql import queries

from tests.integration.reads.arguments import Values
from tests.integration.reads.generate import UNPLANNED, Query, literal
from tests.integration.reads.rows import Snapshot

_ANY_SCALAR = st.just(StringValueNode(value=""))


def hypothesis_queries(number: int, count: int, schema: GraphQLSchema, snapshot: Snapshot) -> Iterator[Query]:
    values = Values(Random(number), snapshot)  # noqa: S311 - the same queries each time, no secrets
    types = TypeInfo(schema)
    for document in _documents(number, count, schema):
        meant = visit(document, TypeInfoVisitor(types, _Meaning(types, values)))
        if not validate(schema, meant):
            yield Query(print_ast(meant), {})


def _documents(number: int, count: int, schema: GraphQLSchema) -> list[DocumentNode]:
    assert schema.query_type
    drawn: list[DocumentNode] = []

    @seed(number)
    @settings(
        max_examples=count, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=HealthCheck
    )
    @given(
        queries(
            schema,
            fields=sorted(schema.query_type.fields.keys() - UNPLANNED),
            custom_scalars=dict.fromkeys(("JSON", "DateTime", "BigInt"), _ANY_SCALAR),
            print_ast=lambda document: document,
        )
    )
    def draw(document: DocumentNode) -> None:
        drawn.append(document)

    draw()
    return drawn


class _Meaning(Visitor):
    """Gives each field arguments that hit something."""

    def __init__(self, types: TypeInfo, values: Values) -> None:
        super().__init__()
        self._types, self._values = types, values

    def enter_field(self, node: FieldNode, *_: Any) -> FieldNode | None:
        parent, field = self._types.get_parent_type(), self._types.get_field_def()
        if parent is None or field is None or not field.args:
            return None
        given = self._values.arguments(parent.name, node.name.value, field)
        arguments = tuple(
            ArgumentNode(
                name=NameNode(value=name), value=parse_value(literal(value, get_nullable_type(field.args[name].type)))
            )
            for name, value in given.items()
        )
        return FieldNode(
            alias=node.alias,
            name=node.name,
            arguments=arguments,
            directives=node.directives,
            selection_set=node.selection_set,
        )
