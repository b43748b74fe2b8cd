"""What a subscription's resolver and those who share its results tell each other."""

from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

Place: TypeAlias = int | str
"""How far a stream has come: the number of an event, or what `Feeds.now` or a `Change` said."""


@dataclass(slots=True)
class Following:
    """Two places, which the resolver keeps, so that another execution can go on from there.

    `start` is where to begin; where that is None, the resolver says where it began. `place` is that of the last thing
    it yielded.

    With `run`, everybody who may see that run gets the same results: each one's right is watched by `Broadcast`, and
    nobody's is asked for here.
    """

    run: UUID | None = None
    start: Place | None = None
    place: Place | None = None
