"""From a GraphQL document's nodes to the plain selection that the reads layer plans."""

from collections.abc import Iterator
from typing import Any, cast

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLIncludeDirective,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSkipDirective,
    InlineFragmentNode,
    NamedTypeNode,
    SelectionNode,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
    is_composite_type,
)
from graphql.execution.values import VariableValues, get_argument_values, get_directive_values

from toolcrib.reads.selection import Field, Selection

_TYPENAME = "__typename"


def selected(info: GraphQLResolveInfo[Any]) -> Field:
    """The field being resolved, with everything selected below it."""
    reader = _DocumentReader(info)
    fields = [reader.field(node, info.parent_type, frozenset({info.parent_type.name})) for node in info.field_nodes]
    first = fields[0]
    return Field(
        first.key, first.name, first.arguments, first.types, tuple(f for field in fields for f in field.selection)
    )


class _DocumentReader:
    def __init__(self, info: GraphQLResolveInfo[Any]) -> None:
        self._schema = info.schema
        self._fragments = info.fragments
        self._variables = VariableValues(sources={}, coerced=cast("dict[str, object]", info.variable_values))

    def field(self, node: FieldNode, parent: GraphQLCompositeType, types: frozenset[str]) -> Field:
        name = node.name.value
        key = node.alias.value if node.alias else name
        if name == _TYPENAME:
            return Field(key, name, {}, types)
        definition = cast("GraphQLObjectType", parent).fields[name]
        arguments = get_argument_values(definition, node, self._variables)
        below = get_named_type(definition.type)
        selection: Selection = ()
        if node.selection_set and is_composite_type(below):
            selection = tuple(self._fields(node.selection_set, below, self._possible(below)))
        return Field(key, name, arguments, types, selection)

    def _fields(self, nodes: SelectionSetNode, parent: GraphQLCompositeType, types: frozenset[str]) -> Iterator[Field]:
        for node in nodes.selections:
            if not self._included(node):
                continue
            match node:
                case FieldNode():
                    yield self.field(node, parent, types)
                case InlineFragmentNode(type_condition=NamedTypeNode() as condition):
                    yield from self._fragment(node, condition.name.value, types)
                case InlineFragmentNode():
                    yield from self._fields(node.selection_set, parent, types)
                case FragmentSpreadNode():
                    fragment = self._fragments[node.name.value]
                    yield from self._fragment(fragment, fragment.type_condition.name.value, types)

    def _fragment(self, node: object, condition: str, types: frozenset[str]) -> Iterator[Field]:
        narrowed = cast("GraphQLCompositeType", self._schema.type_map[condition])
        nodes: SelectionSetNode = node.selection_set  # type: ignore[attr-defined]  # both kinds of fragment have one
        yield from self._fields(nodes, narrowed, types & self._possible(narrowed))

    def _possible(self, type_: GraphQLCompositeType) -> frozenset[str]:
        if is_abstract_type(type_):
            return frozenset(possible.name for possible in self._schema.get_possible_types(type_))
        return frozenset({type_.name})

    def _included(self, node: SelectionNode) -> bool:
        skip = get_directive_values(GraphQLSkipDirective, node, self._variables)
        include = get_directive_values(GraphQLIncludeDirective, node, self._variables)
        return not (skip and skip["if"]) and (include is None or bool(include["if"]))
