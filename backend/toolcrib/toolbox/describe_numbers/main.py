"""Describe lists of numbers: location, spread, quantiles, outliers, and how they go together."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

Series = dict[str, Any]
Numbers = npt.NDArray[np.float64]
MOST = 1e150  # beyond it, squares are no longer finite


def main(
    series: list[Series],
    quantiles: list[float] | None = None,
    fence: float = 1.5,
    correlation: str = "pearson",
    max_outliers: int = 20,
) -> dict[str, Any]:
    wanted = [0.05, 0.25, 0.5, 0.75, 0.95] if quantiles is None else quantiles
    named = [{"name": f"Series {number}", **row} for number, row in enumerate(series, start=1)]
    check(named)
    return {
        "series": [describe(row, wanted, fence, max_outliers) for row in named],
        "correlations": [] if correlation == "none" else correlate(named, ranked=correlation == "spearman"),
    }


def check(series: list[Series]) -> None:
    """Raises ValueError naming the series and what doesn't fit."""
    names = [row["name"] for row in series]
    for number, row in enumerate(series):
        name = row["name"]
        if name in names[:number]:
            raise ValueError(f"series has two rows named {name!r}: give each a name of its own.")
        present = [value for value in row["values"] if value is not None]
        if not present:
            raise ValueError(f"The values of {name} hold no numbers: every one is null, or there are none.")
        if max(map(abs, present)) > MOST:
            raise ValueError(f"The values of {name} go beyond ±{MOST:g}: divide them by a power of ten first.")


def describe(row: Series, quantiles: list[float], fence: float, max_outliers: int) -> dict[str, Any]:
    values = [value for value in row["values"] if value is not None]
    count, total = len(values), exact_sum(values)
    mean = total / count
    squares = math.fsum((value - mean) ** 2 for value in values)
    variance = squares / (count - 1) if count > 1 else None
    low, median, high = (float(value) for value in np.quantile(np.asarray(values, dtype=float), [0.25, 0.5, 0.75]))
    least, most = low - fence * (high - low), high + fence * (high - low)
    outliers = [
        {"index": index, "value": value}
        for index, value in enumerate(row["values"])
        if value is not None and not least <= value <= most
    ]
    return {
        "name": row["name"],
        "count": count,
        "missing": len(row["values"]) - count,
        "sum": total,
        "min": min(values),
        "max": max(values),
        "mean": mean,
        "median": median,
        "variance": variance,
        "standard_deviation": None if variance is None else math.sqrt(variance),
        "skewness": skewness(values, mean, squares),
        "quantiles": [{"q": q, "value": float(np.quantile(values, q))} for q in quantiles],
        "outlier_count": len(outliers),
        "outliers": outliers[:max_outliers],
    }


def exact_sum(values: list[float]) -> float:
    """Whole numbers stay whole, of any size; others are added without the errors of adding one by one."""
    return sum(values) if all(isinstance(value, int) for value in values) else math.fsum(values)


def skewness(values: list[float], mean: float, squares: float) -> float | None:
    """The adjusted Fisher-Pearson coefficient, as spreadsheets have it; None below three values or without spread."""
    count = len(values)
    if count < 3 or squares == 0:  # noqa: PLR2004 - it divides by count - 2
        return None
    spread = math.sqrt(squares / (count - 1))
    cubes = math.fsum(((value - mean) / spread) ** 3 for value in values)
    return count * cubes / ((count - 1) * (count - 2))


def correlate(series: list[Series], *, ranked: bool) -> list[dict[str, Any]]:
    """Each pair of series of the same length, over the places where both have a number."""
    found = []
    for first, second in combinations(series, 2):
        if len(first["values"]) != len(second["values"]):
            continue
        pairs = [
            pair
            for pair in zip(first["values"], second["values"], strict=True)
            if pair[0] is not None and pair[1] is not None
        ]
        left, right = (np.asarray(side, dtype=float) for side in zip(*pairs, strict=True)) if pairs else (None, None)
        coefficient = None
        if left is not None and right is not None:
            coefficient = coefficient_of(ranks(left), ranks(right)) if ranked else coefficient_of(left, right)
        found.append({"a": first["name"], "b": second["name"], "pairs": len(pairs), "coefficient": coefficient})
    return found


def coefficient_of(left: Numbers, right: Numbers) -> float | None:
    """Pearson's; None where either side doesn't vary."""
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return None
    a, b = (side - side.mean() for side in (left, right))
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    return max(-1.0, min(1.0, float(a @ b) / math.sqrt(float(a @ a) * float(b @ b))))


def ranks(values: Numbers) -> Numbers:
    """From 1; equal values share the mean of their places."""
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(sizes)
    means: Numbers = (last - (sizes - 1) / 2)[group]
    return means
