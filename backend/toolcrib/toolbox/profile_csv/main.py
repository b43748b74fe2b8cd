"""Profile a CSV table with pandas."""

import csv as csv_module
import io
from typing import Any

import pandas as pd
from pandas.api import types

SEPARATORS = (",", ";", "\t", "|")


def main(csv: str, separator: str | None = None, top: int = 5) -> dict[str, Any]:
    text = csv.lstrip("\ufeff").strip("\r\n")
    if not text.strip():
        raise ValueError("The CSV is empty: it needs a line of column names.")
    csv_module.field_size_limit(len(text))
    separator = separator or find_separator(text)
    frame = read(text, separator)
    return {
        "rows": len(frame),
        "separator": separator,
        "duplicate_rows": int(frame.duplicated().sum()),
        "columns": [profile(str(name), frame.iloc[:, index], top) for index, name in enumerate(frame.columns)],
    }


def find_separator(text: str) -> str:
    """The separator that cuts the first line into the most fields, quotes respected; a comma where none does."""
    header = text.splitlines()[0]
    return max(SEPARATORS, key=lambda candidate: len(next(csv_module.reader([header], delimiter=candidate))))


def read(text: str, separator: str) -> pd.DataFrame:
    """Every field as text, a missing one as NA. Raises ValueError naming the line that doesn't fit the header."""
    rows = csv_module.reader(io.StringIO(text), delimiter=separator, strict=True)
    try:
        header = next(rows)
        records = []
        for row in rows:
            if row and len(row) != len(header):
                raise ValueError(f"Line {rows.line_num} has {len(row)} fields, but the header has {len(header)}.")
            if row:
                records.append(row)
    except csv_module.Error as error:
        raise ValueError(f"Line {rows.line_num} is not valid CSV: {error}.") from None
    names = [name.strip() or f"column {index}" for index, name in enumerate(header, start=1)]
    frame = pd.DataFrame(records, columns=names, dtype="string")
    stripped: pd.DataFrame = frame.apply(lambda column: column.str.strip())
    return stripped.replace("", pd.NA)


def profile(name: str, column: "pd.Series[str]", top: int) -> dict[str, Any]:
    present = column.dropna()
    kind, values = interpret(present)
    found: dict[str, Any] = {
        "name": name,
        "type": kind,
        "missing": int(column.isna().sum()),
        "distinct": int(present.nunique()),
    }
    if kind in ("integer", "number"):
        found |= describe_numbers(values)
    elif kind == "date":
        found |= {"min": values.min().isoformat(), "max": values.max().isoformat()}
    elif kind == "text":
        lengths = present.str.len()
        found |= {"shortest": int(lengths.min()), "longest": int(lengths.max())}
    counts = present.value_counts().head(top)
    return found | {"top": [{"value": str(value), "count": int(count)} for value, count in counts.items()]}


def interpret(present: "pd.Series[str]") -> tuple[str, Any]:
    """The narrowest type that every value has, and the values in it."""
    if present.empty:
        return "empty", present
    if present.str.lower().isin(("true", "false", "yes", "no")).all():
        return "boolean", present
    numbers = pd.to_numeric(present, errors="coerce")
    if numbers.notna().all() and (numbers.abs() != float("inf")).all():
        return ("integer" if types.is_integer_dtype(numbers) else "number"), numbers
    if present.str.match(r"\d{4}-\d{2}-\d{2}").all():
        dates = pd.to_datetime(present, errors="coerce", format="ISO8601", utc=True)
        if dates.notna().all():
            return "date", dates
    return "text", present


def describe_numbers(numbers: "pd.Series[float]") -> dict[str, Any]:
    least, most = numbers.min(), numbers.max()  # whole numbers stay whole
    numbers = numbers.astype("float64")
    return {
        "min": least,
        "max": most,
        "mean": float(numbers.mean()),
        "standard_deviation": float(numbers.std()) if len(numbers) > 1 else None,
        "quartiles": [float(value) for value in numbers.quantile([0.25, 0.5, 0.75])],
    }
