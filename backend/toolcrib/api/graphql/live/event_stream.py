"""Operations over server-sent events, each on a request of its own.

See https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md, "distinct connections mode".
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from strawberry.types.graphql import OperationType

from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.live.broadcast import Broadcast, Stopping
from toolcrib.api.graphql.live.log import Entry
from toolcrib.api.graphql.live.operation import Operation
from toolcrib.api.graphql.operation_request import read_operation
from toolcrib.api.http.refusals import MethodNotAllowed

EVENT_STREAM = "text/event-stream"
KEEP_ALIVE_SECONDS = 12.0
"""Proxies close what is silent, many after a minute, some after a quarter of one."""

HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",  # nginx passes on what comes at once
}


async def event_stream(request: Request, broadcast: Broadcast, context: Context, max_bytes: int) -> StreamingResponse:
    """The answer to an authenticated request.

    Raises MethodNotAllowed for a mutation by GET, and what `read_operation` raises. What GraphQL itself refuses is in
    the stream, as the protocol asks.
    """
    asked = await read_operation(request, max_bytes)
    is_safe = request.method == "GET"
    operation = Operation(str(asked.query), asked.variables, asked.operation_name, asked.extensions, is_safe=is_safe)
    if is_safe and broadcast.kind(operation, context.principal).type is OperationType.MUTATION:
        raise MethodNotAllowed("mutations are not allowed with GET: send it with POST.", allowed="POST")
    return EventStream(broadcast.follow(operation, context, KEEP_ALIVE_SECONDS))


class EventStream(StreamingResponse):
    """Ends when the client goes, not only when the next event can't be sent."""

    def __init__(self, batches: AsyncGenerator[Sequence[Entry], None]) -> None:
        self._text = _text(batches)
        super().__init__(self._text, media_type=EVENT_STREAM, headers=HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self.stream_response(send))
        leaving = asyncio.create_task(_until_gone(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            has_sent = sending.done()
            for task in (sending, leaving):
                task.cancel()
            await asyncio.wait({sending, leaving})
            await self._text.aclose()
        if has_sent:
            sending.result()


async def _text(batches: AsyncGenerator[Sequence[Entry], None]) -> AsyncGenerator[str, None]:
    """Without `complete` where the server stops, so that the client asks again."""
    yield ":\n\n"  # whoever waits for the answer knows at once that it is there
    try:
        async with aclosing(batches):
            async for entries in batches:
                yield "".join(f"event: next\ndata: {entry.text}\n\n" for entry in entries) or ":\n\n"
    except Stopping:
        return
    yield "event: complete\ndata: \n\n"


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
