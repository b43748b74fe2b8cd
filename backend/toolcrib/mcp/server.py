"""The SDK's server with our handlers: what it says about itself, and how faults end."""

import logging
from typing import Any
from uuid import uuid4

from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolRequestParams, PaginatedRequestParams
from pydantic import ValidationError

from toolcrib.core.errors import ToolcribError
from toolcrib.core.version import installed_version
from toolcrib.execution.service import Executions
from toolcrib.mcp.asking import Context
from toolcrib.mcp.calling import Calling
from toolcrib.mcp.listing import Listing
from toolcrib.reads.reader import Reader

INSTRUCTIONS = (
    "Toolcrib runs the tools you have been given, in a sandbox, and records every call. An error result says what to"
    " do: mend the named arguments, wait for as long as it says, or use another tool. The list of tools changes while"
    " you work; there is no notice of it, so list them again when a tool is not found."
)
_LONGEST_PLACE = 200

log = logging.getLogger(__name__)


def create_server(executions: Executions, reader: Reader) -> Server[Any]:
    """For both generations of the protocol. It keeps nothing between two requests."""
    server: Server[Any] = Server(
        "toolcrib",
        version=installed_version(),
        title="Toolcrib",
        instructions=INSTRUCTIONS,
        cache_hints={"tools/list": CacheHint(ttl_ms=0, scope="private")},
        get_tool_input_schema=_no_header_parameters,
    )
    server.add_request_handler("tools/list", PaginatedRequestParams, Listing(reader).page)
    server.add_request_handler("tools/call", CallToolRequestParams, Calling(executions, reader).call)
    server.middleware[:] = [_faults_end_here]  # the SDK's own one makes spans that nobody collects
    return server


def _no_header_parameters(_name: str) -> None:
    """No schema that is listed asks for arguments in headers (`listing.HEADER_KEYWORD`)."""


async def _faults_end_here(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Raises MCPError alone, in words for the client; the log has what it may not know."""
    try:
        return await call_next(ctx)
    except MCPError:
        raise
    except ValidationError as error:
        raise MCPError(INVALID_PARAMS, _broken_rules(error)) from None
    except ToolcribError as error:
        raise MCPError(INTERNAL_ERROR, str(error)) from None
    except Exception as error:
        reference = uuid4().hex
        log.exception("fault %s in %s", reference, ctx.method)
        raise MCPError(INTERNAL_ERROR, f"Something went wrong here. Reference: {reference}") from error


def _broken_rules(error: ValidationError) -> str:
    """Without what was sent: it may be long, or secret."""
    rules = error.errors(include_input=False, include_url=False, include_context=False)
    lines = [f"{'.'.join(map(str, rule['loc']))[:_LONGEST_PLACE]}: {rule['msg']}" for rule in rules[:10]]
    return f"Invalid params: {'; '.join(lines)}"
