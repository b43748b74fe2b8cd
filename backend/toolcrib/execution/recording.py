"""What a call leaves in the table: a row to be run, or the refusal of one."""

from dataclasses import replace

from toolcrib.catalog.model import ToolStatus
from toolcrib.catalog.records import RunnableTool
from toolcrib.core.errors import Problem
from toolcrib.core.ids import new_id
from toolcrib.core.json_schema import compile_schema
from toolcrib.execution.admission import Refusal
from toolcrib.execution.model import Call, ExecutionStatus, RefusalCode
from toolcrib.execution.outcome import list_problems
from toolcrib.execution.preparation import PreparedInput, shown_input
from toolcrib.execution.store import NewExecution
from toolcrib.identity.model import Principal, SubjectKind

DEPRECATED = "This tool is deprecated: it still runs, but look for another."


def accepted(
    principal: Principal, tool: RunnableTool, call: Call, prepared: PreparedInput, *, at_once: bool
) -> NewExecution:
    """A row that waits to be run, or is RUNNING from the start."""
    return replace(
        _who_and_what(principal, tool, call),
        status=ExecutionStatus.RUNNING if at_once else ExecutionStatus.PENDING,
        input_json=prepared.shown_json,
        warnings=(DEPRECATED,) if tool.status is ToolStatus.DEPRECATED else (),
    )


def refused(principal: Principal, tool: RunnableTool, call: Call, refusal: Refusal) -> NewExecution:
    """A row that is terminal from the start. What somebody without the right sent is not kept."""
    may_show = refusal.status is not ExecutionStatus.UNAUTHORIZED
    return replace(
        _who_and_what(principal, tool, call),
        input_json=shown_input(compile_schema(tool.input_schema), call.input) if may_show else None,
        status=refusal.status,
        error_code=refusal.code,
        error_message=list_problems(refusal.problems) if refusal.code is RefusalCode.INVALID_INPUT else str(refusal),
        rate_limit_hit=refusal.code is RefusalCode.RATE_LIMITED,
        hidden_from_caller=refusal.hidden,
    )


def no_executor(tool: RunnableTool) -> Refusal:
    message = f"Nothing here runs {tool.executor_type} tools."
    return Refusal(RefusalCode.NOT_RUNNABLE, [Problem(RefusalCode.NOT_RUNNABLE, message, ("tool",))])


def _who_and_what(principal: Principal, tool: RunnableTool, call: Call) -> NewExecution:
    return NewExecution(
        id=new_id(),
        tool_id=tool.tool_id,
        tool_version=tool.version,
        caller=principal.subject_id,
        on_behalf_of=principal.on_behalf_of,
        agent=principal.subject_id if principal.kind is SubjectKind.AGENT else None,
        trace_id=call.trace_id,
    )
