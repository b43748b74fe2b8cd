"""Who holds which session. If one fails, sessions pile up, or one client ends another's."""

from http import HTTPStatus
from uuid import UUID

import pytest
from toolcrib.mcp import sessions
from toolcrib.mcp.message import RefusedMessage
from toolcrib.mcp.sessions import MOST_OF_ONE, Sessions

ONE, OTHER = UUID(int=1), UUID(int=2)


def test_the_one_unused_for_longest_makes_room() -> None:
    kept = Sessions()
    for number in range(MOST_OF_ONE):
        assert kept.one_too_many(ONE) is None
        kept.opened(ONE, f"s{number}")
    with kept.using(ONE, "s0", 1):
        pass
    assert kept.one_too_many(ONE) == "s1"
    assert kept.one_too_many(OTHER) is None
    kept.ended("s1")
    assert kept.one_too_many(ONE) is None


def test_another_credential_can_not_keep_a_session_alive() -> None:
    kept = Sessions()
    kept.opened(ONE, "old")
    kept.opened(ONE, "new")
    for number in range(MOST_OF_ONE - 2):
        kept.opened(ONE, f"s{number}")
    with kept.using(OTHER, "old", 1):
        pass
    assert kept.one_too_many(ONE) == "old"


def test_idle_ones_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, now = Sessions(), [0.0]
    monkeypatch.setattr(sessions, "monotonic", lambda: now[0])
    for number in range(MOST_OF_ONE):
        kept.opened(ONE, f"s{number}")
    now[0] = sessions.IDLE_SECONDS + 1
    kept.opened(OTHER, "new")
    assert kept.one_too_many(ONE) is None


def test_an_id_is_free_again_when_its_request_was_answered() -> None:
    kept = Sessions()
    with kept.using(ONE, "s", 1):
        with kept.using(ONE, "s", 2), kept.using(ONE, "another", 1), kept.using(ONE, "s", None):
            pass
        with pytest.raises(RefusedMessage) as refused, kept.using(ONE, "s", "1"):
            pass
        assert refused.value.status is HTTPStatus.CONFLICT
    with kept.using(ONE, "s", 1):
        pass
