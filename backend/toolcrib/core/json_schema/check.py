"""Is this a schema we can keep? Said before it is saved, so that no run meets a schema it can't use."""

from collections.abc import Iterator
from itertools import islice

from toolcrib.core.errors import InvalidInput, Path, Problem
from toolcrib.core.json_schema import wording
from toolcrib.core.json_schema.compiling import compile_with_rust, pattern
from toolcrib.core.json_schema.cost import CostlySchema, evaluation_cost
from toolcrib.core.json_schema.drafts import Draft, draft_of
from toolcrib.core.json_schema.structure import REFERENCES, patterns, resolve, walk
from toolcrib.core.json_schema.validator import MAX_PROBLEMS, MAX_SCHEMA_BYTES
from toolcrib.core.json_schema.wording import problem
from toolcrib.core.json_text import JsonObject, JsonValue, check_depth, check_texts, shorten, to_json

MAX_SCHEMA_DEPTH = 60
MAX_SUBSCHEMAS = 5_000
MAX_PATTERNS = 500


def check_schema(schema: JsonValue, field: Path, *, top_level_object: bool = False) -> list[Problem]:
    """What keeps `schema` from being used, at most 20 things at their paths below `field`; empty when it can be.

    With `top_level_object`, as for the input of a tool, it must also say `type: object` at the top.
    """
    try:
        _check_limits(schema, field)
    except InvalidInput as error:
        return list(error.problems)
    if isinstance(schema, bool) and not top_level_object:
        return []
    if not isinstance(schema, dict):
        return [problem("must be a JSON Schema: an object", field)]
    draft = draft_of(schema)
    if draft is None:
        return [problem("must be draft-07 or 2020-12; other drafts are not supported", (*field, "$schema"))]
    return list(islice(_problems(schema, draft, field, top_level_object=top_level_object), MAX_PROBLEMS))


def _check_limits(schema: JsonValue, field: Path) -> None:
    check_depth(schema, MAX_SCHEMA_DEPTH, field)
    check_texts(schema, field)
    try:
        size = len(to_json(schema).encode())
    except ValueError:
        raise InvalidInput("must not contain NaN or Infinity", field) from None
    if size > MAX_SCHEMA_BYTES:
        raise InvalidInput(f"is too large: {size:,} bytes, at most {MAX_SCHEMA_BYTES:,} are allowed", field)
    count = sum(1 for _ in walk(schema))
    if count > MAX_SUBSCHEMAS:
        raise InvalidInput(f"holds {count:,} schemas, at most {MAX_SUBSCHEMAS:,} are allowed", field)


def _problems(schema: JsonObject, draft: Draft, field: Path, *, top_level_object: bool) -> Iterator[Problem]:
    """Problems in the order of their causes; a schema that breaks its metaschema is not looked into further."""
    found = False
    for error in draft.metaschema_check.iter_errors(schema):
        found = True
        yield wording.metaschema_problem(error, field)
    if top_level_object and schema.get("type") != "object":
        yield problem('must be "object": a tool\'s input is an object of named fields', (*field, "type"))
    if found:
        return
    for part_problem in _part_problems(schema, draft, field):
        found = True
        yield part_problem
    if not found:
        yield from _whole_problems(schema, field)


def _part_problems(schema: JsonObject, draft: Draft, field: Path) -> Iterator[Problem]:
    """References that lead nowhere or out, patterns the engine can't run, a second `$schema`."""
    has_own_ids = any(path and "$id" in part for path, part in walk(schema))
    count = 0
    for path, part in walk(schema, field):
        if path != field and "$schema" in part and draft_of(part) is not draft:
            yield problem("must be the same draft as the whole schema's", (*path, "$schema"))
        yield from _reference_problems(schema, part, path, has_own_ids=has_own_ids)
        for step, text in patterns(part):
            count += 1
            if count > MAX_PATTERNS:
                yield problem(f"holds more than {MAX_PATTERNS} patterns", field)
                return
            if not _can_run(text):
                yield problem(
                    "is not a pattern that can be used: it is malformed, or too large (limit lengths by maxLength), or"
                    " needs look-around or back-references, which are left out so that matching takes linear time",
                    (*path, *step),
                )


def _reference_problems(root: JsonObject, part: JsonObject, path: Path, *, has_own_ids: bool) -> Iterator[Problem]:
    for keyword in REFERENCES:
        reference = part.get(keyword)
        if not isinstance(reference, str) or has_own_ids or "$id" in root:
            continue
        if not reference.startswith("#"):
            if reference.removesuffix("#") not in _KNOWN:
                yield problem("must point into this schema (#/…): remote references are not fetched", (*path, keyword))
        elif resolve(root, reference) is None:
            yield problem(f"points at nothing: {shorten(reference)} is not in this schema", (*path, keyword))


_KNOWN = {"http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2020-12/schema"}
"""The metaschemas, which are at hand."""


def _can_run(text: str) -> bool:
    try:
        pattern(text)
    except InvalidInput:
        return False
    return True


def _whole_problems(schema: JsonObject, field: Path) -> Iterator[Problem]:
    try:
        evaluation_cost(schema)
        compile_with_rust(schema)
    except CostlySchema as error:
        yield problem(str(error), field)
    except InvalidInput as error:
        yield problem(error.problems[0].message, field)
