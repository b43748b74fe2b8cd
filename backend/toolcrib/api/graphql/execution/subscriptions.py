import asyncio
from collections.abc import AsyncGenerator
from typing import TypeVar

import strawberry
from strawberry import ID

from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.execution.types import Execution, ExecutionEvent, ExecutionFilter
from toolcrib.api.graphql.planned import read_by_id
from toolcrib.api.graphql.scalars import DateTime
from toolcrib.core.errors import Unauthenticated, Unavailable
from toolcrib.core.ids import parse_id
from toolcrib.execution.model import Event

Item = TypeVar("Item")

RECHECK_SECONDS = 1.0


@strawberry.type(description="What moves, as it moves.")
class Subscription:
    @strawberry.subscription(
        description="Every event of one run after `afterSeq`, in order, then new ones as they happen, to the run's end."
    )
    async def execution_events(self, info: Info, id: ID, after_seq: int = 0) -> AsyncGenerator[ExecutionEvent, None]:
        execution = parse_id(id, "execution")
        events = info.context.services.executions.events(principal_of(info), execution, after_seq)
        async for event in _while_valid(info, events):
            yield _shown(event)

    @strawberry.subscription(
        description="The runs that the viewer may see, each time one is recorded or changes its status."
    )
    async def executions(self, info: Info, filter: ExecutionFilter | None = None) -> AsyncGenerator[Execution, None]:
        changes = info.context.services.executions.changes(principal_of(info))
        async for execution in _while_valid(info, changes):
            shown = await read_by_id(info, "matchingExecution", execution)
            if shown is not None:
                yield shown


def _shown(event: Event) -> ExecutionEvent:
    payload = event.payload
    return ExecutionEvent(
        seq=event.seq,
        at=DateTime(event.at),
        kind=event.kind,
        status=event.status,
        text=payload.get("text"),  # type: ignore[arg-type]  # the event's kind says which fields its payload has
        error_code=payload.get("errorCode"),  # type: ignore[arg-type]  # as above
        duration_ms=payload.get("durationMs"),  # type: ignore[arg-type]  # as above
    )


async def _while_valid(info: Info, stream: AsyncGenerator[Item, None]) -> AsyncGenerator[Item, None]:
    """The stream, until its token is revoked or its session signed out. Raises Unauthenticated soon after."""
    outlived = asyncio.create_task(_until_invalid(info))
    following: asyncio.Future[Item] | None = None
    try:
        while True:
            following = asyncio.ensure_future(anext(stream))
            await asyncio.wait({following, outlived}, return_when=asyncio.FIRST_COMPLETED)
            if outlived.done():
                raise Unauthenticated("The token was revoked, or you signed out.")
            try:
                item = following.result()
            except StopAsyncIteration:
                return
            yield item
    finally:
        outlived.cancel()
        if following is not None and following.cancel():
            await asyncio.wait({following})
        await stream.aclose()


async def _until_invalid(info: Info) -> None:
    """As long as the database can't be asked, nobody can have revoked anything in it."""
    while await _is_valid_as_far_as_known(info):  # noqa: ASYNC110 - another process may revoke it
        await asyncio.sleep(RECHECK_SECONDS)


async def _is_valid_as_far_as_known(info: Info) -> bool:
    try:
        return await info.context.services.identity.is_still_valid(principal_of(info))
    except Unavailable:
        return True
