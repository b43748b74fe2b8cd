"""A small world that is nasty to read: rows of every kind, for everyone to see too much of.

Ids, times and texts are fixed, so that golden answers hold. Whatever is asked of it, nothing in it changes.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import count, product
from typing import Any

import asyncpg

from tests.integration.reads.names import (
    AGENTS,
    CATEGORIES,
    FAR_OFF,
    LONG_AGO,
    MICROSECOND,
    NASTY,
    PEOPLE,
    START,
    SUBJECTS,
    TOOLS,
    key,
)
from tests.integration.reads.runs import executions
from tests.integration.reads.trail import audit_events

Row = Mapping[str, Any]


def rows() -> Iterator[tuple[str, Row]]:
    """Each row with its table, in an order that foreign keys allow."""
    for name, subject in SUBJECTS.items():
        yield "subject", {"id": subject, "kind": "USER" if name in PEOPLE else "AGENT"}
    yield from _people()
    yield from _categories()
    yield from _tools()
    yield from _versions()
    yield from _grants()
    yield from _tokens_and_sessions()
    yield from executions()
    yield from audit_events()


def _people() -> Iterator[tuple[str, Row]]:
    names = ["Root", "", NASTY, "Bob", "Cyn", "Dan"]
    for (name, subject), shown in zip(PEOPLE.items(), names, strict=True):
        yield (
            "user_account",
            {
                "id": subject,
                "username": name,
                "display_name": shown,
                "role": "ADMIN" if name in ("root", "was.admin") else "MEMBER",
                "is_active": name not in ("was.admin", "dan_0"),
                "email": f"{name}@example.org" if name in ("root", "ann") else None,
                "password_hash": "$argon2id$never" if name in ("ann", "bob") else None,
                "created_at": START + MICROSECOND * (name == "bob"),
            },
        )
    owners = {"helper": "ann", "scout": "bob", "lonely": "cyn", "robot": "root"}
    for name, subject in AGENTS.items():
        yield (
            "agent",
            {
                "id": subject,
                "name": name,
                "display_name": name.title(),
                "description": NASTY if name == "helper" else "",
                "persona": f"You are {name}.\n{NASTY}",
                "icon": "🦊" if name == "helper" else None,
                "owner": PEOPLE[owners[name]],
                "is_active": name != "robot",
                "created_at": START,
                "updated_at": START + MICROSECOND,
            },
        )


def _categories() -> Iterator[tuple[str, Row]]:
    top, upper, lower, lowest, other, quoted = CATEGORIES
    parents = {upper: top, lower: top, lowest: lower, quoted: lowest}
    for name in (top, upper, lower, lowest, other, quoted):
        yield (
            "category",
            {
                "id": CATEGORIES[name],
                "name": name,
                "description": {top: NASTY, upper: ""}.get(name),
                "parent": CATEGORIES[parents[name]] if name in parents else None,
                "created_at": START,
                "updated_at": START,
            },
        )


_OWNERS = {
    "public": "ann", "public_agents": "helper", "public_gone": "ann", "public_granted": "ann", "hers": "ann",
    "hers_gone": "ann", "agents_own": "helper", "admins_own": "root", "searcher": "lonely",
}  # fmt: skip
_STATUSES = ("ACTIVE", "DRAFT", "DEPRECATED", "DISABLED")
_CONTENT = {
    "description": "What it does.\nAnd when: search for it.",
    "executor_type": "PYTHON",
    "executor_config": '{"entry": "MAIN"}',
    "script_content": "def main(**values):\n    return values\n",
    "input_schema": '{"type": "object", "properties": {"b": {"type": "integer"}, "a": {"type": "string"}}}',
    "output_schema": "{}",
    "timeout_seconds": 30,
    "examples": '{"prompts": [], "inputs": []}',
}
_STRANGE = {
    "display_name": NASTY[:60],
    "icon": "https://example.org/\u2028?a=1&b=%20",
    "tags": json.dumps(["🦊", 'a "tag"', "sum", ""]),
    "executor_type": "SHELL",
    "executor_config": '{"output": "TEXT", "n": 1e3}',
    "script_content": "",
    "input_schema": '{"type": "object",\n "$schema": "http://json-schema.org/draft-07/schema#", "properties":'
    ' {"z": {"type": "number", "default": 1.50, "maximum": 1e3}, "a": {"enum": ["\u2028", "\\ud83e\\udd8a", null]}}}',
    "output_schema": '{ "type" : "object" , "multipleOf": 100000000000000000000.25 }',
    "timeout_seconds": 3600,
    "annotations": '{"readOnly": true, "destructive": false, "idempotent": null}',
    "examples": '{"prompts": ["one", "' + "\u2028" + '"], "inputs": [{"name": "", "value": {"b": 1.0, "a": 1e2}},'
    ' {"name": "list \\"q\\"", "value": [null, -0.0, 12345678901234567890]}, {"name": "null", "value": null}]}',
}


def _tools() -> Iterator[tuple[str, Row]]:
    shelves = [*CATEGORIES.values(), None]
    for number, (name, tool) in enumerate(TOOLS.items()):
        visibility = name.partition("_")[0].upper()
        visibility = visibility if visibility in ("PLATFORM", "PUBLIC") else "PRIVATE"
        owner = None if visibility == "PLATFORM" else SUBJECTS[_OWNERS.get(name, "ann")]
        yield (
            "tool",
            {
                "id": tool,
                "name": name,
                "display_name": name.replace("_", " ").title()[:60],
                "status": _STATUSES[number % 4],
                "category": shelves[number % len(shelves)],
                "visibility": visibility,
                "owner": owner,
                **_CONTENT,
                **({} if number % 4 else {"examples": "{}"}),
                "tags": json.dumps(["sum", f"tag {number % 3}"][: number % 3]),
                **(_STRANGE if name in ("public", "hers", "shared_read") else {}),
                "version": 3 if name in ("public", "hers", "shared_admin") else 1,
                "rate_limit_per_minute": number or None,
                "rate_limit_per_hour": 2**31 - 1 if number % 2 else None,
                "network": "NONE" if number % 3 else "FULL",
                "deleted_at": START + MICROSECOND if "_gone" in name else None,
                "created_at": START + timedelta(seconds=number // 4),
                "updated_at": START + MICROSECOND * (number % 2),
            },
        )
    for name, used, at in (("public", 2**31 - 1, START), ("hers", 0, None), ("shared_read", 3, FAR_OFF)):
        yield "tool_usage", {"tool": TOOLS[name], "execution_count": used, "last_executed_at": at}


def _versions() -> Iterator[tuple[str, Row]]:
    numbers = count(0x500)
    authors = [PEOPLE["ann"], AGENTS["helper"], None]
    for name, tool in TOOLS.items():
        last = 3 if name in ("public", "hers", "shared_admin") else 1
        for version in range(1, last + 1):
            yield (
                "tool_version",
                {
                    "id": key(next(numbers)),
                    "tool": tool,
                    "version": version,
                    "changelog": [None, "", NASTY][version - 1],
                    "author": authors[version - 1],
                    "is_latest": version == last,
                    "display_name": f"{name[:60]} {version}",
                    "category": [*CATEGORIES.values(), None][version * 2],
                    **_CONTENT,
                    **(_STRANGE if version == 2 else {}),
                    "created_at": START + MICROSECOND * version,
                },
            )


def _grants() -> Iterator[tuple[str, Row]]:
    ids = count(0x600)
    granted = [
        ("platform_granted", "ADMIN", None), ("public_granted", "ADMIN", None), ("public", "READ", FAR_OFF),
        ("shared_read", "READ", None), ("shared_execute", "EXECUTE", FAR_OFF), ("shared_admin", "ADMIN", None),
        ("shared_expired", "ADMIN", LONG_AGO + MICROSECOND), ("shared_gone", "ADMIN", FAR_OFF),
        ("shared_gone_read", "READ", None), ("platform_gone", "ADMIN", None), ("admins_own", "READ", LONG_AGO),
    ]  # fmt: skip
    for subject, (tool, permission, expires_at) in product(("bob", "scout"), granted):
        if (subject, tool) != ("scout", "shared_execute"):
            yield "tool_permission", _grant(next(ids), tool, subject, permission, expires_at)
    yield "tool_permission", _grant(next(ids), "shared_execute", "scout", "ADMIN", LONG_AGO)
    yield "tool_permission", _grant(next(ids), "hers", "helper", "EXECUTE", None, None)
    yield "tool_permission", _grant(next(ids), "hers_gone", "helper", "ADMIN", None, "helper")
    yield "tool_permission", _grant(next(ids), "searcher", "ann", "READ", None, "lonely")
    yield "tool_permission", _grant(next(ids), "admins_own", "ann", "ADMIN", FAR_OFF, "root")


def _grant(number: int, tool: str, subject: str, permission: str, *more: Any) -> Row:
    """`more` is when it ends and, where it is not ann, who granted it."""
    expires_at, by = (*more, "ann")[:2]
    return {
        "id": key(number),
        "tool": TOOLS[tool],
        "subject": SUBJECTS[subject],
        "permission": permission,
        "granted_by": by and SUBJECTS[by],
        "expires_at": expires_at,
        "created_at": START,
    }


def _tokens_and_sessions() -> Iterator[tuple[str, Row]]:
    ids = count(0x700)
    scopes = ("READ", "EXECUTE", "MANAGE")
    for subject, scope in product(("ann", "bob", "root", "helper", "scout", "lonely", "robot"), scopes):
        number = next(ids)
        behalf = {"scout": "ann", "helper": "was.admin", "lonely": "cyn"}.get(subject) if scope == "EXECUTE" else None
        yield (
            "access_token",
            {
                "id": key(number),
                "subject": SUBJECTS[subject],
                "name": NASTY if scope == "READ" else f"{subject} {scope}",
                "token_hash": number.to_bytes(32, "big"),
                "prefix": "tcb_abcdefg",
                "scope": scope,
                "on_behalf_of": behalf and PEOPLE[behalf],
                "expires_at": {"READ": FAR_OFF, "MANAGE": LONG_AGO}.get(scope),
                "last_used_at": START if scope == "MANAGE" else None,
                "revoked_at": START + MICROSECOND if number % 5 == 0 else None,
                "created_at": START,
            },
        )
    ids = count(0x900)
    for person, used in product(("ann", "bob", "root"), (0, 0, 5, 7, 9)):
        number = next(ids)
        yield (
            "session",
            {
                "id": key(number),
                "account": PEOPLE[person],
                "token_hash": number.to_bytes(32, "big"),
                "address": "2001:db8::1" if number % 2 else None,
                "user_agent": NASTY if number % 3 else None,
                "created_at": START,
                "last_used_at": START + timedelta(minutes=used),
                "expires_at": LONG_AGO if used == 7 else FAR_OFF,
                "revoked_at": START if used == 9 else None,
            },
        )


async def populate(connection: asyncpg.Connection) -> None:
    async with connection.transaction():
        for table, row in rows():
            places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
            statement = f'INSERT INTO "{table}" ({", ".join(row)}) VALUES ({places})'
            await connection.execute(statement, *row.values())
