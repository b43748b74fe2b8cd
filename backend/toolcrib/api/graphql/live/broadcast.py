"""Every operation over a connection that lasts: those who ask for the same share one execution, encoded once."""

from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, aclosing, contextmanager
from dataclasses import replace
from typing import cast
from uuid import UUID

from graphql import GraphQLError
from strawberry.types.execution import ExecutionResult, PreExecutionError
from strawberry.types.graphql import OperationType

from toolcrib.api.graphql.context import Context, authenticated
from toolcrib.api.graphql.errors import coded, present
from toolcrib.api.graphql.live.following import Following, Place
from toolcrib.api.graphql.live.log import Entry, Log
from toolcrib.api.graphql.live.operation import Kind, Operation, kind_of
from toolcrib.api.graphql.live.reader import Channel, Reader
from toolcrib.api.graphql.schema import Schema
from toolcrib.api.services import Services
from toolcrib.core.errors import NotFound, ToolcribError
from toolcrib.core.guard import Guard
from toolcrib.identity.model import Principal

RIGHT_SECONDS = 3.0
"""How often it is looked whether runs are still seen; a look at many takes a while itself."""

SAFE = (OperationType.QUERY, OperationType.SUBSCRIPTION)

Encode = Callable[[object], str]
Sight = tuple[Principal, UUID]
"""Somebody sees a run."""


class Stopping(Exception):
    """The server stops; what is followed has not ended."""


class Broadcast:
    """One per process and schema."""

    def __init__(self, schema: Schema, services: Services, encode: Encode) -> None:
        self._schema = schema
        self._services = services
        self._encode = encode
        self._channels: dict[object, Channel] = {}
        self._readers: set[Reader] = set()
        self._is_closing = False
        self._sights: Guard[Sight] = Guard(
            RIGHT_SECONDS, self._still_seen, lambda: NotFound("There is no such execution.")
        )

    def kind(self, operation: Operation, principal: Principal | None) -> Kind:
        return kind_of(operation, self._schema.documents, principal)

    async def follow(
        self, operation: Operation, context: Context, seconds: float | None = None
    ) -> AsyncGenerator[Sequence[Entry], None]:
        """All results; with `seconds`, an empty sequence where none came for so long.

        Whose right ends is told so in a last entry. Raises Stopping.
        """
        try:
            async with aclosing(self._followed(operation, context, seconds)) as batches:
                async for entries in batches:
                    yield entries
        except ToolcribError as error:
            yield [self._refusal(error)]

    def close(self) -> None:
        """Let go of all who follow: they may go on elsewhere."""
        self._is_closing = True
        for reader in self._readers:
            reader.cut(Stopping())

    async def _followed(
        self, operation: Operation, context: Context, seconds: float | None
    ) -> AsyncGenerator[Sequence[Entry], None]:
        kind = self.kind(operation, context.principal)
        if kind.run is not None:
            await self._services.executions.feeds.find(authenticated(context), kind.run)
        with self._reading(operation, context, kind) as reader:
            while (entries := await reader.take(seconds)) is not None:
                yield entries

    @contextmanager
    def _reading(self, operation: Operation, context: Context, kind: Kind) -> Iterator[Reader]:
        reader = Reader(self._channel(operation, context, kind), kind.start)
        self._readers.add(reader)
        with ExitStack() as held:
            held.callback(reader.close)
            held.callback(self._readers.discard, reader)
            if self._is_closing:
                raise Stopping
            if kind.type is OperationType.SUBSCRIPTION:
                principal = authenticated(context)
                held.enter_context(self._services.identity.credentials.holding(principal, reader.cut))
                if kind.run is not None:
                    held.enter_context(self._sights.holding((_rights_of(principal), kind.run), reader.cut))
            yield reader

    def _channel(self, operation: Operation, context: Context, kind: Kind) -> Channel:
        def begin(place: Place | None, on_end: Callable[[Log], None]) -> Log:
            following = Following(kind.run, place, place)
            own = context
            if kind.type is OperationType.SUBSCRIPTION:
                own = Context(self._services, None if kind.run else context.principal, following=following)
            return Log(self._results(operation, own), following, on_end)

        if kind.key is None:
            return Channel(begin, _nothing)
        if kind.key not in self._channels:
            self._channels[kind.key] = Channel(begin, self._forget)
        return self._channels[kind.key]

    def _forget(self, channel: Channel) -> None:
        """Without executions. Who still reads its last results may begin one there, while newcomers share another."""
        for key in [key for key, kept in self._channels.items() if kept is channel]:
            del self._channels[key]

    async def _results(self, operation: Operation, context: Context) -> AsyncGenerator[Entry, None]:
        results = await self._schema.stream(
            operation.document,
            variable_values=dict(operation.variables or {}),
            context_value=context,
            operation_name=operation.name,
            operation_extensions=dict(operation.extensions or {}),
            allowed_operation_types=SAFE if operation.is_safe else OperationType,
        )
        try:
            async with aclosing(results):
                async for result in results:
                    yield self._entry(cast("ExecutionResult", result), context.following.place)
        except GraphQLError as error:  # Strawberry lets a syntax error through where an extension parses
            yield self._entry(PreExecutionError(None, [coded(error, "GRAPHQL_PARSE_FAILED")]), None)
        except Exception as error:  # noqa: BLE001 - this is where faults end
            yield self._refusal(error)

    def _entry(self, result: ExecutionResult, place: Place | None) -> Entry:
        errors = [error.formatted for error in result.errors or ()]
        payload: dict[str, object] = {} if isinstance(result, PreExecutionError) else {"data": result.data}
        if errors:
            payload["errors"] = errors
        if result.extensions:
            payload["extensions"] = result.extensions
        return Entry(self._encode(payload), place, errors if isinstance(result, PreExecutionError) else ())

    def _refusal(self, error: Exception) -> Entry:
        presented = present(GraphQLError(str(error), original_error=error))
        return self._entry(ExecutionResult(data=None, errors=[presented]), None)

    async def _still_seen(self, sights: Collection[Sight]) -> set[Sight]:
        """One statement for each of those who see, whatever many runs it is."""
        runs: defaultdict[Principal, set[UUID]] = defaultdict(set)
        for principal, run in sights:
            runs[principal].add(run)
        return {
            (principal, run)
            for principal, asked in runs.items()
            for run in await self._services.executions.feeds.visible(principal, asked)
        }


def _rights_of(principal: Principal) -> Principal:
    """Without what says nothing about rights."""
    return replace(principal, token_id=None, session_id=None, address=None, trace_id=None)


def _nothing(_channel: Channel) -> None:
    """What is shared with nobody is kept nowhere."""
