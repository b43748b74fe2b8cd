"""Relay connections as SQL: one page by keyset, its cursors, and the total only when it is asked for."""

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from toolcrib.core.errors import InvalidInput
from toolcrib.reads.declarations import WHOLE, Arguments, Narrowing, Plan, Type, listed, named, nothing_more
from toolcrib.reads.selection import Field, fields_of

PAGE_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Order:
    """Expressions over `{row}` with their SQL types, the last of them unique; all ascending or all descending.

    A cursor bears the order's `name`: one of another order is refused, not misread.
    """

    name: str
    keys: Sequence[tuple[str, str]]
    descending: bool = False

    @property
    def direction(self) -> str:
        return "DESC" if self.descending else "ASC"

    @property
    def mark(self) -> str:
        return f"{self.name} {self.direction}"

    def terms(self, row: str) -> list[str]:
        return [expression.format(row=row) for expression, _ in self.keys]


BY_ID = Order("id", [("{row}.id", "uuid")])
NEWEST_FIRST = Order("id", [("{row}.id", "uuid")], descending=True)

_FORMS: Mapping[str, str] = {
    "uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "text": r"[^\0\ud800-\udfff]*",
    "integer": r"-?[0-9]{1,10}",
    "float8": r"-?[0-9]{1,17}(\.[0-9]{1,20})?(e[+-][0-9]{2})?",
    "timestamptz": r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?\+00",
}
"""How the database writes a cursor's value, for each type that lists are ordered by. Else it might not read it."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection to the rows of `type` that `on` joins; `where` and `ordered` read the field's arguments."""

    type: str
    on: str = "TRUE"
    order: Order = BY_ID
    where: Narrowing = nothing_more
    ordered: Callable[[Plan, Arguments], Order] | None = None

    def sql(self, plan: Plan, row: str, field: Field) -> str:
        order = self.ordered(plan, field.arguments) if self.ordered else self.order
        page = _Page(plan, plan.type(self.type), self._conditions(plan, row, field), order, field)
        return page.sql()

    def _conditions(self, plan: Plan, parent: str, field: Field) -> Callable[[str], str]:
        def conditions(child: str) -> str:
            type_ = plan.type(self.type)
            joined = [self.on.format(parent=parent, child=child), plan.visible(type_, child)]
            return " AND ".join([*joined, *self.where(plan, child, field.arguments)])

        return conditions


