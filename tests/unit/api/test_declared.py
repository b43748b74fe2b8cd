"""The server does not start with a type that has no policy, or with a field that nobody could be answered."""

import pytest
from graphql import build_schema
from toolcrib.api.graphql import schema as composed
from toolcrib.api.graphql.declared import undeclared
from toolcrib.reads.declarations import Column, One, Record, Type, everyone, identifier
from toolcrib.reads.pages import Connection
from toolcrib.reads.roots import ROOTS
from toolcrib.reads.types import TYPES

SDL = """
interface Node { id: ID! }
type Shelf implements Node { id: ID!  size: Size!  owner: Owner  books: BookConnection! }
type Size { width: Int! }
type Owner implements Node { id: ID! }
type Book implements Node { id: ID! }
type BookConnection { edges: [BookEdge!]!  nodes: [Book!]!  pageInfo: PageInfo!  totalCount: Int! }
type BookEdge { cursor: String!  node: Book! }
type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
type Clock { time: Int! }
type Query { shelf: Shelf  clock: Clock! }
"""
WHO = {"id": identifier("it")}
DECLARED = {
    "Shelf": Type(
        "Shelf",
        "shelf",
        everyone,
        WHO
        | {
            "size": Record("Size", {"width": Column("{row}.width")}),
            "owner": One("Owner", "TRUE"),
            "books": Connection("Book"),
        },
    ),
    "Owner": Type("Owner", "owner", everyone, WHO),
    "Book": Type("Book", "book", everyone, WHO),
}


def missing(sdl: str, declared: dict[str, Type] = DECLARED) -> list[str]:
    return list(undeclared(build_schema(sdl), declared, ["shelf"]))


def test_what_is_declared_in_full_starts() -> None:
    assert missing(SDL) == []
    shown = build_schema(composed.schema.as_str())
    assert list(undeclared(shown, TYPES, ROOTS)) == []


def test_a_type_takes_a_policy() -> None:
    with pytest.raises(TypeError, match="policy"):
        Type("Shelf", "shelf", fields={})  # type: ignore[call-arg]  # that is the point


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("size: Size!", "size: Size!  colour: String", ["Shelf.colour"]),
        ("width: Int!", "width: Int!  depth: Int!", ["Size.depth"]),
        ("type Clock {", "type Secret implements Node { id: ID! }  type Clock {", ["Secret"]),
        ("owner: Owner", "owner: Thief }  type Thief { name: String", ["Thief"]),
        ("owner: Owner", "owner: Whoever }  union Whoever = Owner | Thief  type Thief { name: String", ["Thief"]),
        ("totalCount: Int!", "totalCount: Int!  average: Int!", ["BookConnection.average"]),
        ("cursor: String!", "cursor: String!  rank: Int!", ["BookEdge.rank"]),
        ("endCursor: String", "endCursor: String  size: Int", ["PageInfo.size"]),
        ("node: Book!", "node: Page! }  type Page { number: Int!", ["Page"]),
        ("clock: Clock!", "clock: Clock!  books: BookConnection", ["Query.books"]),
        ("time: Int!", "time: Int!  maker: Owner", ["Query.clock"]),
    ],
)
def test_what_is_not_declared_is_named(old: str, new: str, found: list[str]) -> None:
    assert old in SDL
    assert missing(SDL.replace(old, new, 1)) == found


def test_a_type_of_the_schema_without_a_declaration_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    without = {name: type_ for name, type_ in TYPES.items() if name != "ToolPermission"}
    monkeypatch.setattr(composed, "TYPES", without)
    with pytest.raises(TypeError, match="ToolPermission"):
        composed.make_schema()
