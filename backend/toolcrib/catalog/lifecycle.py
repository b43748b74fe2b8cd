"""A tool's life and policy: who may find it, how often it runs and what it reaches, whether it runs at all."""

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from toolcrib.catalog import store
from toolcrib.catalog.guarded import Guarded
from toolcrib.catalog.model import MOVES, ToolStatus, ToolStatusMove, ToolVisibility
from toolcrib.catalog.records import ToolPolicy, ToolRecord
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, Problem
from toolcrib.core.unset import UNSET, Unset
from toolcrib.executors.contract import Network
from toolcrib.identity.model import Principal

UNDO_DAYS = 30
MAX_RATE = 1_000_000

_INPUT_NAMES = {
    "visibility": "visibility",
    "owner": "owner",
    "rate_limit_per_minute": "rateLimitPerMinute",
    "rate_limit_per_hour": "rateLimitPerHour",
    "network": "network",
}
_RATES = ("rate_limit_per_minute", "rate_limit_per_hour")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPolicyChange:
    """Part of a policy: UNSET is left alone, None is a value (no owner, no limit)."""

    visibility: ToolVisibility | Unset = UNSET
    owner: UUID | Unset | None = UNSET
    rate_limit_per_minute: int | Unset | None = UNSET
    rate_limit_per_hour: int | Unset | None = UNSET
    network: Network | Unset = UNSET

    def given(self) -> dict[str, object]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not UNSET}


class Lifecycle(Guarded):
    async def update_tool_policy(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        policy: ToolPolicyChange,
        expected: ToolPolicyChange,
    ) -> UUID:
        """Change what is given in `policy`; `expected` names the value each of these has now.

        Raises NotFound (tool, owner), Forbidden (PLATFORM is for admins), InvalidInput, Conflict (other value).
        """
        async with self._database.transaction():
            tool = await self._locked_alive(principal, id)
            _check_expected(tool.policy, policy, expected)
            after = _changed_policy(tool.policy, policy)
            _check_policy(principal, tool.policy, after)
            if after == tool.policy:
                return id
            await store.update_policy(self._database, id, after)
            before_facts, after_facts = _differences(tool.policy, after)
            await self._record_tool(principal.actor(), "update_policy", id, before_facts, after_facts)
        return id

    async def move_tool_status(
        self,
        principal: Principal,
        *,
        id: UUID,  # noqa: A002 - the input's name
        move: ToolStatusMove,
    ) -> UUID:
        """Take the step, if the status machine has it from where the tool is.

        Raises NotFound, Forbidden, Conflict (ILLEGAL_MOVE, with the moves there are).
        """
        async with self._database.transaction():
            tool = await self._locked_alive(principal, id)
            start, end = MOVES[move]
            if tool.status is not start:
                raise _illegal(tool.status, move)
            await store.update_status(self._database, id, end)
            await self._record_tool(principal.actor(), "move_status", id, {"status": start}, {"status": end})
        return id

    async def delete_tool(self, principal: Principal, *, id: UUID) -> UUID:  # noqa: A002 - the input's name
        """Hide it; versions, executions and audit stay, the name stays taken. Again is no error.

        Raises NotFound, Forbidden.
        """
        async with self._database.transaction():
            tool = await self._locked(principal, id)
            if tool.deleted_at is None:
                await self._set_deleted(principal, tool, deleted=True)
        return id

    async def undelete_tool(self, principal: Principal, *, id: UUID) -> UUID:  # noqa: A002 - the input's name
        """Bring it back as it was, within 30 days. A tool that is not deleted stays as it is.

        Raises NotFound, Forbidden, Conflict (too late).
        """
        async with self._database.transaction():
            tool = await self._locked(principal, id)
            if tool.deleted_at is None:
                return id
            if datetime.now(UTC) - tool.deleted_at > timedelta(days=UNDO_DAYS):
                raise Conflict(f"This tool was deleted more than {UNDO_DAYS} days ago.", ("id",))
            await self._set_deleted(principal, tool, deleted=False)
        return id

    async def _set_deleted(self, principal: Principal, tool: ToolRecord, *, deleted: bool) -> None:
        await store.set_deleted(self._database, tool.id, deleted=deleted)
        action = "delete" if deleted else "undelete"
        await self._record_tool(
            principal.actor(), action, tool.id, {"deleted": not deleted}, {"deleted": deleted, "name": tool.name}
        )


def _illegal(status: ToolStatus, move: ToolStatusMove) -> Conflict:
    allowed = [str(other) for other, (start, _) in MOVES.items() if start is status]
    message = f"{move} is not possible while the tool is {status}. Possible: {', '.join(allowed)}."
    return Conflict(message, ("move",), code="ILLEGAL_MOVE")


def _check_expected(now: ToolPolicy, change: ToolPolicyChange, expected: ToolPolicyChange) -> None:
    named = expected.given()
    for name in change.given():
        field = ("expected", _INPUT_NAMES[name])
        if name not in named:
            raise InvalidInput("is required: it names the value that you replace", field)
        if named[name] != getattr(now, name):
            raise Conflict(f"is {_shown(getattr(now, name))} by now, not {_shown(named[name])}", field)


def _changed_policy(now: ToolPolicy, change: ToolPolicyChange) -> ToolPolicy:
    """A tool that becomes PLATFORM loses its owner without being told."""
    values = change.given()
    if change.visibility is ToolVisibility.PLATFORM:
        values.setdefault("owner", None)
    return replace(now, **values)  # type: ignore[arg-type]  # the names and types of ToolPolicyChange


def _check_policy(principal: Principal, before: ToolPolicy, after: ToolPolicy) -> None:
    becomes_platform = after.visibility is ToolVisibility.PLATFORM
    if (becomes_platform or before.visibility is ToolVisibility.PLATFORM) and not principal.is_admin:
        raise Forbidden("Only admins make and change PLATFORM tools.", ("policy", "visibility"))
    problems = rate_problems(after)
    if becomes_platform and after.owner is not None:
        problems.append(_problem("must be null: a PLATFORM tool belongs to nobody", "owner"))
    if not becomes_platform and after.owner is None:
        problems.append(_problem("is required: only a PLATFORM tool belongs to nobody", "owner"))
    if problems:
        raise InvalidInput.of(problems)


def rate_problems(policy: ToolPolicy) -> list[Problem]:
    """What is wrong with the limits, each at its path below `policy`."""
    return [problem for name in _RATES for problem in _rate_problems(name, getattr(policy, name))]


def _rate_problems(name: str, rate: int | None) -> list[Problem]:
    if rate is None or 1 <= rate <= MAX_RATE:
        return []
    return [_problem(f"must be 1 to {MAX_RATE:,}, or null for no limit", name)]


def _differences(before: ToolPolicy, after: ToolPolicy) -> tuple[dict[str, object], dict[str, object]]:
    names = [field.name for field in fields(ToolPolicy) if getattr(before, field.name) != getattr(after, field.name)]
    return tuple({name: _shown(getattr(policy, name)) for name in names} for policy in (before, after))  # type: ignore[return-value]


def _shown(value: object) -> object:
    return value.hex if isinstance(value, UUID) else value if value is None or isinstance(value, int) else str(value)


def _problem(message: str, name: str) -> Problem:
    return Problem(InvalidInput.code, message, ("policy", _INPUT_NAMES[name]))
