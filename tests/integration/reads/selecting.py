"""Selections made of the schema alone, so that no new type or field is forgotten."""

from collections.abc import Iterator
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLCompositeType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_enum_type,
    is_list_type,
    is_required_argument,
    is_required_input_field,
)

PAGE = 30
"""More than any list of the world is long."""


def object_with_neighbours(type_: GraphQLObjectType) -> str:
    """Every field of the type: values whole, of other Nodes who they are, of lists a page, its cursors and total."""
    return f"{{ __typename {' '.join(field_with_neighbours(name, field) for name, field in type_.fields.items())} }}"


def field_with_neighbours(name: str, field: GraphQLField, **arguments: str) -> str:
    given = {key: minimal(argument) for key, argument in field.args.items() if is_required_argument(argument)}
    given |= {"first": str(PAGE)} if "first" in field.args else {}
    written = ", ".join(f"{key}: {value}" for key, value in {**given, **arguments}.items())
    below = get_named_type(field.type)
    return f"{name}{f'({written})' if written else ''} {_reference(below) if is_composite_type(below) else ''}"


def is_node(type_: GraphQLCompositeType) -> bool:
    """Has what is of this type an id?"""
    if isinstance(type_, GraphQLUnionType):
        return all(map(is_node, type_.types))
    if isinstance(type_, GraphQLInterfaceType):
        return type_.name == "Node"
    return "Node" in [interface.name for interface in type_.interfaces]


def minimal(part: GraphQLArgument, text: str = "x") -> str:
    """The least that may be given here."""
    return _minimal_value(part.type, text)


def minimal_input(type_: GraphQLInputObjectType, **given: str) -> str:
    """The least that may be given, and these ids."""
    required = {
        key: _minimal_value(part.type, "x") for key, part in type_.fields.items() if is_required_input_field(part)
    }
    written = {**required, **{key: f'"{value}"' for key, value in given.items()}}
    return f"{{{', '.join(f'{key}: {value}' for key, value in written.items())}}}"


def _reference(type_: GraphQLCompositeType) -> str:
    if is_node(type_):
        return "{ __typename ... on Node { id } }"
    assert isinstance(type_, GraphQLObjectType)
    if not type_.name.endswith("Connection"):
        return object_with_neighbours(type_)
    node = get_named_type(type_.fields["nodes"].type)
    assert isinstance(node, GraphQLObjectType)
    return (
        f"{{ __typename totalCount nodes {_reference(node)} edges {{ cursor node {_reference(node)} }}"
        " pageInfo { hasNextPage startCursor endCursor } }"
    )


def _minimal_value(type_: GraphQLInputType, text: str) -> str:
    nullable = get_nullable_type(type_)
    if is_list_type(nullable):
        return "[]"
    if isinstance(nullable, GraphQLInputObjectType):
        required = {key: part for key, part in nullable.fields.items() if is_required_input_field(part)}
        return f"{{{', '.join(f'{key}: {_minimal_value(part.type, text)}' for key, part in required.items())}}}"
    if is_enum_type(nullable):
        return str(next(iter(nullable.values)))
    return {"Int": "1", "Boolean": "true", "JSON": "{}", "DateTime": '"2027-01-01T00:00:00Z"'}.get(
        nullable.name, f'"{text}"'
    )


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of an answer, at any depth, that says its type."""
    if isinstance(value, list):
        for member in value:
            yield from objects_in(member)
    elif isinstance(value, dict):
        if "__typename" in value:
            yield value
        for member in value.values():
            yield from objects_in(member)
