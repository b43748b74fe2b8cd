"""If these fail, people can't sign in from another keyboard, or time tells which accounts exist."""

import asyncio
from statistics import median
from time import perf_counter

import pytest
from toolcrib.core.errors import RateLimited
from toolcrib.identity.passwords import WAITING_MOST, Passwords


@pytest.fixture(scope="module")
def passwords() -> Passwords:
    return Passwords()


async def test_only_the_password_itself_matches(passwords: Passwords) -> None:
    hashed = await passwords.hash("correct horse battery")
    assert hashed.startswith("$argon2id$")
    assert await passwords.verify(hashed, "correct horse battery")
    assert not await passwords.verify(hashed, "correct horse batterz")
    assert not await passwords.verify(hashed, "")


async def test_an_accent_typed_as_two_characters_is_the_same_password(passwords: Passwords) -> None:
    hashed = await passwords.hash("caf\u00e9 caf\u00e9 caf\u00e9")
    assert await passwords.verify(hashed, "cafe\u0301 cafe\u0301 cafe\u0301")


@pytest.mark.parametrize("hopeless", ["x" * 10_000_000, "\ud800" * 10, "\0" * 10])
async def test_a_hostile_password_is_merely_wrong(passwords: Passwords, hopeless: str) -> None:
    hashed = await passwords.hash("correct horse battery")
    assert not await passwords.verify(hashed, hopeless)


async def test_nobody_and_a_damaged_hash_match_nothing(passwords: Passwords) -> None:
    assert not await passwords.verify(None, "nobody's")
    assert not await passwords.verify("not a hash", "nobody's")


async def test_an_unknown_person_takes_as_long_as_a_wrong_password(passwords: Passwords) -> None:
    hashed = await passwords.hash("correct horse battery")
    known, unknown = [], []
    for _ in range(7):
        known.append(await _seconds(passwords, hashed))
        unknown.append(await _seconds(passwords, None))
    assert 0.5 < median(unknown) / median(known) < 2


async def test_the_event_loop_goes_on_while_passwords_are_checked(passwords: Passwords) -> None:
    checking = asyncio.ensure_future(passwords.verify(None, "whatever it is"))
    turns = 0
    while not checking.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 3


async def test_a_flood_of_sign_ins_is_turned_away_instead_of_queueing_for_ever(passwords: Passwords) -> None:
    waiting = [asyncio.ensure_future(passwords.verify(None, "flood")) for _ in range(WAITING_MOST + 1)]
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert any(isinstance(check.exception(), RateLimited) for check in done)
    for check in pending:
        check.cancel()
    await asyncio.gather(*pending, return_exceptions=True)


async def _seconds(passwords: Passwords, password_hash: str | None) -> float:
    started = perf_counter()
    await passwords.verify(password_hash, "wrong wrong wrong")
    return perf_counter() - started
