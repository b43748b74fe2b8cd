"""What names, addresses and texts may look like. Pure."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from toolcrib.core.errors import InvalidInput, Path, Problem
from toolcrib.core.one_line import is_blank, is_one_line

USERNAME = re.compile(r"[a-z0-9_.-]{3,64}")
AGENT_NAME = re.compile(r"[a-z][a-z0-9_-]{1,63}")
PASSWORD_SHORTEST = 10
PASSWORD_LONGEST = 1_000
NAME_LONGEST = 200
TEXT_LONGEST = 100_000

_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,189}")


def check(*problems: Iterable[Problem]) -> None:
    """Raises InvalidInput with every broken rule."""
    broken = [problem for group in problems for problem in group]
    if broken:
        raise InvalidInput.of(broken)


def username(text: str, field: Path = ("username",)) -> Iterable[Problem]:
    if not USERNAME.fullmatch(text):
        yield _problem("A username is 3 to 64 of a-z, 0-9, '_', '.' and '-'.", field)


def agent_name(text: str, field: Path = ("name",)) -> Iterable[Problem]:
    if not AGENT_NAME.fullmatch(text):
        yield _problem("An agent's name is 2 to 64 of a-z, 0-9, '_' and '-', and begins with a letter.", field)


def email(text: str | None, field: Path = ("email",)) -> Iterable[Problem]:
    if text is not None and not (_EMAIL.fullmatch(text) and is_one_line(text)):
        yield _problem("This is not an email address.", field)


def one_line(text: str | None, field: Path, longest: int = NAME_LONGEST) -> Iterable[Problem]:
    """Something to see, on one line. None is fine."""
    if text is None:
        return
    if is_blank(text):
        yield _problem("This can't be blank.", field)
    elif len(text) > longest:
        yield _problem(f"This has {len(text):,} characters; at most {longest:,} are allowed.", field)
    elif not is_one_line(text):
        yield _problem("This holds line breaks, control or direction characters, or broken Unicode.", field)


def long_text(text: str, field: Path) -> Iterable[Problem]:
    if len(text) > TEXT_LONGEST:
        yield _problem(f"This has {len(text):,} characters; at most {TEXT_LONGEST:,} are allowed.", field)
    elif "\0" in text or not is_unicode(text):
        yield _problem("This holds a NUL character or broken Unicode.", field)


def new_password(text: str, field: Path) -> Iterable[Problem]:
    """Length is the only rule: composition rules make passwords worse."""
    if not PASSWORD_SHORTEST <= len(text) <= PASSWORD_LONGEST:
        yield _problem(f"A password has {PASSWORD_SHORTEST} to {PASSWORD_LONGEST:,} characters.", field)
    elif not is_unicode(text):
        yield _problem("This holds broken Unicode.", field)


def ahead(moment: datetime | None, field: Path = ("expiresAt",)) -> Iterable[Problem]:
    if moment is None:
        return
    if moment.tzinfo is None:
        yield _problem("A time needs its time zone, like 2030-01-31T12:00:00Z.", field)
    elif moment <= datetime.now(UTC):
        yield _problem("This time must lie ahead.", field)


def is_unicode(text: str) -> bool:
    """Whether the text can be written down: lone surrogates can't."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _problem(message: str, field: Path) -> Problem:
    return Problem(InvalidInput.code, message, field)
