import statistics
from typing import Any

import pytest

from tests.integration.toolbox.conftest import CallTool, answers

# NIST's reference data sets NumAcc1 to NumAcc4, which naive sums get wrong.
NIST = [
    ([10_000_001, 10_000_003, 10_000_002], 10_000_002, 1),
    ([1.2] + [1.1, 1.3] * 500, 1.2, 0.1),
    ([1_000_000.2] + [1_000_000.1, 1_000_000.3] * 500, 1_000_000.2, 0.1),
    ([10_000_000.2] + [10_000_000.1, 10_000_000.3] * 500, 10_000_000.2, 0.1),
]


async def test_means_and_deviations_are_the_certified_ones() -> None:
    found = await answers("describe_numbers", [{"series": [{"values": values}]} for values, *_ in NIST])
    for answer, (_, mean, deviation) in zip(found, NIST, strict=True):
        (row,) = answer["series"]
        assert row["mean"] == pytest.approx(mean, rel=1e-14)
        assert row["standard_deviation"] == pytest.approx(deviation, rel=1e-7)


async def test_two_lists_are_compared_where_both_have_a_number() -> None:
    a, b = [1, 2, None, 4, 5, 100], [2, 1, 7, 4, None, 5]
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    left, right = zip(*pairs, strict=True)
    series = [{"name": "甲", "values": a}, {"name": "乙", "values": b}, {"name": "c", "values": [1, 2]}]
    asked = [{"series": series, "correlation": kind} for kind in ("pearson", "spearman", "none")]
    pearson, spearman, none = await answers("describe_numbers", asked)
    (found,) = pearson["correlations"]
    assert (found["a"], found["b"], found["pairs"]) == ("甲", "乙", 4)
    assert found["coefficient"] == pytest.approx(statistics.correlation(left, right), rel=1e-12)
    (ranked,) = spearman["correlations"]
    assert ranked["coefficient"] == pytest.approx(1 - 6 * (1 + 1) / (4 * (16 - 1)), rel=1e-12)
    assert none["correlations"] == []
    assert pearson["series"][0]["missing"] == 1


async def test_what_has_no_value_is_null_and_never_nan() -> None:
    asked: list[dict[str, Any]] = [
        {"series": [{"values": [7]}]},
        {"series": [{"values": [5, 5, 5]}, {"values": [1, 2, 3]}]},
        {"series": [{"values": [1, None]}, {"values": [None, 1]}]},
        {"series": [{"values": [2**70, 1]}]},
    ]
    single, flat, apart, large = await answers("describe_numbers", asked)
    (row,) = single["series"]
    assert (row["mean"], row["variance"], row["standard_deviation"], row["skewness"]) == (7, None, None, None)
    assert flat["correlations"][0]["coefficient"] is None
    assert flat["series"][0]["skewness"] is None
    assert apart["correlations"] == [{"a": "Series 1", "b": "Series 2", "pairs": 0, "coefficient": None}]
    assert large["series"][0]["sum"] == 2**70 + 1


async def test_equal_ranks_are_shared(call_tool: CallTool) -> None:
    series = [{"values": [1, 2, 2, 3]}, {"values": [1, 2, 3, 4]}]
    output = (await call_tool("describe_numbers", series=series, correlation="spearman")).output
    assert output["correlations"][0]["coefficient"] == pytest.approx(4.5 / (4.5 * 5) ** 0.5, rel=1e-12)


async def test_outliers_are_counted_beyond_those_returned(call_tool: CallTool) -> None:
    values = [*range(100), *([10_000] * 5), None]
    output = (await call_tool("describe_numbers", series=[{"values": values}], max_outliers=2)).output
    (row,) = output["series"]
    assert row["outlier_count"] == 5
    assert row["outliers"] == [{"index": 100, "value": 10_000}, {"index": 101, "value": 10_000}]


SLIPS = [
    ([{"values": [None]}], "The values of Series 1 hold no numbers"),
    ([{"name": "a", "values": [1]}, {"name": "a", "values": [2]}], "series has two rows named 'a'"),
    ([{"name": "big", "values": [1e300]}], "The values of big go beyond ±1e+150"),
    ([{"name": "big", "values": [10**400]}], "The values of big go beyond ±1e+150"),
]


async def test_numbers_that_can_not_be_described_are_told() -> None:
    said = await answers("describe_numbers", [{"series": series} for series, _ in SLIPS])
    for message, (_, expected) in zip(said, SLIPS, strict=True):
        assert message.startswith(expected)
