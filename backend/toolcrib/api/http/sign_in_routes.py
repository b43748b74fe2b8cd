"""Signing in and out, and the links that sign one in."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from toolcrib.api.http.authentication import COOKIE, Authentication, address_of
from toolcrib.api.http.json_body import read_texts
from toolcrib.core.errors import Unauthenticated
from toolcrib.core.settings import Settings
from toolcrib.identity.service import Identity

COOKIE_SECONDS = 400 * 24 * 3600
"""The longest a browser keeps a cookie. The session behind it ends by the server's own clock."""

_NONE: frozenset[str] = frozenset()


class SignInRoutes:
    def __init__(self, identity: Identity, authenticate: Authentication, settings: Settings) -> None:
        self._identity = identity
        self._authenticate = authenticate
        self._secure = settings.secure_cookies

    def routes(self) -> list[Route]:
        link = "/api/sign-in-links/{secret}"
        return [
            Route("/api/session", self.is_signed_in, methods=["GET"]),
            Route("/api/session", self.sign_in, methods=["POST"]),
            Route("/api/session", self.sign_out, methods=["DELETE"]),
            Route(link, self.show_link, methods=["GET"]),
            Route(link, self.use_link, methods=["POST"]),
            Route("/api/password", self.change_password, methods=["POST"]),
        ]

    async def is_signed_in(self, request: Request) -> Response:
        return JSONResponse({"signedIn": await self._authenticate.by_cookie(request) is not None})

    async def sign_in(self, request: Request) -> Response:
        body = await read_texts(request, frozenset({"username", "password"}), _NONE)
        secret = await self._identity.sign_in(body["username"], body["password"], *_origin(request))
        return await self._signed_in(request, secret)

    async def sign_out(self, request: Request) -> Response:
        principal = await self._authenticate(request)
        if principal is not None:
            await self._identity.sign_out(principal)
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, path="/", secure=self._secure, httponly=True, samesite="lax")
        return response

    async def show_link(self, request: Request) -> Response:
        info = await self._identity.peek_sign_in_link(request.path_params["secret"])
        return JSONResponse(
            {"username": info.username, "displayName": info.display_name, "needsPassword": info.needs_password}
        )

    async def use_link(self, request: Request) -> Response:
        body = await read_texts(request, _NONE, frozenset({"password"}))
        link = request.path_params["secret"]
        secret = await self._identity.consume_sign_in_link(link, body.get("password"), *_origin(request))
        return await self._signed_in(request, secret)

    async def change_password(self, request: Request) -> Response:
        principal = await self._authenticate(request)
        if principal is None:
            raise Unauthenticated("You are signed out.")
        body = await read_texts(request, frozenset({"current", "new"}), _NONE)
        await self._identity.change_password(principal, body["current"], body["new"])
        return Response(status_code=204)

    async def _signed_in(self, request: Request, secret: str) -> Response:
        """The new session takes the place of the one this browser had."""
        earlier = await self._authenticate.by_cookie(request)
        if earlier is not None:
            await self._identity.sign_out(earlier)
        response = Response(status_code=204)
        response.set_cookie(
            COOKIE, secret, COOKIE_SECONDS, path="/", secure=self._secure, httponly=True, samesite="lax"
        )
        return response


def _origin(request: Request) -> tuple[str | None, str | None]:
    return address_of(request), request.headers.get("user-agent")
