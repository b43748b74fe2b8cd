"""If these fail, hostile or sloppy JSON crashes the server, or means one thing here and another elsewhere."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_text import check_depth, check_text, check_texts, parse_json, shorten, to_json

MEGABYTE = 1_000_000


def refusal(text: str | bytes, **limits: int) -> str:
    with pytest.raises(InvalidInput) as error:
        parse_json(text, max_bytes=limits.get("max_bytes", MEGABYTE), field=("input",))
    problem = error.value.problems[0]
    assert problem.field[0] == "input"
    return problem.message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1, column 1"),
        ('{"a": }', "line 1, column 7"),
        ('{"a": 1,\n}', "line 2"),
        ("[1] x", "Extra data"),
        ("\ufeff[]", "BOM"),
        ("{'a': 1}", "line 1"),
        ("NaN", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("1e400", "beyond what a double can hold"),
        ("[0, 2.5E+0999]", "beyond what a double can hold"),
        ("-" + "9" * 400 + ".0", "beyond what a double can hold"),
        ("9" * 5_000, "a number of 5,000 characters"),
        ('{"a": 1, "b": 2, "a": 3}', 'the key "a" is given twice'),
        ('{"\\ud800": 1, "\\ud800": 2}', r'the key "\ud800" is given twice'),
        ('{"' + "k" * 500 + '": 1, "' + "k" * 500 + '": 2}', "is given twice"),
        ('"\\ud800"', "half a surrogate pair"),
        ('{"\\udc00": 1}', "half a surrogate pair"),
        ('"\ud800"', "half a surrogate pair"),
        (b'"\xff"', "not UTF-8"),
        ("[" * 101 + "]" * 101, "nested too deeply"),
        ("[" * 1_000 + "]" * 1_000, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 1_000 + "1" + "}" * 1_000, "nested too deeply"),
    ],
)
def test_what_programs_would_not_agree_on_is_refused_with_its_reason(text: str | bytes, reason: str) -> None:
    message = refusal(text)
    assert reason in message
    assert len(message) < 300


@pytest.mark.parametrize("text", ["x" * 101, "é" * 60, b"x" * 101])
def test_size_is_counted_in_bytes(text: str | bytes) -> None:
    assert "at most 100" in refusal(text, max_bytes=100)


def test_what_is_json_is_read_as_it_stands() -> None:
    text = '{"__proto__": {"x": 1}, "big": 123456789012345678901234567890, "pair": "\\ud83d\\ude00", "nul": "\\u0000"}'
    value = parse_json(text, max_bytes=MEGABYTE)
    assert value == {"__proto__": {"x": 1}, "big": 123456789012345678901234567890, "pair": "😀", "nul": "\0"}
    assert parse_json("[" * 100 + "]" * 100, max_bytes=MEGABYTE)
    assert parse_json("1e308", max_bytes=MEGABYTE) == 1e308


def test_ten_megabytes_are_read_in_seconds() -> None:
    text = "[" + ",".join(['{"a":1.5,"text":"%s"}' % ("x" * 80)] * 98_000) + "]"
    start = time.process_time()
    assert len(parse_json(text, max_bytes=10 * MEGABYTE)) == 98_000  # type: ignore[arg-type]
    assert time.process_time() - start < 5


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON)
def test_every_json_value_survives_the_way_out_and_in(value: object) -> None:
    text = json.dumps(value)
    assert parse_json(text, max_bytes=MEGABYTE) == value
    assert parse_json(to_json(value), max_bytes=MEGABYTE) == value


@given(st.text() | st.binary())
def test_whatever_is_not_json_is_refused_and_nothing_else_happens(text: str | bytes) -> None:
    with suppress(InvalidInput):
        assert to_json(parse_json(text, max_bytes=MEGABYTE))


def test_texts_that_can_not_be_stored_are_named_by_their_place() -> None:
    check_text("fine 😀", ("name",))
    for bad in ("a\0b", "a\ud800"):
        with pytest.raises(InvalidInput) as error:
            check_text(bad, ("name",))
        assert "position 1" in error.value.problems[0].message
        with pytest.raises(InvalidInput) as inside:
            check_texts({"list": [{"x": bad}]}, ("input",))
        assert inside.value.problems[0].field == ("input", "list", 0, "x")
        with pytest.raises(InvalidInput):
            check_texts({bad: 1}, ("input",))


def test_depth_is_measured_without_recursion() -> None:
    value: list[object] = []
    for _ in range(50_000):
        value = [value]
    with pytest.raises(InvalidInput):
        check_depth(value, 100)  # type: ignore[arg-type]
    check_depth([[1], {"a": []}], 3)
    with pytest.raises(InvalidInput):
        check_depth([[1], {"a": []}], 2)


def test_a_shortened_text_says_that_it_is() -> None:
    assert shorten("abc", 3) == "abc"
    assert shorten("abcd", 3) == "ab…"


def test_infinity_is_not_written() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json(float("inf"))
