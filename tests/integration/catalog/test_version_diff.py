"""What a person learns of an edit before and after saving it."""

import asyncio
from typing import Any

import pytest
from toolcrib.catalog.comparison import ChangeKind, Impact
from toolcrib.catalog.service import Catalog
from toolcrib.core.errors import NotFound
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Principal

from tests.integration.catalog.conftest import INPUT, Make, content, only

NARROWED = INPUT | {"properties": {"total": {"type": "integer", "minimum": 5}}}


async def test_two_versions_are_compared_either_way(catalog: Catalog, author: Principal, make_tool: Make) -> None:
    tool = await make_tool()
    await catalog.update_tool(author, id=tool, expected_version=1, content=only(input_schema=NARROWED))
    forth = await catalog.version_diff(author, id=tool, before=1, after=2)
    back = await catalog.version_diff(author, id=tool, before=2, after=1)
    assert [(change.kind, change.impact) for change in forth.changes] == [(ChangeKind.LIMIT, Impact.BREAKING)]
    assert back.impact is Impact.COMPATIBLE
    assert not (await catalog.version_diff(author, id=tool, before=2, after=2)).changes


async def test_what_is_not_there_or_not_to_be_known_is_not_found(
    catalog: Catalog, author: Principal, stranger: Principal, make_tool: Make
) -> None:
    tool = await make_tool()
    with pytest.raises(NotFound, match="no version 7"):
        await catalog.version_diff(author, id=tool, before=1, after=7)
    for who, which in ((stranger, tool), (author, new_id())):
        with pytest.raises(NotFound, match="no such tool") as refused:
            await catalog.version_diff(who, id=which, before=1, after=1)
        assert refused.value.problems[0].field == ("tool",)
        with pytest.raises(NotFound, match="no such tool"):
            await catalog.check_tool(who, content=only(), tool=which)


async def test_an_edit_is_compared_before_it_is_saved(catalog: Catalog, author: Principal, make_tool: Make) -> None:
    tool = await make_tool()
    review = await catalog.check_tool(author, content=only(input_schema=NARROWED), tool=tool)
    assert not review.problems
    assert review.comparison is not None
    assert review.comparison.impact is Impact.BREAKING


async def test_a_schema_that_can_t_be_used_is_not_compared(
    catalog: Catalog, author: Principal, make_tool: Make
) -> None:
    tool = await make_tool()
    review = await catalog.check_tool(author, content=only(input_schema={"type": "objekt"}), tool=tool)
    assert review.problems
    assert review.comparison is None


def entangled(longest: int) -> dict[str, Any]:
    """A schema that is compared with its like for about a second."""
    steps = {
        f"s{n}": {"anyOf": [_step(n + 1), {"type": "object", "properties": {f"f{n}": _step(n + 1)}}]} for n in range(10)
    }
    end = {"type": "string", "maxLength": longest}
    return {"type": "object", "properties": {"a": _step(0)}, "$defs": {**steps, "s10": end}}


def _step(number: int) -> dict[str, str]:
    return {"$ref": f"#/$defs/s{number}"}


async def test_many_costly_comparisons_hold_up_only_who_asks_for_them(
    catalog: Catalog, author: Principal, stranger: Principal, make_tool: Make
) -> None:
    tools = [await make_tool(f"costly_{number}", input_schema=entangled(9)) for number in range(40)]
    for tool in tools:
        await catalog.update_tool(author, id=tool, expected_version=1, content=only(input_schema=entangled(8)))
    asked = [asyncio.create_task(catalog.version_diff(author, id=tool, before=1, after=2)) for tool in tools]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    own = await catalog.create_tool(stranger, name="meanwhile", content=content())
    await catalog.update_tool(stranger, id=own, expected_version=1, content=only(input_schema=NARROWED))
    assert (await catalog.version_diff(stranger, id=own, before=1, after=2)).impact is Impact.BREAKING
    waiting = [task for task in asked if not task.done()]
    assert len(waiting) > len(asked) / 2
    for task in waiting:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


async def test_a_comparison_is_made_once_and_still_only_for_those_who_may_see_it(
    catalog: Catalog, author: Principal, stranger: Principal, make_tool: Make
) -> None:
    tool = await make_tool()
    await catalog.update_tool(author, id=tool, expected_version=1, content=only(input_schema=NARROWED))
    forth, again = [await catalog.version_diff(author, id=tool, before=1, after=2) for _ in range(2)]
    assert again is forth
    with pytest.raises(NotFound, match="no such tool"):
        await catalog.version_diff(stranger, id=tool, before=1, after=2)
