"""Every page, in both languages and both themes, wide and narrow.

If these fail, people who can't see or can't point well are kept from a page, a page on a phone must be moved sideways
to be read, or somebody meets words of a language that they didn't choose.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.e2e.routes import SIGNED_IN, SIGNED_OUT, furnish
from tests.support.browser import DESKTOP, Visit
from tests.support.console import Console
from tests.support.graph import Graph

LANGUAGES = {"en": "en", "zh": "zh-CN"}
PHONE = {"width": 390, "height": 844}
# What depends on the theme; the rest is looked for once.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
# How many pixels stick out of the page, and out of its part that scrolls.
EXCESS = """() => [document.documentElement, document.querySelector('main, [role=main]')]
  .map((box) => box.scrollWidth - box.clientWidth)"""
# All that is written on a page, but for code and what is marked as being in another language.
WORDS = """() => {
  const foreign = `[lang="en"], code, pre, .monaco-editor, [role=log]`;
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest(foreign + ', style, script')) texts.push(walk.currentNode.data);
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!each.closest(foreign) && each.checkVisibility())
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(each.getAttribute(name) ?? '');
  return texts.map((text) => text.trim()).filter(Boolean);
}"""
# What the library of parts says in English, whatever language it was given.
PARTS = {"Increase Value", "Decrease Value", "expanded dropdown", "segmented control", "Add tab"}
# Signs that are read out by the names of their files.
SIGNS = """() => [...document.querySelectorAll('[role=img][aria-label]')]
  .map((sign) => sign.getAttribute('aria-label')).filter((name) => /^[a-z]+(-[a-z]+)*$/.test(name))"""
LOCALES = Path(__file__).parents[2] / "frontend/src/locales"


def flat(texts: dict[str, Any]) -> Iterator[str]:
    for value in texts.values():
        yield from flat(value) if isinstance(value, dict) else [value]


def texts(language: str) -> set[str]:
    files = (LOCALES / language).glob("*.json")
    return {text for file in files for text in flat(json.loads(file.read_text(encoding="utf-8")))}


def english() -> re.Pattern[str]:
    """Whatever the console says in English alone; `{{name}}` in it may be anything."""
    only = sorted(filter(_telling, texts("en") - texts("zh") | PARTS))
    return re.compile("|".join(f"(?:{_pattern(text)})" for text in only))


def _telling(text: str) -> bool:
    """Enough of a text to know it again among what people wrote themselves."""
    said = re.sub(r"\{\{.*?\}\}", "", text)
    return len(said) > (3 if said == text else 12)


def _pattern(text: str) -> str:
    return ".+".join(re.escape(part) for part in re.split(r"\{\{.*?\}\}", text))


@pytest.fixture(scope="module")
def places(admin: Graph) -> dict[str, str]:
    return furnish(admin)


@pytest.fixture(scope="module")
def visits(browser: Browser, admin: Graph) -> Iterator[dict[str, Visit]]:
    """One browser for each language, signed in, for all pages: what was loaded once need not be again."""
    opened = {
        key: Visit(browser, admin.url, locale=tag, reduced_motion="reduce").sign_in(admin)
        for key, tag in LANGUAGES.items()
    }
    yield opened
    for visit in opened.values():
        visit.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", SIGNED_IN)
def test_every_page_is_for_everybody(
    part: str, language: str, places: dict[str, str], visits: dict[str, Visit]
) -> None:
    visit = visits[language]
    page = visit.page()
    assert [fault for route in SIGNED_IN[part] for fault in look_at(page, route.format(**places), language)] == []
    page.close()
    assert visit.watch.faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_signing_in_is_for_everybody(language: str, browser: Browser, admin: Graph) -> None:
    visit = Visit(browser, admin.url, locale=LANGUAGES[language], reduced_motion="reduce")
    visit.watch.allow_refusal(404, "/api/sign-in-links/")
    page = visit.page()
    assert [fault for route in SIGNED_OUT for fault in look_at(page, route, language)] == []
    visit.context.close()
    assert visit.watch.faults == []


def look_at(page: Page, path: str, language: str) -> list[str]:
    """What is wrong with a page: light, dark, and on a phone."""
    console = Console(page)
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    console.open(path)
    console.settle()
    faults = wrong_words(page, language) + violations(page)
    page.emulate_media(color_scheme="dark")
    console.rest()
    faults += [f"dark: {fault}" for fault in violations(page, COLOURS)]
    page.set_viewport_size(PHONE)
    console.rest()
    excess = page.evaluate(EXCESS)
    if excess != [0, 0]:
        faults.append(f"sticks out of a phone by {excess} px")
    return [f"{path}, {language}: {fault}" for fault in faults]


def violations(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    found = []
    for violation in Axe().run(page, options=options).response["violations"]:
        where = ", ".join(node["html"][:160] for node in violation["nodes"][:3])
        found.append(f"{violation['id']}: {violation['help']}: {where}")
    return found


def wrong_words(page: Page, language: str) -> list[str]:
    """English where Chinese was asked for, keys where texts are missing, and a page that names another language."""
    tag = page.evaluate("document.documentElement.lang")
    faults = [] if tag == LANGUAGES[language] else [f"says it is in {tag}"]
    faults += [f"a sign by its file's name: {name!r}" for name in page.evaluate(SIGNS)]
    words: list[str] = page.evaluate(WORDS)
    if language == "zh":
        left = english()
        faults += [f"not translated: {word!r}" for word in words if left.fullmatch(word)]
    faults += [f"a key: {word!r}" for word in words if re.fullmatch(r"(common:)?[a-z]+(\.[a-zA-Z]+)+", word)]
    return faults
