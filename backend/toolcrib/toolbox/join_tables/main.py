"""Join two tables on columns whose values they share."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any
from unicodedata import normalize

Row = dict[str, Any]
Key = tuple[str, ...]
Pair = tuple[int | None, int | None]

MAX_ROWS = 200_000
MAX_UNMATCHED = 20
SEPARATORS = (",", ";", "\t", "|")


def main(
    left: str | list[Row],
    right: str | list[Row],
    on: list[str],
    *,
    right_on: list[str] | None = None,
    kind: str = "inner",
    limit: int = 1000,
    ignore_case: bool = False,
    as_csv: bool = False,
) -> dict[str, Any]:
    right_on = right_on or on
    if len(right_on) != len(on):
        raise ValueError(f"right_on must name as many columns as on does: {len(on)}, not {len(right_on)}.")
    first = Table("left", left, on, ignore_case=ignore_case)
    second = Table("right", right, right_on, ignore_case=ignore_case)
    sources = find_sources(first, second, kind)
    count = count_rows(first, second, kind)
    rows = [
        {name: value(first, second, pair, source) for name, source in sources.items()}
        for pair in islice(pairs(first, second, kind), limit)
    ]
    return {
        "kind": kind,
        "count": count,
        "truncated": count > limit,
        "columns": list(sources),
        **({"csv": to_csv(rows, list(sources))} if as_csv else {"rows": rows}),
        "left": first.report(second),
        "right": second.report(first),
    }


class Table:
    """Rows, and by key where they are. A row with an empty key has none, and matches nothing."""

    def __init__(self, name: str, given: str | list[Row], on: list[str], *, ignore_case: bool) -> None:
        self.name, self.on = name, on
        self.rows = read(given, name) if isinstance(given, str) else given
        if len(self.rows) > MAX_ROWS:
            raise ValueError(f"{name} has {len(self.rows):,} rows; at most {MAX_ROWS:,} can be joined.")
        self.columns = list(dict.fromkeys(column for row in self.rows for column in row))
        if self.rows and (unknown := [column for column in on if column not in self.columns]):
            raise ValueError(f"{name} has no column {unknown[0]!r}; it has {', '.join(map(repr, self.columns[:20]))}.")
        self.keys = [self._key(row, place, ignore_case=ignore_case) for place, row in enumerate(self.rows)]
        self.places: dict[Key, list[int]] = defaultdict(list)
        for place, key in enumerate(self.keys):
            if key:
                self.places[key].append(place)

    def _key(self, row: Row, place: int, *, ignore_case: bool) -> Key | None:
        parts = [as_text(row.get(column), f"{self.name}[{place}].{column}") for column in self.on]
        if not all(parts):
            return None
        return tuple(part.casefold() if ignore_case else part for part in parts)

    def matches(self, key: Key | None) -> list[int]:
        return self.places.get(key, []) if key else []

    def report(self, other: "Table") -> dict[str, Any]:
        lonely = [place for place, key in enumerate(self.keys) if not other.matches(key)]
        return {
            "rows": len(self.rows),
            "matched": len(self.rows) - len(lonely),
            "unmatched": len(lonely),
            "repeated_keys": sum(len(places) > 1 for places in self.places.values()),
            "unmatched_keys": [[self.rows[place].get(name) for name in self.on] for place in lonely[:MAX_UNMATCHED]],
        }


def read(text: str, name: str) -> list[Row]:
    text = text.lstrip("\ufeff").strip("\r\n")
    if not text.strip():
        raise ValueError(f"{name} is empty: it needs at least a line of column names.")
    if text.lstrip().startswith("["):
        return read_json(text, name)
    csv.field_size_limit(len(text))
    lines = text.splitlines()
    separator = max(SEPARATORS, key=lambda mark: len(next(csv.reader(lines[:1], delimiter=mark))))
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    try:
        header = [column.strip() for column in next(reader)]
        if len(set(header)) < len(header):
            raise ValueError(f"{name} has two columns of the same name in its first line.")
        return [row_of(header, fields, f"{name}: line {reader.line_num}") for fields in reader if fields]
    except csv.Error as error:
        raise ValueError(f"{name}: line {reader.line_num} is not valid CSV: {error}.") from None


def read_json(text: str, name: str) -> list[Row]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name} begins like JSON, but is none: {error}.") from None
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            raise ValueError(f"{name}[{place}] must be an object of columns and values.")
    return list(rows)


def row_of(header: list[str], fields: list[str], where: str) -> Row:
    if len(fields) != len(header):
        raise ValueError(f"{where} has {len(fields)} fields, but the header has {len(header)}.")
    return dict(zip(header, fields, strict=True))


def as_text(value: object, where: str) -> str:
    """1, 1.0 and the text 1 are one key; empty for none."""
    if isinstance(value, dict | list):
        raise ValueError(f"{where} is {'a list' if isinstance(value, list) else 'an object'}: it can't be joined on.")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else normalize("NFC", str(value).strip())


def pairs(left: Table, right: Table, kind: str) -> Iterator[Pair]:
    """Places in both tables that belong together, None where there is no partner; by left rows, then right ones."""
    for place, key in enumerate(left.keys):
        found = right.matches(key)
        if kind in ("inner", "left", "right", "full"):
            yield from ((place, other) for other in found)
        if not found and kind in ("left", "full", "left_only"):
            yield place, None
    if kind in ("right", "full", "right_only"):
        yield from ((None, place) for place, key in enumerate(right.keys) if not left.matches(key))


def count_rows(left: Table, right: Table, kind: str) -> int:
    """As many as there are pairs, without going through them: a few repeated keys may make billions."""
    together = sum(len(right.matches(key)) for key in left.keys)
    left_only = sum(not right.matches(key) for key in left.keys)
    right_only = sum(not left.matches(key) for key in right.keys)
    return {
        "inner": together,
        "left": together + left_only,
        "right": together + right_only,
        "full": together + left_only + right_only,
        "left_only": left_only,
        "right_only": right_only,
    }[kind]


Source = tuple[str | None, str | None]


def find_sources(left: Table, right: Table, kind: str) -> dict[str, Source]:
    """For each column of the result, in their order, the columns of left and right that it is taken from."""
    if kind == "left_only":
        return {name: (name, None) for name in left.columns}
    if kind == "right_only":
        return {name: (None, name) for name in right.columns}
    found: dict[str, Source] = dict(zip(left.on, zip(left.on, right.on, strict=True), strict=True))
    own = [name for name in left.columns if name not in left.on]
    others = [name for name in right.columns if name not in right.on]
    for name in own:
        found[free(f"{name}_left" if name in others else name, found)] = (name, None)
    for name in others:
        found[free(f"{name}_right" if name in own or name in left.on else name, found)] = (None, name)
    return found


def free(name: str, taken: dict[str, Source]) -> str:
    while name in taken:
        name += "_"
    return name


def value(left: Table, right: Table, pair: Pair, source: Source) -> object:
    for table, place, column in zip((left, right), pair, source, strict=True):
        if place is not None and column is not None:
            return table.rows[place].get(column)
    return None


def to_csv(rows: list[Row], columns: list[str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
