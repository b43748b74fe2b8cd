"""JSON Schema, draft-07 by default and 2020-12 where `$schema` says so.

`jsonschema-rs` validates: compiled, and with a regex engine whose time is linear. `jsonschema` only holds the schemas
people write against their metaschema: no pattern of theirs ever runs in Python's `re`, where `^(a+)+$` may hang.
"""

from toolcrib.core.json_schema.check import check_schema
from toolcrib.core.json_schema.defaults import fill_defaults
from toolcrib.core.json_schema.redact import redact
from toolcrib.core.json_schema.validator import Validator, compile_schema

__all__ = ["Validator", "check_schema", "compile_schema", "fill_defaults", "redact"]
