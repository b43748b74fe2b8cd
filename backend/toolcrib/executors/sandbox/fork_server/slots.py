"""Numbers for what runs now: each stands for a user of its own, so no two runs may have the same."""

import heapq

from toolcrib.executors.sandbox.jail.profile import MOST_SLOTS


class Slots:
    def __init__(self) -> None:
        self._free: list[int] = []
        self._next = 1

    def take(self) -> int:
        """The lowest number that nobody has. Raises OSError when all are taken."""
        if self._free:
            return heapq.heappop(self._free)
        if self._next > MOST_SLOTS:
            raise OSError(f"more than {MOST_SLOTS:,} processes of tools at once")
        self._next += 1
        return self._next - 1

    def give_back(self, slot: int) -> None:
        heapq.heappush(self._free, slot)
