"""Which of a document's operations is meant must be said: Strawberry would run the first."""

from collections.abc import Iterator

from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import SchemaExtension

from toolcrib.api.graphql.errors import coded


class OperationChoice(SchemaExtension):
    def on_validate(self) -> Iterator[None]:
        context = self.execution_context
        is_named = context._provided_operation_name is not None  # noqa: SLF001 - `operation_name` falls back to the first's
        if not is_named and context.graphql_document is not None:
            definitions = context.graphql_document.definitions
            if sum(isinstance(node, OperationDefinitionNode) for node in definitions) > 1:
                context.pre_execution_errors = [_unnamed()]
        yield


def _unnamed() -> GraphQLError:
    return coded(
        GraphQLError("The document has several operations: say in operationName which to run."),
        "OPERATION_RESOLUTION_FAILURE",
    )
