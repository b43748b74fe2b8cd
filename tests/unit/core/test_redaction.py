"""If these fail, a password shows up in a log, an error or a stored output."""

import base64
import json
import re
import time
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolcrib.core.redaction import MASK, Redactor, secret_texts

SECRET = 'p/ss+w"rd é=1'

few_letters = st.text("abc", min_size=3, max_size=6)


@pytest.mark.parametrize(
    "disguise",
    [
        SECRET,
        quote(SECRET),
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        quote(SECRET, safe="").lower(),
        json.dumps(SECRET),
        json.dumps(SECRET, ensure_ascii=False),
        repr({"key": SECRET}),
        base64.b64encode(SECRET.encode()).decode(),
        base64.urlsafe_b64encode(SECRET.encode()).decode(),
    ],
)
def test_a_secret_is_masked_in_its_usual_disguises(disguise: str) -> None:
    shown = Redactor([SECRET]).text(f"sent {disguise} to the server")

    assert MASK in shown
    assert shown.startswith("sent ")
    assert shown.endswith(" to the server")
    assert SECRET not in shown
    assert disguise not in shown


@pytest.mark.parametrize("user", ["a", "ab", "abc", "abcd"])
def test_a_password_in_a_basic_authorization_header_is_masked_whatever_the_user_is_called(user: str) -> None:
    header = base64.b64encode(f"{user}:correct horse".encode()).decode()

    shown = Redactor(["correct horse"]).text(f"Authorization: Basic {header}")

    left = shown.removeprefix("Authorization: Basic ").split(MASK)
    assert len(left) == 2
    assert "horse" not in base64.b64decode(left[0] + "A" * (-len(left[0]) % 4)).decode(errors="replace")


def test_values_too_short_to_hide_are_left_alone() -> None:
    assert Redactor(["", "a", "ab"]).text("a cab") == "a cab"


def test_a_json_value_is_masked_in_keys_strings_and_numbers_and_keeps_its_shape() -> None:
    redactor = Redactor(["hunter2", "1234"])

    shown = redactor.value({"hunter2": [1, 1234, "is hunter2!", True, None], "other": 12345})

    assert shown == {MASK: [1, MASK, f"is {MASK}!", True, None], "other": 12345}


def test_the_scalars_inside_a_secret_value_are_secrets_each() -> None:
    assert list(secret_texts({"a": ["x", 12], "b": {"c": None, "d": True}})) == ["x", "12"]


@given(st.lists(few_letters, min_size=1, max_size=4), st.lists(st.text("abcd", max_size=8), max_size=12))
def test_where_the_pieces_of_a_log_are_cut_makes_no_difference(secrets: list[str], pieces: list[str]) -> None:
    redactor = Redactor(secrets)
    stream = redactor.stream()

    shown = "".join([*(stream.feed(piece) for piece in pieces), stream.close()])

    assert shown == redactor.text("".join(pieces))


@given(st.text(), st.lists(st.text(max_size=5), max_size=6))
def test_any_text_as_a_secret_is_found_and_nothing_else_is_touched(secret: str, pieces: list[str]) -> None:
    stream = Redactor([secret]).stream()
    text = secret.join(pieces)

    shown = "".join([*(stream.feed(character) for character in text), stream.close()])

    assert shown == Redactor([secret]).text(text)
    assert len(secret) < 3 or len(pieces) < 2 or MASK in shown


@given(st.lists(few_letters, max_size=4), st.text("abcd", max_size=60))
def test_it_masks_from_left_to_right_and_at_each_place_the_longest(secrets: list[str], text: str) -> None:
    redactor = Redactor(secrets)
    forms = sorted(redactor._forms, key=len, reverse=True)  # noqa: SLF001 - for another way to the same end

    expected = re.sub("|".join(forms), MASK, text) if forms else text

    assert redactor.text(text) == expected


@pytest.mark.parametrize("text", ["a" * 1_000_000, ("a" * 9_999 + "c") * 100, ("a" * 9_999 + "b") * 100])
def test_a_script_that_prints_almost_its_secret_does_not_hold_up_the_server(text: str) -> None:
    stream = Redactor(["a" * 9_999 + "b"]).stream()
    started = time.process_time()

    for at in range(0, len(text), 50_000):
        stream.feed(text[at : at + 50_000])

    assert time.process_time() - started < 5


def test_a_line_without_a_secret_is_not_held_back() -> None:
    stream = Redactor(["hunter2"]).stream()

    assert stream.feed("line one\n") == "line one\n"
    assert stream.feed("my hunt") == "my "
    assert stream.feed("ing dog\n") == "hunting dog\n"
