"""The rights, as SQL: what these predicates say is the truth, everywhere.

Each takes the alias of the row it is about, the asker, and the parameters of the statement it becomes part of.
A right on a tool comes from owning it (ADMIN), from an unexpired grant (its level), from visibility (PUBLIC and
PLATFORM: EXECUTE) or from the role ADMIN (ADMIN, but no EXECUTE). A principal that acts for a user has the lower of
both. A token's scope caps what is left.
"""
# ruff: noqa: S608 - aliases are written by the callers in this package's stores; values are always parameters

from collections.abc import Iterable

from toolcrib.access.policy import LEVEL_CAP
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal, Scope, SubjectKind

_NEVER_EXPIRED = "(p.expires_at IS NULL OR p.expires_at > now())"


def tool_readable(alias: str, principal: Principal, parameters: Parameters) -> str:
    """May the asker know the tool. A deleted one shows to its ADMINs only."""
    return _both(_readable_by(alias, subject, may_be_admin) for subject, may_be_admin in _sides(principal, parameters))


def tool_permission_level(alias: str, principal: Principal, parameters: Parameters) -> str:
    """An integer expression: 0 none, 1 READ, 2 EXECUTE, 3 ADMIN (see `Permission.level`). Never null.

    Not the answer to "may it run this?": the role ADMIN gives 3, yet no EXECUTE. `tool_executable` is.
    """
    cap = LEVEL_CAP[principal.scope].level
    sides = [_level_of(alias, subject, may_be_admin) for subject, may_be_admin in _sides(principal, parameters)]
    return f"LEAST({', '.join(sides)}, {cap})"


def tool_executable(alias: str, principal: Principal, parameters: Parameters) -> str:
    """May the asker run the tool, as far as rights go."""
    if principal.scope.rank < Scope.EXECUTE.rank:
        return "FALSE"
    return _both(_executable_by(alias, subject) for subject, _ in _sides(principal, parameters))


def tool_administered(alias: str, principal: Principal, parameters: Parameters) -> str:
    """Is the asker an ADMIN of the tool, whatever the token's scope: for what only ADMINs may see."""
    sides = _sides(principal, parameters)
    return _both(_is_admin_of(f"{alias}.id", subject, may_be_admin) for subject, may_be_admin in sides)


def execution_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """May the asker know the execution: its caller, whom it was for, the calling agent's owner, an ADMIN of its tool.

    A refused call of a tool that its caller may not know (`hidden_from_caller`) shows to the tool's ADMINs only.
    """
    sides = _sides(principal, parameters)
    administers = _both(_is_admin_of(f"{alias}.tool", subject, may_be_admin) for subject, may_be_admin in sides)
    own = " OR ".join(_own_execution(alias, principal, [subject for subject, _ in sides]))
    return f"((NOT {alias}.hidden_from_caller AND ({own})) OR {administers})"


def execution_controllable(alias: str, principal: Principal, parameters: Parameters) -> str:
    """May the asker cancel the execution."""
    if principal.scope.rank < Scope.EXECUTE.rank:
        return "FALSE"
    return execution_visible(alias, principal, parameters)


def execution_secret_parts_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """May the asker, who sees the execution, see the script's traceback: its caller and the tool's ADMINs."""
    sides = _sides(principal, parameters)
    administers = _both(_is_admin_of(f"{alias}.tool", subject, may_be_admin) for subject, may_be_admin in sides)
    return f"({_called_by(alias, [subject for subject, _ in sides])} OR {administers})"


def account_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """`alias` is a `user_account`: its person, and admins whose token may manage."""
    return f"({alias}.id = {parameters.add(principal.subject_id)} OR {_manages_everything(principal)})"


def agent_profile_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """`alias` is an `agent`: itself, its owner, and admins."""
    me = parameters.add(principal.subject_id)
    return f"({alias}.id = {me} OR {alias}.owner = {me} OR {_sql(of=principal.is_admin)})"


def access_token_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """`alias` is an `access_token`: its user, its agent's owner, whom it acts for, admins; only with scope MANAGE."""
    if principal.scope is not Scope.MANAGE or principal.kind is SubjectKind.AGENT:
        return "FALSE"
    me = parameters.add(principal.subject_id)
    owned = f"{alias}.subject IN (SELECT a.id FROM agent a WHERE a.owner = {me})"
    return f"({alias}.subject = {me} OR {alias}.on_behalf_of = {me} OR {owned} OR {_sql(of=principal.is_admin)})"


def session_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """`alias` is a `session`: its person and admins; only with scope MANAGE."""
    if principal.scope is not Scope.MANAGE:
        return "FALSE"
    return f"({alias}.account = {parameters.add(principal.subject_id)} OR {_sql(of=principal.is_admin)})"


def tool_permission_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """`alias` is a `tool_permission`: the tool's ADMINs, the subject itself, and its owner if it is an agent."""
    sides = _sides(principal, parameters)
    administers = _both(_is_admin_of(f"{alias}.tool", subject, may_be_admin) for subject, may_be_admin in sides)
    me = sides[0][0]
    owned = f"{alias}.subject IN (SELECT a.id FROM agent a WHERE a.owner = {me})"
    return f"({alias}.subject = {me} OR {owned} OR {administers})"


