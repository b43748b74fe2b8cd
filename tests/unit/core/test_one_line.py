"""If these fail, lists hold names that nobody can see, or that turn what stands beside them around."""

import pytest
from toolcrib.core.one_line import is_blank, is_one_line


@pytest.mark.parametrize("text", ["", "  \t", "\u200b", "\u2060\ufeff \u00ad", "\u200d\u200c"])
def test_what_nobody_can_see_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", " a ", "\u200ba", "中", "🛠", "-", "\x07", "\ud800"])
def test_what_can_be_seen_or_is_wrong_otherwise_is_not(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.parametrize("text", ["a\nb", "a\x07b", "a\u2028b", "bill\u202exslx.exe", "\u2067a", "\ud800", "\x1b[2J"])
def test_more_than_a_line_or_marks_that_turn_text_around_are_unfit(text: str) -> None:
    assert not is_one_line(text)


@pytest.mark.parametrize("text", ["安娜 Ægir", "العربية", "👩‍💻", "می‌خواهم", "tab-less", "נר\u200fב"])
def test_words_of_any_language_are_fit(text: str) -> None:
    assert is_one_line(text)
