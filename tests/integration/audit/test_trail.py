"""If these fail, nobody can tell who changed what, or the trail can be rewritten."""

import json
from datetime import UTC, datetime
from uuid import UUID

import pytest
from toolcrib.audit.model import Actor
from toolcrib.audit.service import record
from toolcrib.core.db import Database
from toolcrib.identity.model import Scope


async def test_a_line_keeps_values_of_every_kind(database: Database) -> None:
    at = datetime(2030, 1, 31, tzinfo=UTC)
    values = {"id": UUID(int=7), "scope": Scope.READ, "at": at, "nested": {"n": [1, 2.5, None, True]}, "text": "发票"}
    await record(database, Actor(address="::1"), "thing.change", "thing_1", None, values)
    row = await database.fetch_one("SELECT * FROM audit_event")
    assert row is not None
    assert (row["action"], row["target"], row["actor"], row["address"]) == ("thing.change", "thing_1", None, "::1")
    assert row["before"] is None
    assert json.loads(row["after"]) == {
        "id": str(UUID(int=7)),
        "scope": "READ",
        "at": "2030-01-31T00:00:00+00:00",
        "nested": {"n": [1, 2.5, None, True]},
        "text": "发票",
    }


async def test_text_that_jsonb_refuses_does_not_stop_a_change(database: Database) -> None:
    await record(database, Actor(), "thing.change", "thing_1", {"a": "x\0y", "b": "\\u0000", "c": "\\\0"}, None)
    before = json.loads(await database.fetch_value("SELECT before FROM audit_event"))
    assert before == {"a": "x\ufffdy", "b": "\\u0000", "c": "\\\ufffd"}


async def test_the_trail_can_not_be_rewritten(database: Database, subtests: pytest.Subtests) -> None:
    await record(database, Actor(), "thing.change", "thing_1", None, None)
    for rewrite in ("UPDATE audit_event SET action = 'x'", "DELETE FROM audit_event", "TRUNCATE audit_event"):
        with subtests.test(rewrite=rewrite):
            with pytest.raises(Exception, match="append-only"):
                await database.execute(rewrite)
            assert await database.fetch_value("SELECT count(*) FROM audit_event WHERE action = 'thing.change'") == 1
