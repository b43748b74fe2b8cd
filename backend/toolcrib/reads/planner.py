"""From a selection to one SQL statement."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from toolcrib.core.json_text import to_json
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal
from toolcrib.reads.declarations import WHOLE, Arguments, Type, named
from toolcrib.reads.selection import Field, fields_of

_DECODER = json.JSONDecoder()

Compute = Callable[[Mapping[str, Any], Arguments], Any]


class Planner:
    """Grows one statement: hands out aliases and parameters, and adds each type's policy where the type is reached."""

    def __init__(self, types: Mapping[str, Type], principal: Principal) -> None:
        self.types = types
        self.principal = principal
        self.parameters = Parameters()
        self.marker: str | None = None
        self._aliases = 0

    def alias(self) -> str:
        self._aliases += 1
        return f"t{self._aliases}"

    def type(self, name: str) -> Type:
        return self.types[name]

    def visible(self, type_: Type, row: str) -> str:
        return f"({type_.policy(row, self.principal, self.parameters)})"

    def columns(self, type_: Type, row: str, field: Field) -> str:
        """What was selected of one row of `type_`, under the keys of the answer."""
        return named(self._pairs(type_, row, field))

    def object(self, type_: Type, row: str, field: Field) -> str:
        """The same as a JSON object."""
        return self.record(self._pairs(type_, row, field))

    def _pairs(self, type_: Type, row: str, field: Field) -> list[tuple[str, str]]:
        return [(part.key, self._value(type_, row, part)) for part in fields_of(field.selection, type_.name)]

    def _value(self, type_: Type, row: str, field: Field) -> str:
        if field.name == "__typename":
            return f"'{type_.name}'::text"
        return type_.fields[field.name].sql(self, row, field)

    def record(self, pairs: Sequence[tuple[str, str]]) -> str:
        """A JSON object of any width: `json_build_object` stops at 50 pairs."""
        return f"(SELECT row_to_json({WHOLE}) FROM (SELECT {named(pairs)}) {WHOLE})"

    def computed(self, name: str, arguments: Arguments, columns: Mapping[str, str]) -> str:
        """A placeholder that `finish` replaces; the marker is random, so no user's data can look like one."""
        self.marker = self.marker or f"computed-{uuid4().hex}"
        row = self.record([(key, expression) for key, expression in columns.items()])
        given = self.parameters.add(json.dumps(dict(arguments)))
        marked = f"json_build_object('name', '{name}', 'arguments', {given}::text::json, 'row', {row})"
        return f"json_build_object('{self.marker}', {marked})"

    def finish(self, text: str, functions: Mapping[str, Compute]) -> str:
        """The JSON text with its placeholders replaced by what Python computes; the rest stays as it was written."""
        if self.marker is None:
            return text
        before, *rest = text.split(f'{{"{self.marker}" : ')
        parts = [before]
        for part in rest:
            call, end = _DECODER.raw_decode(part)
            parts.append(to_json(functions[call["name"]](call["row"], call["arguments"])))
            parts.append(part[end + 1 :])  # without the placeholder's closing brace
        return "".join(parts)
