"""If these fail, the tree of categories breaks or tools fall out of it."""

import asyncio

import pytest
from toolcrib.catalog.service import Catalog
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Principal

from tests.integration.catalog.conftest import Make, only


def code(error: pytest.ExceptionInfo[Conflict]) -> str:
    return error.value.problems[0].code


async def test_only_admins_change_categories(catalog: Catalog, author: Principal, admin: Principal) -> None:
    category = await catalog.create_category(admin, name="Finance")
    for call in (
        catalog.create_category(author, name="Mine"),
        catalog.update_category(author, id=category, name="Mine"),
        catalog.delete_category(author, id=category),
    ):
        with pytest.raises(Forbidden):
            await call


async def test_a_category_is_made_changed_and_recorded(catalog: Catalog, database: Database, admin: Principal) -> None:
    parent = await catalog.create_category(admin, name="Finance", description="  ")
    child = await catalog.create_category(admin, name=" Invoices ", parent=parent)
    await catalog.update_category(admin, id=child, description="Bills", parent=None)
    await catalog.update_category(admin, id=child, description="Bills")
    row = await database.fetch_one("SELECT name, description, parent FROM category WHERE id = $1", child)
    assert row is not None
    assert tuple(row) == ("Invoices", "Bills", None)
    assert await database.fetch_value("SELECT count(*) FROM audit_event WHERE action = 'category.update'") == 1


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "a\0b", "\ud800"])
async def test_a_name_that_cannot_be_kept_is_refused(catalog: Catalog, admin: Principal, name: str) -> None:
    with pytest.raises(InvalidInput) as error:
        await catalog.create_category(admin, name=name)
    assert error.value.problems[0].field == ("name",)


async def test_a_taken_name_and_a_missing_parent_are_named(catalog: Catalog, admin: Principal) -> None:
    await catalog.create_category(admin, name="Finance")
    with pytest.raises(Conflict) as taken:
        await catalog.create_category(admin, name="Finance")
    assert code(taken) == "NAME_TAKEN"
    with pytest.raises(NotFound) as missing:
        await catalog.create_category(admin, name="Other", parent=new_id())
    assert missing.value.problems[0].field == ("parent",)
    with pytest.raises(NotFound):
        await catalog.update_category(admin, id=new_id(), name="Other")


async def test_a_category_never_comes_to_stand_below_itself(catalog: Catalog, admin: Principal) -> None:
    top = await catalog.create_category(admin, name="a")
    middle = await catalog.create_category(admin, name="b", parent=top)
    bottom = await catalog.create_category(admin, name="c", parent=middle)
    for parent in (top, middle, bottom):
        with pytest.raises(Conflict) as error:
            await catalog.update_category(admin, id=top, parent=parent)
        assert code(error) == "CATEGORY_CYCLE"
        assert error.value.problems[0].field == ("parent",)


async def test_two_moves_at_once_make_no_cycle(catalog: Catalog, database: Database, admin: Principal) -> None:
    a = await catalog.create_category(admin, name="a")
    b = await catalog.create_category(admin, name="b")
    results = await asyncio.gather(
        catalog.update_category(admin, id=a, parent=b),
        catalog.update_category(admin, id=b, parent=a),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert await database.fetch_value("SELECT count(*) FROM category WHERE parent IS NULL") == 1


async def test_many_moves_at_once_are_done_or_refused_but_never_fail(catalog: Catalog, admin: Principal) -> None:
    ring = [await catalog.create_category(admin, name=name) for name in "abc"]
    moves = [
        catalog.update_category(admin, id=category, parent=ring[(place + 1) % 3])
        for _ in range(4)
        for place, category in enumerate(ring)
    ]
    results = await asyncio.gather(*moves, return_exceptions=True)
    refused = [result for result in results if isinstance(result, BaseException)]
    assert len(refused) >= 1
    assert {type(error) for error in refused} == {Conflict}, refused
    assert {error.problems[0].code for error in refused if isinstance(error, Conflict)} == {"CATEGORY_CYCLE"}


async def test_what_holds_something_goes_only_if_that_moves(
    catalog: Catalog, database: Database, make_tool: Make, admin: Principal
) -> None:
    old, new = [await catalog.create_category(admin, name=name) for name in ("old", "new")]
    child = await catalog.create_category(admin, name="child", parent=old)
    tool_id = await make_tool(category=old)
    with pytest.raises(Conflict) as error:
        await catalog.delete_category(admin, id=old)
    assert code(error) == "CATEGORY_NOT_EMPTY"
    assert "1 category and 1 tool" in error.value.problems[0].message
    await catalog.delete_category(admin, id=old, move_to=new)
    assert await database.fetch_value("SELECT parent FROM category WHERE id = $1", child) == new
    assert await database.fetch_value("SELECT category FROM tool WHERE id = $1", tool_id) == new
    assert await database.fetch_value("SELECT category FROM tool_version WHERE tool = $1", tool_id) == new
    assert await database.fetch_value("SELECT version FROM tool WHERE id = $1", tool_id) == 1


async def test_old_versions_and_deleted_tools_do_not_keep_a_category(
    catalog: Catalog, database: Database, make_tool: Make, admin: Principal, author: Principal
) -> None:
    category = await catalog.create_category(admin, name="old")
    moved, deleted = await make_tool("moved", category=category), await make_tool("deleted", category=category)
    await catalog.update_tool(author, id=moved, expected_version=1, content=only(category=None))
    await catalog.delete_tool(author, id=deleted)
    await catalog.delete_category(admin, id=category)
    assert await database.fetch_value("SELECT count(*) FROM category") == 0
    await catalog.restore_tool_version(author, id=moved, version=1, expected_version=2)
    await catalog.undelete_tool(author, id=deleted)
    assert await database.fetch_value("SELECT count(*) FROM tool WHERE category IS NULL AND deleted_at IS NULL") == 2


async def test_a_move_into_itself_below_itself_or_nowhere_is_refused(catalog: Catalog, admin: Principal) -> None:
    top = await catalog.create_category(admin, name="top")
    child = await catalog.create_category(admin, name="child", parent=top)
    with pytest.raises(InvalidInput):
        await catalog.delete_category(admin, id=top, move_to=top)
    with pytest.raises(NotFound):
        await catalog.delete_category(admin, id=top, move_to=new_id())
    with pytest.raises(Conflict) as error:
        await catalog.delete_category(admin, id=top, move_to=child)
    assert (code(error), error.value.problems[0].field) == ("CATEGORY_CYCLE", ("moveTo",))
