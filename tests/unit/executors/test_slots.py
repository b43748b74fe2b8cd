import pytest
from toolcrib.executors.sandbox.fork_server.slots import Slots
from toolcrib.executors.sandbox.jail.profile import FIRST_SLOT_USER, MOST_SLOTS


def test_no_two_runs_have_the_same() -> None:
    slots = Slots()
    taken = [slots.take() for _ in range(100)]
    assert len(set(taken)) == 100
    assert min(taken) > 0  # 0 stands for the user that runs share


def test_the_lowest_that_is_free_is_next() -> None:
    slots = Slots()
    taken = [slots.take() for _ in range(10)]
    for slot in (taken[7], taken[2], taken[5]):
        slots.give_back(slot)
    assert [slots.take() for _ in range(4)] == [taken[2], taken[5], taken[7], taken[-1] + 1]


def test_there_are_only_so_many_and_never_the_user_nobody() -> None:
    slots = Slots()
    taken = [slots.take() for _ in range(MOST_SLOTS)]
    assert FIRST_SLOT_USER + max(taken) < 65_534
    with pytest.raises(OSError, match="more than 5,000 processes of tools at once"):
        slots.take()
    slots.give_back(17)
    assert slots.take() == 17
