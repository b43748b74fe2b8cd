import pytest
from toolcrib.executors.sandbox.answer import BadAnswerError, check_answer

HINT = "Please print logs to stderr."


def complaint(content: bytes, hint: str = HINT) -> str:
    with pytest.raises(BadAnswerError) as raised:
        check_answer(content, hint)
    return str(raised.value)


def test_the_text_of_the_answer_is_kept_as_it_was_written() -> None:
    assert check_answer(b' {"b": 1.50, "a": [1, 2]}\n') == '{"b": 1.50, "a": [1, 2]}'


@pytest.mark.parametrize("answer", [b"null", b"0", b'"text"', b"[]", b"{}", '"中文 \U0001f600"'.encode()])
def test_any_json_value_is_an_answer(answer: bytes) -> None:
    assert check_answer(answer) == answer.decode()


def test_logs_among_the_output_are_pointed_at() -> None:
    message = complaint(b'{"a": 1}\nall done\n')
    assert "more after the JSON value (line 2, column 1, at 'all done')" in message
    assert "print logs to stderr" in message


def test_no_output_at_all_is_told_apart() -> None:
    assert "wrote no output" in complaint(b" \n")


def test_an_output_cut_short_is_told_with_its_place() -> None:
    assert "(line 1, column 6, at its end)" in complaint(b'{"a": ')


def test_python_text_is_not_json() -> None:
    assert "line 1, column 2, at \"'a': True}\"" in complaint(b"{'a': True}")


def test_bytes_that_are_not_utf8_are_counted() -> None:
    assert "byte 2 is wrong" in complaint(b'"a\xff"')


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        (b'{"rows": [{"x": 1}, {"x": NaN}]}', "output.rows[1].x is nan"),
        (b"[-Infinity]", "output[0] is -inf"),
        (b"1e999", "output is inf"),
        (b'{"a": 1, "a": 2}', 'The output is not valid JSON: the key "a" is given twice'),
        (b'{"name": ["a", "\\ud800"]}', "output.name[1] holds a lone surrogate"),
        (b'{"a": {"\\udfff": 1}}', "A key of output.a holds a lone surrogate"),
    ],
)
def test_what_no_database_takes_is_named_by_its_path(answer: bytes, place: str) -> None:
    assert complaint(answer).startswith(place)


@pytest.mark.parametrize("depth", [102, 1_000, 200_000])
def test_endless_nesting_is_refused(depth: int) -> None:
    assert "more than 100 levels" in complaint(b"[" * depth + b"]" * depth)


def test_a_hundred_levels_are_allowed() -> None:
    text = "[" * 100 + "]" * 100
    assert check_answer(text.encode(), hint="") == text


def test_a_number_of_endless_digits_is_refused() -> None:
    assert "a number of 5,000 characters" in complaint(b"9" * 5_000)
