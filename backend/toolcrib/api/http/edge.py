"""What every request passes: the Host check, the body's limit, security headers, and no fault that says too much."""

import re
from collections.abc import MutableMapping
from functools import lru_cache
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from toolcrib.api.http.refusals import TooLarge, fault, refusal
from toolcrib.core.errors import InvalidInput, ToolcribError
from toolcrib.core.settings import Settings

_HOST = re.compile(r"(?:\[(?P<address>[0-9a-fA-F:.]+)\]|(?P<name>[a-zA-Z0-9._-]+))(?::[0-9]{1,5})?")
_POLICY = (
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",  # antd and Monaco write style elements
    "img-src 'self' data: https:",  # icons may be pictures anywhere
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "content-security-policy": "; ".join(_POLICY),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
"""Set where an answer doesn't set its own."""
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Edge:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = {host.lower().strip("[]") for host in (*settings.allowed_hosts, settings.host)}
        self._body_bytes = settings.body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and not self._is_host_allowed(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008, "reason": "This host name is not allowed."})
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(send)
        try:
            self._check(Headers(scope=scope))
            await self._app(scope, _limited(receive, self._body_bytes), answer.send)
        except ClientDisconnect:
            return
        except ToolcribError as error:
            await answer.give_instead(refusal(error, scope["path"]), scope, receive)
        except Exception as error:  # noqa: BLE001 - this is where faults end
            await answer.give_instead(fault(error, scope["method"], scope["path"]), scope, receive)

    def _check(self, headers: Headers) -> None:
        if not self._is_host_allowed(headers):
            raise InvalidInput(
                "This server does not answer to that host name. If it should, add the name to TOOLCRIB_ALLOWED_HOSTS.",
                code="BAD_HOST",
            )
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > self._body_bytes:
            raise _too_large(self._body_bytes)

    def _is_host_allowed(self, headers: Headers) -> bool:
        """Names must be known: a page elsewhere can point its own name here. It can't do so with an address."""
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            return False
        name = host_name(hosts[0])
        return name in self._hosts or _is_address(name)


class _Answer:
    """Adds the headers to what is sent, and knows whether it is too late for another answer."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._has_started = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._has_started = True
            _add_headers(message)
        await self._send(message)

    async def give_instead(self, response: ASGIApp, scope: Scope, receive: Receive) -> None:
        if self._has_started:
            raise ConnectionAbortedError("An answer broke off in the middle.")
        await response(scope, receive, self.send)


@lru_cache(maxsize=256)
def host_name(host: str) -> str | None:
    """The name or address in a Host header, without port, brackets and a final dot; None for what is none."""
    match = _HOST.fullmatch(host)
    return (match["address"] or match["name"].rstrip(".")).lower() if match else None


def _is_address(name: str | None) -> bool:
    try:
        ip_address(name or "")
    except ValueError:
        return False
    return True


def _limited(receive: Receive, most_bytes: int) -> Receive:
    """`receive` that stops a body without a Content-Length, or with a false one."""
    received = 0

    async def limited() -> MutableMapping[str, object]:
        nonlocal received
        message = await receive()
        if message["type"] == "http.request":
            received += len(message.get("body", b""))
            if received > most_bytes:
                raise _too_large(most_bytes)
        return message

    return limited


def _too_large(most_bytes: int) -> TooLarge:
    return TooLarge(f"The body is too large: at most {most_bytes:,} bytes are read.")


def _add_headers(message: Message) -> None:
    headers: list[tuple[bytes, bytes]] = message.setdefault("headers", [])
    own = {name for name, _ in headers}
    headers.extend(header for header in _RAW_HEADERS if header[0] not in own)
