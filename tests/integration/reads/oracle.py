"""The stock executor over plain rows: what a read must answer, by another way than the product's.

graphql-core executes the schema's text with ordinary resolvers. They filter, order and page rows in Python, and ask
`policy` who may see them.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson
from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLObjectType,
    GraphQLResolveInfo,
    build_schema,
    execute_sync,
    get_named_type,
    get_nullable_type,
    is_introspection_type,
    is_list_type,
)
from toolcrib.identity.model import Principal

from tests.integration.reads import objects, roots, statistics, trail
from tests.integration.reads.paging import Page
from tests.integration.reads.policy import Policy
from tests.integration.reads.resolving import Asking, Resolver, Shown
from tests.integration.reads.rows import Snapshot

RESOLVERS: Mapping[str, Resolver] = objects.RESOLVERS | roots.RESOLVERS | statistics.RESOLVERS | trail.RESOLVERS
"""The fields that are more than a column of their object's row, by `Type.field`."""


@dataclass(frozen=True)
class Answer:
    """`text` is the data as JSON; `errors` pairs each refused root field with the error's code."""

    text: str
    errors: frozenset[tuple[str, str | None]]


class Oracle:
    def __init__(self, snapshot: Snapshot, sdl: str) -> None:
        self.snapshot = snapshot
        self.schema = build_schema(sdl)
        for type_ in self.schema.type_map.values():
            if isinstance(type_, GraphQLObjectType) and not is_introspection_type(type_):  # those are every schema's
                for name, field in type_.fields.items():
                    field.resolve = RESOLVERS.get(f"{type_.name}.{name}") or _resolver_of(type_.name, name)

    def answer(self, principal: Principal, document: DocumentNode, variables: Mapping[str, Any]) -> Answer:
        result = execute_sync(
            self.schema,
            document,
            context_value=Asking(self.snapshot, Policy(self.snapshot.rows, principal)),
            variable_values=dict(variables),
            type_resolver=lambda value, *_: value.type,
        )
        assert isinstance(result, ExecutionResult)
        for error in result.errors or ():
            if error.original_error and not isinstance(error.original_error, GraphQLError):
                raise error.original_error
        return Answer(orjson.dumps(result.data).decode(), errors_of(result))


def errors_of(result: Any) -> frozenset[tuple[str, str | None]]:
    return frozenset(
        (str((error.path or [""])[0]), (error.extensions or {}).get("code")) for error in result.errors or ()
    )


def _resolver_of(type_name: str, name: str) -> Resolver:
    if type_name.endswith("Connection") or type_name == "PageInfo":
        return lambda page, _: _PAGES[name](page)
    column = re.sub(r"([A-Z])", r"_\1", name).lower()

    def resolve(source: Any, info: GraphQLResolveInfo) -> Any:
        row = source.row if isinstance(source, Shown) else source
        return _leaf(row[column], info)

    return resolve


def _leaf(value: Any, info: GraphQLResolveInfo) -> Any:
    """A column's value as its field's type shows it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    if value is not None and get_named_type(info.return_type).name == "JSON":
        return orjson.Fragment(value)
    if value is not None and is_list_type(get_nullable_type(info.return_type)):
        return json.loads(value)
    return value


_PAGES: Mapping[str, Callable[[Page], Any]] = {
    "nodes": lambda page: [Shown(page.type, row) for row in page.rows],
    "edges": lambda page: [{"cursor": page.order.cursor(row), "node": Shown(page.type, row)} for row in page.rows],
    "pageInfo": lambda page: page,
    "totalCount": lambda page: len(page.all),
    "hasNextPage": lambda page: page.has_next,
    "hasPreviousPage": lambda page: page.has_previous,
    "startCursor": lambda page: page.order.cursor(page.rows[0]) if page.rows else None,
    "endCursor": lambda page: page.order.cursor(page.rows[-1]) if page.rows else None,
}
