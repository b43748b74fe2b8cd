"""jsonschema-rs, set up so that no schema and no pattern can hang the server."""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from toolcrib.core.errors import InvalidInput, Path
from toolcrib.core.json_schema.drafts import DRAFT_07, Draft, draft_of
from toolcrib.core.json_schema.structure import Schema

_ROOM: Mapping[int, int] = {20_000: 10_000_000, 100_000: 100_000, 1_000_000: 1_500}
"""Bytes of a compiled pattern → characters it may run over.

The engine takes linear time, but in both: a pattern twice as large takes twice as long. This is what a second holds.
"""

_SIZED = [(jsonschema_rs.RegexOptions(size_limit=size), room) for size, room in _ROOM.items()]
_PATTERNS = _SIZED[-1][0]

MAX_COMPILING_SECONDS = 1.0


def compile_with_rust(schema: Schema) -> jsonschema_rs.Validator:
    """Raises InvalidInput where the schema can't be used; `check_schema` says more exactly why."""
    draft = _known_draft(schema)
    try:
        return draft.compiler(schema, **_options(draft))
    except ValueError as error:
        raise InvalidInput(f"is not a usable JSON Schema: {_reason(error)}") from None


class Parts:
    """Validators of the schemas inside one, each compiled when it is first asked for."""

    def __init__(self, root: Schema) -> None:
        draft = _known_draft(root)
        own_id = root.get("$id") if isinstance(root, dict) else None
        self._base = own_id.rstrip("#") if isinstance(own_id, str) else "urn:toolcrib:schema"
        self._registry = jsonschema_rs.Registry([(self._base, root)], draft=draft.number)
        self._draft = draft
        self._seconds = 0.0
        self._compiled: dict[Path, jsonschema_rs.Validator | None] = {}

    def at(self, where: Path) -> jsonschema_rs.Validator | None:
        """The validator of the schema at `where`; None where it is not found, or after a second of compiling in all."""
        if where not in self._compiled:
            start = monotonic()
            self._compiled[where] = self._compile(where) if self._seconds < MAX_COMPILING_SECONDS else None
            self._seconds += monotonic() - start
        return self._compiled[where]

    def _compile(self, where: Path) -> jsonschema_rs.Validator | None:
        steps = (quote(str(step).replace("~", "~0").replace("/", "~1"), safe="~") for step in where)
        reference = {"$ref": f"{self._base}#{''.join(f'/{step}' for step in steps)}"}
        try:
            return self._draft.compiler(reference, registry=self._registry, **_options(self._draft))
        except ValueError:
            return None


@lru_cache(maxsize=1024)
def pattern(text: str) -> jsonschema_rs.Validator:
    """Whether a text has a match of the pattern. Raises InvalidInput for one the engine can't run."""
    return compile_with_rust({"pattern": text})


@lru_cache(maxsize=1024)
def room(text: str) -> int:
    """How many characters the pattern may run over; 0 for one that the engine can't run."""
    for options, characters in _SIZED:
        with suppress(ValueError):
            DRAFT_07.compiler({"pattern": text}, pattern_options=options)
            return characters
    return 0


def _known_draft(schema: Schema) -> Draft:
    draft = draft_of(schema)
    if draft is None or not isinstance(schema, dict | bool):
        raise InvalidInput("is not a JSON Schema of draft-07 or 2020-12")
    return draft


def _options(draft: Draft) -> dict[str, Any]:
    return {"pattern_options": _PATTERNS, "validate_formats": draft.asserts_formats, "offline": True}


def _reason(error: ValueError) -> str:
    """The first line of what jsonschema-rs says, which is short and names no value at length."""
    return str(getattr(error, "message", error)).partition("\n")[0][:200]
