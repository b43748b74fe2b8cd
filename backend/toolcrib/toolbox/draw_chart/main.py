"""Draw a chart with matplotlib and leave it as an artifact."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil, log2
from pathlib import Path
from statistics import quantiles
from types import FrameType
from typing import Any

from matplotlib import font_manager
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

SECONDS = 20
ARTIFACT = "chart.png"
DOTS_PER_INCH = 100
MARKS = 25  # along the horizontal axis
LARGEST, SMALLEST = 1e100, 1e-300
MOST_BINS = 500
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
    texts = {"title": title} if kind == "pie" else {"title": title, "xlabel": x_label, "ylabel": y_label}
    with in_time():
        picture = draw(kind, named, labels, (width / DOTS_PER_INCH, height / DOTS_PER_INCH), texts)
    (Path(os.environ["ARTIFACTS"]) / ARTIFACT).write_bytes(picture)
    summary = [summarise(row) for row in named]
    return {"artifact": ARTIFACT, "kind": kind, "width": width, "height": height, "series": summary}


class OutOfTime(BaseException):
    """No Exception, which a library might take for one of its own and go on."""


@contextmanager
def in_time() -> Iterator[None]:
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, 1)  # again each second: a library may swallow it
    try:
        yield
    except OutOfTime:
        raise ValueError(
            f"series took more than {SECONDS} seconds to draw. Give fewer numbers, such as the mean of each ten, or"
            " a smaller width and height."
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def give_up(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTime


def draw(kind: str, series: list[Series], labels: list[str], size: tuple[float, float], texts: dict[str, str]) -> bytes:
    plt.rcParams["font.family"] = [name for name in FONTS if name in font_manager.get_font_names()]
    plt.rcParams["text.parse_math"] = False  # "$5 and $6" is a text, not a formula
    figure, axes = plt.subplots(figsize=size, layout="constrained")
    DRAW[kind](axes, series, labels)
    axes.set(**texts)
    if kind != "pie":
        axes.set_axisbelow(True)
        axes.grid(alpha=0.3)
        if len(series) > 1:
            axes.legend()
    file = BytesIO()
    figure.savefig(file, format="png", dpi=DOTS_PER_INCH)
    return file.getvalue()


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


def positions(row: Series) -> list[float]:
    return [float(x) for x in row["x"]]


def draw_lines(axes: Axes, series: list[Series], labels: list[str]) -> None:
    for row in series:
        along = positions(row) if row.get("x") else range(len(row["values"]))
        axes.plot(along, with_gaps(row), marker="o", markersize=3, label=row["name"])
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
        axes.scatter(positions(row), with_gaps(row), s=20, label=row["name"])


def draw_pie(axes: Axes, series: list[Series], labels: list[str]) -> None:
    values = with_gaps(series[0])
    names = labels or [f"{value:g}" for value in values]
    axes.pie(values, labels=names, autopct="%1.1f%%", startangle=90, counterclock=False)


def draw_histogram(axes: Axes, series: list[Series], _: list[str]) -> None:
    for row in series:
        values = list(map(float, present(row)))
        low, high = min(values), max(values)
        largest = max(abs(low), abs(high))
        if high - low <= max(
            largest / 1e12, SMALLEST
        ):  # equal, as far as can be drawn: they still get a bar of some width
            low, high = low - max(0.5, largest / 1e9), high + max(0.5, largest / 1e9)
        axes.hist(values, bins=bins(values), range=(low, high), histtype="stepfilled", alpha=0.7, label=row["name"])


def bins(values: list[float]) -> int:
    """As many as Freedman and Diaconis or Sturges advise; one value far out can't ask for millions."""
    least = ceil(log2(len(values))) + 1
    low, high = quantiles(values, n=4, method="inclusive")[::2] if len(values) > 1 else (0, 0)
    width = 2 * (high - low) / len(values) ** (1 / 3)
    wanted = ceil(min((max(values) - min(values)) / width, MOST_BINS)) if width > 0 else 1
    return max(least, wanted)


def mark(axes: Axes, labels: list[str]) -> None:
    """Name the points on the horizontal axis; of very many only some, so that they stay readable."""
    shown = range(0, len(labels), max(1, len(labels) // MARKS))
    axes.set_xticks(list(shown), [labels[i] for i in shown])
    if max(map(len, labels)) * len(shown) > ROW_CHARACTERS:
        plt.setp(axes.get_xticklabels(), rotation=45, horizontalalignment="right")


DRAW = {"line": draw_lines, "bar": draw_bars, "scatter": draw_points, "pie": draw_pie, "histogram": draw_histogram}
