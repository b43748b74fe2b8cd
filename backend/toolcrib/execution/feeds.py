"""Following executions. The table is the truth; what comes through the hub says when to look, and spares most looks."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
from dataclasses import dataclass
from math import inf
from random import uniform
from time import monotonic
from uuid import UUID

from toolcrib.access.predicates import execution_controllable, execution_visible
from toolcrib.core.db import Database
from toolcrib.core.errors import InvalidInput, NotFound, Unavailable
from toolcrib.core.hub import Hub
from toolcrib.core.sql import Parameters
from toolcrib.execution import reading
from toolcrib.execution.model import Event, ExecutionStatus
from toolcrib.identity.model import Principal

LOOK_SECONDS = 2.0
RIGHTS_SECONDS = 6.0
"""The longest that somebody whose right was taken goes on to see what arrives."""
GATHER_SECONDS = 0.05
MAX_SEQ = 2**31 - 1

_NEXT = f"""
SELECT e.completed_at IS NOT NULL AND e.last_seq <= $2 AS over, v.*
FROM execution e LEFT JOIN LATERAL (
    SELECT {reading.COLUMNS} FROM execution_event
    WHERE execution = e.id AND seq > $2 ORDER BY seq LIMIT $3
) v ON TRUE
WHERE e.id = $1 AND {{visible}} ORDER BY v.seq
"""  # noqa: S608 - constants

# Before the last transactions of a server that crashed: their numbers may be given again.
_STEP_BACK = "SELECT format('%1$s:%1$s:', greatest(pg_snapshot_xmin($1::text::pg_snapshot)::text::bigint - 10000, 3))"


@dataclass(frozen=True, slots=True)
class Change:
    """An execution was recorded or changed its status.

    `since` is a place to begin again: from there on everything comes that came after this change, and perhaps this
    change and its neighbours once more.
    """

    execution_id: UUID
    since: str


class Feeds:
    def __init__(self, database: Database, events: Hub[UUID, Event], changes: Hub[None, None]) -> None:
        self._database = database
        self._events_hub = events
        self._changes = changes

    def events(self, principal: Principal, execution_id: UUID, after_seq: int) -> AsyncGenerator[Event, None]:
        """Every event after `after_seq`, in order, to the last; then as they happen; ends after the run's end.

        Raises NotFound where the asker may not see the execution (any more), InvalidInput for a negative number.
        """
        return self._events(principal, execution_id, after_seq)

    def events_for_all(self, execution_id: UUID, after_seq: int) -> AsyncGenerator[Event, None]:
        """The same for those whose right is watched by the caller: see `find` and `visible`."""
        return self._events(None, execution_id, after_seq)

    async def _events(
        self, principal: Principal | None, execution_id: UUID, after_seq: int
    ) -> AsyncGenerator[Event, None]:
        if not 0 <= after_seq <= MAX_SEQ:
            raise InvalidInput(f"must be a number from 0 to {MAX_SEQ}", ("afterSeq",))
        with self._events_hub.subscribe(execution_id) as inbox:
            seen = after_seq
            look_at = _next_look(principal)
            batch, over = await self._look(principal, execution_id, seen)
            while True:
                for event in batch:
                    seen = event.seq
                    yield event
                    over = over or event.ends
                if over:
                    return
                arrived = () if len(batch) == reading.PAGE else _next_to(seen, await inbox.receive(LOOK_SECONDS))
                if arrived and monotonic() < look_at:
                    batch, over = arrived, False
                else:
                    look_at = _next_look(principal)
                    batch, over = await self._look_again(principal, execution_id, seen)

    async def now(self) -> str:
        """The place in time from which `changes` tells what is new."""
        snapshot: str = await self._database.fetch_value("SELECT pg_current_snapshot()::text")
        return snapshot

    async def changes(self, principal: Principal, since: str | None = None) -> AsyncGenerator[Change, None]:
        """Executions the asker may see, each time one is recorded or changes its status; none is left out.

        From now on, or from `since`: what `now` or a `Change` said.

        Each look finds the status events that were committed since the look before: those that its snapshot sees and
        the former one did not. So it matters neither how long a transaction took nor in which order they ended.
        """
        with self._changes.subscribe(None) as inbox:
            snapshot = since or await self.now()
            while True:
                if since is None:
                    await inbox.receive(LOOK_SECONDS)
                since, before = None, snapshot
                try:
                    snapshot, changed = await self._changed_since(principal, before)
                except Unavailable:
                    snapshot = await self._after_outage(before)
                    continue
                for number, execution_id in enumerate(changed, 1):
                    yield Change(execution_id, snapshot if number == len(changed) else before)
                await asyncio.sleep(GATHER_SECONDS)

    async def visible(self, principal: Principal, execution_ids: Collection[UUID]) -> set[UUID]:
        """Those of them that the asker may see."""
        parameters = Parameters(list(execution_ids))
        visible = execution_visible("e", principal, parameters)
        sql = f"SELECT e.id FROM execution e WHERE e.id = ANY($1::uuid[]) AND {visible}"  # noqa: S608 - predicates
        return {row["id"] for row in await self._database.fetch_all(sql, *parameters.values)}

    async def has_ended(self, execution_id: UUID, seen: int = MAX_SEQ) -> bool:
        """True where nothing comes any more after event `seen`."""
        sql = "SELECT completed_at IS NOT NULL AND last_seq <= $2 FROM execution WHERE id = $1"
        return bool(await self._database.fetch_value(sql, execution_id, seen))

    async def find(self, principal: Principal, execution_id: UUID) -> tuple[ExecutionStatus, bool]:
        """Its status, and whether the asker may cancel it. Raises NotFound where the asker may not see it."""
        parameters = Parameters(execution_id)
        visible = execution_visible("e", principal, parameters)
        controllable = execution_controllable("e", principal, parameters)
        sql = f"SELECT status, {controllable} AS controllable FROM execution e WHERE e.id = $1 AND {visible}"  # noqa: S608 - predicates
        row = await self._database.fetch_one(sql, *parameters.values)
        if row is None:
            raise NotFound("There is no such execution.")
        return ExecutionStatus(row["status"]), row["controllable"]

    async def _look(self, principal: Principal | None, execution_id: UUID, seen: int) -> tuple[Sequence[Event], bool]:
        """The next events in the table, and whether there is nothing to come after `seen`. Raises NotFound."""
        parameters = Parameters(execution_id, seen, reading.PAGE)
        visible = "TRUE" if principal is None else execution_visible("e", principal, parameters)
        rows = await self._database.fetch_all(_NEXT.format(visible=visible), *parameters.values)
        if not rows:
            raise NotFound("There is no such execution.")
        return [reading.event(row) for row in rows if row["seq"] is not None], rows[0]["over"]

    async def _look_again(
        self, principal: Principal | None, execution_id: UUID, seen: int
    ) -> tuple[Sequence[Event], bool]:
        try:
            return await self._look(principal, execution_id, seen)
        except Unavailable:  # it comes back, and nothing is missed meanwhile
            return (), False

    async def _changed_since(self, principal: Principal, snapshot: str) -> tuple[str, Sequence[UUID]]:
        parameters = Parameters(snapshot)
        visible = execution_visible("e", principal, parameters)
        row = await self._database.fetch_one(
            f"""
            SELECT pg_current_snapshot()::text AS snapshot, ARRAY(
                SELECT v.execution FROM execution_event v JOIN execution e ON e.id = v.execution
                WHERE v.kind = 'STATUS' AND v.xid >= pg_snapshot_xmin($1::text::pg_snapshot)
                    AND NOT pg_visible_in_snapshot(v.xid, $1::text::pg_snapshot) AND {visible}
                GROUP BY v.execution ORDER BY max(v.id)
            ) AS changed
            """,  # noqa: S608 - predicates
            *parameters.values,
        )
        if row is None:  # an aggregate-free SELECT without FROM has one row
            return snapshot, ()
        return row["snapshot"], row["changed"]

    async def _after_outage(self, snapshot: str) -> str:
        while True:
            await asyncio.sleep(LOOK_SECONDS / 4)
            try:
                stepped_back: str = await self._database.fetch_value(_STEP_BACK, snapshot)
            except Unavailable:
                continue
            self._changes.publish(None)
            return stepped_back


def _next_look(principal: Principal | None) -> float:
    """Followers that came together don't look together."""
    if principal is None:
        return inf
    return monotonic() + RIGHTS_SECONDS * uniform(0.5, 1)  # noqa: S311 - to spread them, nothing more


def _next_to(seen: int, events: Sequence[Event]) -> Sequence[Event]:
    """Those after `seen`; none where there is a gap between, so that the table is looked at."""
    new = [event for event in events if event.seq > seen]
    return new if new and new[0].seq == seen + 1 else ()
