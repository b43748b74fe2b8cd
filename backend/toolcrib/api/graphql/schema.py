"""The schema, put together."""

from collections.abc import Iterable
from typing import Any

import strawberry
from graphql import GraphQLError, GraphQLObjectType
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType

from toolcrib.api.graphql import limits
from toolcrib.api.graphql.access.mutations import AccessMutation
from toolcrib.api.graphql.catalog.mutations import CatalogMutation
from toolcrib.api.graphql.document_size import DocumentSizeLimit
from toolcrib.api.graphql.errors import PresentErrors
from toolcrib.api.graphql.execution.mutations import ExecutionMutation
from toolcrib.api.graphql.execution.subscriptions import Subscription
from toolcrib.api.graphql.identity.mutations import IdentityMutation
from toolcrib.api.graphql.operation_choice import OperationChoice
from toolcrib.api.graphql.planned import PlannedExecution
from toolcrib.api.graphql.queries import Query
from toolcrib.api.graphql.scalars import SCALARS
from toolcrib.reads.types import TYPES


@strawberry.type(description="Everything that can be done. What the input breaks is in `userErrors`.")
class Mutation(CatalogMutation, AccessMutation, ExecutionMutation, IdentityMutation):
    pass


class Schema(strawberry.Schema):
    async def execute(self, *arguments: Any, **named: Any) -> ExecutionResult:  # noqa: ANN401 - the library's own
        """For one answer: a subscription, which has many, is refused here."""
        allowed = named.pop("allowed_operation_types", None) or OperationType
        named["allowed_operation_types"] = set(allowed) - {OperationType.SUBSCRIPTION}
        return await super().execute(*arguments, **named)

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
            limits.token_limit,
            DocumentSizeLimit,
            limits.shape_limits,
            limits.parsed_once,
            limits.validated_once,
        ],
    )
    if missing := list(undeclared(made)):
        raise TypeError(f"not declared in reads/types: {', '.join(missing)}")
    return made


def undeclared(made: strawberry.Schema) -> Iterable[str]:
    """The fields of planned types that the planner has no declaration for: asked for, they would fail."""
    for name, type_ in TYPES.items():
        graphql_type = made._schema.type_map.get(name)  # noqa: SLF001 - strawberry shows its types in no other way
        if not isinstance(graphql_type, GraphQLObjectType):
            yield name
            continue
        yield from (f"{name}.{field}" for field in graphql_type.fields if field not in type_.fields)


schema = make_schema()
