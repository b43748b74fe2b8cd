"""If these fail, tests disturb each other and nobody can trust a green run."""

from toolcrib.core.db import Database


async def test_every_test_gets_the_schema_and_none_of_the_rows_of_another(database: Database) -> None:
    assert await database.fetch_value("SELECT count(*) FROM category") == 0
    await database.execute("CREATE TABLE mark (id int)")


async def test_a_second_test_sees_nothing_the_first_one_made(database: Database) -> None:
    assert await database.fetch_value("SELECT to_regclass('mark')") is None


async def test_trigrams_see_chinese(database: Database) -> None:
    assert await database.fetch_value("SELECT similarity('发票汇总', '发票')") > 0
