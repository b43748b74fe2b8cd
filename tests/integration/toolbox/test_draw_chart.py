import struct
from typing import Any

import pytest

from tests.integration.toolbox.conftest import CallTool, answers
from tests.support.runs import Ran

TWO = [{"name": "Bern", "values": [1, 2, None, 4]}, {"name": "巴塞尔 $x$ and $", "values": [4, 3, 2, 1.5]}]


def png_size(ran: Ran) -> tuple[int, int]:
    """Width and height that the image itself declares; it must be the run's one artifact."""
    (artifact,) = ran.result.artifacts
    assert (artifact.name, artifact.mime_type) == ("chart.png", "image/png")
    assert artifact.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(artifact.content) > 2_000
    width, height = struct.unpack(">II", artifact.content[16:24])
    return width, height


@pytest.mark.parametrize(
    "chart",
    [
        {"kind": "line", "series": TWO, "labels": ["a", "b", "c", "d"], "title": "t", "x_label": "x", "y_label": "$y"},
        {"kind": "bar", "series": [{"values": [1] * 300}], "labels": [f"day {n}" for n in range(300)]},
        {"kind": "scatter", "series": [{"x": [1, 2], "values": [3, None]}]},
        {"kind": "pie", "series": [{"values": [3, 1, 0]}], "labels": ["a", "b", "c"]},
        {"kind": "histogram", "series": [{"values": [1, 1, 2, 3, 5, 8]}]},
    ],
    ids=lambda chart: chart["kind"],
)
async def test_every_kind_of_chart_becomes_an_image(chart: dict[str, Any], call_tool: CallTool) -> None:
    ran = await call_tool("draw_chart", **chart, width=640, height=480)
    assert ran.result.status == "SUCCESS", ran.result.error
    assert png_size(ran) == (640, 480)
    assert ran.output["artifact"] == "chart.png"


async def test_labels_and_positions_may_be_left_out() -> None:
    charts = [
        {"kind": "line", "series": [{"x": [3, 1, 2], "values": [1, 2, 3]}]},
        {"kind": "bar", "series": TWO},
        {"kind": "pie", "series": [{"values": [3, 1]}]},
    ]
    assert [answer["kind"] for answer in await answers("draw_chart", charts)] == ["line", "bar", "pie"]


async def test_the_numbers_behind_the_picture_come_with_it(call_tool: CallTool) -> None:
    output = (await call_tool("draw_chart", kind="line", series=[*TWO, {"values": [7, 7, 7, 7]}])).output
    assert output["series"][0] == {"name": "Bern", "points": 3, "min": 1, "max": 4, "mean": 7 / 3, "total": 7}
    assert output["series"][2]["name"] == "Series 3"
    assert (output["width"], output["height"]) == (1000, 600)


NO_CHARTS = [
    ({"kind": "bar", "series": [{"values": [1, 2]}], "labels": ["a"]}, "Series 1 has 2 values for 1 labels."),
    ({"kind": "scatter", "series": [{"name": "A", "values": [1]}]}, "A needs x"),
    ({"kind": "line", "series": [{"x": [1], "values": [1, 2]}]}, "Series 1 has 1 x for 2 values."),
    ({"kind": "line", "series": [{"values": [None]}]}, "Series 1 holds no numbers."),
    ({"kind": "line", "series": [{"values": [1e308, -1e308]}]}, "The numbers of Series 1 go beyond ±1e+100"),
    ({"kind": "bar", "series": [{"values": [10**400]}]}, "The numbers of Series 1 go beyond ±1e+100"),
    ({"kind": "scatter", "series": [{"values": [1], "x": [1e200]}]}, "The numbers of Series 1 go beyond ±1e+100"),
    ({"kind": "pie", "series": TWO}, "A pie shows one series, not 2."),
    ({"kind": "pie", "series": [{"values": [1, -1]}]}, "The values of a pie must be 0 or more"),
    ({"kind": "pie", "series": [{"values": [0]}]}, "The values of a pie must be 0 or more"),
]


async def test_numbers_that_make_no_chart_are_told() -> None:
    said = await answers("draw_chart", [chart for chart, _ in NO_CHARTS])
    for message, (chart, expected) in zip(said, NO_CHARTS, strict=True):
        assert message.startswith(expected), chart


async def test_a_refused_chart_leaves_no_image(call_tool: CallTool) -> None:
    ran = await call_tool("draw_chart", kind="pie", series=TWO)
    assert (ran.code, ran.message) == ("SCRIPT_ERROR", "ValueError: A pie shows one series, not 2.")
    assert ran.result.artifacts == ()


async def test_a_histogram_is_drawn_however_far_its_numbers_lie_apart() -> None:
    """By numpy's own rules the first would have some billion bars, and the others none at all."""
    rows = [
        [*range(1000), 1e12],
        [-1e100, 1e100],
        [1e16, 1e16 + 2],
        [10**99, 10**99 + 1],
        [5e-324, 1e-323],
        [7],
        [1e16 + n for n in range(10_000)],
    ]
    given = [{"kind": "histogram", "series": [{"values": row}]} for row in rows]
    assert [found["series"][0]["points"] for found in await answers("draw_chart", given)] == [len(row) for row in rows]


async def test_numbers_beyond_64_bits_are_drawn() -> None:
    big = [10**30, 10**31]
    given = [{"kind": kind, "series": [{"values": big, "x": big}]} for kind in ("line", "scatter")]
    given += [{"kind": kind, "series": [{"values": big}]} for kind in ("bar", "pie")]
    assert [found["kind"] for found in await answers("draw_chart", given)] == ["line", "scatter", "bar", "pie"]


async def test_a_picture_that_would_take_minutes_ends_with_advice() -> None:
    (said,) = await answers("draw_chart", [{"kind": "bar", "series": [{"values": [1] * 10_000}] * 20}], seconds=1)
    assert said.startswith("series took more than 1 seconds to draw. Give fewer numbers")
