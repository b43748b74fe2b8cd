"""A small world that is nasty to read: rows of every kind, for everyone to see too much of.

Ids, times and texts are fixed, so that golden answers hold. Whatever is asked of it, nothing in it changes.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count, product
from typing import Any
from uuid import UUID

import asyncpg
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

Row = Mapping[str, Any]

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
STRANGERS = {name: replace(one, token_id=key(0x800)) for name, one in PRINCIPALS.items() if "without grants" in name}


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
    yield from _executions()


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


_RUNS = [
    # status, tool, caller, on behalf of, duration, hidden from the caller
    ("SUCCESS", "public", "ann", None, 5001, False),
    ("SUCCESS", "hers", "ann", None, 5000, False),
    ("FAILED", "hers", "helper", None, 1, False),
    ("FAILED", "hers", "helper", "was.admin", None, False),
    ("TIMEOUT", "shared_admin", "cyn", None, 60_000, False),
    ("CANCELLED", "shared_execute", "bob", None, None, False),
    ("UNAUTHORIZED", "hers", "cyn", None, None, True),
    ("UNAUTHORIZED", "admins_own", "lonely", "cyn", None, True),
    ("UNAUTHORIZED", "shared_admin", "scout", "ann", None, True),
    ("UNAUTHORIZED", "shared_read", "bob", None, None, False),
    ("PENDING", "hers", "ann", None, None, False),
    ("RUNNING", "shared_execute", "scout", "bob", None, False),
    ("RUNNING", "hers", "helper", None, None, False),
    ("PENDING", "public", "lonely", "cyn", None, False),
    ("SUCCESS", "hers_gone", "bob", None, 0, False),
    ("SUCCESS", "shared_expired", "bob", None, 2**31 - 1, False),
    ("SUCCESS", "shared_admin", "scout", "ann", 12, False),
    ("FAILED", "platform", "scout", "root", 12, False),
    ("SUCCESS", "platform", "root", None, 7, False),
    ("SUCCESS", "searcher", "ann", None, 7, False),
    ("SUCCESS", "platform_granted", "dan_0", None, 7, False),
    ("FAILED", "shared_gone", "cyn", None, 7, False),
]


def _executions() -> Iterator[tuple[str, Row]]:
    for number, (status, tool, caller, behalf, duration, hidden) in enumerate(_RUNS):
        ended, failed = status not in ("PENDING", "RUNNING"), status in ("FAILED", "TIMEOUT")
        yield (
            "execution",
            {
                "id": key(0xA00 + number),
                "tool": TOOLS[tool],
                "tool_version": number % 3 + 1,
                "status": status,
                "input_data": NUMBERS if number % 3 == 0 else None if number % 3 == 1 else '"text"',
                "output_data": NUMBERS if status == "SUCCESS" else None,
                "error_code": "TOOL_ERROR" if failed else "UNAUTHORIZED" if status == "UNAUTHORIZED" else None,
                "error_message": NASTY if failed else None,
                "error_stack": f"Traceback\n{NASTY}" if failed else None,
                "warnings": json.dumps(["deprecated", NASTY] if number % 4 == 0 else []),
                "started_at": START if ended or status == "RUNNING" else None,
                "completed_at": START + MICROSECOND * number if ended else None,
                "duration_ms": duration,
                "queue_ms": number or None,
                "cpu_ms": 0 if number % 2 else None,
                "peak_memory_bytes": 2**53 if number % 2 else None,
                "caller": SUBJECTS[caller],
                "on_behalf_of": behalf and PEOPLE[behalf],
                "agent": AGENTS.get(caller),
                "trace_id": "0af7651916cd43dd8448eb211c80319c" if number % 2 else None,
                "idempotency_key": f'key "{number}" 🦊' if number % 5 == 0 else None,
                "rate_limit_hit": number % 7 == 0,
                "hidden_from_caller": hidden,
                "worker": "here" if status == "RUNNING" else None,
                "lease_expires_at": FAR_OFF if status == "RUNNING" else None,
                "cancel_requested_at": START if number % 6 == 0 else None,
                "last_seq": 7,
                "created_at": START + timedelta(seconds=number // 4),
            },
        )
        yield from _traces(number)


_EVENTS = [
    ("STATUS", '{"status": "RUNNING"}'),
    ("STDOUT", json.dumps({"text": NASTY})),
    ("STDERR", '{"text": ""}'),
    ("PROGRESS", '{"fraction": 1e-1, "text": "half"}'),
    ("ARTIFACT", '{"text": "out.txt"}'),
    ("STDOUT", json.dumps({"text": "🦊\r\n"}, ensure_ascii=False)),
    ("STATUS", '{"durationMs": 2147483647, "errorCode": "TOOL_ERROR", "status": "FAILED"}'),
]


def _traces(run: int) -> Iterator[tuple[str, Row]]:
    for seq, (kind, payload) in enumerate(_EVENTS if run % 2 else _EVENTS[:3], 1):
        yield (
            "execution_event",
            {
                "execution": key(0xA00 + run),
                "seq": seq,
                "at": START + MICROSECOND * (seq % 2),
                "kind": kind,
                "payload": payload,
            },
        )
    for number, name in enumerate(['b "x".txt', "a🦊", "B"][: run % 4]):
        content = f"{run}/{name}".encode()
        number_of_both = 0xB00 + run * 4 + number
        yield (
            "binary_object",
            {
                "id": key(number_of_both + 0x100),
                "sha256": sha256(content).digest(),
                "size": 0 if number else 2**31 - 1,
                "mime_type": 'text/plain; charset="utf-8"',
            },
        )
        yield (
            "execution_artifact",
            {
                "id": key(number_of_both),
                "execution": key(0xA00 + run),
                "name": name,
                "object": key(number_of_both + 0x100),
                "created_at": START + MICROSECOND,
            },
        )


async def populate(connection: asyncpg.Connection) -> None:
    async with connection.transaction():
        for table, row in rows():
            places = ", ".join(f"${number}" for number in range(1, len(row) + 1))
            statement = f'INSERT INTO "{table}" ({", ".join(row)}) VALUES ({places})'
            await connection.execute(statement, *row.values())
