"""Which sessions each credential holds: so that none of them takes the room of the others."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from time import monotonic
from uuid import UUID

from toolcrib.mcp.message import RefusedMessage

IDLE_SECONDS = 30 * 60.0
MOST = 1_000
"""Of all credentials, in one process. A session is worth about 40 kB."""
MOST_OF_ONE = 32
"""Of one credential; the one unused for longest makes room for the next."""


class Sessions:
    """The SDK keeps the sessions and ends idle ones; this only remembers whose they are."""

    def __init__(self) -> None:
        self._last_used: OrderedDict[str, tuple[UUID, float]] = OrderedDict()
        self._in_flight: set[tuple[str, str]] = set()

    def opened(self, credential: UUID, session: str) -> None:
        self._forget_idle()
        self._last_used[session] = credential, monotonic()

    def one_too_many(self, credential: UUID, room: int = 1) -> str | None:
        """The session that must end for this credential to have room for so many others."""
        own = [session for session, (owner, _) in self._last_used.items() if owner == credential]
        return own[0] if len(own) + room > MOST_OF_ONE else None

    def ended(self, session: str) -> None:
        self._last_used.pop(session, None)

    @contextmanager
    def using(self, credential: UUID, session: str, request_id: object) -> Iterator[None]:
        """Raises RefusedMessage while another request of the session has the same id: it would take its answer."""
        if session in self._last_used and self._last_used[session][0] == credential:
            self._last_used[session] = credential, monotonic()
            self._last_used.move_to_end(session)
        if request_id is None:
            yield
            return
        key = session, str(request_id)
        if key in self._in_flight:
            message = "Another request of this session with the same `id` has not been answered yet."
            raise RefusedMessage(message, HTTPStatus.CONFLICT, id_=request_id)
        self._in_flight.add(key)
        try:
            yield
        finally:
            self._in_flight.discard(key)

    def _forget_idle(self) -> None:
        before = monotonic() - IDLE_SECONDS
        while self._last_used and next(iter(self._last_used.values()))[1] < before:
            self._last_used.popitem(last=False)
