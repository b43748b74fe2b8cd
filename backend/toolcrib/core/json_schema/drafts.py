"""The two drafts we speak."""

from dataclasses import dataclass
from typing import Any

import jsonschema
import jsonschema_rs

from toolcrib.core.json_text import JsonValue


@dataclass(frozen=True, slots=True)
class Draft:
    name: str
    number: int  # as jsonschema-rs counts drafts
    compiler: type[jsonschema_rs.Validator]
    metaschema_check: Any  # a jsonschema validator over the metaschema, without format checks
    asserts_formats: (
        bool  # draft-07 leaves it to us; in 2020-12 a format is only a remark unless a vocabulary says more
    )


DRAFT_07 = Draft(
    "draft-07",
    jsonschema_rs.Draft7,
    jsonschema_rs.Draft7Validator,
    jsonschema.Draft7Validator(jsonschema.Draft7Validator.META_SCHEMA),
    asserts_formats=True,
)
DRAFT_2020_12 = Draft(
    "2020-12",
    jsonschema_rs.Draft202012,
    jsonschema_rs.Draft202012Validator,
    jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA),
    asserts_formats=False,
)

_BY_ADDRESS = {
    "json-schema.org/draft-07/schema": DRAFT_07,
    "json-schema.org/draft/2020-12/schema": DRAFT_2020_12,
}


def draft_of(schema: JsonValue) -> Draft | None:
    """The draft a schema is written in, draft-07 where it names none; None for one we don't speak."""
    if not isinstance(schema, dict) or "$schema" not in schema:
        return DRAFT_07
    address = schema["$schema"]
    if not isinstance(address, str):
        return None
    return _BY_ADDRESS.get(address.removeprefix("https://").removeprefix("http://").removesuffix("#"))
