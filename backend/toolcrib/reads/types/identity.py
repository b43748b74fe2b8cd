from toolcrib.access import predicates
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal
from toolcrib.reads.declarations import Column, Judged, Many, One, OneOf, Type, columns, everyone, identifier, instants
from toolcrib.reads.pages import NEWEST_FIRST, Connection, Order

BY_NAME = Order("name", [("{row}.name", "text"), ("{row}.id", "uuid")])


def subject(column: str) -> OneOf:
    """The user or agent that `column` points at."""
    on = f"{{child}}.id = {{parent}}.{column}"
    return OneOf([One("User", on), One("Agent", on)])


def _is_current_session(row: str, principal: Principal, parameters: Parameters) -> str:
    return f"({row}.id IS NOT DISTINCT FROM {parameters.add(principal.session_id)}::uuid)"


_USER = Type(
    "User",
    "user_account",
    everyone,
    {
        "id": identifier("user"),
        **columns("username", "display_name", "is_active"),
        **instants("created_at"),
        "account": One("Account", "{child}.id = {parent}.id"),
        "agents": Connection("Agent", "{child}.owner = {parent}.id", BY_NAME),
    },
    kind="user",
)

_ACCOUNT = Type(
    "Account",
    "user_account",
    predicates.account_visible,
    {
        "id": identifier("account"),
        "user": One("User", "{child}.id = {parent}.id"),
        **columns("email", "role"),
        "hasPassword": Column("({row}.password_hash IS NOT NULL)"),
        "sessions": Many(
            "Session",
            "{child}.account = {parent}.id AND {child}.revoked_at IS NULL AND {child}.expires_at > now()",
            "{child}.last_used_at DESC, {child}.id DESC",
        ),
        "tokens": Connection("AccessToken", "{child}.subject = {parent}.id", NEWEST_FIRST),
    },
    kind="account",
)

_SESSION = Type(
    "Session",
    "session",
    predicates.session_visible,
    {
        "id": identifier("session"),
        **columns("address", "user_agent"),
        **instants("created_at", "last_used_at", "expires_at"),
        "isCurrent": Judged(_is_current_session),
    },
    kind="session",
)

_AGENT = Type(
    "Agent",
    "agent",
    everyone,
    {
        "id": identifier("agent"),
        **columns("name", "display_name", "description", "icon", "is_active"),
        **instants("created_at", "updated_at"),
        "owner": One("User", "{child}.id = {parent}.owner"),
        "profile": One("AgentProfile", "{child}.id = {parent}.id"),
        "executions": Connection("Execution", "{child}.caller = {parent}.id", NEWEST_FIRST),
        "permissions": Connection("ToolPermission", "{child}.subject = {parent}.id", NEWEST_FIRST),
    },
    kind="agent",
)

_AGENT_PROFILE = Type(
    "AgentProfile",
    "agent",
    predicates.agent_profile_visible,
    {
        "id": identifier("agent_profile"),
        **columns("persona"),
        "tokens": Connection("AccessToken", "{child}.subject = {parent}.id", NEWEST_FIRST),
    },
    kind="agent_profile",
)

_ACCESS_TOKEN = Type(
    "AccessToken",
    "access_token",
    predicates.access_token_visible,
    {
        "id": identifier("access_token"),
        **columns("name", "prefix", "scope"),
        **instants("expires_at", "last_used_at", "revoked_at", "created_at"),
        "subject": subject("subject"),
        "onBehalfOf": One("User", "{child}.id = {parent}.on_behalf_of"),
    },
    kind="access_token",
)

TYPES = (_USER, _ACCOUNT, _SESSION, _AGENT, _AGENT_PROFILE, _ACCESS_TOKEN)
