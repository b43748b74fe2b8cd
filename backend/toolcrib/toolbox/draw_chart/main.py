"""Draw a chart with matplotlib and leave it as an artifact."""

import os
from pathlib import Path
from typing import Any

from matplotlib import font_manager
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

ARTIFACT = "chart.png"
DOTS_PER_INCH = 100
MARKS = 25  # along the horizontal axis
LARGEST = 1e100
ROW_CHARACTERS = 100  # of labels that fit in one row there
FONTS = ("DejaVu Sans", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Zen Hei", "PingFang SC", "Microsoft YaHei")

Series = dict[str, Any]


def main(
    *,
    kind: str,
    series: list[Series],
    title: str = "",
    labels: list[str] | None = None,
    x_label: str = "",
    y_label: str = "",
    width: int = 1000,
    height: int = 600,
) -> dict[str, Any]:
    labels = labels or []
    named = [{"name": f"Series {number}", **row} for number, row in enumerate(series, start=1)]
    check(kind, named, labels)
    plt.rcParams["font.family"] = [name for name in FONTS if name in font_manager.get_font_names()]
    plt.rcParams["text.parse_math"] = False  # "$5 and $6" is a text, not a formula
    figure, axes = plt.subplots(figsize=(width / DOTS_PER_INCH, height / DOTS_PER_INCH), layout="constrained")
    DRAW[kind](axes, named, labels)
    axes.set_title(title)
    if kind != "pie":
        axes.set(xlabel=x_label, ylabel=y_label, axisbelow=True)
        axes.grid(alpha=0.3)
        if len(named) > 1:
            axes.legend()
    figure.savefig(Path(os.environ["ARTIFACTS"]) / ARTIFACT, dpi=DOTS_PER_INCH)
    summary = [summarise(row) for row in named]
    return {"artifact": ARTIFACT, "kind": kind, "width": width, "height": height, "series": summary}


def check(kind: str, series: list[Series], labels: list[str]) -> None:
    """Raises ValueError naming the series and what doesn't fit."""
    if kind == "pie" and len(series) != 1:
        raise ValueError(f"A pie shows one series, not {len(series)}.")
    for row in series:
        name, values = row["name"], row["values"]
        if not present(row):
            raise ValueError(f"{name} holds no numbers.")
        if max(map(abs, (*present(row), *row.get("x", ())))) > LARGEST:
            raise ValueError(f"The numbers of {name} go beyond ±{LARGEST:g}: divide them by a power of ten first.")
        if "x" in row and len(row["x"]) != len(values):
            raise ValueError(f"{name} has {len(row['x'])} x for {len(values)} values.")
        if kind == "scatter" and "x" not in row:
            raise ValueError(f"{name} needs x: a scatter chart has a horizontal position for each value.")
        if kind in ("line", "bar", "pie") and labels and "x" not in row and len(labels) != len(values):
            raise ValueError(f"{name} has {len(values)} values for {len(labels)} labels.")
        if kind == "pie" and (None in values or min(values) < 0 or sum(values) == 0):
            raise ValueError("The values of a pie must be 0 or more, none missing, and not all 0.")


def present(row: Series) -> list[float]:
    return [value for value in row["values"] if value is not None]


def summarise(row: Series) -> dict[str, Any]:
    values = present(row)
    total = sum(values)
    return {
        "name": row["name"],
        "points": len(values),
        "min": min(values),
        "max": max(values),
        "mean": total / len(values),
        "total": total,
    }


def with_gaps(row: Series) -> list[float]:
    return [float("nan") if value is None else float(value) for value in row["values"]]


def draw_lines(axes: Axes, series: list[Series], labels: list[str]) -> None:
    for row in series:
        positions = row.get("x") or range(len(row["values"]))
        axes.plot(positions, with_gaps(row), marker="o", markersize=3, label=row["name"])
    if labels and not any("x" in row for row in series):
        mark(axes, labels)


def draw_bars(axes: Axes, series: list[Series], labels: list[str]) -> None:
    bar_width = 0.8 / len(series)
    for number, row in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * bar_width
        axes.bar([i + shift for i in range(len(row["values"]))], with_gaps(row), bar_width, label=row["name"])
    mark(axes, labels or [str(i + 1) for i in range(max(len(row["values"]) for row in series))])


def draw_points(axes: Axes, series: list[Series], _: list[str]) -> None:
    for row in series:
        axes.scatter(row["x"], with_gaps(row), s=20, label=row["name"])


def draw_pie(axes: Axes, series: list[Series], labels: list[str]) -> None:
    values = series[0]["values"]
    names = labels or [f"{value:g}" for value in values]
    axes.pie(values, labels=names, autopct="%1.1f%%", startangle=90, counterclock=False)


def draw_histogram(axes: Axes, series: list[Series], _: list[str]) -> None:
    for row in series:
        axes.hist(present(row), bins="auto", alpha=0.7, label=row["name"])


def mark(axes: Axes, labels: list[str]) -> None:
    """Name the points on the horizontal axis; of very many only some, so that they stay readable."""
    shown = range(0, len(labels), max(1, len(labels) // MARKS))
    axes.set_xticks(list(shown), [labels[i] for i in shown])
    if max(map(len, labels)) * len(shown) > ROW_CHARACTERS:
        plt.setp(axes.get_xticklabels(), rotation=45, horizontalalignment="right")


DRAW = {"line": draw_lines, "bar": draw_bars, "scatter": draw_points, "pie": draw_pie, "histogram": draw_histogram}