class _Page:
    def __init__(self, plan: Plan, type_: Type, conditions: Callable[[str], str], order: Order, field: Field) -> None:
        self.plan, self.type, self.conditions, self.order, self.field = plan, type_, conditions, order, field
        self.first = page_size(field.arguments)
        self.row = plan.alias()
        self.parts = fields_of(field.selection, f"{type_.name}Connection")

    def sql(self) -> str:
        lists = [part for part in self.parts if part.name in {"edges", "nodes"}]
        is_plain = len(lists) == 1 and lists[0].name == "nodes" and all(part.name != "pageInfo" for part in self.parts)
        return self._nodes_alone(lists[0]) if is_plain else self._everything()

    def _nodes_alone(self, nodes: Field) -> str:
        """The common case: it needs neither numbers nor cursors, nor the row after the page."""
        rows = (
            f"SELECT {self.plan.columns(self.type, self.row, nodes)} FROM {self._visible_rows()}"
            f" ORDER BY {self._by} LIMIT {self.first}"
        )
        pairs = [(part.key, listed() if part is nodes else self._part(part, "", [])) for part in self.parts]
        return f"(SELECT row_to_json({WHOLE}) FROM (SELECT {named(pairs)} FROM ({rows}) {WHOLE}) {WHOLE})"

    def _everything(self) -> str:
        gathered = self.plan.alias()
        lists: list[str] = []
        pairs = [(part.key, self._part(part, gathered, lists)) for part in self.parts]
        row, backwards = self.row, f"{self.row}.number_ DESC"
        summary = [
            f"count(*) > {self.first} AS has_next",
            f"max({row}.cursor_) FILTER ({self._on_page} AND {row}.number_ = 1) AS start_cursor",
            f"(array_agg({row}.cursor_ ORDER BY {backwards}) FILTER ({self._on_page}))[1] AS end_cursor",
        ]
        inner = f"SELECT {', '.join(summary + lists)} FROM ({self._numbered_rows()}) {self.row}"
        return f"(SELECT {self.plan.record(pairs)} FROM ({inner}) {gathered})"

    @property
    def _on_page(self) -> str:
        return f"WHERE {self.row}.number_ <= {self.first}"

    @property
    def _by(self) -> str:
        return ", ".join(f"{term} {self.order.direction}" for term in self.order.terms(self.row))

    def _numbered_rows(self) -> str:
        """One row more than asked for: it tells whether there is a next page."""
        number, cursor = f"row_number() OVER (ORDER BY {self._by})", _cursor(self.order, self.row)
        return (
            f"SELECT {self.row}.*, {number} AS number_, {cursor} AS cursor_ FROM {self._visible_rows()}"
            f" ORDER BY {self._by} LIMIT {self.first + 1}"
        )

    def _visible_rows(self) -> str:
        return f"{self.type.table} {self.row} WHERE {self.conditions(self.row)}{self._after()}"

    def _after(self) -> str:
        cursor = self.field.arguments.get("after")
        if cursor is None:
            return ""
        values = read_cursor(cursor, self.order)
        marks = [
            f"{self.plan.parameters.add(value)}::text::{type_}"
            for value, (_, type_) in zip(values, self.order.keys, strict=True)
        ]
        beyond = "<" if self.order.descending else ">"
        return f" AND ({', '.join(self.order.terms(self.row))}) {beyond} ({', '.join(marks)})"

    def _part(self, field: Field, gathered: str, lists: list[str]) -> str:
        match field.name:
            case "edges" | "nodes":
                lists.append(f"{self._list(field)} AS list_{len(lists)}")
                return f"{gathered}.list_{len(lists) - 1}"
            case "pageInfo":
                return self._page_info(field, gathered)
            case "totalCount":
                row = self.plan.alias()
                return f"(SELECT count(*) FROM {self.type.table} {row} WHERE {self.conditions(row)})"
            case _:
                return f"'{self.type.name}Connection'"

    def _list(self, field: Field) -> str:
        item = self._edge(field) if field.name == "edges" else self.plan.object(self.type, self.row, field)
        return f"coalesce(json_agg({item} ORDER BY {self.row}.number_) FILTER ({self._on_page}), '[]')"

    def _edge(self, edge: Field) -> str:
        fields = fields_of(edge.selection, f"{self.type.name}Edge")
        return self.plan.record([(field.key, self._edge_part(field)) for field in fields])

    def _edge_part(self, field: Field) -> str:
        match field.name:
            case "node":
                return self.plan.object(self.type, self.row, field)
            case "cursor":
                return f"{self.row}.cursor_"
            case _:
                return f"'{self.type.name}Edge'"

    def _page_info(self, field: Field, gathered: str) -> str:
        parts = {
            "hasNextPage": f"{gathered}.has_next",
            "hasPreviousPage": str(self.field.arguments.get("after") is not None).upper(),
            "startCursor": f"{gathered}.start_cursor",
            "endCursor": f"{gathered}.end_cursor",
            "__typename": "'PageInfo'",
        }
        return self.plan.record([(part.key, parts[part.name]) for part in fields_of(field.selection, "PageInfo")])


def page_size(arguments: Arguments) -> int:
    """`first`, from 0 to 100. Raises InvalidInput."""
    first = arguments.get("first")
    if first is None:
        return PAGE_LIMIT // 2
    if not 0 <= first <= PAGE_LIMIT:
        raise InvalidInput(f"`first` must be between 0 and {PAGE_LIMIT}, not {first}.", ("first",))
    return int(first)


def _cursor(order: Order, row: str) -> str:
    """URL-safe base64 of a JSON list: the order's mark, then the row's keys as text; what `read_cursor` reads."""
    texts = ", ".join([f"'{order.mark}'", *(f"({term})::text" for term in order.terms(row))])
    return f"translate(encode(convert_to(json_build_array({texts})::text, 'UTF8'), 'base64'), E'+/=\\n', '-_')"


def read_cursor(cursor: str, order: Order) -> list[str]:
    """The row's keys. Raises InvalidInput for a cursor that this connection, in this order, did not give."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        mark, *texts = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if mark == order.mark:
            return [_read_key(text, type_) for text, (_, type_) in zip(texts, order.keys, strict=True)]
    except (ValueError, TypeError, RecursionError):
        pass
    raise InvalidInput("`after` is not a cursor of this list in this order.", ("after",))


def _read_key(text: str, type_: str) -> str:
    """Raises ValueError or TypeError where the database did not write it."""
    if not re.fullmatch(_FORMS[type_], text):
        raise ValueError(text)
    if type_ == "timestamptz":
        datetime.fromisoformat(text)
    if type_ == "integer" and not -(2**31) <= int(text) < 2**31:
        raise ValueError(text)
    return text
