"""The console as a person uses it: by what is written on it."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

Role = Literal["button", "link"]


def ending(name: str) -> re.Pattern[str]:
    """Names end with what is written; a sign may stand before it and has a name of its own."""
    return re.compile(rf"(^|\s){re.escape(name)}$")


# Placeholders of what is still loading have no role; animations without an end are not waited for.
AT_REST = """() => {
  const passes = (each) => each.effect.getComputedTiming().endTime !== Infinity;
  const moving = document.querySelector('.loading') || document.getAnimations().some(passes);
  window.framesAtRest = moving ? 0 : (window.framesAtRest ?? 0) + 1;
  return window.framesAtRest > 15;
}"""


class Console:
    """One page. What it waits for must come within Playwright's time limit."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, path: str, heading: str | None = None) -> None:
        """Go to a page by its address; returns when its heading is there."""
        self.page.goto(path)
        self.heading(heading) if heading else expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def settle(self) -> None:
        """Wait until everything has loaded and come to rest."""
        self.page.wait_for_load_state("networkidle")
        self.rest()

    def rest(self) -> None:
        """Wait until nothing moves."""
        self.page.evaluate("window.framesAtRest = 0")
        self.page.wait_for_function(AT_REST)

    def heading(self, text: str) -> None:
        expect(self.page.get_by_role("heading", level=1, name=text)).to_be_visible()

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=ending(name))

    def link(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("link", name=ending(name))

    def field(self, label: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_label(label, exact=True)

    def go(self, section: str) -> None:
        """Follow a link of the main navigation."""
        self.link(section, self.page.get_by_role("navigation", name="Main")).click()
        self.heading(section)

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def said(self, text: str) -> None:
        """Wait for a notice."""
        expect(self.page.get_by_text(text)).to_be_visible()

    def write(self, label: str, text: str) -> None:
        """Replace what stands in a code editor."""
        self.paste(self.page.get_by_role("textbox", name=label, exact=True), text)

    def copy(self, button: str, within: Locator | None = None) -> str:
        """Press a button that copies; returns what it put on the clipboard."""
        self.button(button, within).click()
        expect(self.button("Copied", within)).to_be_visible()
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def paste(self, field: Locator, text: str) -> None:
        """Over all that stands there, from the clipboard: an editor would indent what is typed."""
        field.focus()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("ControlOrMeta+V")

    def choose(self, label: str, option: str, typed: str = "") -> None:
        """Pick from a list that opens at a field; `typed` narrows it first."""
        box = self.page.get_by_role("combobox", name=label, exact=True)
        box.click()
        if typed:
            box.fill(typed)
        self.page.get_by_title(option, exact=True).locator("visible=true").click()

    def find(self, label: str, option: str, typed: str) -> None:
        """Pick from a list that the server searches for what is typed: it is drawn anew with the answer."""
        box = self.page.get_by_role("combobox", name=label, exact=True)
        box.click()
        with self.page.expect_response(lambda response: f'"{typed}"' in (response.request.post_data or "")):
            box.fill(typed)
        self.rest()
        self.page.get_by_title(option, exact=True).locator("visible=true").click()

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    def run(self, input_text: str | None = None) -> None:
        """Run the tool whose Try tab is open."""
        expect(self.button("Run")).to_be_visible()
        if input_text is not None:
            self.page.get_by_role("radio", name="JSON").locator("..").click()
            self.write("Input", input_text)
        self.button("Run").click()

    def ends(self, status: str) -> None:
        """Wait until the shown run has this status."""
        expect(self.page.get_by_role("status").filter(has_text=re.compile(rf"^\s*{status}$"))).to_be_visible()
