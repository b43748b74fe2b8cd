"""The schema, put together."""

from collections.abc import Iterable, Mapping
from typing import Any

import strawberry
from graphql import GraphQLError
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType

from toolcrib.api.graphql import planned_query
from toolcrib.api.graphql.access.mutations import AccessMutation
from toolcrib.api.graphql.catalog.bulk import BulkMutation
from toolcrib.api.graphql.catalog.mutations import CatalogMutation
from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.declared import undeclared
from toolcrib.api.graphql.documents import Documents, RememberedDocuments
from toolcrib.api.graphql.errors import PresentErrors
from toolcrib.api.graphql.execution.mutations import ExecutionMutation
from toolcrib.api.graphql.execution.subscriptions import Subscription
from toolcrib.api.graphql.identity.mutations import IdentityMutation
from toolcrib.api.graphql.operation_choice import OperationChoice
from toolcrib.api.graphql.planned import PlannedExecution
from toolcrib.api.graphql.queries import Query
from toolcrib.api.graphql.scalars import SCALARS
from toolcrib.reads.roots import ROOTS
from toolcrib.reads.types import TYPES


@strawberry.type(description="Everything that can be done. What the input breaks is in `userErrors`.")
class Mutation(CatalogMutation, BulkMutation, AccessMutation, ExecutionMutation, IdentityMutation):
    pass


class Schema(strawberry.Schema):
    def __init__(self, **parts: Any) -> None:  # noqa: ANN401 - the library's own
        super().__init__(**parts)
        self.documents = Documents(self._schema)

    async def execute(  # noqa: PLR0917 - the library's own
        self,
        query: str | None,
        variable_values: dict[str, Any] | None = None,
        context_value: Any = None,  # noqa: ANN401 - as above
        root_value: object = None,
        operation_name: str | None = None,
        allowed_operation_types: Iterable[OperationType] | None = None,
        operation_extensions: dict[str, Any] | None = None,
    ) -> ExecutionResult:
        """For one answer: a subscription, which has many, is refused here."""
        answer = await self._answer_planned(query, operation_name, variable_values, context_value)
        return answer or await super().execute(
            query,
            variable_values,
            context_value,
            root_value,
            operation_name,
            set(allowed_operation_types or OperationType) - {OperationType.SUBSCRIPTION},
            operation_extensions,
        )

    async def _answer_planned(
        self, text: str | None, name: str | None, variables: Mapping[str, Any] | None, context: Context
    ) -> ExecutionResult | None:
        """None where this takes the executor, be it for its words about what is wrong."""
        try:
            operation = self.documents.get(text or "").operation(name)
        except (GraphQLError, RecursionError):
            return None
        if operation is None or operation.refusals(variables or {}):
            return None
        return await planned_query.answer(operation, variables or {}, context)

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """`PresentErrors` logs the faults; what callers did wrong is no news."""


def make_schema() -> Schema:
    """Raises TypeError where a type of the schema is not declared to the planner in full."""
    made = Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        config=StrawberryConfig(scalar_map=SCALARS),
        execution_context_class=PlannedExecution,
        extensions=[
            PresentErrors,
            OperationChoice,
            RememberedDocuments,
        ],
    )
    if missing := list(undeclared(made._schema, TYPES, ROOTS)):  # noqa: SLF001 - strawberry shows it in no other way
        raise TypeError(f"not declared in reads/types: {', '.join(missing)}")
    return made


schema = make_schema()
