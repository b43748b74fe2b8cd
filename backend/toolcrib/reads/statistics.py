"""How tools are used over a span of time, counted when it is asked, over the runs that the viewer may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from math import ceil

from toolcrib.core.errors import InvalidInput
from toolcrib.reads.declarations import (
    WHOLE,
    Column,
    FieldSource,
    One,
    Plan,
    Type,
    columns,
    everyone,
    instant,
    listed,
)
from toolcrib.reads.pages import page_size
from toolcrib.reads.selection import Field, fields_of
from toolcrib.reads.types.identity import subject

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Span(StrEnum):
    HOUR = "HOUR"
    DAY = "DAY"
    WEEK = "WEEK"
    MONTH = "MONTH"


BUCKETS: Mapping[Span, tuple[int, int]] = {
    Span.HOUR: (60, 60),
    Span.DAY: (96, 900),
    Span.WEEK: (84, 7_200),
    Span.MONTH: (120, 21_600),
}
"""How many buckets a span has, and the seconds of each. They begin at whole multiples of that in UTC."""


@dataclass(frozen=True, slots=True)
class Window:
    """From the start of its first bucket to `until`, which lies in the last one."""

    since: datetime
    until: datetime
    buckets: int
    seconds: int

    @classmethod
    def before(cls, until: datetime, span: Span) -> "Window":
        """Raises InvalidInput where the calendar has no such time."""
        count, seconds = BUCKETS[span]
        width = timedelta(seconds=seconds)
        try:
            since = _EPOCH + (ceil((until - _EPOCH) / width) - count) * width
        except OverflowError:
            raise InvalidInput("This is too early to be counted.", ("until",)) from None
        return cls(since, until, count, seconds)


_TOOK = (
    "CASE WHEN {ms} < 100 OR {ms} IS NULL THEN {ms} WHEN {ms} < 1000 THEN ({ms} + 9) / 10 * 10"
    " WHEN {ms} < 10000 THEN ({ms} + 99) / 100 * 100 WHEN {ms} < 100000 THEN ({ms} + 999) / 1000 * 1000"
    " ELSE least(({ms}::bigint + 9999) / 10000 * 10000, 2147483647) END"
)
"""A duration to two digits, rounded up: then millions of runs come to a few hundred kinds, and nothing is sorted."""
_COUNTS = "count(*) AS calls, count(*) FILTER (WHERE failed) AS failures, count(*) FILTER (WHERE slow) AS slow"
_MEASURES = (
    "sum(calls) AS calls, sum(failures) AS failures, sum(slow) AS slow,"
    " min(took) FILTER (WHERE timed_until >= 0.5 * timed_all) AS p50_ms,"
    " min(took) FILTER (WHERE timed_until >= 0.95 * timed_all) AS p95_ms"
)
_SHOWN: Mapping[str, FieldSource] = {
    **{name: Column(f"coalesce({{row}}.{name}, 0)") for name in ("calls", "failures", "slow")},
    **columns("p50_ms", "p95_ms"),
}
_FAILED = "{row}.status IN ('FAILED', 'TIMEOUT')"
_TOOL = One("Tool", "{child}.id = {parent}.tool")


class Statistics:
    """A root field: one window, and several ways to look at it."""

    def sql(self, plan: Plan, row: str, field: Field) -> str:  # noqa: ARG002 - the protocol of all fields
        given = field.arguments
        runs = _Runs(plan, Window.before(given.get("until") or datetime.now(UTC), Span(given["span"])))
        values = {
            "since": instant(runs.since).expression,
            "until": instant(runs.until).expression,
            "bucketSeconds": str(runs.window.seconds),
            "__typename": "'Statistics'::text",
        }
        views = {
            "totals": runs.totals,
            "buckets": runs.buckets,
            "topTools": runs.top_tools,
            "slowTools": runs.slow_tools,
            "topCallers": runs.top_callers,
            "topFailures": runs.top_failures,
        }
        asked = fields_of(field.selection, "Statistics")
        pairs = [(part.key, values.get(part.name) or views[part.name](part)) for part in asked]
        return f"(WITH {runs.all} AS ({runs.visible()}) SELECT {plan.record(pairs)})"


class _Runs:
    """The visible runs of a window: read once, and looked at in several ways."""

    def __init__(self, plan: Plan, window: Window) -> None:
        self.plan, self.window = plan, window
        self.since = f"{plan.parameters.add(window.since)}::timestamptz"
        self.until = f"{plan.parameters.add(window.until)}::timestamptz"
        self.width = f"make_interval(secs => {window.seconds})"
        self.all = plan.alias()

    def visible(self) -> str:
        run = self.plan.alias()
        start = f"date_bin({self.width}, {run}.created_at, {self.since})"
        took = _TOOK.format(ms=f"{run}.duration_ms")
        return (
            f"SELECT {start} AS start, {run}.tool, {run}.caller, {took} AS took, {run}.performance_warning AS slow,"
            f" {_FAILED.format(row=run)} AS failed FROM {self._in_window(run)}"
        )

    def totals(self, field: Field) -> str:
        row = self.plan.alias()
        shown = self.plan.object(_type("StatisticsTotals"), row, field)
        return f"(SELECT {shown} FROM (SELECT {_MEASURES} FROM {self._timed('everything', '0')}) {row})"

    def buckets(self, field: Field) -> str:
        """In order, those in which nothing ran among them."""
        starts = f"SELECT {self.since} + n * {self.width} AS start FROM generate_series(0, {self.window.buckets - 1}) n"
        found = f"SELECT start, {_MEASURES} FROM {self._timed('start', 'start')} GROUP BY start"
        rows = f"SELECT * FROM ({starts}) s LEFT JOIN ({found}) f USING (start)"
        return self._list(field, _type("StatisticsBucket", start=instant("{row}.start")), rows, "start")

    def top_tools(self, field: Field) -> str:
        return self._list(field, _type("ToolStatistics", tool=_TOOL), self._by_tool(), "calls DESC, tool")

    def slow_tools(self, field: Field) -> str:
        rows = f"{self._by_tool()} HAVING sum(slow) > 0"
        return self._list(field, _type("ToolStatistics", tool=_TOOL), rows, "slow DESC, tool")

    def _by_tool(self) -> str:
        return f"SELECT tool, {_MEASURES} FROM {self._timed('tool', 'tool')} GROUP BY tool"

    def top_callers(self, field: Field) -> str:
        rows = f"SELECT caller, {_COUNTS} FROM {self.all} GROUP BY caller"
        return self._list(field, _type("CallerStatistics", caller=subject("caller")), rows, "calls DESC, caller")

    def top_failures(self, field: Field) -> str:
        """Few of many: they have an index of their own."""
        run = self.plan.alias()
        fields = {"tool": _TOOL, "latest": One("Execution", "{child}.id = {parent}.latest")}
        rows = (
            f"SELECT {run}.tool, {run}.error_code, count(*) AS failures,"
            f" (array_agg({run}.id ORDER BY {run}.created_at DESC, {run}.id DESC))[1] AS latest"
            f" FROM {self._in_window(run)} AND {_FAILED.format(row=run)} GROUP BY 1, 2"
        )
        type_ = Type("FailureStatistics", "", everyone, {**fields, **columns("error_code", "failures")})
        return self._list(field, type_, rows, "failures DESC, tool, error_code")

    def _timed(self, name: str, key: str) -> str:
        """The runs that have the same `key`, called `name`, by how long they took: how many, and how many so far."""
        kinds = f"SELECT {key} AS {name}, took, count(took) AS timed, {_COUNTS} FROM {self.all} GROUP BY 1, 2"
        return (
            f"(SELECT *, sum(timed) OVER (PARTITION BY {name}) AS timed_all,"
            f" sum(timed) OVER (PARTITION BY {name} ORDER BY took) AS timed_until FROM ({kinds}) k) p"
        )

    def _in_window(self, run: str) -> str:
        visible = self.plan.visible(self.plan.type("Execution"), run)
        return (
            f"execution {run} WHERE {run}.created_at >= {self.since} AND {run}.created_at < {self.until} AND {visible}"
        )

    def _list(self, field: Field, type_: Type, rows: str, order: str) -> str:
        """The first of the rows, as many as the field asks for; all where it doesn't say."""
        row = self.plan.alias()
        limit = f" LIMIT {page_size(field.arguments)}" if "first" in field.arguments else ""
        first = f"SELECT *, row_number() OVER (ORDER BY {order}) AS number_ FROM ({rows}) r ORDER BY {order}{limit}"
        shown = f"SELECT {self.plan.columns(type_, row, field)} FROM ({first}) {row} ORDER BY {row}.number_"
        return f"(SELECT {listed()} FROM ({shown}) {WHOLE})"


def _type(name: str, **fields: FieldSource) -> Type:
    return Type(name, "", everyone, {**_SHOWN, **fields})
