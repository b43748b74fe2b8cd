"""How much a document asks for once its fragments are written out: a few lines of them can mean millions of fields."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import comb

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLSchema,
    InlineFragmentNode,
    KnownFragmentNamesRule,
    NoFragmentCyclesRule,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    validate,
)

from toolcrib.api.graphql.limits import MAX_DEPTH, query_limit

MAX_SELECTIONS = 2_000
MAX_PAIRS = 5_000
"""Validation compares the selections of one field pair by pair, at some 50 µs each; a hundred of one make 4,950."""


class Unresolvable(Exception):
    """A fragment that isn't there, or that spreads itself, has no size."""


def too_large(schema: GraphQLSchema, document: DocumentNode) -> list[GraphQLError]:
    """Why the document isn't validated; empty if it is. Validation writes fragments out, and takes its time to."""
    try:
        return [query_limit(message) for message in _broken_limits(_Measure(document))]
    except Unresolvable:
        return validate(schema, document, [KnownFragmentNamesRule, NoFragmentCyclesRule])


def _broken_limits(measure: "_Measure") -> Iterator[str]:
    """Raises Unresolvable."""
    if measure.size() > MAX_SELECTIONS:
        yield f"A document may select at most {MAX_SELECTIONS:,} fields, each fragment counted where it is spread."
    elif measure.pairs() > MAX_PAIRS:
        yield "The same fields are selected too often in the same places: at most some 100 times."
    elif measure.depth() > MAX_DEPTH:
        yield f"Fields may be nested at most {MAX_DEPTH} deep."


class _Measure:
    def __init__(self, document: DocumentNode) -> None:
        definitions = document.definitions
        self._operations = [node for node in definitions if isinstance(node, OperationDefinitionNode)]
        self._fragments: Mapping[str, FragmentDefinitionNode] = {
            node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._sizes: dict[str, int | None] = {}

    def size(self) -> int:
        """The selections of all operations with every fragment written out, in time linear in the document.

        Raises Unresolvable.
        """
        for name in self._fragments:
            self._fragment_size(name)
        return sum(self._size(operation.selection_set) for operation in self._operations)

    def pairs(self) -> int:
        """How many pairs of selections lie in the same place of the answer. Takes `size` steps."""
        counts = (Counter(self._paths(node.selection_set, ())) for node in self._operations)
        return sum(comb(count, 2) for counted in counts for count in counted.values())

    def depth(self) -> int:
        """How many fields lie within one another; introspection, whose types bound it, not counted."""
        paths = (path for node in self._operations for path in self._paths(node.selection_set, ()))
        return max((len(path) for path in paths if not path[0].startswith("__")), default=0)

    def _size(self, nodes: SelectionSetNode | None) -> int:
        return sum(1 + self._below(node) for node in nodes.selections) if nodes else 0

    def _below(self, node: SelectionNode) -> int:
        if isinstance(node, FragmentSpreadNode):
            return self._fragment_size(node.name.value)
        return self._size(node.selection_set) if isinstance(node, FieldNode | InlineFragmentNode) else 0

    def _fragment_size(self, name: str) -> int:
        """Worked out once; None stands for a fragment that is being worked out."""
        if name not in self._sizes:
            self._sizes[name] = None
            self._sizes[name] = self._size(self._fragment(name).selection_set)
        size = self._sizes[name]
        if size is None:
            raise Unresolvable
        return size

    def _fragment(self, name: str) -> FragmentDefinitionNode:
        if name not in self._fragments:
            raise Unresolvable
        return self._fragments[name]

    def _paths(self, nodes: SelectionSetNode | None, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The place of each field in the answer."""
        for node in nodes.selections if nodes else ():
            match node:
                case FieldNode():
                    below = (*path, node.alias.value if node.alias else node.name.value)
                    yield below
                    yield from self._paths(node.selection_set, below)
                case InlineFragmentNode():
                    yield from self._paths(node.selection_set, path)
                case FragmentSpreadNode():
                    yield from self._paths(self._fragments[node.name.value].selection_set, path)
