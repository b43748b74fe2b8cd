"""The direct lane: runs in this process's own executors, for calls that somebody waits for or watches."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from toolcrib.core.db import Database
from toolcrib.core.errors import Unavailable
from toolcrib.core.ids import new_id
from toolcrib.core.json_schema import Validator
from toolcrib.core.redaction import Redactor
from toolcrib.execution import store
from toolcrib.execution.events import EventWriter
from toolcrib.execution.model import Ending, ExecutionStatus, Load, RefusalCode, storable
from toolcrib.execution.objects import ObjectStore
from toolcrib.execution.outcome import Outcome, conclude, measured
from toolcrib.execution.queue import FairQueue
from toolcrib.execution.store import StoredArtifact
from toolcrib.executors.contract import Artifact, Executor, RunRequest, RunResult, RunStatus, Stream

RENEW_SECONDS = store.LEASE_SECONDS / 3
LARGE_OUTPUT = 100_000
"""Characters from which an output is checked in a thread: other runs don't wait for it."""

NOT_BEGUN = "The server was stopped before this run began."
INTERRUPTED = "The server was stopped while this ran."

_UNRECORDED = "The end of %s could not be recorded; the reaper will find it."

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Run:
    """One execution that this process holds. `cancel` is set to stop it; `cancelled` too, where a person wants that."""

    owner: UUID
    executor: Executor
    request: RunRequest
    output: Validator
    redactor: Redactor
    writer: EventWriter
    cancel: asyncio.Event
    cancelled: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def id(self) -> UUID:
        return self.request.execution_id


@dataclass(slots=True)
class Claim:
    granted: bool
    used: bool = False


