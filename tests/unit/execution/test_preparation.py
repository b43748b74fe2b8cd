"""If these fail, scripts get input their author ruled out, or a password ends up in the table."""

import json

import pytest
from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_schema import compile_schema
from toolcrib.core.json_text import JsonValue
from toolcrib.execution.preparation import is_heavy, prepare_input, shown_input

LOGIN = compile_schema(
    {
        "type": "object",
        "properties": {
            "user": {"type": "string"},
            "password": {"type": "string", "format": "password", "minLength": 8},
            "pin": {"type": "object", "writeOnly": True},
            "retries": {"type": "integer", "default": 3},
        },
        "required": ["user"],
    }
)


def test_defaults_are_filled_in_before_the_run() -> None:
    prepared = prepare_input(LOGIN, {"user": "ada"})

    assert json.loads(prepared.full_json) == {"user": "ada", "retries": 3}


def test_the_script_gets_the_secret_and_the_table_does_not() -> None:
    prepared = prepare_input(LOGIN, {"user": "ada", "password": "correct horse", "pin": {"code": 98765}})

    assert json.loads(prepared.full_json)["password"] == "correct horse"
    assert "correct horse" not in prepared.shown_json
    assert "98765" not in prepared.shown_json
    assert prepared.redactor.text("tried correct horse, then 98765") == "tried [redacted], then [redacted]"


def test_a_secret_repeated_in_an_open_field_is_not_stored_either() -> None:
    prepared = prepare_input(LOGIN, {"user": "me:correct horse", "password": "correct horse"})

    assert "correct horse" not in prepared.shown_json


def test_every_wrong_field_is_named() -> None:
    with pytest.raises(InvalidInput) as refused:
        prepare_input(LOGIN, {"password": "short", "retries": "many"})

    assert {problem.field for problem in refused.value.problems} == {
        ("input", "user"),
        ("input", "password"),
        ("input", "retries"),
    }


def test_refused_input_is_shown_without_its_secrets() -> None:
    shown = shown_input(LOGIN, {"password": "short", "retries": "short-term"})

    assert shown is not None
    assert "short" not in shown


def test_more_secrets_than_can_be_kept_out_of_logs_are_refused() -> None:
    for pin in ({"long": "x" * 10_001}, {str(number): number for number in range(1000, 1101)}):
        with pytest.raises(InvalidInput) as refused:
            prepare_input(LOGIN, {"user": "ada", "pin": pin})

        assert "secret" in refused.value.problems[0].message
        assert shown_input(LOGIN, {"user": "ada", "pin": pin}) is None


def nested(levels: int) -> JsonValue:
    value: JsonValue = {}
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "value",
    [
        nested(1000),
        nested(100_000),
        {"user": float("nan")},
        {"user": float("inf")},
        {"user": "half \ud83d"},
        {"\udc00": 1},
        "text",
        None,
        [],
    ],
    ids=["deep", "very deep", "NaN", "Infinity", "surrogate", "surrogate key", "text", "null", "list"],
)
def test_what_no_script_could_read_is_refused_with_a_reason(value: JsonValue) -> None:
    with pytest.raises(InvalidInput) as refused:
        prepare_input(LOGIN, value)

    assert refused.value.problems[0].field[0] == "input"
    assert refused.value.problems[0].message


def test_nul_is_a_character_like_any_other_in_json() -> None:
    assert json.loads(prepare_input(LOGIN, {"user": "a\0b"}).full_json)["user"] == "a\0b"


@pytest.mark.parametrize("value", [None, 7, {}, {"text": "x" * 900_000}, [[1] * 90] * 100])
def test_an_input_of_usual_size_is_worked_on_at_once(value: JsonValue) -> None:
    assert not is_heavy(value)


@pytest.mark.parametrize(
    "value", [{"text": "x" * 1_100_000}, [[1] * 100] * 100, dict.fromkeys(map(str, range(20_000)))]
)
def test_a_large_input_is_worked_on_beside_the_others(value: JsonValue) -> None:
    assert is_heavy(value)
