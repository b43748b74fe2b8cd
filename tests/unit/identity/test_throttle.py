"""If these fail, guessing passwords is cheap, or one neighbour locks out another."""

import pytest
from toolcrib.identity.throttle import LONGEST_WAIT_SECONDS, network_of, wait_seconds


def test_the_wait_doubles_up_to_five_minutes() -> None:
    assert [wait_seconds(failures) for failures in range(4)] == [1, 2, 4, 8]
    assert wait_seconds(1_000_000) == LONGEST_WAIT_SECONDS == 300


@pytest.mark.parametrize(
    ("address", "network"),
    [
        (None, None),
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", None),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str | None, network: str | None) -> None:
    assert network_of(address) == network
