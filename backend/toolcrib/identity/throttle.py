"""How often one may try a password: per account and per network address, with a wait that doubles."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from toolcrib.core.db import Database
from toolcrib.core.errors import RateLimited

FREE_PER_ACCOUNT = 5
FREE_PER_ADDRESS = 20
LONGEST_WAIT_SECONDS = 300

_LOCK = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
_ACCOUNT_LOCKS, _ADDRESS_LOCKS = 1_414_487_121, 1_414_487_122
_FAILURES = """
SELECT count(*) AS failures, extract(epoch FROM clock_timestamp() - max(at))::float8 AS seconds_ago
FROM sign_in_attempt WHERE NOT succeeded AND at > now() - interval '1 hour' AND """
_OF_ACCOUNT = """username = $1 AND id > coalesce(
    (SELECT max(id) FROM sign_in_attempt WHERE username = $1 AND succeeded), 0)"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try that counts as failed until it succeeds, so that guesses made at the same moment count too."""

    id: int


async def begin(database: Database, username: str | None, address: str | None) -> Attempt:
    """Note a try; `username` None is one that nobody can have.

    Raises RateLimited, noting nothing, while one has to wait; unknown usernames wait as known ones do.
    """
    network = network_of(address)
    async with database.transaction():
        if username is not None:
            await database.execute(_LOCK, _ACCOUNT_LOCKS, username)
            await _check(database, _OF_ACCOUNT, username, FREE_PER_ACCOUNT)
        if network is not None:
            await database.execute(_LOCK, _ADDRESS_LOCKS, network)
            await _check(database, "address = $1", network, FREE_PER_ADDRESS)
        attempt_id = await database.fetch_value(
            "INSERT INTO sign_in_attempt (username, address, at) VALUES ($1, $2, clock_timestamp()) RETURNING id",
            username or "",
            network,
        )
    return Attempt(int(attempt_id))


async def succeed(database: Database, attempt: Attempt) -> None:
    """Clears the account's failures, not the address's: an attacker may have an account too."""
    await database.execute("UPDATE sign_in_attempt SET succeeded = TRUE WHERE id = $1", attempt.id)
    await database.execute("DELETE FROM sign_in_attempt WHERE at < now() - interval '1 day'")


async def _check(database: Database, condition: str, key: str, free: int) -> None:
    row = await database.fetch_one(f"{_FAILURES} {condition}", key)
    if row is None or row["failures"] < free:
        return
    wait = wait_seconds(row["failures"] - free) - row["seconds_ago"]
    if wait > 0:
        seconds = ceil(wait)
        raise RateLimited(f"Too many failed attempts. Try again in {seconds} s.", seconds * 1_000)


def wait_seconds(failures_beyond_free: int) -> int:
    return min(LONGEST_WAIT_SECONDS, 1 << min(failures_beyond_free, 30))


def network_of(address: str | None) -> str | None:
    """An IPv4 address as it is, an IPv6 one as its /64: that is what one person has."""
    if address is None:
        return None
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))
