import json

import pytest
from toolcrib.executors.shell.variables import MAX_VARIABLE_BYTES, UnfitInputError, input_variables


def test_each_scalar_becomes_a_variable_and_nothing_else_does() -> None:
    given = {"name": "Ada", "paid": True, "new": False, "note": None, "lines": [1], "to": {"city": "Oslo"}, "empty": ""}
    assert input_variables(json.dumps(given)) == {
        "INPUT_NAME": "Ada",
        "INPUT_PAID": "true",
        "INPUT_NEW": "false",
        "INPUT_EMPTY": "",
    }


def test_numbers_keep_their_digits() -> None:
    text = '{"a": 1.50, "b": 12345678901234567890123, "c": -0, "d": 1E+3}'
    assert input_variables(text) == {
        "INPUT_A": "1.50",
        "INPUT_B": "12345678901234567890123",
        "INPUT_C": "-0",
        "INPUT_D": "1E+3",
    }


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("unit_price", "INPUT_UNIT_PRICE"),
        ("unit-price", "INPUT_UNIT_PRICE"),
        ("a.b c", "INPUT_A_B_C"),
        ("x=1;id", "INPUT_X_1_ID"),
        ("größe", "INPUT_GR_SSE"),
        ("名", "INPUT__"),
        ("", "INPUT_"),
        ("()", "INPUT___"),
        ("a\nb", "INPUT_A_B"),
    ],
)
def test_any_field_has_a_name_that_bash_knows(field: str, name: str) -> None:
    assert input_variables(json.dumps({field: 1})) == {name: "1"}


def test_what_a_value_holds_is_never_touched() -> None:
    value = "$(id) `id` \"quoted\" 'single' \\ \n\r\t % ; & | 😀"
    assert input_variables(json.dumps({"value": value})) == {"INPUT_VALUE": value}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"text": "a\0b"}, "input.text holds a NUL character, which no variable can hold."),
        ({"a-b": 1, "a_b": None, "A b": ""}, "input.a-b and input.A b would both be the variable INPUT_A_B."),
    ],
)
def test_what_would_be_lost_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(UnfitInputError) as refusal:
        input_variables(json.dumps(given))
    assert str(refusal.value) == message


def test_fields_that_make_no_variable_do_not_collide() -> None:
    assert input_variables('{"a-b": 1, "a_b": null, "a b": [2]}') == {"INPUT_A_B": "1"}


def test_a_text_longer_than_a_variable_can_be_is_refused_with_a_way_out() -> None:
    room = MAX_VARIABLE_BYTES - len("INPUT_TEXT=")
    assert len(input_variables(json.dumps({"text": "x" * room}))["INPUT_TEXT"]) == room
    with pytest.raises(UnfitInputError, match=r"input\.text takes 131,072 bytes as the variable INPUT_TEXT; .*stdin"):
        input_variables(json.dumps({"text": "x" * (room - 1) + "é"}))
    assert input_variables(json.dumps({"text": ["x" * room * 2]})) == {}


def test_texts_that_are_too_long_together_are_refused() -> None:
    many = {f"part{number}": "x" * 100_000 for number in range(10)}
    with pytest.raises(UnfitInputError, match="more than 1,000,000 bytes together"):
        input_variables(json.dumps(many))
