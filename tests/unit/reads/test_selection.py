"""The plain selection keeps what GraphQL's rules say of aliases, fragments and fields asked for twice."""

from toolcrib.reads.selection import Field, fields_of

TOOL = frozenset({"Tool"})
EITHER = frozenset({"User", "Agent"})


def field(key: str, types: frozenset[str] = TOOL, *selection: Field) -> Field:
    return Field(key, key, {}, types, selection)


def test_a_field_asked_for_twice_is_answered_once_with_both_selections() -> None:
    asked = (field("owner", TOOL, field("id", EITHER)), field("name"), field("owner", TOOL, field("name", EITHER)))
    merged = fields_of(asked, "Tool")
    assert [part.key for part in merged] == ["owner", "name"]
    assert [part.key for part in merged[0].selection] == ["id", "name"]


def test_a_fragment_speaks_only_for_its_type() -> None:
    asked = (field("username", frozenset({"User"})), field("name", frozenset({"Agent"})), field("id", EITHER))
    assert [part.key for part in fields_of(asked, "User")] == ["username", "id"]
    assert [part.key for part in fields_of(asked, "Agent")] == ["name", "id"]
