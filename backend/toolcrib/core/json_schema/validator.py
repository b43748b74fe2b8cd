"""Compiled schemas, and what they find wrong in plain words."""

from functools import lru_cache
from itertools import islice

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_schema.compiling import compile_with_rust, room
from toolcrib.core.json_schema.drafts import DRAFT_07, draft_of
from toolcrib.core.json_schema.explain import Explainer
from toolcrib.core.json_schema.structure import Schema, patterns, walk
from toolcrib.core.json_schema.wording import problem
from toolcrib.core.json_text import JsonValue, parse_json, to_json

MAX_PROBLEMS = 20
MAX_SCHEMA_BYTES = 256_000


class Validator:
    """Validates values against one schema, any number of times and from any thread."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._whole = compile_with_rust(schema)

        texts = (text for _, part in walk(schema) for _, text in patterns(part))
        self._room = min(map(room, texts), default=None)

    def problems(self, value: JsonValue, field_root: Path = ()) -> list[Problem]:
        """What is wrong with `value`, at most 20 things, each at its path below `field_root`; empty when it fits."""
        if self._room is not None and len(to_json(value)) > self._room:
            rule = f"with patterns as large as this schema's, at most {self._room:,} characters are allowed"
            return [problem(f"is too large: {rule}", field_root)]
        if self._whole.is_valid(value):
            return []
        explainer = Explainer(self.schema, is_draft_07=draft_of(self.schema) is DRAFT_07)
        return list(dict.fromkeys(islice(explainer.problems(value, field_root), MAX_PROBLEMS)))


def compile_schema(schema: Schema | str) -> Validator:
    """The validator of a schema (or of its JSON text), compiled once and remembered.

    Raises InvalidInput where it can't be compiled; `check_schema` says more exactly why.
    """
    return _compile_text(schema if isinstance(schema, str) else to_json(schema))


@lru_cache(maxsize=512)
def _compile_text(text: str) -> Validator:
    return Validator(parse_json(text, max_bytes=MAX_SCHEMA_BYTES * 2))  # type: ignore[arg-type]  # a wrong kind is refused
