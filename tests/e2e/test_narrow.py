"""If these fail, a page on a phone must be moved sideways to be read."""

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Visitor
from tests.e2e.routes import SIGNED_IN, SIGNED_OUT, furnish
from tests.support.console import Console
from tests.support.graph import Graph

PHONE = {"width": 390, "height": 844}
# How many pixels stick out of the page, and out of its part that scrolls.
EXCESS = """() => [document.documentElement, document.querySelector('main, [role=main]')]
  .map((box) => box.scrollWidth - box.clientWidth)"""


@pytest.fixture(scope="module")
def places(admin: Graph) -> dict[str, str]:
    return furnish(admin)


@pytest.mark.parametrize("part", SIGNED_IN)
def test_every_page_fits_a_phone(part: str, admin: Graph, places: dict[str, str], visitor: Visitor) -> None:
    page = visitor(admin.url, viewport=PHONE).sign_in(admin).page()
    assert too_wide(page, [route.format(**places) for route in SIGNED_IN[part]]) == {}


def test_signing_in_fits_a_phone(admin: Graph, visitor: Visitor) -> None:
    visit = visitor(admin.url, viewport=PHONE)
    visit.watch.allow_refusal(404, "/api/sign-in-links/")
    assert too_wide(visit.page(), SIGNED_OUT) == {}


def too_wide(page: Page, paths: list[str]) -> dict[str, list[int]]:
    """The pages that stick out, and by how much."""
    found = {}
    for path in paths:
        console = Console(page)
        console.open(path)
        console.settle()
        excess = page.evaluate(EXCESS)
        if excess != [0, 0]:
            found[path] = excess
    return found
