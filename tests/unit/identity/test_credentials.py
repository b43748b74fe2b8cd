"""If these fail, secrets can be guessed, or a leaked one can't be recognised."""

import re

from toolcrib.identity.credentials import TOKEN_MARK, fingerprint, new_secret


def test_a_token_is_marked_and_holds_256_random_bits_that_a_double_click_selects() -> None:
    made = {new_secret(TOKEN_MARK) for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch(r"tcb_[A-Za-z0-9]{43}", token) for token in made)
    assert 62**43 >= 2**256


def test_what_is_stored_of_a_secret_does_not_hold_it() -> None:
    secret = new_secret()
    assert len(fingerprint(secret)) == 32
    assert secret.encode() not in fingerprint(secret)


def test_any_text_can_be_looked_up() -> None:
    assert {len(fingerprint(text)) for text in ("", "\0", "\ud800", "x" * 10_000_000)} == {32}