def audit_event_visible(alias: str, principal: Principal, parameters: Parameters) -> str:
    """`alias` is an `audit_event`: admins, and of what was done to a tool its ADMINs; only with scope MANAGE."""
    if principal.scope is not Scope.MANAGE:
        return "FALSE"
    if manages_everything(principal):
        return "TRUE"
    sides = _sides(principal, parameters)
    administers = _both(_is_admin_of("o.id", subject, may_be_admin) for subject, may_be_admin in sides)
    tools = f"SELECT 'tool_' || encode(uuid_send(o.id), 'hex') FROM tool o WHERE {administers}"
    return f"{alias}.target IN ({tools})"


def manages_everything(principal: Principal) -> bool:
    return principal.is_admin and principal.scope is Scope.MANAGE


def _sides(principal: Principal, parameters: Parameters) -> list[tuple[str, str]]:
    """Each subject whose rights count, with the SQL that says whether it has the role ADMIN."""
    sides = [(parameters.add(principal.subject_id), _sql(of=principal.is_admin))]
    if principal.on_behalf_of is not None:
        user = parameters.add(principal.on_behalf_of)
        is_admin = f"EXISTS (SELECT FROM user_account u WHERE u.id = {user} AND u.role = 'ADMIN' AND u.is_active)"
        sides.append((user, is_admin))
    return sides


def _readable_by(alias: str, subject: str, has_role_admin: str) -> str:
    granted = _granted(f"{alias}.id", subject, f"({alias}.deleted_at IS NULL OR p.permission = 'ADMIN')")
    return (
        f"({has_role_admin} OR ({alias}.deleted_at IS NULL AND {alias}.visibility <> 'PRIVATE')"
        f" OR {alias}.owner IS NOT DISTINCT FROM {subject} OR ({alias}.visibility <> 'PLATFORM' AND {granted}))"
    )


def _executable_by(alias: str, subject: str) -> str:
    granted = _granted(f"{alias}.id", subject, "p.permission IN ('EXECUTE', 'ADMIN')")
    return (
        f"({alias}.deleted_at IS NULL AND"
        f" ({alias}.visibility <> 'PRIVATE' OR {alias}.owner IS NOT DISTINCT FROM {subject} OR {granted}))"
    )


def _level_of(alias: str, subject: str, has_role_admin: str) -> str:
    """Only admins change PLATFORM tools: no grant reaches further there than what everyone may."""
    granted = (
        "COALESCE((SELECT CASE p.permission WHEN 'ADMIN' THEN 3 WHEN 'EXECUTE' THEN 2 ELSE 1 END"
        f" FROM tool_permission p WHERE p.tool = {alias}.id AND p.subject = {subject} AND {_NEVER_EXPIRED}), 0)"
    )
    return (
        f"CASE WHEN {has_role_admin} OR {alias}.owner = {subject} THEN 3"
        f" WHEN {alias}.deleted_at IS NOT NULL"
        f" THEN CASE WHEN {alias}.visibility <> 'PLATFORM' AND {granted} = 3 THEN 3 ELSE 0 END"
        f" WHEN {alias}.visibility = 'PLATFORM' THEN 2"
        f" WHEN {alias}.visibility = 'PUBLIC' THEN GREATEST(2, {granted})"
        f" ELSE {granted} END"
    )


def _is_admin_of(tool: str, subject: str, has_role_admin: str) -> str:
    """`tool` is an SQL expression of a tool's id. The set is made once per statement, not once per row."""
    administered = (
        f"SELECT o.id FROM tool o WHERE o.owner = {subject} UNION ALL "
        "SELECT p.tool FROM tool_permission p JOIN tool o ON o.id = p.tool"
        f" WHERE p.subject = {subject} AND p.permission = 'ADMIN' AND o.visibility <> 'PLATFORM' AND {_NEVER_EXPIRED}"
    )
    return f"({has_role_admin} OR {tool} IN ({administered}))"


def _granted(tool: str, subject: str, condition: str) -> str:
    return (
        f"EXISTS (SELECT FROM tool_permission p WHERE p.tool = {tool} AND p.subject = {subject}"
        f" AND {condition} AND {_NEVER_EXPIRED})"
    )


def _called_by(alias: str, subjects: list[str]) -> str:
    """A token bound to a user sees what its agent called for that user, not what it called for others."""
    agent, *user = subjects
    return f"({alias}.caller = {agent} AND {alias}.on_behalf_of = {user[0]})" if user else f"{alias}.caller = {agent}"


def _own_execution(alias: str, principal: Principal, subjects: list[str]) -> list[str]:
    reasons = [_called_by(alias, subjects)]
    if principal.kind is SubjectKind.USER:
        me = subjects[0]
        reasons += [
            f"{alias}.on_behalf_of = {me}",
            f"{alias}.caller IN (SELECT a.id FROM agent a WHERE a.owner = {me})",
        ]
    return reasons


def _manages_everything(principal: Principal) -> str:
    return _sql(of=manages_everything(principal))


def _both(predicates: Iterable[str]) -> str:
    return f"({' AND '.join(predicates)})"


def _sql(*, of: bool) -> str:
    return "TRUE" if of else "FALSE"
