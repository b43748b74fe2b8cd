"""jsonschema-rs, set up so that no schema and no pattern can hang the server."""

from functools import lru_cache
from typing import Any

import jsonschema_rs

from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_schema.drafts import DRAFT_07, Draft, draft_of
from toolcrib.core.json_schema.structure import Schema

_PATTERNS = jsonschema_rs.RegexOptions(size_limit=100_000)
"""The linear-time engine. Time also grows with the size of the pattern, so that has a limit: bytes once compiled."""

_LIGHT_PATTERNS = jsonschema_rs.RegexOptions(size_limit=20_000)


def compile_with_rust(schema: Schema) -> jsonschema_rs.Validator:
    """Raises InvalidInput where the schema can't be used; `check_schema` says more exactly why."""
    draft = _known_draft(schema)
    try:
        return draft.compiler(schema, **_options(draft))
    except ValueError as error:
        raise InvalidInput(f"is not a usable JSON Schema: {_reason(error)}") from None


def compile_parts(schema: Schema) -> jsonschema_rs.ValidatorMap:
    """A validator for each schema inside `schema`, by its JSON pointer (`#/properties/x`)."""
    draft = _known_draft(schema)
    named = {"$schema": draft.address, **schema} if isinstance(schema, dict) else schema
    return jsonschema_rs.validator_map_for(named, **_options(draft))


@lru_cache(maxsize=1024)
def pattern(text: str) -> jsonschema_rs.Validator:
    """Whether a text has a match of the pattern. Raises InvalidInput for one the engine can't run."""
    return compile_with_rust({"pattern": text})


@lru_cache(maxsize=1024)
def is_light(text: str) -> bool:
    """Whether the pattern is small enough to run over megabytes."""
    try:
        DRAFT_07.compiler({"pattern": text}, pattern_options=_LIGHT_PATTERNS)
    except ValueError:
        return False
    return True


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
