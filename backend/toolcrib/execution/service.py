"""The one funnel: whatever runs a tool enters at `Executions.execute`."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from toolcrib.access.service import Access
from toolcrib.catalog.model import TOOL_NAME
from toolcrib.catalog.records import RunnableTool
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from toolcrib.core.hub import Hub
from toolcrib.core.json_schema import compile_schema
from toolcrib.core.settings import Settings
from toolcrib.execution import recording, store
from toolcrib.execution.admission import NO_SUCH_TOOL, Admission, Refusal
from toolcrib.execution.direct import DirectLane, Run
from toolcrib.execution.events import Announcer, EventWriter
from toolcrib.execution.feeds import LOOK_SECONDS, Change, Feeds
from toolcrib.execution.model import Call, Event, ExecutionStatus, Load, RefusalCode, Refused
from toolcrib.execution.notifier import Notifier
from toolcrib.execution.objects import ObjectStore
from toolcrib.execution.preparation import PreparedInput, is_heavy, prepare_input
from toolcrib.execution.reaper import Reaper
from toolcrib.execution.relay import Relay
from toolcrib.execution.store import Held, NewExecution
from toolcrib.executors.contract import Executor, Limits, RunRequest
from toolcrib.identity.model import Principal, Scope, require_scope

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Executions:
    """Runs tools and follows their runs. One per process; the executors are started and closed by who made them."""

    def __init__(  # noqa: PLR0917 - what it is made of, wired in one place
        self,
        database: Database,
        access: Access,
        catalog: Catalog,
        executors: Mapping[str, Executor],
        hub: Hub[UUID, Event],
        settings: Settings,
    ) -> None:
        self.objects = ObjectStore(settings.objects_dir)
        self._database = database
        self._catalog = catalog
        self._executors = executors
        self._changes: Hub[None, None] = Hub()
        self._hub = hub
        self._lane = DirectLane(database, self.objects, settings.max_concurrency)
        self._admission = Admission(database, access, settings.secret_key, self._lane.worker)
        self._notifier = Notifier(database, self._heard_of_changes, self._lane.cancel)
        self._announcer = Announcer(hub, self._changes, self._notifier)
        self._reaper = Reaper(database, self._announcer, lambda: self._lane.held)
        self._relay = Relay(database, hub)
        self.feeds = Feeds(database, hub, self._changes)
        self._calls: set[asyncio.Task[UUID]] = set()

    async def start(self) -> None:
        """Begin to hear of other processes, and to end what dead ones left behind."""
        self._notifier.start()
        self._lane.start()
        self._reaper.start()

    async def close(self, grace_seconds: float = 3.0) -> None:
        """Let runs end for `grace_seconds`, then stop them; nothing of this process is left RUNNING.

        To be called before the executors are closed and before the database is.
        """
        self._lane.refuse_more()
        if self._calls:
            await asyncio.wait(self._calls, timeout=grace_seconds + 1)
        await self._lane.close(grace_seconds)
        await self._reaper.close()
        await self._notifier.close()
        await self._relay.close()

    async def execute(self, principal: Principal, call: Call) -> UUID:
        """Run a tool; returns the execution's id once it is recorded. `wait` waits for its end.

        The same id comes back for the same idempotency key. A caller that goes away cancels nothing.
        Raises Refused where it will not run (the refusal is recorded), Conflict for a key that was used otherwise,
        InvalidInput for a malformed call, Unavailable.
        """
        return await self._unhurried(self._funnel(principal, call))

    async def _funnel(self, principal: Principal, call: Call) -> UUID:
        call.check()
        self._lane.check_open()
        tool = await self._resolve(call)
        try:
            await self._admission.authorize(principal, tool)
            if earlier := await self._admission.earlier(principal, tool, call):
                return earlier
            executor = self._executor_of(tool)
            prepared = await _beside(call, _prepare, tool, call)
            with self._lane.claim() as claim:
                new = recording.accepted(principal, tool, call, prepared, at_once=claim.granted)
                execution_id = await self._admission.record(principal, tool, call, new)
                if execution_id == new.id:
                    self._announcer.announce(execution_id)
                    self._lane.submit(self._run(new, tool, executor, prepared), claim)
        except Refusal as refusal:
            raise await self._refuse(principal, tool, call, refusal) from None
        return execution_id

    async def wait(self, execution_id: UUID, seconds: float) -> bool:
        """True as soon as it has ended; False after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                if run := self._lane.find(execution_id):
                    await run.ended.wait()
                    return True
                with self._hub.subscribe(execution_id) as inbox:
                    while not await self.feeds.has_ended(execution_id):
                        await inbox.receive(LOOK_SECONDS)
                return True
        except TimeoutError:
            return False

    async def cancel(self, principal: Principal, execution_id: UUID) -> None:
        """Ask for its end as CANCELLED, which follows within moments; asking twice is asking once.

        Raises NotFound, Forbidden (may see it, but not cancel it), Conflict (it has already ended).
        """
        require_scope(principal, Scope.EXECUTE)
        status, may_cancel = await self.feeds.find(principal, execution_id)
        if not may_cancel:
            raise Forbidden("Only its caller, the person it runs for and those with ADMIN on the tool may cancel it.")
        if status.has_ended or not await store.request_cancel(self._database, execution_id):
            raise Conflict("It has already ended: there is nothing to cancel.", ("id",), code="ALREADY_ENDED")
        self._lane.cancel([execution_id])
        self._notifier.cancel(execution_id)

    def events(self, principal: Principal, execution_id: UUID, after_seq: int = 0) -> AsyncGenerator[Event, None]:
        """See `Feeds.events`."""
        return self.feeds.events(principal, execution_id, after_seq)

    def changes(self, principal: Principal) -> AsyncGenerator[Change, None]:
        """See `Feeds.changes`."""
        return self.feeds.changes(principal)

    def load(self) -> Load:
        """How much this process has to do right now; others on the same database have loads of their own."""
        return self._lane.load

    async def _resolve(self, call: Call) -> RunnableTool:
        if isinstance(call.tool, str) and not re.fullmatch(TOOL_NAME, call.tool):
            raise Refused([NO_SUCH_TOOL])
        try:
            return await self._catalog.resolve(call.tool, call.version)
        except NotFound:
            raise Refused([NO_SUCH_TOOL]) from None

    def _executor_of(self, tool: RunnableTool) -> Executor:
        executor = self._executors.get(tool.executor_type)
        if executor is None:
            raise recording.no_executor(tool)
        return executor

    async def _refuse(self, principal: Principal, tool: RunnableTool, call: Call, refusal: Refusal) -> Refused:
        new = await _beside(call, recording.refused, principal, tool, call, refusal)
        await store.record(self._database, new, self._lane.worker)
        self._announcer.announce(new.id)
        return Refused(refusal.problems, None if refusal.hidden else new.id, refusal.retry_after_ms)

    def _run(self, new: NewExecution, tool: RunnableTool, executor: Executor, prepared: PreparedInput) -> Run:
        request = RunRequest(
            execution_id=new.id,
            script=tool.script or "",
            config=tool.executor_config,
            input_json=prepared.full_json,
            limits=Limits(timeout_seconds=tool.timeout_seconds),
            network=tool.network,
        )
        cancel = asyncio.Event()
        held = Held(new.id, self._lane.worker, attempt=1 if new.status is ExecutionStatus.RUNNING else 0)
        writer = EventWriter(self._database, self._announcer, held, prepared.redactor, cancel)
        output = compile_schema(tool.output_schema)
        return Run(new.caller, executor, request, output, prepared.redactor, writer, cancel)

    async def _unhurried(self, work: Coroutine[Any, Any, UUID]) -> UUID:
        """Go on with `work` where the caller stops waiting for it."""
        task = asyncio.create_task(work)
        self._calls.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[UUID]) -> None:
        self._calls.discard(task)
        if not task.cancelled():
            task.exception()  # seen, in case that nobody waits any more

    def _heard_of_changes(self, execution_ids: Sequence[UUID]) -> None:
        self._relay.heard(execution_ids)
        self._changes.publish(None)


async def _beside(call: Call, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
    """Work on a call's input; a large one takes seconds, in which others get their turn."""
    if is_heavy(call.input):
        return await asyncio.to_thread(work, *given, **named)
    return work(*given, **named)


def _prepare(tool: RunnableTool, call: Call) -> PreparedInput:
    try:
        return prepare_input(compile_schema(tool.input_schema), call.input)
    except InvalidInput as error:
        raise Refusal(RefusalCode.INVALID_INPUT, error.problems) from None
