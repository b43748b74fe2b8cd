"""Whoever reads much at once waits for their own reads: others find a connection to the database free."""

from asyncio import Semaphore
from uuid import UUID
from weakref import WeakValueDictionary

from toolcrib.identity.model import Principal

AT_ONCE = 10
"""How many statements of one user or agent run at once: half of the connections there are."""


class Turns:
    def __init__(self) -> None:
        self._by_subject: WeakValueDictionary[UUID, Semaphore] = WeakValueDictionary()

    def of(self, principal: Principal) -> Semaphore:
        """To be held while a statement runs. Not in a transaction: its connection would be kept while it waits."""
        turns = self._by_subject.get(principal.subject_id)
        if turns is None:
            turns = self._by_subject[principal.subject_id] = Semaphore(AT_ONCE)
        return turns
