"""The world's executions, with what they told and left."""

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any

from tests.integration.reads.names import (
    AGENTS,
    FAR_OFF,
    MICROSECOND,
    NASTY,
    NUMBERS,
    PEOPLE,
    START,
    SUBJECTS,
    TOOLS,
    key,
)

Row = Mapping[str, Any]

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


def executions() -> Iterator[tuple[str, Row]]:
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
