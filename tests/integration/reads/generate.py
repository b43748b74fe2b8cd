"""Queries over the whole schema, whose arguments mean something in the world they are asked of.

Every feature of the language is drawn: aliases, fragments of each kind, merged fields, directives, variables with and
without values and defaults, at the roots and in nested arguments. Below the roots all arguments keep the rules: where
one breaks them the two executors refuse in different places, which is tested apart.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLCompositeType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInterfaceType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLSkipDirective,
    GraphQLUnionType,
    Undefined,
    ast_from_value,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_composite_type,
    print_ast,
)

from tests.integration.reads.arguments import Values
from tests.integration.reads.rows import Snapshot

UNPLANNED = {"auditTrail", "server", "toolFile", "versionDiff"}
"""The fields of Query that are answered without the planner, and the export, which has tests of its own."""

_BY_THE_EXECUTOR = 0.3
"""How many ask for something besides what is planned: the product answers those in another way than the rest."""

_FRUITFUL = {"tools", "executions", "viewer", "nodes", "edges", "events", "permissions", "tokens"}
"""What is asked for more often, as there is more to see."""


@dataclass(frozen=True)
class Query:
    text: str
    variables: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.text}\n{json.dumps(self.variables)}"


@dataclass(frozen=True)
class _Place:
    """A selection's type, and the object types that may stand there."""

    type: GraphQLCompositeType
    possible: frozenset[str]


@dataclass
class _Document:
    """What one document has come to while it is written."""

    fields_left: int
    variables: dict[str, Any] = field(default_factory=dict)
    declarations: list[str] = field(default_factory=list)
    fragments: dict[str, tuple["_Place", str]] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    aliases: int = 0


