"""What is in the tables: read once, whole, by SELECT *."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg

from tests.integration.reads.policy import Rows

TABLES = (
    "user_account", "agent", "category", "tool", "tool_version", "tool_usage", "tool_permission", "access_token",
    "session", "audit_event", "execution", "execution_event", "execution_artifact", "binary_object",
)  # fmt: skip
VOCABULARY = (
    "search", "serch", "public", "publik", "SHARED", "shared read", "sum", "what it does", "🦊", "%", "_",
    "a", "searcher", "search_all_of_it", "hers", "Hers", "platfrom", "", " ", "nothing at all", "\u2028", "tag 1", "e",
    "ann", "bob root", "helper", "Agent", "quoted",
)  # fmt: skip
"""What is searched for; no JSON punctuation, which tags are stored with."""


@dataclass(frozen=True)
class Snapshot:
    """`places` ranks texts as the database sorts them; `likeness` is pg_trgm's own, by word and name."""

    rows: Rows
    places: Mapping[str, int]
    likeness: Mapping[tuple[str, str], float]


async def take_snapshot(connection: asyncpg.Connection) -> Snapshot:
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        tables = {table: await connection.fetch(f'SELECT * FROM "{table}"') for table in TABLES}
        rows = {table: {_id(table, row): dict(row) for row in found} for table, found in tables.items()}
        names = [row["name"] for row in rows["tool"].values()]
        texts = {text for table in rows.values() for row in table.values() for text in _sorted_by(row)}
        texts |= {tag for row in rows["tool"].values() for tag in _tags(row)}
        ordered = await connection.fetch("SELECT t FROM unnest($1::text[]) t ORDER BY t", list(texts))
        words = {word for phrase in VOCABULARY for word in [phrase.lower(), *phrase.lower().split()]}
        words |= {" ".join(phrase.lower().split()) for phrase in VOCABULARY}
        alike = await connection.fetch(
            "SELECT w, n, word_similarity(w, n) AS s FROM unnest($1::text[]) w, unnest($2::text[]) n",
            list(words),
            names,
        )
    places = {record["t"]: place for place, record in enumerate(ordered)}
    return Snapshot(rows, places, {(record["w"], record["n"]): record["s"] for record in alike})


def _id(table: str, row: Mapping[str, Any]) -> UUID:
    key: UUID = row["tool"] if table == "tool_usage" else row["id"]
    return key


def _sorted_by(row: Mapping[str, Any]) -> list[str]:
    return [row[column] for column in ("name", "username") if row.get(column) is not None]


def _tags(row: Mapping[str, Any]) -> list[str]:
    tags: list[str] = json.loads(row["tags"])
    return tags
