from tests.integration.toolbox.conftest import CallTool, answers

TABLE = """day,shop,amount,paid,note
2025-01-03,Bern,120.50,yes,
2025-01-04,Basel,80,no,late
2025-01-04,Basel,80,no,late
2025-02-01,,42.25,yes,"two
lines, and a comma"
"""


async def test_each_column_is_described_by_its_type(call_tool: CallTool) -> None:
    output = (await call_tool("profile_csv", csv=TABLE)).output
    assert (output["rows"], output["separator"], output["duplicate_rows"]) == (4, ",", 1)
    columns = {column["name"]: column for column in output["columns"]}
    assert {name: column["type"] for name, column in columns.items()} == {
        "day": "date",
        "shop": "text",
        "amount": "number",
        "paid": "boolean",
        "note": "text",
    }
    assert columns["day"]["min"].startswith("2025-01-03")
    assert columns["day"]["max"].startswith("2025-02-01")
    assert (columns["shop"]["missing"], columns["shop"]["distinct"]) == (1, 2)
    assert columns["shop"]["top"] == [{"value": "Basel", "count": 2}, {"value": "Bern", "count": 1}]
    amount = columns["amount"]
    assert (amount["min"], amount["max"], amount["mean"]) == (42.25, 120.5, 80.6875)
    assert amount["quartiles"] == [70.5625, 80, 90.125]
    assert columns["note"]["longest"] == len("two\nlines, and a comma")


async def test_whole_numbers_stay_whole_and_one_value_has_no_deviation(call_tool: CallTool) -> None:
    (column,) = (await call_tool("profile_csv", csv="n\n12345678901\n")).output["columns"]
    assert (column["type"], column["min"], column["max"]) == ("integer", 12345678901, 12345678901)
    assert column["standard_deviation"] is None


async def test_the_separator_is_found_or_given() -> None:
    tables = [{"csv": f'"a,b"{separator}c\n1{separator}2'} for separator in ";\t|"]
    found = await answers("profile_csv", [*tables, {"csv": "a,b\n1,2", "separator": ";"}])
    assert [output["separator"] for output in found] == [";", "\t", "|", ";"]
    names = [[column["name"] for column in output["columns"]] for output in found]
    assert names == [["a,b", "c"]] * 3 + [["a,b"]]


async def test_odd_but_legal_tables_are_read() -> None:
    odd, long, header = await answers(
        "profile_csv",
        [
            {"csv": "\ufeffa,a,,\r\n1,x,,\r\n\r\n2,inf,,", "top": 1},
            {"csv": "名称\n" + "值" * 200_000},
            {"csv": "a,b"},
        ],
    )
    assert [column["name"] for column in odd["columns"]] == ["a", "a", "column 3", "column 4"]
    assert [column["type"] for column in odd["columns"]] == ["integer", "text", "empty", "empty"]
    assert (long["columns"][0]["name"], long["columns"][0]["longest"]) == ("名称", 200_000)
    assert (header["rows"], [column["type"] for column in header["columns"]]) == (0, ["empty", "empty"])


async def test_a_first_line_may_be_as_long_as_it_likes(call_tool: CallTool) -> None:
    output = (await call_tool("profile_csv", csv="x" * 200_000)).output
    assert (output["rows"], len(output["columns"])) == (0, 1)


BROKEN = {
    " \n": "The CSV is empty",
    "a,b\n1,2\n3": "Line 3 has 1 fields, but the header has 2.",
    "a,b\n1,2,3": "Line 2 has 3 fields, but the header has 2.",
    'a\n"x': "Line 2 is not valid CSV",
}


async def test_a_broken_table_is_told_by_line() -> None:
    said = await answers("profile_csv", [{"csv": csv} for csv in BROKEN])
    for message, expected in zip(said, BROKEN.values(), strict=True):
        assert message.startswith(expected)
