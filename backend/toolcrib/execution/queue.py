"""Who goes next: everybody in turn, whoever has asked how much."""

from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Owner = TypeVar("Owner", bound=Hashable)
Item = TypeVar("Item")


class FairQueue(Generic[Owner, Item]):
    """First come, first served within one owner; round-robin between owners."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Owner, deque[Item]] = OrderedDict()

    def put(self, owner: Owner, item: Item) -> None:
        self._waiting.setdefault(owner, deque()).append(item)

    def take(self) -> Item | None:
        """The next one; its owner then goes to the end of the line. None where nobody waits."""
        if not self._waiting:
            return None
        owner, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[owner] = items
        return item

    def remove(self, owner: Owner, item: Item) -> bool:
        """Take `item` out of the line; False where it is not (any more) in it."""
        items = self._waiting.get(owner)
        if items is None or item not in items:
            return False
        items.remove(item)
        if not items:
            del self._waiting[owner]
        return True

    def __iter__(self) -> Iterator[Item]:
        return (item for items in self._waiting.values() for item in items)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))
