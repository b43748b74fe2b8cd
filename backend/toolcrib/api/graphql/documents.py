"""Programs send the same documents over and over: each text is parsed, measured and validated once."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    parse,
    specified_rules,
    validate,
)
from strawberry.extensions import SchemaExtension

from toolcrib.api.graphql.complexity import Cost, measure
from toolcrib.api.graphql.document_size import too_large
from toolcrib.api.graphql.limits import MAX_CHARACTERS, MAX_COST, MAX_TOKENS, ShapeLimits, query_limit

REMEMBERED = 500
REMEMBERED_CHARACTERS = 500_000
"""What a document takes in memory grows with its text: some 200 bytes a character."""

_RULES = [*specified_rules, ShapeLimits]


class Operation:
    """One operation of a document that is valid."""

    def __init__(self, document: "Document", node: OperationDefinitionNode) -> None:
        self.document = document
        self.node = node

    @cached_property
    def cost(self) -> Cost:
        return measure(self.document.schema, self.node, self.document.fragments)

    def refusals(self, variables: Mapping[str, Any]) -> list[GraphQLError]:
        """Why it isn't carried out with these variables; empty if it is."""
        cost = self.cost.of(variables)
        if cost <= MAX_COST:
            return []
        return [
            query_limit(
                f"This asks for up to {cost:,} values at once; at most {MAX_COST:,} are answered."
                " Ask for smaller pages (`first`), fewer fields, or fewer levels.",
                self.node,
            )
        ]


class Document:
    """A document that could be parsed. `errors`: why none of its operations is carried out."""

    def __init__(self, schema: GraphQLSchema, node: DocumentNode, errors: Sequence[GraphQLError]) -> None:
        self.schema, self.node, self.errors = schema, node, errors
        definitions = node.definitions
        self.fragments: Mapping[str, FragmentDefinitionNode] = {
            node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)
        }
        self._operations = [Operation(self, node) for node in definitions if isinstance(node, OperationDefinitionNode)]

    def operation(self, name: str | None) -> Operation | None:
        """The one that is asked for; None where the name doesn't say which, or the document has errors."""
        if self.errors:
            return None
        found = [each for each in self._operations if name is None or (each.node.name and each.node.name.value == name)]
        return found[0] if len(found) == 1 else None

    def refusals(self, name: str | None, variables: Mapping[str, Any]) -> list[GraphQLError]:
        operation = self.operation(name)
        return operation.refusals(variables) if operation else list(self.errors)


class Documents:
    """The documents that were asked for lately, by their text."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._by_text: OrderedDict[str, Document] = OrderedDict()
        self._characters = 0

    def get(self, text: str) -> Document:
        """Raises GraphQLError (a syntax error, or too long)."""
        document = self._by_text.get(text)
        if document is None:
            document = self._prepare(text)
            self._remember(text, document)
        self._by_text.move_to_end(text)
        return document

    def _prepare(self, text: str) -> Document:
        node = parse_document(text)
        errors = too_large(self.schema, node) or validate(self.schema, node, _RULES)
        return Document(self.schema, node, errors)

    def _remember(self, text: str, document: Document) -> None:
        self._by_text[text] = document
        self._characters += len(text)
        while len(self._by_text) > 1 and (len(self._by_text) > REMEMBERED or self._characters > REMEMBERED_CHARACTERS):
            forgotten, _ = self._by_text.popitem(last=False)
            self._characters -= len(forgotten)


def parse_document(text: str) -> DocumentNode:
    """Raises GraphQLError (a syntax error, or too long): a million characters of comment alone take seconds."""
    if len(text) > MAX_CHARACTERS:
        raise query_limit(
            f"A document may have at most {MAX_CHARACTERS:,} characters: send what is long in its variables."
        )
    return parse(text, max_tokens=MAX_TOKENS)


class RememberedDocuments(SchemaExtension):
    """Gives each operation its document from the schema's `documents`, which has validated it."""

    def on_parse(self) -> Iterator[None]:
        context = self.execution_context
        self._document = self._documents().get(context.query or "")
        context.graphql_document = self._document.node
        yield

    def on_validate(self) -> Iterator[None]:
        context = self.execution_context
        if not context.pre_execution_errors:
            variables = context.variables or {}
            context.pre_execution_errors = self._document.refusals(context.operation_name, variables)
        yield

    def _documents(self) -> Documents:
        return cast("Any", self.execution_context.schema).documents
