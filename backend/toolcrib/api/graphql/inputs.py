"""From GraphQL's inputs to the services' arguments."""

from typing import Annotated, TypeVar
from uuid import UUID

import strawberry

from toolcrib.core import unset
from toolcrib.core.errors import InvalidInput, Path
from toolcrib.core.ids import parse_id

Value = TypeVar("Value")
Input = Annotated[Value, strawberry.argument(description="All that the mutation takes.")]
"""The one argument of a mutation."""
SUBJECT = ("user", "agent")


def optional(value: Value | None) -> Value | unset.Unset | None:
    """A field that may be left out or cleared with null."""
    return unset.UNSET if value is strawberry.UNSET else value


def kept(value: Value | None, name: str) -> Value | unset.Unset:
    """A field that may be left out, but not be null. Raises InvalidInput."""
    if value is strawberry.UNSET:
        return unset.UNSET
    if value is None:
        raise InvalidInput(f"{name} can't be null: leave it out to keep it.", (name,))
    return value


def optional_id(text: str | None, field: Path, *kinds: str) -> UUID | unset.Unset | None:
    if text is strawberry.UNSET:
        return unset.UNSET
    return None if text is None else parse_id(text, *kinds, field=field)


def id_or_none(text: str | None, name: str, *kinds: str) -> UUID | None:
    return None if text is None else parse_id(text, *kinds, field=(name,))
