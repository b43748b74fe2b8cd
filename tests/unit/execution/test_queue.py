"""If these fail, one caller with a thousand calls makes everybody else wait."""

from hypothesis import given
from hypothesis import strategies as st
from toolcrib.execution.queue import FairQueue


def test_owners_take_turns_and_each_is_served_in_order() -> None:
    queue: FairQueue[str, str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "c1", "c2"):
        queue.put(item[0], item)

    assert [queue.take() for _ in range(7)] == ["a1", "b1", "c1", "a2", "c2", "a3", None]


def test_a_late_comer_does_not_wait_for_all_of_the_greedy_one() -> None:
    queue: FairQueue[str, int] = FairQueue()
    for number in range(1000):
        queue.put("greedy", number)
    queue.take()
    queue.put("late", -1)

    assert -1 in (queue.take(), queue.take())


def test_what_was_removed_is_not_handed_out() -> None:
    queue: FairQueue[str, str] = FairQueue()
    queue.put("a", "a1")
    queue.put("a", "a2")

    assert queue.remove("a", "a1")
    assert not queue.remove("a", "a1")
    assert not queue.remove("b", "b1")
    assert [queue.take(), queue.take()] == ["a2", None]


@given(st.lists(st.integers(0, 3)))
def test_everything_comes_out_once_and_nobody_is_more_than_one_turn_ahead(owners: list[int]) -> None:
    queue: FairQueue[int, int] = FairQueue()
    for item, owner in enumerate(owners):
        queue.put(owner, item)

    taken = [queue.take() for _ in owners]

    assert sorted(taken) == list(range(len(owners)))  # type: ignore[type-var]  # a None would fail here
    assert len(queue) == 0
    turns = [
        sum(owners[item] == owner for item in taken[: max(1, len(set(owners)))] if item is not None)
        for owner in set(owners)
    ]
    assert all(turn == 1 for turn in turns)
