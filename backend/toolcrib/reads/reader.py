"""The one port through which everything is read."""

import asyncio
from collections.abc import Mapping
from typing import cast

from toolcrib.core.db import Database
from toolcrib.core.errors import InvalidInput, Unavailable
from toolcrib.core.json_text import JsonValue, check_texts
from toolcrib.identity.model import Principal
from toolcrib.reads.declarations import FieldSource, Type
from toolcrib.reads.planner import Compute, Planner
from toolcrib.reads.selection import Field
from toolcrib.reads.turns import Turns

PATIENCE_SECONDS = 3.0
"""How long a database may take to say that it is there."""
LARGEST_ANSWER = 32_000_000
"""In bytes, of one root field: a page of 100 scripts fits. It is held several times over while it is passed on."""
_TOO_LARGE = ""
"""What the database answers instead: no JSON text is empty."""
TAKES_LONG = 262_144
"""In characters: what Python computes in longer answers, it computes beside the event loop."""


class Reader:
    """`roots` are the fields of Query, `types` what they lead to, `functions` what Python computes."""

    def __init__(
        self,
        database: Database,
        roots: Mapping[str, FieldSource],
        types: Mapping[str, Type],
        functions: Mapping[str, Compute],
    ) -> None:
        self._database = database
        self._roots = roots
        self._types = types
        self._functions = functions
        self._turns = Turns()

    async def read(self, selection: Field, principal: Principal) -> str | None:
        """The JSON text of one root field as this principal may see it, from one SQL statement; None for null.

        Raises InvalidInput for arguments that break a rule and for an answer that is too large, Unavailable while the
        database is away.
        """
        _check(selection)
        plan = Planner(self._types, principal)
        statement = _bounded(self._roots[selection.name].sql(plan, "", selection))
        async with self._turns.of(principal):
            text: str | None = await self._database.fetch_value(statement, *plan.parameters.values)
        if text == _TOO_LARGE:
            raise InvalidInput(
                f"This would be more than {LARGEST_ANSWER:,} bytes. Ask for smaller pages (`first`) or fewer fields.",
                code="QUERY_LIMIT",
            )
        if text is None or plan.marker is None:
            return text
        if len(text) > TAKES_LONG:
            return await asyncio.to_thread(plan.finish, text, self._functions)
        return plan.finish(text, self._functions)

    async def database_version(self) -> str | None:
        """The PostgreSQL version, as "17.2"; None where the database does not answer."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                version: str = await self._database.fetch_value("SHOW server_version")
        except (TimeoutError, Unavailable):
            return None
        return version.partition(" ")[0]


def _bounded(expression: str) -> str:
    """The statement for the text of a JSON expression. OFFSET 0 keeps Postgres from working it out twice."""
    text = f"SELECT ({expression})::text AS text OFFSET 0"
    return (
        f"SELECT CASE WHEN octet_length(text) > {LARGEST_ANSWER} THEN '{_TOO_LARGE}' ELSE text END FROM ({text}) answer"
    )


def _check(field: Field) -> None:
    """Postgres takes no NUL and no half of a surrogate pair in a text. Raises InvalidInput naming the argument."""
    if field.arguments:
        check_texts(cast("JsonValue", dict(field.arguments)), ())
    for below in field.selection:
        if below.arguments or below.selection:
            _check(below)
