"""Relay's pages over plain lists, and the cursors that mark places in them."""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from graphql import GraphQLError

Row = Mapping[str, Any]


class Refused(GraphQLError):
    """What an argument breaks a rule with."""

    def __init__(self, message: str) -> None:
        super().__init__(message, extensions={"code": "INVALID_INPUT"})


@dataclass(frozen=True)
class Key:
    """One value that a list is ordered by: how it is compared, as read from a cursor too, and how it is printed."""

    value: Callable[[Row], Any]
    printed: Callable[[Any], str]
    read: Callable[[str], Any]
    compared: Callable[[Any], Any] = lambda value: value


@dataclass(frozen=True)
class Order:
    """`name` is what its cursors bear; the last key is unique."""

    name: str
    keys: Sequence[Key]
    descending: bool = False

    @property
    def mark(self) -> str:
        return f"{self.name} {'DESC' if self.descending else 'ASC'}"

    def place(self, row: Row) -> tuple[Any, ...]:
        return tuple(key.compared(key.value(row)) for key in self.keys)

    def cursor(self, row: Row) -> str:
        texts = [self.mark, *(key.printed(key.value(row)) for key in self.keys)]
        return base64.urlsafe_b64encode(json.dumps(texts, ensure_ascii=False).encode()).decode().rstrip("=")

    def place_of(self, cursor: str) -> tuple[Any, ...]:
        """Raises Refused where it is no cursor of this order."""
        try:
            mark, *texts = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True))
            if mark == self.mark:
                return tuple(key.compared(key.read(text)) for key, text in zip(self.keys, texts, strict=True))
        except (ValueError, TypeError, AttributeError):
            pass
        raise Refused(f"{cursor!r} is no cursor of this list.")


@dataclass(frozen=True)
class Page:
    """`all` are all rows of the list in their order, `rows` those on the page."""

    type: str
    order: Order
    all: Sequence[Row]
    rows: Sequence[Row]
    has_next: bool
    has_previous: bool

    @classmethod
    def of(cls, type_name: str, rows: Sequence[Row], order: Order, arguments: Mapping[str, Any]) -> "Page":
        first, after = arguments["first"], arguments.get("after")
        if not 0 <= first <= 100:
            raise Refused(f"{first} is no size of a page.")
        listed = sorted(rows, key=order.place, reverse=order.descending)
        beyond = listed
        if after is not None:
            mark = order.place_of(after)
            beyond = [
                row for row in listed if (order.place(row) < mark if order.descending else order.place(row) > mark)
            ]
        return cls(type_name, order, listed, beyond[:first], len(beyond) > first, after is not None)


def uuid_key(column: str = "id") -> Key:
    return Key(lambda row: row[column], str, UUID)


def number_key(column: str) -> Key:
    return Key(lambda row: row[column], str, int)


def float_key(value: Callable[[Row], float]) -> Key:
    return Key(value, lambda number: repr(number).removesuffix(".0"), float)


def text_key(column: str, places: Mapping[str, int]) -> Key:
    return Key(lambda row: row[column], str, str, places.__getitem__)


def instant_key(column: str) -> Key:
    return Key(lambda row: row[column], _printed_instant, datetime.fromisoformat)


def _printed_instant(value: datetime) -> str:
    """As the database prints it."""
    whole = value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f").rstrip("0").rstrip(".")
    return f"{whole}+00"


BY_ID = uuid_key()
NEWEST_FIRST = Order("id", [BY_ID], descending=True)
