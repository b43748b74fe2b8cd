"""The small texts around a tool: its name, a version's changelog."""

import re

from toolcrib.catalog import store
from toolcrib.catalog.function_name import LONGEST_FUNCTION_NAME, kept_by_alias, name_alias
from toolcrib.catalog.model import TOOL_NAME
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, InvalidInput, Path, Problem
from toolcrib.core.json_text import check_text

MAX_NAME = 100
MAX_CHANGELOG = 2_000
_NAME = re.compile(TOOL_NAME.removesuffix("$") + r"\Z")


def tool_name_problems(name: str) -> list[Problem]:
    if len(name) > MAX_NAME:
        return [_problem(f"has {len(name):,} characters, at most {MAX_NAME} are allowed", "name")]
    if not _NAME.match(name):
        return [_problem("must be a-z, 0-9 and _ and begin with a letter: it is what LLMs call", "name")]
    return []


def changelog_problems(changelog: str | None) -> list[Problem]:
    return text_problems(changelog, "changelog", MAX_CHANGELOG)


def text_problems(text: str | None, name: str, most: int) -> list[Problem]:
    """What keeps a text from being stored in the field `name`; None is fine."""
    if text is None:
        return []
    try:
        check_text(text, (name,))
    except InvalidInput as error:
        return list(error.problems)
    if len(text) > most:
        return [_problem(f"has {len(text):,} characters, at most {most:,} are allowed", name)]
    return []


def tidied(text: str | None) -> str | None:
    return (text or "").strip() or None


async def refuse_alias_clash(database: Database, name: str) -> None:
    """No tool may answer to the short alias of another. Raises Conflict (NAME_TAKEN)."""
    if await named_by_alias(database, name) or await _alias_is_a_name(database, name):
        raise Conflict("This name is taken.", ("name",), code="NAME_TAKEN")


async def named_by_alias(database: Database, alias: str) -> str | None:
    """The name of the tool that `alias` stands for."""
    beginning = kept_by_alias(alias)
    if beginning is None:
        return None
    candidates = await store.names_beginning(database, beginning, longer_than=LONGEST_FUNCTION_NAME)
    return next((name for name in candidates if name_alias(name) == alias), None)


async def _alias_is_a_name(database: Database, name: str) -> bool:
    alias = name_alias(name)
    return alias != name and await store.tool_named(database, alias) is not None


def _problem(message: str, *field: str | int) -> Problem:
    path: Path = field
    return Problem(InvalidInput.code, message, path)
