"""Takes known secret values out of whatever is about to be logged or stored, in clear and in their usual disguises."""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heapreplace
from urllib.parse import quote, quote_plus

from toolcrib.core.json_text import JsonValue

MASK = "[redacted]"

MINIMUM_LENGTH = 3
"""Shorter values are left alone: masking every "a" of a text would show the secret rather than hide it."""

MAX_SECRETS = 100
MAX_CHARACTERS = 10_000
"""Of all secrets of one run together."""

_MINIMUM_DISGUISE = 6
"""Below this many characters a piece of base64 is found in innocent text by chance."""


class Redactor:
    """Masks the given secrets. Without secrets it hands back what it is given.

    Made for a few secrets of moderate size (see `MAX_SECRETS`, `MAX_CHARACTERS`); whoever admits them holds that.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        kept = {secret for secret in secrets if len(secret) >= MINIMUM_LENGTH}
        self._forms = tuple({form for secret in kept for form in _forms(secret)})

    def __bool__(self) -> bool:
        return bool(self._forms)

    def text(self, text: str) -> str:
        stream = self.stream()
        return stream.feed(text) + stream.close()

    def value(self, value: JsonValue) -> JsonValue:
        """The same JSON value with every string, key and number masked that shows a secret."""
        if not self:
            return value
        if isinstance(value, dict):
            return {self.text(key): self.value(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, str):
            return self.text(value)
        return MASK if not isinstance(value, bool) and str(value) in self._forms else value

    def stream(self) -> "RedactingStream":
        return RedactingStream(self._forms)


class RedactingStream:
    """Masks a text that comes in pieces as if it had come whole: from left to right, at each place the longest form.

    `feed` answers what is certain by now; a tail that could be the beginning of a secret waits for the next piece.
    Only `str.find` searches, which takes linear time whatever a hostile script prints.
    """

    def __init__(self, forms: Sequence[str]) -> None:
        self._forms = forms
        self._held = ""

    def feed(self, piece: str) -> str:
        text = self._held + piece
        start, shown = 0, []
        hold = self._undecided_from(text, 0)
        for begin, end in self._places(text):
            if begin >= hold:
                break
            shown += [text[start:begin], MASK]
            start = end
            if start > hold:
                hold = self._undecided_from(text, start)
        self._held = text[hold:]
        return "".join([*shown, text[start:hold]])

    def close(self) -> str:
        """What was still held back. A part of a secret at the very end is no secret."""
        text, self._held = self._held, ""
        start, shown = 0, []
        for begin, end in self._places(text):
            shown += [text[start:begin], MASK]
            start = end
        return "".join([*shown, text[start:]])

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where to mask, in order and without overlaps."""
        found = [(at, -len(form), form) for form in self._forms if (at := text.find(form)) >= 0]
        heapify(found)
        start = 0
        while found:
            begin, _, form = found[0]
            if begin >= start:
                start = begin + len(form)
                yield begin, start
            if (again := text.find(form, start)) >= 0:
                heapreplace(found, (again, -len(form), form))
            else:
                heappop(found)

    def _undecided_from(self, text: str, start: int) -> int:
        """Where the first tail begins that may yet grow into a (longer) secret; the text's end if there is none."""
        return min((_open_tail(text, form, start) for form in self._forms), default=len(text))


def _open_tail(text: str, form: str, start: int) -> int:
    at = max(start, len(text) - len(form) + 1)
    while (at := text.find(form[0], at)) >= 0:
        if form.startswith(text[at:]):
            return at
        at += 1
    return len(text)


def secret_texts(value: JsonValue) -> Iterator[str]:
    """Every scalar inside a secret JSON value, as a script would print it."""
    if isinstance(value, dict):
        for item in value.values():
            yield from secret_texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from secret_texts(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _forms(secret: str) -> Iterator[str]:
    yield secret
    for encoded in (quote(secret, safe="", errors="replace"), quote(secret, errors="replace")):
        yield encoded
        yield re.sub("%..", lambda escape: escape[0].lower(), encoded)
    yield quote_plus(secret, errors="replace")
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield repr(secret)[1:-1]
    yield from _base64_forms(secret.encode(errors="replace"))


def _base64_forms(secret: bytes) -> Iterator[str]:
    """Base64 looks different with 0, 1 or 2 bytes before the secret (`user:secret`): of each, what stays the same."""
    for lead in range(3):
        encoded = base64.b64encode(b"\0" * lead + secret)
        first = (lead * 8 + 5) // 6
        last = (lead + len(secret)) * 8 // 6
        core = encoded[first:last].decode()
        if len(core) >= _MINIMUM_DISGUISE:
            yield core
            yield core.replace("+", "-").replace("/", "_")
