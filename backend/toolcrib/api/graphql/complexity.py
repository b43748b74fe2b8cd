"""How many values an operation may answer: pages within pages multiply."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    NamedTypeNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_list_type,
)

from toolcrib.reads.pages import PAGE_LIMIT

PAGE = PAGE_LIMIT // 2
"""How long a page is where nobody says it."""
LIST = 10
"""How many a list without pages is taken to hold: only what is few by nature is listed whole."""
COUNT = 50
"""What a `totalCount` is taken to be worth: the database looks at every row of the list."""
DEAR: Mapping[tuple[str, str], int] = {
    ("Query", "versionDiff"): 2_000,
    ("Query", "toolFile"): 2_000,
    ("Query", "statistics"): 1_000,
    ("AuditTrailInfo", "verification"): 5_000,
    ("Mutation", "checkTool"): 1_000,
    ("Mutation", "importTools"): 5_000,
}
"""By type and field: what takes up to seconds or megabytes by itself, so that one request asks for few of them."""

Factor: TypeAlias = int | str
"""A number, or the name of the variable that holds it."""

Terms: TypeAlias = Counter[tuple[str, ...]]
"""A polynomial: variables that are multiplied → how often their product counts."""


@dataclass(frozen=True, slots=True)
class Cost:
    """How many values, as far as that depends on the variables that say how long pages are."""

    terms: Mapping[tuple[str, ...], int]
    defaults: Mapping[str, int]

    def of(self, variables: Mapping[str, Any]) -> int:
        total = 0
        for names, factor in self.terms.items():
            product = factor
            for name in names:
                product *= _page_size(variables.get(name), self.defaults.get(name, PAGE))
            total += product
        return total


def measure(
    schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode]
) -> Cost:
    """Of an operation that is valid. `@skip` and `@include` are not looked at: what may be asked, counts."""
    terms = _Measure(schema, fragments).selected(operation.selection_set, schema.get_root_type(operation.operation))
    defaults = {
        definition.variable.name.value: int(definition.default_value.value)
        for definition in operation.variable_definitions or ()
        if isinstance(definition.default_value, IntValueNode)
    }
    return Cost(terms, defaults)


class _Measure:
    def __init__(self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self._schema, self._fragments = schema, fragments

    def selected(self, nodes: SelectionSetNode, parent: object, page: Factor = 1) -> Terms:
        """`page` is how often `edges` and `nodes` come, if `parent` is a connection."""
        terms: Terms = Counter()
        for node in nodes.selections:
            terms.update(self._selection(node, parent, page))
        return terms

    def _selection(self, node: SelectionNode, parent: object, page: Factor) -> Terms:
        match node:
            case FieldNode():
                return self._field(node, parent, page)
            case InlineFragmentNode(type_condition=NamedTypeNode() as condition):
                return self.selected(node.selection_set, self._schema.type_map[condition.name.value], page)
            case InlineFragmentNode():
                return self.selected(node.selection_set, parent, page)
            case FragmentSpreadNode():
                fragment = self._fragments[node.name.value]
                type_ = self._schema.type_map[fragment.type_condition.name.value]
                return self.selected(fragment.selection_set, type_, page)
        raise TypeError(node.kind)

    def _field(self, node: FieldNode, parent: object, page: Factor) -> Terms:
        name = node.name.value
        terms: Terms = Counter({(): COUNT if name == "totalCount" else _worth(parent, name)})
        if node.selection_set is None or not isinstance(parent, GraphQLObjectType | GraphQLInterfaceType):
            return terms
        definition = parent.fields.get(name)
        if definition is None:  # __schema, __type
            return terms
        below = self.selected(node.selection_set, get_named_type(definition.type), _first(node, definition))
        terms.update(_times(below, _repetitions(name, definition, parent, page)))
        return terms


def _worth(parent: object, name: str) -> int:
    return DEAR.get((parent.name, name), 1) if isinstance(parent, GraphQLObjectType) else 1


def _repetitions(name: str, definition: GraphQLField, parent: GraphQLCompositeType, page: Factor) -> Factor:
    if parent.name.endswith("Connection") and name in {"edges", "nodes"}:
        return page
    return LIST if is_list_type(get_nullable_type(definition.type)) else 1


def _first(node: FieldNode, definition: GraphQLField) -> Factor:
    if "first" not in definition.args:
        return 1
    for argument in node.arguments or ():
        if argument.name.value == "first":
            return _given(argument.value)
    return PAGE


def _given(value: object) -> Factor:
    if isinstance(value, VariableNode):
        return value.name.value
    return _page_size(int(value.value), PAGE) if isinstance(value, IntValueNode) else PAGE


def _times(terms: Terms, factor: Factor) -> Terms:
    if isinstance(factor, str):
        return Counter({(*names, factor): count for names, count in terms.items()})
    return Counter({names: count * factor for names, count in terms.items()})


def _page_size(given: object, default: int) -> int:
    """Longer pages are refused later, in words of their own. JSON may write 100 as 100.0, which is an Int too."""
    size = given if isinstance(given, int | float) else default
    return int(min(max(0, size), PAGE_LIMIT))
