"""Relay's conventions: nodes, connections, pages."""

from typing import Annotated, Generic, NoReturn, TypeVar

import strawberry
from strawberry import ID

T = TypeVar("T")

First = Annotated[int, strawberry.argument(description="How many at most.")]
After = Annotated[
    str | None, strawberry.argument(description="Go on from this cursor, the `endCursor` of the page before.")
]


@strawberry.interface(description="Something with an id that is unique over all types.")
class Node:
    id: ID = strawberry.field(description="Unique over all types: its kind and 32 hex digits.")


@strawberry.type(description="Where a page lies in its list.")
class PageInfo:
    has_next_page: bool = strawberry.field(description="Is there anything after this page.")
    has_previous_page: bool = strawberry.field(description="Is there anything before this page.")
    start_cursor: str | None = strawberry.field(description="The cursor of the first edge.")
    end_cursor: str | None = strawberry.field(
        description="The cursor of the last edge: give it as `after` for the next page."
    )


@strawberry.type(description="One place in a list.")
class Edge(Generic[T]):
    cursor: str = strawberry.field(description="Marks this place: give it as `after` to go on from here.")
    node: T = strawberry.field(description="What stands here.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[T]):
    edges: list[Edge[T]] = strawberry.field(description="The page, with a cursor for each place.")
    nodes: list[T] = strawberry.field(description="The page without cursors.")
    page_info: PageInfo = strawberry.field(description="Where the page lies.")
    total_count: int = strawberry.field(description="How many there are in all; counted only when asked for.")


def page(first: First = 50, after: After = None):  # type: ignore[no-untyped-def]  # the field's own annotation says what it answers
    """The arguments of a connection. A field of a planned type is never resolved in Python: the planner answered it."""
    never_resolved(first, after)


def never_resolved(*_arguments: object) -> NoReturn:
    raise AssertionError("the planner answers this field")
