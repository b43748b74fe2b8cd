"""The gate before the SDK: who is asking, from where, with what; and the end of answers whose credential ended."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from http import HTTPStatus
from urllib.parse import urlsplit
from uuid import UUID

import anyio
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from toolcrib.core.errors import Forbidden, ToolcribError, Unauthenticated, Unavailable
from toolcrib.core.guard import Cut
from toolcrib.core.settings import Settings
from toolcrib.execution.service import Executions
from toolcrib.identity.model import Principal
from toolcrib.identity.service import Identity
from toolcrib.mcp import message
from toolcrib.mcp.asking import PRINCIPAL
from toolcrib.mcp.message import RefusedMessage
from toolcrib.mcp.server import create_server
from toolcrib.mcp.sessions import IDLE_SECONDS, MOST, Sessions
from toolcrib.reads.reader import Reader

LAST_SECONDS = 5.0
"""What calls under way have left when the server stops, before they are told so."""
SESSION, VERSION = "mcp-session-id", "mcp-protocol-version"

Authenticate = Callable[[HTTPConnection], Awaitable[Principal | None]]


class McpEndpoint:
    """An ASGI application for one path; open within `running`."""

    def __init__(
        self, identity: Identity, executions: Executions, reader: Reader, settings: Settings, authenticate: Authenticate
    ) -> None:
        self._authenticate = authenticate
        self._credentials = identity.credentials
        self._own_hosts = {host.lower().strip("[]") for host in (*settings.allowed_hosts, settings.host)}
        self._sessions = Sessions()
        self._under_way: set[Cut] = set()
        self._manager = StreamableHTTPSessionManager(
            create_server(executions, reader),
            session_idle_timeout=IDLE_SECONDS,
            max_sessions=MOST,
            max_request_body_size=message.MOST_BYTES,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        ready, over = asyncio.Event(), asyncio.Event()

        async def hold() -> None:
            try:
                async with self._manager.run():
                    ready.set()
                    await over.wait()
            finally:
                ready.set()

        # The SDK's scopes want to be left by the task that entered them; a server's start and end need not be one.
        held = asyncio.create_task(hold())
        try:
            await ready.wait()
            yield
        finally:
            over.set()
            await held

    def let_go(self) -> None:
        """The server stops: what has not been answered soon is answered by that."""
        asyncio.get_running_loop().call_later(LAST_SECONDS, self._cut_all)

    def _cut_all(self) -> None:
        for cut in tuple(self._under_way):
            cut(Unavailable("The server is stopping. Try again in a moment."))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises Unauthenticated, Forbidden (ORIGIN): the edge makes them answers."""
        connection = HTTPConnection(scope)
        self._check_origin(connection.headers)
        if scope["method"] not in {"POST", "DELETE"}:
            refusal = RefusedMessage("Send POST: nothing comes here unasked.", HTTPStatus.METHOD_NOT_ALLOWED)
            await refusal.response({"Allow": "POST, DELETE"})(scope, receive, send)
            return
        principal, token = await self._credential(connection)
        scope = {**scope, PRINCIPAL: principal, "user": _owner(principal, token)}
        answer = _Answer(send)
        try:
            with ExitStack() as held:
                if scope["method"] == "POST":
                    receive = await self._admit(scope, receive, token, answer, held)
                await self._answer(principal, scope, receive, answer)
            if answer.on_session:
                await self._make_room(scope, token, 0)  # others may have begun meanwhile
        except RefusedMessage as refusal:
            await refusal.response()(scope, receive, send)

    async def _credential(self, connection: HTTPConnection) -> tuple[Principal, UUID]:
        """Only a token: a cookie could be sent by a page of another site."""
        principal = await self._authenticate(connection) if "authorization" in connection.headers else None
        if principal is None or principal.token_id is None:
            raise Unauthenticated("Send an access token: Authorization: Bearer tcb_….")
        return principal, principal.token_id

    def _check_origin(self, headers: Headers) -> None:
        """Raises Forbidden for a page that this server's own names don't lead to."""
        origin = headers.get("origin")
        if origin is None:
            return
        try:
            name = urlsplit(origin).hostname
        except ValueError:
            name = None
        if name not in self._own_hosts and name != urlsplit(f"//{headers.get('host', '')}").hostname:
            raise Forbidden("Pages of other sites can't use this server.", code="ORIGIN")

    async def _admit(self, scope: Scope, receive: Receive, token: UUID, answer: "_Answer", held: ExitStack) -> Receive:
        """Look at the message before the SDK does. Raises RefusedMessage."""
        headers = Headers(scope=scope)
        message.check_headers(headers)
        body = await message.read_body(receive)
        asked = message.parse(body)
        if _is_of_old_generation(headers):
            session = headers.get(SESSION)
            if session is not None:
                held.enter_context(self._sessions.using(token, session, asked.get("id") if "method" in asked else None))
            elif asked.get("method") == "initialize":
                await self._make_room(scope, token, 1)
                answer.on_session = lambda opened: self._sessions.opened(token, opened)
            else:
                raise RefusedMessage(
                    "Begin with `initialize` and send the Mcp-Session-Id that it gives; without a session, send the"
                    " header MCP-Protocol-Version: 2026-07-28.",
                    id_=asked.get("id"),
                )
        return message.again(body, receive)

    async def _make_room(self, scope: Scope, token: UUID, room: int) -> None:
        while (session := self._sessions.one_too_many(token, room)) is not None:
            self._sessions.ended(session)
            headers = [(SESSION.encode(), session.encode())]
            await self._manager.handle_request({**scope, "method": "DELETE", "headers": headers}, _nothing, _nowhere)

    async def _answer(self, principal: Principal, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        ended: list[ToolcribError] = []
        with anyio.CancelScope() as until:

            def cut(error: ToolcribError) -> None:
                ended.append(error)
                until.cancel()

            self._under_way.add(cut)
            try:
                with self._credentials.holding(principal, cut):
                    await self._manager.handle_request(scope, receive, answer.send)
            finally:
                self._under_way.discard(cut)
        if scope["method"] == "DELETE":
            self._sessions.ended(Headers(scope=scope).get(SESSION, ""))
        if ended and not answer.has_started:
            raise ended[0]
        if answer.has_started:  # streams that the SDK gives up when the server stops have no end of their own
            await answer.finish()


class _Answer:
    """What is sent, watched: the session that it opens, and how far it has come."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_started = False
        self._has_ended = False
        self.on_session: Callable[[str], None] | None = None

    async def send(self, sent: Message) -> None:
        if sent["type"] == "http.response.start":
            self.has_started = True
            if self.on_session and sent["status"] < HTTPStatus.BAD_REQUEST:
                self._tell_session(dict(sent.get("headers", ())))
        elif not sent.get("more_body", False):
            self._has_ended = True
        await self._send(sent)

    async def finish(self) -> None:
        if not self._has_ended:
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    def _tell_session(self, headers: Mapping[bytes, bytes]) -> None:
        session = headers.get(SESSION.encode())
        if session is not None and self.on_session is not None:
            self.on_session(session.decode())


def _is_of_old_generation(headers: Headers) -> bool:
    return headers.get(VERSION, HANDSHAKE_PROTOCOL_VERSIONS[0]) in HANDSHAKE_PROTOCOL_VERSIONS


def _owner(principal: Principal, token: UUID) -> AuthenticatedUser:
    """By it the SDK tells whether a session is the asker's own."""
    return AuthenticatedUser(AccessToken(token="", client_id=token.hex, scopes=[], subject=principal.subject_id.hex))


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nowhere(_sent: Message) -> None:
    """An answer that nobody waits for."""
