"""If these fail, a page on a phone must be moved sideways to be read."""

import pytest

from tests.e2e.conftest import Visitor
from tests.e2e.routes import SIGNED_IN, SIGNED_OUT, furnish
from tests.support.browser import Visit
from tests.support.console import Console
from tests.support.graph import Graph

PHONE = {"width": 390, "height": 844}
# How many pixels stick out of the page, and out of its part that scrolls.
EXCESS = """() => [document.documentElement, document.querySelector('main, [role=main]')]
  .map((box) => box.scrollWidth - box.clientWidth)"""


@pytest.fixture(scope="module")
def places(admin: Graph) -> dict[str, str]:
    return furnish(admin)


@pytest.mark.parametrize("route", SIGNED_IN)
def test_every_page_fits_a_phone(route: str, admin: Graph, places: dict[str, str], visitor: Visitor) -> None:
    visit = visitor(admin.url, viewport=PHONE).sign_in(admin)
    assert excess(visit, route.format(**places)) == [0, 0]


@pytest.mark.parametrize("route", SIGNED_OUT)
def test_signing_in_fits_a_phone(route: str, admin: Graph, visitor: Visitor) -> None:
    visit = visitor(admin.url, viewport=PHONE)
    visit.watch.allow_refusal(404, "/api/sign-in-links/")
    assert excess(visit, route) == [0, 0]


def excess(visit: Visit, path: str) -> list[int]:
    console = Console(visit.page())
    console.open(path)
    console.settle()
    pixels: list[int] = console.page.evaluate(EXCESS)
    return pixels