class DirectLane:
    """At most `slots` runs at once, fairly shared between their callers; the others wait as PENDING."""

    def __init__(self, database: Database, objects: ObjectStore, slots: int) -> None:
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._database = database
        self._objects = objects
        self._slots = slots
        self._running = 0
        self._held: dict[UUID, Run] = {}
        self._queue: FairQueue[UUID, Run] = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._renewing: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def held(self) -> list[UUID]:
        """What this process runs or is about to run."""
        return list(self._held)

    @property
    def load(self) -> Load:
        return Load(self._running, len(self._queue), self._slots)

    def find(self, execution_id: UUID) -> Run | None:
        return self._held.get(execution_id)

    def check_open(self) -> None:
        """Raises Unavailable once the server is shutting down."""
        if self._closing:
            raise Unavailable("The server is shutting down. Try again in a moment.")

    def start(self) -> None:
        self._renewing = asyncio.create_task(self._renew_for_ever())

    @contextmanager
    def claim(self) -> Iterator[Claim]:
        """A slot for a run about to be recorded, granted where one is free and nobody waits; given back if not used."""
        claim = Claim(granted=self._running < self._slots and not self._queue)
        self._running += claim.granted
        try:
            yield claim
        finally:
            if claim.granted and not claim.used:
                self._free_slot()

    def submit(self, run: Run, claim: Claim) -> None:
        """Take a run that was recorded for this worker: as RUNNING where the claim was granted, else as PENDING."""
        self._held[run.id] = run
        if self._closing:
            run.cancel.set()
        if claim.granted:
            claim.used = True
            self._spawn(self._drive(run))
        elif self._closing:
            self._spawn(self._end_unstarted(run, _lost(NOT_BEGUN)))
        else:
            self._queue.put(run.owner, run)
            self._start_waiting()

    def cancel(self, execution_ids: Sequence[UUID]) -> None:
        """End those of the given that this process holds as CANCELLED; others are somebody else's."""
        for execution_id in execution_ids:
            if run := self._held.get(execution_id):
                run.cancelled = True
                run.cancel.set()
                if self._queue.remove(run.owner, run):
                    self._spawn(self._end_unstarted(run, _cancelled()))

    def refuse_more(self) -> None:
        """From now on `check_open` raises, and what was already let in is ended rather than begun."""
        self._closing = True

    async def close(self, grace_seconds: float) -> None:
        """Let what runs come to its end for a while; then stop it and record that as WORKER_LOST."""
        self.refuse_more()
        while run := self._queue.take():
            self._spawn(self._end_unstarted(run, _lost(NOT_BEGUN)))
        await self._wait_for_tasks(grace_seconds)
        for run in self._held.values():
            run.cancel.set()
        await self._wait_for_tasks(grace_seconds + 5)
        if self._renewing is not None:
            self._renewing.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _wait_for_tasks(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _free_slot(self) -> None:
        self._running -= 1
        self._start_waiting()

    def _start_waiting(self) -> None:
        while self._running < self._slots and (run := self._queue.take()):
            self._running += 1
            self._spawn(self._drive(run))

    async def _drive(self, run: Run) -> None:
        try:
            try:
                result = await self._perform(run)
            finally:
                self._free_slot()
            if result is not None:
                await self._finish(run, result)
        except Exception:
            logger.exception(_UNRECORDED, run.id)
        finally:
            self._let_go(run)

    async def _perform(self, run: Run) -> RunResult | None:
        """None where the run was taken from us before it began."""
        if not await run.writer.ensure_started():
            return None
        try:
            return await run.executor.run(run.request, run.writer, run.cancel)
        except Exception:
            logger.exception("The executor failed on %s.", run.id)
            return RunResult(RunStatus.FAILED, None, None, (), 0, None, None)

    async def _finish(self, run: Run, result: RunResult) -> None:
        outcome = await self._concluded(run, result)
        if outcome.rejected_output is not None:
            run.writer.write(Stream.STDOUT, outcome.rejected_output)
        try:
            artifacts = [await self._keep(run, artifact) for artifact in result.artifacts]
        except OSError as error:
            logger.exception("An artifact of %s could not be stored.", run.id)
            message = f"The run's files could not be stored: {error.strerror}."
            outcome, artifacts = Outcome(_failed(message)), []
        await run.writer.end(measured(outcome.ending, result), artifacts)

    async def _concluded(self, run: Run, result: RunResult) -> Outcome:
        if result.status is RunStatus.CANCELLED and not run.cancelled:
            return Outcome(_lost(INTERRUPTED))
        arguments = (result, run.output, run.redactor)
        try:
            if result.output_json is not None and len(result.output_json) > LARGE_OUTPUT:
                return await asyncio.to_thread(conclude, *arguments)
            return conclude(*arguments)
        except Exception:
            logger.exception("The output of %s could not be judged.", run.id)
            return Outcome(_failed("The output could not be checked. See the server's log."))

    async def _keep(self, run: Run, artifact: Artifact) -> StoredArtifact:
        sha256 = await self._objects.put(artifact.content)
        name = storable(run.redactor.text(artifact.name))
        return StoredArtifact(new_id(), new_id(), name, sha256, len(artifact.content), storable(artifact.mime_type))

    async def _end_unstarted(self, run: Run, ending: Ending) -> None:
        try:
            await run.writer.end(ending)
        except Exception:
            logger.exception(_UNRECORDED, run.id)
        finally:
            self._let_go(run)

    def _let_go(self, run: Run) -> None:
        self._held.pop(run.id, None)
        run.ended.set()

    async def _renew_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            if not self._held:
                continue
            try:
                await self._renew(self.held)
            except Unavailable:
                continue  # the leases are renewed when it is back: the reapers wait for that
            except Exception:
                logger.exception("The leases could not be renewed.")

    async def _renew(self, execution_ids: list[UUID]) -> None:
        """A lease we lost stops its run; a wish to cancel that we did not hear of is found here."""
        kept = await store.renew(self._database, self.worker, execution_ids)
        self.cancel([execution_id for execution_id, cancelled in kept.items() if cancelled])
        for execution_id in set(execution_ids) - set(kept):
            if run := self._held.get(execution_id):
                run.cancel.set()


def _cancelled() -> Ending:
    return Ending(
        ExecutionStatus.CANCELLED, error_code=RefusalCode.CANCELLED, error_message="It was cancelled before it began."
    )


def _lost(message: str) -> Ending:
    return Ending(ExecutionStatus.FAILED, error_code=RefusalCode.WORKER_LOST, error_message=message)


def _failed(message: str) -> Ending:
    return Ending(ExecutionStatus.FAILED, error_code=RefusalCode.INTERNAL, error_message=message)
