import json
from collections import Counter

import pytest

from tests.integration.toolbox.conftest import CallTool

RHYME = "Row, row, row your boat\ngently down the stream.\n\nRow!"
ORDERS = "1001,Norway,12\n1002,Chile,8\n1003,Norway,7\nno columns here\n1004,,3\n"


def counted(output: dict[str, object]) -> list[tuple[str, int]]:
    top = output["top"]
    assert isinstance(top, list)
    return [(entry["value"], entry["count"]) for entry in top]


async def test_words_are_counted_whatever_stands_around_them(call_tool: CallTool) -> None:
    output = (await call_tool("tally_text", text=RHYME)).output
    assert counted(output)[:2] == [("row", 4), ("boat", 1)]
    assert (output["total"], output["distinct"]) == (10, 7)


async def test_the_counts_are_those_of_another_program(call_tool: CallTool) -> None:
    words = [f"w{(number * number) % 97}" for number in range(2_000)]
    output = (await call_tool("tally_text", text=" ".join(words), limit=1_000)).output
    assert counted(output) == sorted(Counter(words).items(), key=lambda entry: (-entry[1], entry[0]))
    assert (output["total"], output["distinct"]) == (2_000, len(set(words)))


async def test_words_of_any_language_keep_their_marks(call_tool: CallTool) -> None:
    text = "“Été”, été… DON\N{RIGHT SINGLE QUOTATION MARK}T don't well-known _x_ 发票 发票。"
    found = dict(counted((await call_tool("tally_text", text=text)).output))
    assert found == {"été": 2, "don\N{RIGHT SINGLE QUOTATION MARK}t": 1, "don't": 1, "发票": 2, "well-known": 1, "x": 1}


async def test_upper_and_lower_case_differ_on_request(call_tool: CallTool) -> None:
    output = (await call_tool("tally_text", text="a A a", ignore_case=False)).output
    assert counted(output) == [("a", 2), ("A", 1)]


async def test_lines_are_counted_whole_and_windows_line_ends_make_no_difference(call_tool: CallTool) -> None:
    text = 'disk "full" \\ 90 %\r\nok\n\n  ok\ndisk "full" \\ 90 %\n\tok $(id) `id` &'
    output = (await call_tool("tally_text", text=text, by="line")).output
    assert counted(output) == [('disk "full" \\ 90 %', 2), ("\tok $(id) `id` &", 1), ("  ok", 1), ("ok", 1)]


async def test_the_values_of_a_column_are_counted(call_tool: CallTool) -> None:
    output = (await call_tool("tally_text", text=ORDERS, by="column", column=2, ignore_case=False)).output
    assert counted(output) == [("Norway", 2), ("Chile", 1)]
    tabs = ORDERS.replace(",", "\t")
    output = (await call_tool("tally_text", text=tabs, by="column", column=3, separator="\t")).output
    assert counted(output) == [("12", 1), ("3", 1), ("7", 1), ("8", 1)]


async def test_only_as_many_as_asked_for_are_given(call_tool: CallTool) -> None:
    output = (await call_tool("tally_text", text="c b a a", limit=2)).output
    assert counted(output) == [("a", 2), ("b", 1)]
    assert (output["total"], output["distinct"]) == (4, 3)


@pytest.mark.parametrize("by", ["word", "line", "column"])
@pytest.mark.parametrize("text", ["", " \n\t\n", "\x01\x1f", "…"])
async def test_a_text_with_nothing_to_count_is_no_failure(text: str, by: str, call_tool: CallTool) -> None:
    ran = await call_tool("tally_text", text=text, by=by)
    expected = 1 if (text, by) == ("…", "line") else 0
    assert (ran.output["total"], ran.output["distinct"], len(ran.output["top"])) == (expected,) * 3


async def test_the_largest_text_is_counted(call_tool: CallTool) -> None:
    text = "\n".join(f'line "{number}" \\' for number in range(5_000))
    ran = await call_tool("tally_text", text=text, by="line", limit=1_000)
    assert (ran.output["total"], len(ran.output["top"])) == (5_000, 1_000)


async def test_a_text_beyond_what_a_variable_holds_is_refused_clearly(call_tool: CallTool) -> None:
    ran = await call_tool("tally_text", text="发" * 90_000)
    assert ran.code == "INVALID_INPUT"
    assert ran.message.startswith("input.text takes 270,")


async def test_the_output_is_json_whatever_the_text_holds(call_tool: CallTool) -> None:
    for text in ("\\", '"', "\\u0000", "\x7f\u2028\ufeff😀", "\b\f\v"):
        ran = await call_tool("tally_text", text=text, by="line")
        assert json.loads(str(ran.result.output_json))["distinct"] <= 1
