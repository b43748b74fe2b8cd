"""If this fails, whoever has no mouse begins at the top of the page again after every dialog."""

import pytest
from playwright.sync_api import expect

from tests.support.console import Console


@pytest.mark.parametrize(
    ("path", "opener"),
    [
        ("/agents", "Create an agent"),
        ("/settings/categories", "New category"),
        ("/settings/people", "Add a person"),
        ("/account", "Create a token"),
        ("/audit", "Signed in"),
    ],
)
def test_the_focus_returns_to_what_opened_a_dialog(console: Console, path: str, opener: str) -> None:
    console.open(path)
    button = console.button(opener).first
    button.focus()
    console.page.keyboard.press("Enter")
    expect(console.dialog).to_be_visible()
    console.rest()
    console.page.keyboard.press("Escape")
    expect(console.dialog).to_have_count(0)
    expect(button).to_be_focused()


def test_the_focus_outlives_the_button_that_held_it(console: Console) -> None:
    console.open("/", "Home")
    button = console.button("Dismiss")
    button.focus()
    console.page.keyboard.press("Enter")
    expect(button).to_have_count(0)
    expect(console.page.get_by_role("heading", level=1, name="Home")).to_be_focused()
