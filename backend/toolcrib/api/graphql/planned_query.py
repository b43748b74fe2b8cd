"""A query whose every root field is planned needs no executor: its answer is put together from the planned parts."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import orjson
from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLObjectType,
    OperationType,
    get_variable_values,
    is_non_null_type,
    located_error,
)
from strawberry.types import ExecutionResult

from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.documents import Operation
from toolcrib.api.graphql.errors import present
from toolcrib.api.graphql.selection import SelectionReader
from toolcrib.identity.model import Principal
from toolcrib.reads.reader import Reader
from toolcrib.reads.roots import ROOTS
from toolcrib.reads.selection import Field


@dataclass(frozen=True, slots=True)
class _Root:
    selection: Field
    nodes: Sequence[FieldNode]
    is_nullable: bool


@dataclass(frozen=True, slots=True)
class _Part:
    value: orjson.Fragment | None
    error: GraphQLError | None = None


AT_ONCE = 4
"""How many statements of one request run beside one another."""

_CONSTANT: WeakKeyDictionary[Operation, Sequence[_Root] | None] = WeakKeyDictionary()
"""What operations without variables select: always the same."""


async def answer(operation: Operation, variables: Mapping[str, Any], context: Context) -> ExecutionResult | None:
    """What the executor would answer; None where only the executor can.

    It can answer fields that are not planned, and it knows the words for what is wrong with variables and arguments.
    """
    if context.principal is None or operation.node.operation is not OperationType.QUERY:
        return None
    has_variables = bool(operation.node.variable_definitions)
    roots = _roots(operation, variables) if has_variables else _constant_roots(operation)
    if roots is None:
        return None
    parts = await _read_all(roots, context.services.reader, context.principal)
    data = {root.selection.key: part.value for root, part in zip(roots, parts, strict=True)}
    errors = [part.error for part in parts if part.error]
    is_whole = all(part.error is None or root.is_nullable for root, part in zip(roots, parts, strict=True))
    return ExecutionResult(data=data if is_whole else None, errors=errors or None)


def _constant_roots(operation: Operation) -> Sequence[_Root] | None:
    if operation not in _CONSTANT:
        _CONSTANT[operation] = _roots(operation, {})
    return _CONSTANT[operation]


def _roots(operation: Operation, variables: Mapping[str, Any]) -> Sequence[_Root] | None:
    schema, query = operation.document.schema, operation.document.schema.query_type
    values = get_variable_values(schema, operation.node.variable_definitions or (), dict(variables))
    if query is None or isinstance(values, list):
        return None
    selections = SelectionReader(schema, operation.document.fragments, values)
    try:
        nodes = selections.roots(operation.node.selection_set, query)
        if not all(found[0].name.value in ROOTS for found in nodes.values()):
            return None
        return [_root(selections.field(found, query), found, query) for found in nodes.values()]
    except GraphQLError:
        return None


def _root(selection: Field, nodes: Sequence[FieldNode], query: GraphQLObjectType) -> _Root:
    return _Root(selection, nodes, not is_non_null_type(query.fields[selection.name].type))


async def _read_all(roots: Sequence[_Root], reader: Reader, principal: Principal) -> Sequence[_Part]:
    """Few at once: one request is not to have all connections for itself."""
    if len(roots) == 1:  # spares a task
        return [await _read(roots[0], reader, principal)]
    places = asyncio.Semaphore(AT_ONCE)

    async def read(root: _Root) -> _Part:
        async with places:
            return await _read(root, reader, principal)

    return await asyncio.gather(*map(read, roots))


async def _read(root: _Root, reader: Reader, principal: Principal) -> _Part:
    try:
        text = await reader.read(root.selection, principal)
    except Exception as error:  # noqa: BLE001 - this is where the faults of a field end, as in the executor
        return _Part(None, present(located_error(error, root.nodes, [root.selection.key])))
    return _Part(None if text is None else orjson.Fragment(text))
