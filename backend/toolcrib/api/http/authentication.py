"""Who is asking, from the request's own credentials."""

import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from toolcrib.core.errors import Forbidden, Unauthenticated
from toolcrib.identity.model import Principal
from toolcrib.identity.service import Identity

COOKIE = "toolcrib_session"
CONSOLE_HEADER, CONSOLE_MARK = "x-toolcrib", "console"
_TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_NO_TRACE = "0" * 32
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Authentication:
    """A token (header, or a WebSocket's connection_init) or else the console's cookie."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    async def __call__(
        self, connection: HTTPConnection, connection_params: Mapping[str, object] | None = None
    ) -> Principal | None:
        """None where no credential came, or only the cookie of a session that is over.

        `connection_params` is a WebSocket's connection_init payload. Raises Unauthenticated for a token that opens
        nothing, Forbidden (CSRF, ORIGIN) for a cookie that another site may have made the browser send.
        """
        token = _token(connection, connection_params or {})
        if token is not None:
            return _traced(await self._identity.authenticate_token(token, address_of(connection)), connection)
        principal = await self.by_cookie(connection)
        if principal is not None:
            _check_own_page(connection)
        return principal

    async def by_cookie(self, connection: HTTPConnection) -> Principal | None:
        """Whose living session the cookie names, if any; for what changes nothing."""
        secret = connection.cookies.get(COOKIE)
        if not secret:
            return None
        try:
            return _traced(await self._identity.authenticate_session(secret, address_of(connection)), connection)
        except Unauthenticated:
            return None


def address_of(connection: HTTPConnection) -> str | None:
    return connection.client.host if connection.client else None


def _traced(principal: Principal, connection: HTTPConnection) -> Principal:
    """With the trace that the request belongs to, if its W3C `traceparent` says one; one in another form is none."""
    found = _TRACEPARENT.fullmatch(connection.headers.get("traceparent", ""))
    return replace(principal, trace_id=found[1]) if found and found[1] != _NO_TRACE else principal


def _token(connection: HTTPConnection, connection_params: Mapping[str, object]) -> str | None:
    """Raises Unauthenticated for a credential in another form."""
    given: list[object] = [value for name, value in connection_params.items() if name.lower() == "authorization"]
    given = given or list(connection.headers.getlist("authorization"))
    if not given:
        return None
    scheme, _, token = str(given[0]).partition(" ")
    if len(given) > 1 or not isinstance(given[0], str) or scheme.lower() != "bearer":
        raise Unauthenticated("Send one header: Authorization: Bearer tcb_….")
    return token.strip()


def _check_own_page(connection: HTTPConnection) -> None:
    if connection.scope["type"] == "websocket":
        if not _is_same_origin(connection):
            raise Forbidden("A WebSocket with a cookie is opened by this server's own pages.", code="ORIGIN")
    elif connection.scope["method"] not in _SAFE_METHODS and connection.headers.get(CONSOLE_HEADER) != CONSOLE_MARK:
        raise Forbidden(f"A request with a cookie needs the header X-Toolcrib: {CONSOLE_MARK}.", code="CSRF")


def _is_same_origin(connection: HTTPConnection) -> bool:
    """A browser always sends Origin when it opens a WebSocket."""
    origins, hosts = connection.headers.getlist("origin"), connection.headers.getlist("host")
    if len(origins) != 1 or len(hosts) != 1:
        return False
    try:
        origin = urlsplit(origins[0])
    except ValueError:
        return False
    return origin.scheme in {"http", "https"} and origin.netloc.lower() == hosts[0].lower()
