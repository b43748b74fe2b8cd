"""Which of the media types that we answer with a client wants."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

JSON = "application/json"
GRAPHQL_RESPONSE = "application/graphql-response+json"
OFFERED = (JSON, GRAPHQL_RESPONSE)
"""The first is for those who don't mind."""

_QUALITY = re.compile(r"0(\.\d{0,3})?|1(\.0{0,3})?")


class _Wish(NamedTuple):
    """A media range of an Accept header."""

    pattern: str
    quality: float
    place: int

    def rank(self, media_type: str) -> tuple[int, float, int] | None:
        """(how exactly it means the type, how much it likes it, how early it says so); None where it means another."""
        patterns = ("*/*", media_type.partition("/")[0] + "/*", media_type)
        return (patterns.index(self.pattern), self.quality, -self.place) if self.pattern in patterns else None


@lru_cache(maxsize=256)
def answer_type(accept: str, offered: tuple[str, ...] = OFFERED) -> str | None:
    """The offered type that an Accept header likes best, None where it takes none; see RFC 9110, section 12.5.1.

    Among those that it likes as well it takes the one that is named rather than meant by `*`, then the one named first.
    """
    wishes = list(_wishes(accept))
    if not accept.strip():
        return offered[0]
    liked: list[tuple[tuple[float, int, int], str]] = []
    for media_type in offered:
        ranks = [rank for wish in wishes if (rank := wish.rank(media_type)) is not None]
        if ranks and (best := max(ranks))[1] > 0:
            exactness, quality, place = best
            liked.append(((quality, exactness, place), media_type))
    return max(liked, key=lambda found: found[0])[1] if liked else None


def _wishes(accept: str) -> Iterator[_Wish]:
    """Those that are well formed and can be met: our answers are UTF-8."""
    for place, text in enumerate(accept.split(",")):
        pattern, *given = (part.strip().lower() for part in text.split(";"))
        parameters = {
            name.strip(): value.strip().strip('"') for name, _, value in (one.partition("=") for one in given)
        }
        quality = parameters.get("q", "1")
        if _QUALITY.fullmatch(quality) and parameters.get("charset", "utf-8") in {"utf-8", "utf8"}:
            yield _Wish(pattern, float(quality), place)
