"""Who and what is in the world, by name; and the principals who ask."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import UUID

from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
FAR_OFF = datetime(2999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
NASTY = 'a "quoted" \\ text,\nwith \t 🦊, \u2028 and {braces} %s $1 \x1b[0m'
NUMBERS = (
    '{ "z": 1.0, "a": -0.0,\n "big": 12345678901234567890123, "tiny": 5e-324, "exp": 1E2, "huge": 1e400,'
    ' "nul": "\\u0000", "fox": "\\ud83e\\udd8a", "line": "\u2028", "e": [], "o": {}, "n": null }'
)


def key(number: int) -> UUID:
    """Ids in the order of their numbers."""
    return UUID(int=(0x01990000_0000_7000_8000 << 48) + number)


PEOPLE = {name: key(0x100 + number) for number, name in enumerate(["root", "was.admin", "ann", "bob", "cyn", "dan_0"])}
AGENTS = {name: key(0x200 + number) for number, name in enumerate(["helper", "scout", "lonely", "robot"])}
SUBJECTS = PEOPLE | AGENTS
CATEGORIES = {
    name: key(0x300 + number)
    for number, name in enumerate(["Ω top", "Below", "below", "_lowest", "Other \U0001f98a", 'a "quoted"\nname'])
}
TOOLS = {
    name: key(0x400 + number)
    for number, name in enumerate(
        [
            "platform", "platform_gone", "platform_granted", "public", "public_agents", "public_gone", "public_granted",
            "hers", "hers_gone", "agents_own", "admins_own", "shared_read", "shared_execute", "shared_admin",
            "shared_expired", "shared_gone", "shared_gone_read", "a" * 55 + "_long_name_" + "b" * 34, "searcher",
            "search_all_of_it",
        ]
    )
}  # fmt: skip

PRINCIPALS: Mapping[str, Principal] = {
    "admin": Principal(PEOPLE["root"], SubjectKind.USER, Role.ADMIN),
    "admin reading": Principal(PEOPLE["root"], SubjectKind.USER, Role.ADMIN, Scope.READ),
    "admin executing": Principal(PEOPLE["root"], SubjectKind.USER, Role.ADMIN, Scope.EXECUTE),
    "owner": Principal(PEOPLE["ann"], SubjectKind.USER, Role.MEMBER, session_id=key(0x900)),
    "owner reading": Principal(PEOPLE["ann"], SubjectKind.USER, Role.MEMBER, Scope.READ),
    "owner executing": Principal(PEOPLE["ann"], SubjectKind.USER, Role.MEMBER, Scope.EXECUTE),
    "granted": Principal(PEOPLE["bob"], SubjectKind.USER, Role.MEMBER),
    "granted reading": Principal(PEOPLE["bob"], SubjectKind.USER, Role.MEMBER, Scope.READ),
    "without grants": Principal(PEOPLE["cyn"], SubjectKind.USER, Role.MEMBER),
    "agent": Principal(AGENTS["helper"], SubjectKind.AGENT),
    "agent granted": Principal(AGENTS["scout"], SubjectKind.AGENT, scope=Scope.EXECUTE),
    "agent without grants": Principal(AGENTS["lonely"], SubjectKind.AGENT),
    "agent for its owner": Principal(AGENTS["scout"], SubjectKind.AGENT, on_behalf_of=PEOPLE["bob"]),
    "agent for another": Principal(AGENTS["scout"], SubjectKind.AGENT, on_behalf_of=PEOPLE["ann"]),
    "agent for one without grants": Principal(AGENTS["scout"], SubjectKind.AGENT, on_behalf_of=PEOPLE["cyn"]),
    "agent for an admin": Principal(AGENTS["scout"], SubjectKind.AGENT, on_behalf_of=PEOPLE["root"]),
    "agent for a former admin": Principal(AGENTS["helper"], SubjectKind.AGENT, on_behalf_of=PEOPLE["was.admin"]),
}
