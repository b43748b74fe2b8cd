"""The README's five minutes, followed word for word: if this fails, newcomers get stuck where it fails."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Visitor
from tests.support.console import Console, ending
from tests.support.database import throwaway_directory
from tests.support.graph import PASSWORD
from tests.support.server import ServerProcess, running_server
from tests.support.tutorial import README, UnknownInstruction, read_tutorial

README_URL = "http://127.0.0.1:8000"
FIVE_MINUTES = 300


class Reader:
    """Somebody who does what the tutorial says, by what is written on the page."""

    def __init__(self, console: Console, server: ServerProcess) -> None:
        self.console = console
        self.page = console.page
        self.server = server
        self.printed = ""

    def open_link(self) -> None:
        self.page.goto(str(self.server.first_link))

    def invent_password(self, field: str, again: str) -> None:
        self.fill(PASSWORD, field)
        self.fill(PASSWORD, again)

    def go(self, section: str) -> None:
        self.console.go(section)

    def press(self, name: str) -> None:
        named = ending(name)
        either = self._within.get_by_role("button", name=named).or_(self._within.get_by_role("link", name=named))
        either.first.click()

    def fill(self, text: str, field: str) -> None:
        self.console.field(field, self._within).fill(text)

    def choose(self, option: str) -> None:
        option_name = re.compile(rf"^{re.escape(option)}\b")
        self.page.get_by_role("radio", name=option_name).locator("xpath=ancestor::label").click()

    def choose_in(self, typed: str, field: str) -> None:
        box = self.page.get_by_role("combobox", name=field, exact=True)
        box.click()
        box.fill(typed)
        self.page.get_by_title(re.compile(rf"^{re.escape(typed)}\b")).locator("visible=true").click()

    def open_tab(self, name: str) -> None:
        self.console.tab(name)
        expect(self.page.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")
        self.console.settle()

    def open(self, name: str) -> None:
        self.console.link(name).first.click()

    def paste(self, editor: str, text: str) -> None:
        self.console.write(editor, text)

    def read(self, text: str) -> None:
        self.console.said(text)

    def ends(self, status: str, output: str) -> None:
        self.console.ends(status)
        expect(self.page.get_by_role("region", name="Result")).to_contain_text(output)

    def run_commands(self, commands: str) -> None:
        """In a shell, at this server, with the token that the page put on the clipboard."""
        token = self.page.evaluate("navigator.clipboard.readText()")
        assert README_URL in commands
        assert "tcb_…" in commands
        script = commands.replace(README_URL, self.server.url).replace("tcb_…", token)
        ran = subprocess.run(["bash", "-euc", script], capture_output=True, text=True, timeout=60, check=True)
        self.printed = ran.stdout

    def answered(self, *parts: str) -> None:
        for part in parts:
            assert "".join(part.split()) in "".join(self.printed.split()), self.printed

    @property
    def _within(self) -> Locator:
        """The dialog, while there is one; one that is closing is waited for."""
        self.console.settle()
        dialog = self.console.dialog
        return dialog if dialog.count() else self.page.locator("body")


@pytest.fixture(scope="module")
def started() -> float:
    return time.monotonic()


@pytest.fixture(scope="module")
def server(started: float) -> Iterator[ServerProcess]:
    """`toolcrib serve` on nothing, as `make run` ends."""
    with throwaway_directory() as data_dir, running_server(data_dir) as process:
        yield process


def test_the_tutorial_leads_to_the_first_call_of_an_agent(
    started: float, server: ServerProcess, visitor: Visitor, capsys: pytest.CaptureFixture[str]
) -> None:
    ready = time.monotonic() - started
    reader = Reader(Console(visitor(server.url).page()), server)
    called = 0.0
    for instruction in read_tutorial():
        instruction.follow(reader)
        if instruction.name == "answered":
            called = time.monotonic() - started
    expect(reader.console.link("Total invoice")).to_be_visible()  # the panel's last call
    with capsys.disabled():
        sys.stdout.write(f"\nTo an agent's first call by the README: {called:.1f} s, {ready:.1f} s of them the start\n")
    assert 0 < called < FIVE_MINUTES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Press *Save*.", "Click on *Save*."),
        ("Press *Save*.", "Press Save."),
        ("Press *Run*.", "Press *Run* or `r`."),
        ("Into *Input* goes an invoice:", "Here is an invoice:"),
    ],
)
def test_words_that_nobody_can_follow_are_found(old: str, new: str) -> None:
    readme = README.read_text()
    assert old in readme
    with pytest.raises(UnknownInstruction):
        read_tutorial(readme.replace(old, new, 1))
