"""How much a document asks for once its fragments are written out: a few lines of them can mean millions of fields."""

from collections.abc import Iterator, Mapping

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    NoFragmentCyclesRule,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    validate,
)
from strawberry.extensions import SchemaExtension

MAX_SELECTIONS = 2_000


class Cyclic(Exception):
    """A fragment that spreads itself has no size."""


class DocumentSizeLimit(SchemaExtension):
    """Before validation, which writes fragments out itself and takes its time to."""

    def on_validate(self) -> Iterator[None]:
        document, schema = self.execution_context.graphql_document, self.execution_context.schema
        if document is not None:
            try:
                too_large = expanded_size(document) > MAX_SELECTIONS
            except Cyclic:
                self.execution_context.pre_execution_errors = validate(
                    schema._schema,  # noqa: SLF001 - strawberry shows it in no other way
                    document,
                    [NoFragmentCyclesRule],
                )
            else:
                if too_large:
                    self.execution_context.pre_execution_errors = [_too_large()]
        yield


def expanded_size(document: DocumentNode) -> int:
    """The selections of all operations with every fragment written out, in time linear in the document.

    Raises Cyclic.
    """
    definitions = document.definitions
    fragments = {node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)}
    sizes: dict[str, int | None] = {}
    for name in fragments:
        _fragment_size(name, fragments, sizes)
    operations = (node for node in definitions if isinstance(node, OperationDefinitionNode))
    return sum(_size(operation.selection_set, fragments, sizes) for operation in operations)


def _size(
    nodes: SelectionSetNode | None, fragments: Mapping[str, FragmentDefinitionNode], sizes: dict[str, int | None]
) -> int:
    selections = nodes.selections if nodes else ()
    return sum(1 + _below(selection, fragments, sizes) for selection in selections)


def _below(node: SelectionNode, fragments: Mapping[str, FragmentDefinitionNode], sizes: dict[str, int | None]) -> int:
    if isinstance(node, FragmentSpreadNode):
        return _fragment_size(node.name.value, fragments, sizes)
    selection_set: SelectionSetNode | None = getattr(node, "selection_set", None)
    return _size(selection_set, fragments, sizes)


def _fragment_size(name: str, fragments: Mapping[str, FragmentDefinitionNode], sizes: dict[str, int | None]) -> int:
    """Worked out once; None stands for a fragment that is being worked out. An unknown one is left to validation."""
    if name in sizes:
        size = sizes[name]
        if size is None:
            raise Cyclic
        return size
    sizes[name] = None
    size = _size(fragments[name].selection_set, fragments, sizes) if name in fragments else 0
    sizes[name] = size
    return size


def _too_large() -> GraphQLError:
    message = f"A document may select at most {MAX_SELECTIONS:,} fields, each fragment counted where it is spread."
    return GraphQLError(message, extensions={"code": "QUERY_LIMIT"})
