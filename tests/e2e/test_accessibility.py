"""If these fail, people who can't see or can't point well are kept from a page."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.conftest import Visitor
from tests.e2e.routes import SIGNED_IN, SIGNED_OUT, furnish
from tests.support.console import Console
from tests.support.graph import Graph

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def places(admin: Graph) -> dict[str, str]:
    return furnish(admin)


@pytest.mark.parametrize("part", SIGNED_IN)
def test_every_page_keeps_the_rules(part: str, admin: Graph, places: dict[str, str], visitor: Visitor) -> None:
    page = visitor(admin.url).sign_in(admin).page()
    assert [found for route in SIGNED_IN[part] for found in violations(page, route.format(**places))] == []


def test_signing_in_keeps_the_rules(admin: Graph, visitor: Visitor) -> None:
    visit = visitor(admin.url)
    visit.watch.allow_refusal(404, "/api/sign-in-links/")
    page = visit.page()
    assert [found for route in SIGNED_OUT for found in violations(page, route)] == []


def violations(page: Page, path: str) -> list[str]:
    """What axe finds on a page, light and dark."""
    console = Console(page)
    console.open(path)
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        console.settle()
        for violation in Axe().run(page).response["violations"]:
            places = ", ".join(node["html"][:160] for node in violation["nodes"][:3])
            found.append(f"{path}, {scheme}: {violation['id']}: {violation['help']}: {places}")
    return found
