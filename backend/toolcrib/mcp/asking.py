"""What a handler knows of its request."""

from collections.abc import Mapping
from typing import Any

from mcp.server.context import ServerRequestContext

from toolcrib.identity.model import Principal

Context = ServerRequestContext[Any, Any]
PRINCIPAL = "toolcrib.principal"
"""The scope's key; the request's own, also where several share a session."""


def principal_of(context: Context) -> Principal:
    principal: Principal = context.request.scope[PRINCIPAL]  # type: ignore[union-attr] # the HTTP transports set it
    return principal


def meta_of(context: Context) -> Mapping[str, Any]:
    """The request's `_meta` as it was sent; empty where there is none."""
    meta = (context.params or {}).get("_meta")
    return meta if isinstance(meta, Mapping) else {}
