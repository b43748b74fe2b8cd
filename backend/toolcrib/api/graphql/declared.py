"""Has the planner a declaration, and so a policy, for all that the schema shows? Asked at start, not by callers."""

from collections.abc import Collection, Iterator, Mapping

from graphql import (
    GraphQLNamedOutputType,
    GraphQLObjectType,
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_object_type,
)

from toolcrib.reads.declarations import Elements, FieldSource, Record, Type

_RELAY: Mapping[str, Collection[str]] = {
    "Connection": {"edges", "nodes", "pageInfo", "totalCount"},
    "Edge": {"cursor", "node"},
    "PageInfo": {"hasNextPage", "hasPreviousPage", "startCursor", "endCursor"},
}
"""By the end of a type's name, what the planner makes without a declaration."""


def undeclared(schema: GraphQLSchema, types: Mapping[str, Type], roots: Collection[str]) -> Iterator[str]:
    """Each type, as `Type`, or field, as `Type.field`, that the planner knows nothing of: asked for, it would fail."""
    check = _Check(schema, types)
    for name in sorted(types.keys() | check.nodes):
        yield from check.planned(name)
    root_fields = schema.query_type.fields if schema.query_type else {}
    for name, field in root_fields.items():
        if name not in roots and check.leads_to_planned(get_named_type(field.type), set()):
            yield f"Query.{name}"


class _Check:
    def __init__(self, schema: GraphQLSchema, types: Mapping[str, Type]) -> None:
        self._schema = schema
        self._types = types

    @property
    def nodes(self) -> set[str]:
        """Whatever has an id of its own can be reached by it, so it must have a policy."""
        named = self._schema.type_map.values()
        return {
            type_.name
            for type_ in named
            if isinstance(type_, GraphQLObjectType) and "Node" in [one.name for one in type_.interfaces]
        }

    def planned(self, name: str) -> Iterator[str]:
        shown = self._schema.type_map.get(name)
        if name not in self._types or not isinstance(shown, GraphQLObjectType):
            yield name
        else:
            yield from self._fields(shown, self._types[name].fields)

    def leads_to_planned(self, type_: GraphQLNamedOutputType, seen: set[str]) -> bool:
        if type_.name in seen:
            return False
        seen.add(type_.name)
        return any(
            below.name in self._types
            or any(self.leads_to_planned(get_named_type(field.type), seen) for field in below.fields.values())
            for below in self._objects(type_)
        )

    def _fields(self, shown: GraphQLObjectType, declared: Mapping[str, FieldSource]) -> Iterator[str]:
        for name, field in shown.fields.items():
            if name not in declared:
                yield f"{shown.name}.{name}"
                continue
            for below in self._objects(get_named_type(field.type)):
                yield from self._below(below, declared[name])

    def _below(self, shown: GraphQLObjectType, source: FieldSource | None) -> Iterator[str]:
        """What a field leads to: a type of its own, a part of its row, or a page."""
        relay = next((fields for end, fields in _RELAY.items() if shown.name.endswith(end)), None)
        if shown.name in self._types:
            return
        if isinstance(source, Record | Elements) and source.type == shown.name:
            yield from self._fields(shown, source.fields)
        elif relay is None:
            yield shown.name
        else:
            yield from (f"{shown.name}.{name}" for name in shown.fields if name not in relay)
            for field in shown.fields.values():
                for below in self._objects(get_named_type(field.type)):
                    yield from self._below(below, None)

    def _objects(self, type_: GraphQLNamedOutputType) -> Collection[GraphQLObjectType]:
        if is_abstract_type(type_):
            return self._schema.get_possible_types(type_)
        return [type_] if is_object_type(type_) else []
