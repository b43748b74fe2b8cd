"""Columns that every table has in the same form."""

from enum import StrEnum
from typing import Any

from piccolo.columns import UUID, ForeignKey, Timestamptz
from piccolo.columns.base import OnDelete, OnUpdate
from piccolo.columns.defaults.timestamptz import TimestamptzNow
from piccolo.columns.reference import LazyTableReference
from piccolo.constraints import Check
from piccolo.table import Table


def identifier() -> UUID:
    """A UUIDv7 that the application makes."""
    return UUID(primary_key=True, default=None)


def created_now() -> Timestamptz:
    return Timestamptz(default=TimestamptzNow(), null=False)


def moment() -> Timestamptz:
    return Timestamptz(default=None, null=True)


def reference(table: type[Table] | str, *, null: bool = False, primary_key: bool = False) -> ForeignKey[Any]:
    """A foreign key that refuses to lose what it points at; a table of a later feature is named."""
    target = LazyTableReference(table, app_name="toolcrib") if isinstance(table, str) else table
    key: ForeignKey[Any] = ForeignKey(
        references=target,
        null=null,
        primary_key=primary_key,
        on_delete=OnDelete.restrict,
        on_update=OnUpdate.no_action,
        default=None,
    )
    return key


def one_of(column: str, values: type[StrEnum]) -> Check:
    """Hold an enum in SQL: Piccolo's `choices` are not enforced by the database."""
    listed = ", ".join(f"'{member}'" for member in values)
    return Check(f"{column} IN ({listed})")
