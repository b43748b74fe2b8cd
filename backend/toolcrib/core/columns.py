"""Columns that every table has in the same form."""

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


def reference(table: type[Table] | str, *, null: bool = False, **options: object) -> ForeignKey:
    """A foreign key that refuses to lose what it points at; a table of a later feature is named."""
    target = LazyTableReference(table, app_name="toolcrib") if isinstance(table, str) else table
    return ForeignKey(
        target, null=null, on_delete=OnDelete.restrict, on_update=OnUpdate.no_action, default=None, **options
    )


def one_of(column: str, values: type) -> Check:
    """Hold an enum in SQL: Piccolo's `choices` are not enforced by the database."""
    listed = ", ".join(f"'{member}'" for member in values)  # type: ignore[var-annotated, attr-defined]  # an enum is iterable
    return Check(f"{column} IN ({listed})")
