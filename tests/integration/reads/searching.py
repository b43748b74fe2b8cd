"""Searches over plain rows."""

import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
Likeness = Mapping[tuple[str, str], float]
ENOUGH = 0.5
"""Of this likeness is a word with one letter in seven wrong."""


def words_of(text: str) -> list[str]:
    return text.lower().split()[:10]


def containing(rows: Iterable[Row], text: str | None, *columns: str) -> list[Row]:
    """The rows that have every word of `text` somewhere in their columns."""
    words = words_of(text or "")
    return [
        row for row in rows if all(any(word in (row[column] or "").lower() for column in columns) for word in words)
    ]


def finds(tool: Row, words: Sequence[str], likeness: Likeness) -> bool:
    """Each word is part of the name, title, description or a tag, or a longer one is much like a part of the name."""

    def fits(word: str) -> bool:
        is_long = len(word) >= 4 and word.isalpha()
        return _has(tool, word) or (is_long and likeness[word, tool["name"]] >= ENOUGH)

    return all(map(fits, words))


def relevance(tool: Row, words: Sequence[str], likeness: Likeness) -> float:
    """The exact name or title, then a beginning, then a part, then all the words, then what is only alike."""
    name, title = tool["name"], tool["display_name"].lower()
    whole, as_name = " ".join(words), "_".join(words)
    if name == as_name or title == whole:
        return 4.0
    if name.startswith(as_name):
        return _single(3 + 0.5 / len(name))
    if as_name in name or whole in title:
        return _single(2 + 0.5 / len(name))
    if all(_has(tool, word) for word in words):
        return _single(1 + sum(word in name or word in title for word in words) / (len(words) + 1))
    return _single(likeness[whole, name])


def _has(tool: Row, word: str) -> bool:
    texts = [tool["name"], tool["display_name"], tool["description"], *json.loads(tool["tags"])]
    return any(word in text.lower() for text in texts)


def _single(number: float) -> float:
    """Likeness is of single precision, and so is what is compared with it."""
    rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    return rounded
