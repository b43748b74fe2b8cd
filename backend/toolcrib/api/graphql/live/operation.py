"""What is asked for, and with whom its results may be shared."""

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast
from uuid import UUID

from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    VariableNode,
)
from graphql.execution.values import VariableValues, get_argument_values, get_variable_values
from strawberry.types.graphql import OperationType

from toolcrib.api.graphql.documents import Documents
from toolcrib.core.errors import InvalidInput
from toolcrib.core.ids import parse_id
from toolcrib.identity.model import Principal


@dataclass(frozen=True, slots=True)
class Operation:
    """What a client sent; one that is `is_safe` must not change anything."""

    document: str
    variables: Mapping[str, Any] | None = None
    name: str | None = None
    extensions: Mapping[str, Any] | None = None
    is_safe: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """`type` is None where the document does not say, or is not valid.

    Operations with the same `key` have the same results; None is like no other. With `run`, the results are the events
    of that run after number `start`, the same for everybody who may see it.
    """

    type: OperationType | None
    key: Hashable | None = None
    run: UUID | None = None
    start: int | None = None


def kind_of(operation: Operation, documents: Documents, principal: Principal | None) -> Kind:
    """Read from the document as the executor will read it; what it would refuse is shared with nobody."""
    try:
        found = documents.get(operation.document).operation(operation.name)
    except (GraphQLError, RecursionError):
        return Kind(None)
    if found is None:
        return Kind(None)
    kind = Kind(OperationType(found.node.operation.value))
    if kind.type is not OperationType.SUBSCRIPTION:
        return kind
    try:
        return _shared(kind, operation, documents.schema, found.node, principal)
    except (GraphQLError, InvalidInput, ValueError, TypeError):
        return kind


def _shared(
    kind: Kind,
    operation: Operation,
    schema: GraphQLSchema,
    definition: OperationDefinitionNode,
    principal: Principal | None,
) -> Kind:
    """Raises one of many errors where the executor would refuse it."""
    root, *others = definition.selection_set.selections
    if others or not isinstance(root, FieldNode):
        return kind
    variables = dict(operation.variables or {})
    if root.name.value == "executions":
        viewer = principal and replace(principal, address=None, trace_id=None)
        return replace(kind, key=(operation.document, operation.name, _canonical(variables), viewer))
    if root.name.value == "executionEvents":
        arguments = _arguments(root, schema, definition, variables)
        variables.pop(_variable_of(root, "afterSeq"), None)
        run = parse_id(arguments["id"], "execution")
        key = operation.document, operation.name, _canonical(variables), run
        return replace(kind, key=key, run=run, start=arguments["afterSeq"])
    return kind


def _arguments(
    root: FieldNode, schema: GraphQLSchema, definition: OperationDefinitionNode, variables: dict[str, Any]
) -> Mapping[str, Any]:
    coerced = get_variable_values(schema, definition.variable_definitions or (), variables)
    if not isinstance(coerced, VariableValues):
        raise coerced[0]
    root_type = cast("GraphQLObjectType", schema.subscription_type)
    return get_argument_values(root_type.fields[root.name.value], root, coerced)


def _variable_of(field: FieldNode, argument: str) -> str:
    """The variable that is nothing but this argument, for no field below takes a number; empty without one."""
    values = (node.value for node in field.arguments or () if node.name.value == argument)
    return next((value.name.value for value in values if isinstance(value, VariableNode)), "")


def _canonical(variables: Mapping[str, Any]) -> str:
    return json.dumps(variables, sort_keys=True)
