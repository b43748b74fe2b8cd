"""From a GraphQL document's nodes to the plain selection that the reads layer plans."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLIncludeDirective,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLSkipDirective,
    InlineFragmentNode,
    NamedTypeNode,
    SelectionNode,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
)
from graphql.execution.values import VariableValues, get_argument_values, get_directive_values

from toolcrib.reads.selection import Field

_TYPENAME = "__typename"

Place: TypeAlias = tuple[FieldNode, GraphQLCompositeType, frozenset[str]]
"""A field's node, the type it was asked of, and the object types that are left of it as fragments narrow them."""


def selected(info: GraphQLResolveInfo[Any]) -> Field:
    """The field being resolved, with everything selected below it."""
    coerced = cast("dict[str, object]", info.variable_values)  # strawberry's execution hands over no more than this
    variables = VariableValues(sources={}, coerced=coerced)
    return SelectionReader(info.schema, info.fragments, variables).field(info.field_nodes, info.parent_type)


class SelectionReader:
    """Reads the selections of one operation."""

    def __init__(
        self,
        schema: GraphQLSchema,
        fragments: Mapping[str, FragmentDefinitionNode],
        variables: VariableValues,
    ) -> None:
        self._schema = schema
        self._fragments = fragments
        self._variables = variables

    def roots(self, nodes: SelectionSetNode, parent: GraphQLObjectType) -> Mapping[str, Sequence[FieldNode]]:
        """The nodes of each field of an operation, by its key in the answer. Raises GraphQLError."""
        by_key: defaultdict[str, list[FieldNode]] = defaultdict(list)
        for node, _, types in self._places(nodes, parent, self._possible(parent)):
            if types:
                by_key[_key(node)].append(node)
        return by_key

    def field(self, nodes: Sequence[FieldNode], parent: GraphQLObjectType) -> Field:
        """One field of the answer, which may be written several times. Raises GraphQLError for its arguments."""
        fields = [self._field(node, parent, frozenset({parent.name})) for node in nodes]
        first = fields[0]
        selection = tuple(below for field in fields for below in field.selection)
        return Field(first.key, first.name, first.arguments, first.types, selection)

    def _field(self, node: FieldNode, parent: GraphQLCompositeType, types: frozenset[str]) -> Field:
        name = node.name.value
        if name == _TYPENAME:
            return Field(_key(node), name, {}, types)
        definition = cast("GraphQLObjectType", parent).fields[name]
        arguments = get_argument_values(definition, node, self._variables) if definition.args else {}
        if node.selection_set is None:
            return Field(_key(node), name, arguments, types)
        below = cast("GraphQLCompositeType", get_named_type(definition.type))
        places = self._places(node.selection_set, below, self._possible(below))
        return Field(_key(node), name, arguments, types, tuple([self._field(*place) for place in places]))

    def _places(self, nodes: SelectionSetNode, parent: GraphQLCompositeType, types: frozenset[str]) -> Iterator[Place]:
        """The fields of a selection, those of its fragments among them, without what directives leave out."""
        for node in nodes.selections:
            if node.directives and not self._included(node):
                continue
            match node:
                case FieldNode():
                    yield node, parent, types
                case InlineFragmentNode(type_condition=NamedTypeNode() as condition):
                    yield from self._fragment(node, condition.name.value, types)
                case InlineFragmentNode():
                    yield from self._places(node.selection_set, parent, types)
                case FragmentSpreadNode():
                    fragment = self._fragments[node.name.value]
                    yield from self._fragment(fragment, fragment.type_condition.name.value, types)

    def _fragment(
        self, node: InlineFragmentNode | FragmentDefinitionNode, condition: str, types: frozenset[str]
    ) -> Iterator[Place]:
        narrowed = cast("GraphQLCompositeType", self._schema.type_map[condition])
        yield from self._places(node.selection_set, narrowed, types & self._possible(narrowed))

    def _possible(self, type_: GraphQLCompositeType) -> frozenset[str]:
        if is_abstract_type(type_):
            return frozenset(possible.name for possible in self._schema.get_possible_types(type_))
        return frozenset({type_.name})

    def _included(self, node: SelectionNode) -> bool:
        skip = get_directive_values(GraphQLSkipDirective, node, self._variables)
        include = get_directive_values(GraphQLIncludeDirective, node, self._variables)
        return not (skip and skip["if"]) and (include is None or bool(include["if"]))


def _key(node: FieldNode) -> str:
    return node.alias.value if node.alias else node.name.value
