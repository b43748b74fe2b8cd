"""A page goes on where the last one ended, or is refused; a cursor from elsewhere is never misread."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolcrib.core.errors import InvalidInput
from toolcrib.reads.pages import Order, read_cursor

ORDER = Order("created", [("{row}.created_at", "timestamptz"), ("{row}.id", "uuid")], descending=True)
VALUES = ["2026-11-21 22:59:14.408766+00", "01a20055-d368-72cb-b857-7c3438e379de"]


def cursor(*values: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


def test_reads_what_the_database_gave() -> None:
    assert read_cursor(cursor("created DESC", *VALUES), ORDER) == VALUES


@pytest.mark.parametrize(
    "foreign",
    [
        cursor("created ASC", *VALUES),
        cursor("name DESC", *VALUES),
        cursor("created DESC", VALUES[0]),
        cursor("created DESC", *VALUES, "more"),
        cursor("created DESC", "yesterday", VALUES[1]),
        cursor("created DESC", VALUES[0], "1; DROP TABLE tool"),
        cursor("created DESC", 7, VALUES[1]),
        cursor("created DESC", None, VALUES[1]),
        cursor("created DESC", "2026-W10-1", VALUES[1]),
        cursor("created DESC", "2026-03-01x12:00", VALUES[1]),
        cursor("created DESC", "2026-13-01 12:00:00+00", VALUES[1]),
        cursor("created DESC", "2026-03-01 12:00:00+23:59", VALUES[1]),
        cursor("created DESC", VALUES[0], f"urn:uuid:{VALUES[1]}"),
        cursor("created DESC", VALUES[0], f"{VALUES[1]}\n"),
        base64.urlsafe_b64encode(b"[" * 100_000).decode(),
        cursor(),
        "e30",
        "=",
        "\ud800",
        "ünicode",
    ],
)
def test_refuses_what_it_did_not_give(foreign: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_cursor(foreign, ORDER)
    assert refused.value.problems[0].field == ("after",)


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        ("integer", ["0", "-7", "2147483647"], ["2147483648", "1_0", " 7", "٣", "99999999999999999999", "1.0"]),
        ("float8", ["0", "3.0454545", "1e-05"], ["nan", "Infinity", "1e400", "1e-400", "0x1", "1_0.5"]),
        ("text", ["", "a\nb", "🦊"], ["a\0", "\ud800"]),
    ],
)
def test_takes_each_value_as_the_database_writes_it_and_no_other(type_: str, good: list[str], bad: list[str]) -> None:
    order = Order("it", [("{row}.it", type_)])
    for value in good:
        assert read_cursor(cursor("it ASC", value), order) == [value]
    for value in bad:
        with pytest.raises(InvalidInput):
            read_cursor(cursor("it ASC", value), order)


@given(st.text())
def test_no_text_makes_it_crash(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_cursor(text, ORDER)
