"""The console in Chromium, against the real server process. A test fails for anything the page complains of."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import Visit, running_browser
from tests.support.console import Console
from tests.support.database import throwaway_cluster
from tests.support.graph import Graph, sign_in_by_link
from tests.support.server import ServerProcess, running_server

OUTPUT = Path(__file__).parent / "output"
FAILED = pytest.StashKey[bool]()
Visitor = Callable[..., Visit]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as started:
        yield started


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Opens browsers of people, watched; what they look like is kept when the test fails."""
    visits: list[Visit] = []

    def visit(origin: str, **options: object) -> Visit:
        visits.append(Visit(browser, origin, **options))
        return visits[-1]

    yield visit
    if FAILED in request.node.stash:
        _photograph(request.node.name, [page for each in visits for page in each.context.pages])
    faults = [fault for each in visits for fault in each.watch.faults]
    for each in visits:
        each.context.close()
    assert faults == []


def _photograph(name: str, pages: list[Page]) -> None:
    OUTPUT.mkdir(exist_ok=True)
    for number, page in enumerate(pages):
        page.screenshot(path=OUTPUT / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}-{number}.png")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    """As people start it, with the PostgreSQL that comes along."""
    with throwaway_cluster() as data_dir, running_server(data_dir) as started:
        yield started


@pytest.fixture(scope="module")
def admin(server: ServerProcess) -> Iterator[Graph]:
    """The first person's API."""
    graph = sign_in_by_link(server.url, str(server.first_link))
    yield graph
    graph.close()


@pytest.fixture
def visit(visitor: Visitor, admin: Graph) -> Visit:
    """The first person's browser, signed in."""
    return visitor(admin.url).sign_in(admin)


@pytest.fixture
def console(visit: Visit) -> Console:
    return Console(visit.page())
