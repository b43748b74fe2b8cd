from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated
from uuid import UUID

import strawberry
from strawberry import ID, argument

from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.execution.types import Execution, ExecutionEvent, ExecutionFilter
from toolcrib.api.graphql.live.following import Place
from toolcrib.api.graphql.planned import read_by_id
from toolcrib.api.graphql.scalars import DateTime
from toolcrib.core.ids import parse_id
from toolcrib.execution.model import Event


@strawberry.type(description="What moves, as it moves.")
class Subscription:
    @strawberry.subscription(
        description="Every event of one run after `afterSeq`, in order, then new ones as they happen, to the run's end."
    )
    async def execution_events(
        self,
        info: Info,
        id: Annotated[ID, argument(description="The run's id.")],
        after_seq: Annotated[int, argument(description="The last event that is known already; 0: none.")] = 0,
    ) -> AsyncGenerator[ExecutionEvent, None]:
        following = info.context.following
        if following.start is None:
            following.start = after_seq
        async with aclosing(_events(info, parse_id(id, "execution"), following.start)) as events:
            async for event in events:
                following.place = event.seq
                yield _shown(event)

    @strawberry.subscription(
        description="The runs that the viewer may see, each time one is recorded or changes its status."
    )
    async def executions(
        self,
        info: Info,
        filter: Annotated[ExecutionFilter | None, argument(description="Only these; null: all.")] = None,
    ) -> AsyncGenerator[Execution, None]:
        following, feeds = info.context.following, info.context.services.executions.feeds
        if following.start is None:
            following.start = await feeds.now()
        async with aclosing(feeds.changes(principal_of(info), str(following.start))) as changes:
            async for change in changes:
                following.place = change.since
                shown = await read_by_id(info, "matchingExecution", change.execution_id)
                if shown is not None:
                    yield shown


def _events(info: Info, run: UUID, start: Place) -> AsyncGenerator[Event, None]:
    """Of a run that is followed by those who may see it, without asking again on behalf of one of them."""
    feeds = info.context.services.executions.feeds
    if info.context.following.run == run:
        return feeds.events_for_all(run, int(start))
    return feeds.events(principal_of(info), run, int(start))


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
