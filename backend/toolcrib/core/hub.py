"""In-memory fan-out: publishers never wait, and a slow subscriber can't make memory grow."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

Topic = TypeVar("Topic", bound=Hashable)
Message = TypeVar("Message")

CAPACITY = 256
"""Messages that wait for one subscriber."""


class Inbox(Generic[Message]):
    """What one subscriber has not taken yet, at most `capacity` messages."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._waiting: deque[Message] = deque()
        self._lost = False
        self._arrived = asyncio.Event()

    async def receive(self, seconds: float) -> Sequence[Message]:
        """The messages since the last call, in order, as soon as there are some.

        Empty where there is nothing certain to hand out: the time has passed, a hint came without a message, or too
        many messages came and were dropped. The subscriber then looks at the source itself.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._arrived.wait()
        except TimeoutError:
            return ()
        self._arrived.clear()
        messages = () if self._lost else tuple(self._waiting)
        self._waiting.clear()
        self._lost = False
        return messages

    def put(self, messages: Sequence[Message]) -> None:
        if self._lost or len(self._waiting) + len(messages) > self._capacity:
            self._waiting.clear()
            self._lost = True
        else:
            self._waiting.extend(messages)
        self._arrived.set()


class Hub(Generic[Topic, Message]):
    """Topics come and go with their subscribers. For one event loop."""

    def __init__(self) -> None:
        self._inboxes: defaultdict[Topic, set[Inbox[Message]]] = defaultdict(set)

    @contextmanager
    def subscribe(self, topic: Topic, capacity: int = CAPACITY) -> Iterator[Inbox[Message]]:
        """Everything published from now on, until the context ends."""
        inbox: Inbox[Message] = Inbox(capacity)
        self._inboxes[topic].add(inbox)
        try:
            yield inbox
        finally:
            self._inboxes[topic].discard(inbox)
            if not self._inboxes[topic]:
                del self._inboxes[topic]

    def publish(self, topic: Topic, messages: Sequence[Message] = ()) -> None:
        """To every subscriber of `topic`; without messages it is a hint that there is something to look for."""
        for inbox in self._inboxes.get(topic, ()):
            inbox.put(messages)

    def has_subscribers(self, topic: Topic) -> bool:
        return topic in self._inboxes
