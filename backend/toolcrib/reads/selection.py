"""What a caller asked for, as plain data: no GraphQL library's types come this far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Field:
    """One selected field.

    `key` is its name in the answer (the alias, if any), `types` the object types it was asked of, as fragments narrow
    them.
    """

    key: str
    name: str
    arguments: Mapping[str, Any]
    types: frozenset[str]
    selection: tuple["Field", ...] = ()


Selection = tuple[Field, ...]


def fields_of(selection: Iterable[Field], type_name: str) -> list[Field]:
    """The fields asked of `type_name`, those with the same key merged, in the order they were asked for."""
    merged: dict[str, Field] = {}
    for field in selection:
        if type_name not in field.types:
            continue
        earlier = merged.get(field.key)
        merged[field.key] = replace(field, selection=earlier.selection + field.selection) if earlier else field
    return list(merged.values())
