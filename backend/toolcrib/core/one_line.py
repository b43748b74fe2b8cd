"""What names and titles are made of: something to see, on one line. Pure."""

import unicodedata

ONE_LINE = "must be a single line, without control or direction characters"
"""What is said of a name for which `is_one_line` is false."""
_UNFIT = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks after which other text reads from the wrong side (Unicode Annex 9, explicit formatting)."""


def is_one_line(text: str) -> bool:
    """Without line breaks, control characters, broken Unicode and marks that turn the text around it."""
    return not any(unicodedata.category(character) in _UNFIT or character in _TURNING for character in text)


def is_blank(text: str) -> bool:
    """Nothing in it can be seen: spaces, and characters without a width."""
    return all(character.isspace() or unicodedata.category(character) == "Cf" for character in text)
