"""Every attack on every kind of wall. If one of these fails, a hostile script gets what is not its own.

What holds nowhere would prove nothing: each attack that walls are to stop works where there are none, and is known to.
`python -m tests.integration.executors.attack_table` prints what came of each.
"""

from collections.abc import Iterator

import pytest

from tests.support.attacks.every import ATTACKS, is_tried, server_under_attack
from tests.support.attacks.model import Attack
from tests.support.sandbox_server import PLACES, Place, SandboxServer


@pytest.fixture
def sandbox() -> None:
    """The scripts run in other servers' sandboxes."""


class _Servers:
    """One at a time, made anew where an attack has killed it."""

    def __init__(self) -> None:
        self._server: SandboxServer | None = None

    def at(self, place: Place) -> SandboxServer:
        if self._server and (self._server.place is not place or not self._server.is_alive):
            self.close()
        if self._server is None:
            self._server = server_under_attack(place)
        return self._server

    def close(self) -> None:
        if self._server:
            self._server.close()
        self._server = None


@pytest.fixture(scope="module")
def servers() -> Iterator[_Servers]:
    made = _Servers()
    yield made
    made.close()


TRIED = [
    pytest.param(place, attack, id=f"{place.name}-{attack.name}")
    for place in PLACES
    for attack in ATTACKS
    if is_tried(attack, place)
]


@pytest.mark.parametrize(("place", "attack"), TRIED)
def test_an_attack_gets_what_it_is_known_to_get_and_no_more(place: Place, attack: Attack, servers: _Servers) -> None:
    place.require()
    server = servers.at(place)
    assert server.told["info"]["level"] == place.level, server.told["info"]["findings"]
    verdict = attack.attempt(server)
    assert server.is_alive, server.log
    known = place.name in attack.open_at
    if known and not place.is_root:
        return  # an ordinary user may fail at what is open to root
    assert verdict.held is not known, verdict.how
