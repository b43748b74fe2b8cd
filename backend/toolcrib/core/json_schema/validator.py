"""Compiled schemas, and what they find wrong in plain words."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import jsonschema_rs

from toolcrib.core.errors import InvalidInput, Path, Problem
from toolcrib.core.json_schema.drafts import draft_of
from toolcrib.core.json_schema.structure import Schema
from toolcrib.core.json_schema.wording import describe
from toolcrib.core.json_text import JsonValue, parse_json, to_json

MAX_PROBLEMS = 20
MAX_SCHEMA_BYTES = 256_000

PATTERN_OPTIONS = jsonschema_rs.RegexOptions(size_limit=100_000)
"""The linear-time engine, with patterns so small that even their worst case is quick."""


class Validator:
    """Validates values against one schema, any number of times and from any thread."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._compiled = compile_with_rust(schema)

    def is_valid(self, value: JsonValue) -> bool:
        return self._compiled.is_valid(value)

    def problems(self, value: JsonValue, field_root: Path = ()) -> list[Problem]:
        """What is wrong with `value`, at most 20 things, each at its path below `field_root`; empty when it fits."""
        if self._compiled.is_valid(value):
            return []
        return list(islice(self._problems(value, field_root), MAX_PROBLEMS))

    def _problems(self, value: JsonValue, root: Path) -> Iterator[Problem]:
        for error in self._compiled.iter_errors(value):
            yield from describe(error, root)


def compile_schema(schema: Schema | str) -> Validator:
    """The validator of a schema (or of its JSON text), compiled once and remembered.

    Raises InvalidInput where it can't be compiled; `check_schema` says more exactly why.
    """
    return _compile_text(schema if isinstance(schema, str) else to_json(schema))


@lru_cache(maxsize=1024)
def _compile_text(text: str) -> Validator:
    return Validator(parse_json(text, max_bytes=MAX_SCHEMA_BYTES * 2))  # type: ignore[arg-type]  # a wrong kind is refused below


def compile_with_rust(schema: Schema) -> jsonschema_rs.Validator:
    draft = draft_of(schema)
    if draft is None or not isinstance(schema, dict | bool):
        raise InvalidInput("is not a JSON Schema of draft-07 or 2020-12")
    try:
        return draft.compiler(
            schema, pattern_options=PATTERN_OPTIONS, validate_formats=draft.asserts_formats, offline=True
        )
    except ValueError as error:
        raise InvalidInput(f"is not a usable JSON Schema: {reason(error)}") from None


def reason(error: ValueError) -> str:
    """The first line of what jsonschema-rs says, which is short and names no value at length."""
    message = str(getattr(error, "message", error)).partition("\n")[0]
    return message[:200]
