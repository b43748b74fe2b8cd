"""May this call go on: rights, the tool's status, idempotency and rate limits."""

import hashlib
import hmac
import json
import math
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from toolcrib.access.model import Permission
from toolcrib.access.service import Access
from toolcrib.catalog.model import RUNNABLE, ToolStatus
from toolcrib.catalog.records import RunnableTool
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, InvalidInput, Problem
from toolcrib.execution import store
from toolcrib.execution.model import Call, ExecutionStatus, RefusalCode
from toolcrib.execution.preparation import check_json
from toolcrib.execution.store import NewExecution
from toolcrib.identity.model import Principal

NO_SUCH_TOOL = Problem("NOT_FOUND", "There is no such tool, or no such version of it.", ("tool",))
"""Said alike of a tool that isn't there and of one that the caller may not know."""

MINUTE, HOUR = 60, 3600


class Refusal(Exception):
    """The call goes no further: what the caller is told, and what is recorded."""

    def __init__(
        self,
        code: RefusalCode,
        problems: Sequence[Problem],
        *,
        status: ExecutionStatus = ExecutionStatus.FAILED,
        hidden: bool = False,
        retry_after_ms: int | None = None,
    ) -> None:
        super().__init__(problems[0].message)
        self.code = code
        self.problems = problems
        self.status = status
        self.hidden = hidden
        self.retry_after_ms = retry_after_ms


class Admission:
    def __init__(self, database: Database, access: Access, secret_key: bytes, worker: str) -> None:
        self._database = database
        self._access = access
        self._secret_key = secret_key
        self._worker = worker

    async def authorize(self, principal: Principal, tool: RunnableTool) -> None:
        """Raises Refusal where the caller may not run this tool, or nobody may as it stands."""
        permission = await self._access.permission(principal, tool.tool_id)
        if permission is None:
            raise _unauthorized(NO_SUCH_TOOL, hidden=True)
        if tool.deleted:
            raise _not_runnable("This tool is deleted. Restore it first.")
        if not await self._access.can_execute(principal, tool.tool_id):
            raise _unauthorized(Problem("FORBIDDEN", "This needs EXECUTE on the tool.", ("tool",)))
        if not tool.is_current and permission is not Permission.ADMIN:
            raise _unauthorized(Problem("FORBIDDEN", "Running an old version needs ADMIN on the tool.", ("version",)))
        if tool.status is ToolStatus.DRAFT and permission is not Permission.ADMIN:
            raise _not_runnable("This tool is a draft: only those with ADMIN on it may try it.")
        if tool.status not in (*RUNNABLE, ToolStatus.DRAFT):
            raise _not_runnable(f"This tool is {tool.status}. Reactivate it to run it.")

    async def earlier(self, principal: Principal, tool: RunnableTool, call: Call) -> UUID | None:
        """The execution that this caller's idempotency key stands for, if there is one.

        Raises Conflict where that was another request, Refusal where the input is no JSON.
        """
        if call.idempotency_key is None:
            return None
        _check_json(call)
        caller, user = principal.subject_id, principal.on_behalf_of
        found = await store.find_by_key(self._database, caller, user, call.idempotency_key)
        if found is None:
            return None
        execution_id, request_hash = found
        if request_hash is None or not hmac.compare_digest(request_hash, self._hash(tool.tool_id, call)):
            message = "This key was used for another request: another tool, version or input."
            raise Conflict(message, ("idempotencyKey",))
        return execution_id

    async def record(self, principal: Principal, tool: RunnableTool, call: Call, new: NewExecution) -> UUID:
        """Record it; returns its id, or the id of an equal call that was quicker.

        Raises Refusal (RATE_LIMITED) and Conflict. A refused call takes neither its key nor a turn.
        """
        limits = {MINUTE: tool.rate_limit_per_minute, HOUR: tool.rate_limit_per_hour}
        limited = {seconds: calls for seconds, calls in limits.items() if calls is not None}
        if call.idempotency_key is not None:
            new = replace(new, idempotency_key=call.idempotency_key, request_hash=self._hash(tool.tool_id, call))
        if limited:
            recorded = await self._record_within(limited, principal, tool, new)
        else:
            recorded = await store.record(self._database, new, self._worker) is not None
        return new.id if recorded else await self._quicker(principal, tool, call)

    async def _record_within(
        self, limits: dict[int, int], principal: Principal, tool: RunnableTool, new: NewExecution
    ) -> bool:
        """The row first: its key decides whether this call counts at all."""
        async with self._database.transaction():
            if await store.record(self._database, new, self._worker) is None:
                return False
            too_early = await store.take_turn(self._database, tool.tool_id, principal.subject_id, limits)
            if too_early > 0:
                raise _rate_limited(math.ceil(too_early * 1000))
        return True

    async def _quicker(self, principal: Principal, tool: RunnableTool, call: Call) -> UUID:
        earlier = await self.earlier(principal, tool, call)
        if earlier is None:
            raise Conflict("Another call with this key is being recorded. Try again.", ("idempotencyKey",))
        return earlier

    def _hash(self, tool_id: UUID, call: Call) -> bytes:
        """Of the request as it was made; keyed, so that a stored hash tells nothing about a short input."""
        request = json.dumps([tool_id.hex, call.version, call.input], sort_keys=True, separators=(",", ":"))
        return hmac.new(self._secret_key, request.encode(), hashlib.sha256).digest()


def _check_json(call: Call) -> None:
    try:
        check_json(call.input)
    except InvalidInput as error:
        raise Refusal(RefusalCode.INVALID_INPUT, error.problems) from None


def _unauthorized(problem: Problem, *, hidden: bool = False) -> Refusal:
    return Refusal(RefusalCode.UNAUTHORIZED, [problem], status=ExecutionStatus.UNAUTHORIZED, hidden=hidden)


def _not_runnable(message: str) -> Refusal:
    return Refusal(RefusalCode.NOT_RUNNABLE, [Problem(RefusalCode.NOT_RUNNABLE, message, ("tool",))])


def _rate_limited(retry_after_ms: int) -> Refusal:
    message = f"The tool's rate limit is reached. Try again in {retry_after_ms} ms."
    problem = Problem(RefusalCode.RATE_LIMITED, message)
    return Refusal(RefusalCode.RATE_LIMITED, [problem], retry_after_ms=retry_after_ms)
