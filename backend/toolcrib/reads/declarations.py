"""The vocabulary in which each type says, once, where its data lies and who may see it.

A field's `sql` answers an expression over the row of its type; a relation's is a sub-select that carries the row policy
of the type it leads to. So whatever is reached, at whatever depth, is reached through its policy.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal
from toolcrib.reads.selection import Field

Policy = Callable[[str, Principal, Parameters], str]
"""(row alias, principal, parameters) → the SQL condition under which the principal may see the row."""

Arguments = Mapping[str, Any]


class Plan(Protocol):
    """What a field needs of the planner; see `planner.Planner`."""

    principal: Principal
    parameters: Parameters

    def alias(self) -> str: ...
    def type(self, name: str) -> "Type": ...
    def visible(self, type_: "Type", row: str) -> str: ...
    def columns(self, type_: "Type", row: str, field: Field) -> str: ...
    def object(self, type_: "Type", row: str, field: Field) -> str: ...
    def record(self, pairs: Sequence[tuple[str, str]]) -> str: ...
    def computed(self, name: str, arguments: Arguments, columns: Mapping[str, str]) -> str: ...


WHOLE = '"(row)"'
"""The alias of a sub-select whose rows are taken whole: no name in a document, so none of its columns, is called so."""

Narrowing = Callable[[Plan, str, Arguments], Sequence[str]]
"""(plan, row alias, arguments) → the conditions that a field's arguments put on its rows."""


def nothing_more(_plan: Plan, _row: str, _arguments: Arguments) -> Sequence[str]:
    return ()


class FieldSource(Protocol):
    def sql(self, plan: Plan, row: str, field: Field) -> str: ...


@dataclass(frozen=True, slots=True)
class Type:
    """A GraphQL type over a table. `kind` is the prefix of its ids."""

    name: str
    table: str
    policy: Policy
    fields: Mapping[str, FieldSource]
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A scalar: an expression over `{row}`."""

    expression: str

    def sql(self, plan: Plan, row: str, field: Field) -> str:  # noqa: ARG002 - the protocol of all fields
        return self.expression.format(row=row)


@dataclass(frozen=True, slots=True)
class Judged:
    """A scalar that depends on who is asking."""

    expression: Policy

    def sql(self, plan: Plan, row: str, field: Field) -> str:  # noqa: ARG002 - the protocol of all fields
        return self.expression(row, plan.principal, plan.parameters)


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that Python makes from some columns, by the function registered under `name`."""

    name: str
    columns: Mapping[str, str]

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        columns = {name: expression.format(row=row) for name, expression in self.columns.items()}
        return plan.computed(self.name, field.arguments, columns)


@dataclass(frozen=True, slots=True)
class Record:
    """An object without a table of its own: a group of expressions over `{row}`."""

    type: str
    fields: Mapping[str, FieldSource]

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        return plan.object(Type(self.type, "", everyone, self.fields), row, field)


@dataclass(frozen=True, slots=True)
class One:
    """At most one row of `type`: `on` joins `{child}` to `{parent}`. Null where there is none, or none to see."""

    type: str
    on: str
    where: Narrowing = nothing_more

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        child, type_ = plan.alias(), plan.type(self.type)
        conditions = [self.on.format(parent=row, child=child), plan.visible(type_, child)]
        found = " AND ".join([*conditions, *self.where(plan, child, field.arguments)])
        rows = f"SELECT {plan.columns(type_, child, field)} FROM {type_.table} {child} WHERE {found}"
        return f"(SELECT row_to_json({WHOLE}) FROM ({rows}) {WHOLE})"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One row of the first of several types that has it: a union, whose ids never meet."""

    choices: Sequence[One]

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        return f"coalesce({', '.join(choice.sql(plan, row, field) for choice in self.choices)})"


@dataclass(frozen=True, slots=True)
class Many:
    """All rows of `type` that `on` joins, as a list: for what is few by nature."""

    type: str
    on: str
    order: str
    where: Narrowing = nothing_more

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        child, type_ = plan.alias(), plan.type(self.type)
        conditions = [self.on.format(parent=row, child=child), plan.visible(type_, child)]
        conditions += self.where(plan, child, field.arguments)
        found, order = " AND ".join(conditions), self.order.format(child=child)
        rows = f"SELECT {plan.columns(type_, child, field)} FROM {type_.table} {child} WHERE {found} ORDER BY {order}"
        return f"(SELECT {listed()} FROM ({rows}) {WHOLE})"


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of a JSON array that a row holds, each an object whose `{row}.value` the fields read."""

    type: str
    array: str
    fields: Mapping[str, FieldSource]

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        element = plan.alias()
        columns = plan.columns(Type(self.type, "", everyone, self.fields), element, field)
        source = f"json_array_elements({self.array.format(row=row)}) WITH ORDINALITY {element} (value, number)"
        return f"(SELECT {listed()} FROM (SELECT {columns} FROM {source} ORDER BY {element}.number) {WHOLE})"


def everyone(_row: str, _principal: Principal, _parameters: Parameters) -> str:
    """The policy of what anybody who is signed in may see."""
    return "TRUE"


def named(pairs: Sequence[tuple[str, str]]) -> str:
    """Expressions as columns under the keys of the answer, which are GraphQL names: safe to quote."""
    return ", ".join(f'{expression} AS "{key}"' for key, expression in pairs)


def listed() -> str:
    """The rows of `WHOLE` as a JSON array, in the order of the sub-select: nothing is joined to it."""
    return f"coalesce(json_agg({WHOLE}), '[]')"


def identifier(kind: str, column: str = "id") -> Column:
    return Column(f"'{kind}_' || encode(uuid_send({{row}}.{column}), 'hex')")


def columns(*names: str) -> dict[str, FieldSource]:
    """Plain columns under their GraphQL names."""
    return {camel_case(name): Column(f"{{row}}.{name}") for name in names}


def instants(*names: str) -> dict[str, FieldSource]:
    """Columns of `timestamptz`."""
    return {camel_case(name): instant(f"{{row}}.{name}") for name in names}


def instant(expression: str) -> Column:
    """ISO 8601 in UTC with microseconds."""
    return Column(f"to_char({expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
