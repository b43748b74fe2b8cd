import csv
import io
from typing import Any

import pytest

from tests.integration.toolbox.conftest import CallTool, answers

LEFT = [
    {"id": 1, "x": "a"},
    {"id": 2, "x": "b"},
    {"id": 2, "x": "c"},
    {"id": None, "x": "d"},
    {"x": "e"},
    {"id": 5, "x": "f"},
]
RIGHT = [{"id": "2", "y": 20}, {"id": "2", "y": 21}, {"id": 1.0, "y": 10}, {"id": "", "y": 0}, {"id": "7", "y": 70}]
# As PostgreSQL answers: SELECT x, y FROM l … JOIN r USING (id).
JOINS: dict[str, list[tuple[str | None, int | None]]] = {
    "inner": [("a", 10), ("b", 20), ("b", 21), ("c", 20), ("c", 21)],
    "left": [("a", 10), ("b", 20), ("b", 21), ("c", 20), ("c", 21), ("d", None), ("e", None), ("f", None)],
    "right": [("a", 10), ("b", 20), ("b", 21), ("c", 20), ("c", 21), (None, 0), (None, 70)],
}
JOINS["full"] = [*JOINS["left"], *JOINS["right"][-2:]]


async def test_the_joins_are_those_of_sql() -> None:
    asked = [{"left": LEFT, "right": RIGHT, "on": ["id"], "kind": kind} for kind in JOINS]
    for kind, found in zip(JOINS, await answers("join_tables", asked), strict=True):
        assert [(row["x"], row["y"]) for row in found["rows"]] == JOINS[kind], kind
        assert (found["count"], found["truncated"]) == (len(JOINS[kind]), False)
        assert (found["left"]["matched"], found["left"]["unmatched"], found["left"]["repeated_keys"]) == (3, 3, 1)
        assert found["right"]["unmatched_keys"] == [[""], ["7"]]


async def test_rows_without_a_partner_are_found_on_either_side() -> None:
    asked = [{"left": LEFT, "right": RIGHT, "on": ["id"], "kind": f"{side}_only"} for side in ("left", "right")]
    left, right = await answers("join_tables", asked)
    assert [row["x"] for row in left["rows"]] == ["d", "e", "f"]
    assert (left["columns"], right["columns"]) == (["id", "x"], ["id", "y"])
    assert right["rows"] == [{"id": "", "y": 0}, {"id": "7", "y": 70}]


async def test_columns_of_one_name_are_told_apart_and_values_stay_as_they_are() -> None:
    left = [{"编号": "01", "name": "梅", "ok": True}, {"编号": "é", "name": None, "ok": 1.50}]
    right = [
        {"no": "01", "name": "Mei", "编号": "x"},
        {"no": "e\N{COMBINING ACUTE ACCENT}", "name": ["list"], "编号": 0},
    ]
    (found,) = await answers("join_tables", [{"left": left, "right": right, "on": ["编号"], "right_on": ["no"]}])
    assert found["columns"] == ["编号", "name_left", "ok", "name_right", "编号_right"]
    assert found["rows"] == [
        {"编号": "01", "name_left": "梅", "ok": True, "name_right": "Mei", "编号_right": "x"},
        {"编号": "é", "name_left": None, "ok": 1.5, "name_right": ["list"], "编号_right": 0},
    ]


async def test_tables_come_as_csv_of_any_separator_or_as_json_and_leave_as_csv(call_tool: CallTool) -> None:
    ran = await call_tool(
        "join_tables",
        left='\ufeffk;t\r\n1;"a;b"\r\n2;"say ""hi"""\r\n',
        right='[{"k": 1, "u": "x,y"}, {"k": 2}]',
        on=["k"],
        as_csv=True,
    )
    rows = list(csv.reader(io.StringIO(ran.output["csv"])))
    assert rows == [["k", "t", "u"], ["1", "a;b", "x,y"], ["2", 'say "hi"', ""]]


async def test_repeated_keys_that_multiply_are_counted_and_not_built(call_tool: CallTool) -> None:
    many = [{"k": "same", "n": number} for number in range(20_000)]
    output = (await call_tool("join_tables", left=many, right=many, on=["k"], limit=3)).output
    assert (output["count"], output["truncated"], len(output["rows"])) == (20_000**2, True, 3)


async def test_a_column_name_may_be_as_long_as_it_likes(call_tool: CallTool) -> None:
    output = (await call_tool("join_tables", left=f"k,{'x' * 200_000}\n1,2", right="k\n1", on=["k"])).output
    assert output["count"] == 1


@pytest.mark.parametrize("kind", ["inner", "full"])
async def test_an_empty_table_has_no_partners(kind: str, call_tool: CallTool) -> None:
    output = (await call_tool("join_tables", left=[], right="k\n1\n", on=["k"], kind=kind)).output
    assert (output["count"], output["left"]["rows"]) == (kind == "full", 0)


SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"left": " \n"}, "left is empty: it needs at least a line of column names."),
    ({"left": "a,b\n1"}, "left: line 2 has 1 fields, but the header has 2."),
    ({"left": "k,k\n1,2"}, "left has two columns of the same name in its first line."),
    ({"left": 'k\n"x'}, "left: line 2 is not valid CSV"),
    ({"right": "[1]"}, "right[0] must be an object of columns and values."),
    ({"right": "[{]"}, "right begins like JSON, but is none"),
    ({"right": [{"z": 1}]}, "right has no column 'k'; it has 'z'."),
    ({"right": [{"k": {"deep": 1}}]}, "right[0].k is an object: it can't be joined on."),
    ({"right_on": ["a", "b"]}, "right_on must name as many columns as on does: 1, not 2."),
]


async def test_a_slip_is_named_with_its_table_and_line() -> None:
    good = {"left": "k\n1", "right": "k\n1", "on": ["k"]}
    said = await answers("join_tables", [good | slip for slip, _ in SLIPS])
    for message, (slip, expected) in zip(said, SLIPS, strict=True):
        assert str(message).startswith(expected), slip
