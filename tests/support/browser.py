"""Chromium as people have it, and a watch over what a page does behind their back."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
    expect,
    sync_playwright,
)

from tests.support.graph import Graph

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
COOKIE = "toolcrib_session"
INSIDE = ("data:", "blob:")
DESKTOP = {"width": 1280, "height": 800}


def chromium() -> str:
    """The program's path. Raises FileNotFoundError naming the ways out where there is none."""
    chosen = os.environ.get("TOOLCRIB_CHROMIUM")
    for name in [chosen] if chosen else NAMES:
        if path := shutil.which(name):
            return path
    raise FileNotFoundError("No Chromium: install it (apt install chromium), or name one with TOOLCRIB_CHROMIUM.")


@contextmanager
def running_browser() -> Iterator[Browser]:
    expect.set_options(timeout=20_000)  # for machines that have much else to do
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """Notes what a good page never does: complain on the console, ask another host, be refused."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self._origin = origin
        self._allowed: list[re.Pattern[str]] = []
        self._faults: list[str] = []
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        context.on("response", self._on_response)

    def allow(self, *patterns: str) -> None:
        """Announce faults, as patterns, that the test provokes on purpose."""
        self._allowed += [re.compile(pattern) for pattern in patterns]

    def allow_refusal(self, status: int, path: str) -> None:
        """Announce an answer with this status for a path, and the browser's own word on it."""
        self.allow(f"^{status} .*{re.escape(path)}", f"status of {status} .*{re.escape(path)}")

    def allow_outage(self) -> None:
        """Announce that the server will be gone for a while."""
        self.allow("WebSocket connection to", "net::ERR_")

    @property
    def faults(self) -> list[str]:
        return [fault for fault in self._faults if not any(each.search(fault) for each in self._allowed)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self._faults.append(f"page error: {error.error}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._origin}/", *INSIDE)):
            self._faults.append(f"request to another host: {request.url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._faults.append(f"{response.status} {response.request.method} {response.url}")


class Visit:
    """One person's browser: pages that share cookies, and the watch over them."""

    def __init__(self, browser: Browser, origin: str, **options: Any) -> None:
        self.origin = origin
        self.context = browser.new_context(base_url=origin, **{"viewport": DESKTOP, "locale": "en"} | options)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        self.watch = Watch(self.context, origin)

    def sign_in(self, person: Graph) -> "Visit":
        """Share a session that somebody has over HTTP."""
        secret = person.http.cookies[COOKIE]
        self.context.add_cookies([{"name": COOKIE, "value": secret, "url": self.origin}])
        return self

    def page(self) -> Page:
        return self.context.new_page()
