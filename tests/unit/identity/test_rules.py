"""If these fail, people get names that can't be shown, typed or told apart, or a good password is refused."""

from datetime import UTC, datetime, timedelta

import pytest
from toolcrib.core.errors import InvalidInput
from toolcrib.identity import rules


@pytest.mark.parametrize("name", ["ann", "ann.lee", "a_b-c.9", "x" * 64])
def test_a_plain_username_is_fine(name: str) -> None:
    assert not list(rules.username(name))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "x" * 65,
        "Ann",
        "ann lee",
        "\u0430dmin",
        "ann\n",
        "ann\0",
        "änn",
        "\uff41nn",
        "ann\ud800",
        "ad\u200bmin",
    ],
)
def test_a_username_that_could_be_mistaken_for_another_is_refused(name: str) -> None:
    (problem,) = rules.username(name)
    assert problem.field == ("username",)


@pytest.mark.parametrize("name", ["a", "1bot", "Bot", "bot.one", "x" * 65, "bot\n"])
def test_an_agent_name_that_breaks_the_form_is_refused(name: str) -> None:
    assert list(rules.agent_name(name))


@pytest.mark.parametrize("text", ["ann@example.org", "ann+tools@sub.example.org", "用户@例子.中国"])
def test_a_usual_email_address_is_fine(text: str) -> None:
    assert not list(rules.email(text))


@pytest.mark.parametrize("text", ["ann", "@", "a@", "@b", "a b@c", "a@b@c", "a@b\nBcc: x", "a@b\0", "a@" + "b" * 300])
def test_what_is_no_email_address_is_refused(text: str) -> None:
    assert list(rules.email(text))


@pytest.mark.parametrize(
    "text", ["", "   ", "a\nb", "a\0b", "\ud800", "x" * 201, "a\u2028b", "\x1b[31m", "\u200b", "a\u202e"]
)
def test_a_name_to_show_is_one_clean_line(text: str) -> None:
    assert list(rules.one_line(text, ("displayName",)))


def test_names_in_any_language_are_fine() -> None:
    assert not list(rules.one_line("安娜 Ægir العربية 🛠️ 👩‍💻 נר\u200fב", ("displayName",)))


def test_length_is_the_only_rule_for_a_password() -> None:
    assert not list(rules.new_password("aaaaaaaaaa", ("password",)))
    assert not list(rules.new_password("密码密码密码密码密码", ("password",)))
    assert list(rules.new_password("a" * 9, ("password",)))
    assert list(rules.new_password("a" * 1_001, ("password",)))
    assert list(rules.new_password("a" * 10 + "\ud800", ("password",)))


def test_a_time_must_lie_ahead_and_name_its_zone() -> None:
    now = datetime.now(UTC)
    assert not list(rules.ahead(None))
    assert not list(rules.ahead(now + timedelta(minutes=1)))
    assert list(rules.ahead(now))
    assert list(rules.ahead(now.replace(tzinfo=None) + timedelta(days=1)))


def test_every_broken_rule_is_told_at_once() -> None:
    with pytest.raises(InvalidInput) as caught:
        rules.check(rules.username("A"), rules.email("nobody"))
    assert [problem.field for problem in caught.value.problems] == [("username",), ("email",)]
