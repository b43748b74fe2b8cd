"""COMPATIBLE is a promise: whatever was accepted still is, and whatever comes is what could come before."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from toolcrib.catalog.comparison.model import Impact
from toolcrib.catalog.comparison.schemas import compare_schemas
from toolcrib.core.json_schema import check_schema, compile_schema, fill_defaults

from tests.unit.catalog.comparison.schema_pairs import World, sends_only_what_is_named

PAIRS = int(os.environ.get("TOOLCRIB_SCHEMA_PAIRS", "250"))
VALUES = 25


@pytest.mark.parametrize("is_input", [True, False])
def test_what_is_called_compatible_is(is_input: bool) -> None:  # noqa: FBT001 - pytest gives it by position
    tried = 0
    for world, before, after in _compatible_pairs(is_input=is_input):
        for _ in range(VALUES):
            value = world.like(before, before) if is_input else world.like(after, after)
            if is_input and sends_only_what_is_named(before, value) and _accepts(before, value):
                tried += 1
                assert _accepts(after, value), (before, after, value)
            if not is_input and _fits(after, value):
                tried += 1
                assert _fits(before, value), (before, after, value)
    assert tried > PAIRS, "too few values fitted to prove anything"


def _compatible_pairs(*, is_input: bool) -> Iterator[tuple[World, dict[str, Any], dict[str, Any]]]:
    found = 0
    for seed in range(PAIRS * 20):
        world = World(seed)
        before, after = world.pair()
        if any(check_schema(schema, (), top_level_object=True) for schema in (before, after)):
            continue
        changes = compare_schemas(before, after, (), is_input=is_input)
        if all(change.impact is Impact.COMPATIBLE for change in changes):
            yield world, before, after
            found += 1
        if found == PAIRS:
            return


def _accepts(schema: dict[str, Any], value: Any) -> bool:
    return _fits(schema, fill_defaults(schema, value))


def _fits(schema: dict[str, Any], value: Any) -> bool:
    return not compile_schema(schema).problems(value)
