"""The rights on tools in words: what the SQL of `predicates` decides, with every rule that led to it. Pure.

The SQL is the truth; a test holds the two together on random worlds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from toolcrib.access.model import Permission
from toolcrib.identity.model import Scope

LEVEL_CAP = {Scope.READ: Permission.READ, Scope.EXECUTE: Permission.EXECUTE, Scope.MANAGE: Permission.ADMIN}
"""The most that a token of a scope can do with a tool."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one subject stands to the tool; `grant` is what was granted to it, expired or not."""

    is_owner: bool = False
    has_role_admin: bool = False
    grant: Permission | None = None
    grant_has_expired: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """All that a decision rests on. `on_behalf_of` is the standing of the person an agent acts for."""

    visibility: str
    is_deleted: bool
    scope: Scope
    asker: Standing
    on_behalf_of: Standing | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """`rules` are sentences, in the order in which they were weighed."""

    allowed: bool
    rules: tuple[str, ...]


def decide(facts: Facts, wanted: Permission) -> Decision:
    """Whether the asker may read, run or administer the tool."""
    allowed, rules = _weigh(facts, facts.asker, wanted, "The asker")
    if facts.on_behalf_of is not None:
        person_allowed, more = _weigh(facts, facts.on_behalf_of, wanted, "The person it acts for")
        allowed, rules = allowed and person_allowed, [*rules, *more]
    if LEVEL_CAP[facts.scope].level < wanted.level:
        allowed = False
        rules.append(f"A token of scope {facts.scope} reaches no further than {LEVEL_CAP[facts.scope]}.")
    return Decision(allowed, tuple(rules))


def _weigh(facts: Facts, standing: Standing, wanted: Permission, who: str) -> tuple[bool, list[str]]:
    claims = list(_claims(facts, standing, wanted))
    allowed = any(permission is not None and permission.level >= wanted.level for permission, _ in claims)
    if wanted is Permission.EXECUTE and facts.is_deleted:
        return False, ["A deleted tool does not run."]
    reasons = [f"{who} {rule}" for _, rule in claims] or [f"{who} was granted nothing on this tool."]
    return allowed, reasons


def _claims(facts: Facts, standing: Standing, wanted: Permission) -> Iterator[tuple[Permission | None, str]]:
    """Each rule that has a say, with the most it gives."""
    if standing.is_owner:
        yield Permission.ADMIN, "owns the tool."
    if facts.visibility != "PRIVATE" and not facts.is_deleted:
        yield Permission.EXECUTE, f"may read and run it, as everyone may: it is {facts.visibility}."
    if standing.grant is not None:
        yield _granted(facts, standing, standing.grant)
    if standing.has_role_admin:
        if wanted is Permission.EXECUTE:
            yield None, "has the role ADMIN, which reads and manages every tool but runs none by itself."
        else:
            yield Permission.ADMIN, "has the role ADMIN, which reads and manages every tool."


def _granted(facts: Facts, standing: Standing, grant: Permission) -> tuple[Permission | None, str]:
    if standing.grant_has_expired:
        return None, f"was granted {grant}, which has expired."
    if facts.visibility == "PLATFORM":
        return None, f"was granted {grant}, which adds nothing on a PLATFORM tool: only the role ADMIN manages those."
    if facts.is_deleted and grant is not Permission.ADMIN:
        return None, f"was granted {grant}, but a deleted tool shows to its ADMINs only."
    return grant, f"was granted {grant}."