class Generator:
    def __init__(self, seed: int, schema: GraphQLSchema, snapshot: Snapshot) -> None:
        self.random = Random(seed)  # noqa: S311 - the same queries each time, no secrets
        self.schema = schema
        self.values = Values(self.random, snapshot)
        assert schema.query_type
        self._until = schema.query_type.fields["statistics"].args["until"]

    def query(self) -> Query:
        """Now and then an invalid one: fragments that ask for the same key in two ways."""
        document = _Document(self.random.choice([5, 20, 40, 80]))
        assert self.schema.query_type
        body = self._selections(self._place(self.schema.query_type), document, self.random.choice([3, 4, 5, 6]))
        if self.random.random() < _BY_THE_EXECUTOR:
            body = f"{{ __typename {body[2:]}"
        declared = f"({', '.join(document.declarations)})" if document.declarations else ""
        parts = [f"query{declared} {body}"]
        parts += [f"fragment {name} on {place.type.name} {text}" for name, (place, text) in document.fragments.items()]
        return Query("\n".join(parts), document.variables)

    def _place(self, type_: GraphQLCompositeType, among: frozenset[str] | None = None) -> "_Place":
        if isinstance(type_, GraphQLObjectType):
            return _Place(type_, frozenset({type_.name}))
        possible = frozenset(possible.name for possible in self.schema.get_possible_types(type_))
        return _Place(type_, possible & among if among else possible)

    def _selections(self, place: "_Place", document: _Document, depth: int) -> str:
        count = self.random.choice([1, 1, 2, 3] if place.type.name == "Query" else [3, 5, 8])
        drawn = [self._selection(place, document, depth) for _ in range(count)]
        return f"{{ {' '.join(filter(None, drawn)) or '__typename'} }}"

    def _selection(self, place: "_Place", document: _Document, depth: int) -> str:
        if document.fields_left <= 0:
            return ""
        likely = 1 if isinstance(place.type, GraphQLUnionType) else 0.8 if len(place.possible) > 1 else 0.12
        if self.random.random() < likely:
            return self._fragment(place, document, depth)
        return self._field(place.type, document, depth)

    def _fragment(self, place: "_Place", document: _Document, depth: int) -> str:
        on = self.random.choice(self._overlapping(place)) if self.random.random() < 0.8 else place
        if self.random.random() < 0.4:
            return f"...{self._named(on, document, depth)}{self._directives(document)}"
        condition = "" if on is place and self.random.random() < 0.5 else f" on {on.type.name}"
        return f"...{condition}{self._directives(document)} {self._selections(on, document, depth)}"

    def _overlapping(self, place: "_Place") -> list["_Place"]:
        """What a fragment here can speak of: each type that may stand here, and their interface."""
        types = [self.schema.type_map[name] for name in sorted(place.possible)]
        inside = [self._place(type_) for type_ in types if isinstance(type_, GraphQLObjectType)]
        interfaces = {
            one.name: one for type_ in types if isinstance(type_, GraphQLObjectType) for one in type_.interfaces
        }
        return inside * (len(inside) > 1 or is_abstract_type(place.type)) + [
            self._place(interface, place.possible) for interface in interfaces.values()
        ] or [place]

    def _named(self, on: "_Place", document: _Document, depth: int) -> str:
        known = [name for name, (place, _) in document.fragments.items() if place == on]
        if known and self.random.random() < 0.5:
            return self.random.choice(known)
        selections = self._selections(on, document, min(depth, 3))
        name = f"F{len(document.fragments)}"
        document.fragments[name] = (on, selections)
        return name

    def _field(self, type_: GraphQLCompositeType, document: _Document, depth: int) -> str:
        if self.random.random() < 0.06:
            return "__typename"
        assert isinstance(type_, GraphQLObjectType | GraphQLInterfaceType)
        fields = {name: part for name, part in type_.fields.items() if name not in UNPLANNED}
        name = self._chosen(fields, depth)
        if name is None:
            return "__typename"
        document.fields_left -= 1
        head = self._head(type_, name, fields[name], document) + self._directives(document)
        below = get_named_type(fields[name].type)
        return (
            f"{head} {self._selections(self._place(below), document, depth - 1)}" if is_composite_type(below) else head
        )

    def _chosen(self, fields: Mapping[str, GraphQLField], depth: int) -> str | None:
        """A leaf or a way down, in like shares however many there are of each."""
        ways = {name for name, part in fields.items() if is_composite_type(get_named_type(part.type))}
        goes_down = self.random.random() < (0.8 if fields.keys() & _FRUITFUL else 0.35)
        fitting = [name for name in fields if (name in ways) == (goes_down and depth > 0)]
        if not fitting and depth <= 0:
            return None
        fitting += [name for name in fitting if name in _FRUITFUL] * 2
        return self.random.choice(fitting or list(fields))

    def _head(self, type_: GraphQLCompositeType, name: str, part: GraphQLField, document: _Document) -> str:
        """The field with its arguments; without an alias always the same ones, so that it merges."""
        if self.random.random() < 0.25:
            document.aliases += 1
            return f"a{document.aliases}: {name}{self._arguments(type_, name, part, document)}"
        coordinate = f"{type_.name}.{name}"
        if coordinate not in document.arguments:
            document.arguments[coordinate] = self._arguments(type_, name, part, document)
        return f"{name}{document.arguments[coordinate]}"

    def _arguments(self, type_: GraphQLCompositeType, name: str, part: GraphQLField, document: _Document) -> str:
        given = self.values.arguments(type_.name, name, part)
        written = [f"{key}: {self._written(value, part.args[key], document)}" for key, value in given.items()]
        return f"({', '.join(written)})" if written else ""

    def _written(self, value: Any, part: GraphQLArgument | GraphQLInputField, document: _Document) -> str:
        # Left out, `until` would be the present, which goes on between two answers.
        if self.random.random() < 0.25 and part is not self._until:
            return self._variable(value, part, document)
        nullable = get_nullable_type(part.type)
        if isinstance(value, dict) and isinstance(nullable, GraphQLInputObjectType):
            parts = [f"{key}: {self._written(one, nullable.fields[key], document)}" for key, one in value.items()]
            return f"{{{', '.join(parts)}}}"
        return literal(value, nullable)

    def _variable(self, value: Any, part: GraphQLArgument | GraphQLInputField, document: _Document) -> str:
        """Given; or left to its own default; or, where its place can do without, left out."""
        name = f"v{len(document.declarations)}"
        nullable = get_nullable_type(part.type)
        is_optional = not isinstance(part.type, GraphQLNonNull) or part.default_value is not Undefined
        if is_optional and self.random.random() < 0.2:
            document.declarations.append(f"${name}: {nullable}")
        elif value is not None and self.random.random() < 0.2:
            document.declarations.append(f"${name}: {nullable} = {literal(value, nullable)}")
        else:
            document.declarations.append(f"${name}: {part.type}")
            document.variables[name] = value
        return f"${name}"

    def _directives(self, document: _Document) -> str:
        if self.random.random() > 0.08:
            return ""
        directive, condition = self.random.choice(["skip", "include"]), self.random.random() < 0.5
        return f" @{directive}(if: {self._written(condition, GraphQLSkipDirective.args['if'], document)})"


def literal(value: Any, type_: GraphQLInputType) -> str:
    node = ast_from_value(value, type_)
    assert node
    return print_ast(node)
