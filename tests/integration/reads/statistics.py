"""The oracle's statistics: the visible runs of a window, counted in Python."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

from tests.integration.reads.paging import Refused, Row
from tests.integration.reads.resolving import Asking, Resolvers

RESOLVERS = Resolvers()
resolves = RESOLVERS.resolves

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SPANS = {"HOUR": (60, 60), "DAY": (96, 900), "WEEK": (84, 7200), "MONTH": (120, 21_600)}


@resolves("Query.statistics")
def _statistics(asking: Asking, _root: Any, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    number, seconds = SPANS[arguments["span"]]
    width, given = timedelta(seconds=seconds), arguments.get("until")
    until = datetime.fromisoformat(given) if given else datetime.now(UTC)
    try:
        last = EPOCH + (until - EPOCH) // width * width
        last = last - width if last == until else last
        starts = [last - width * back for back in reversed(range(number))]
    except OverflowError:
        raise Refused("Too early.") from None
    runs = [run for run in asking.rows("Execution", "execution") if starts[0] <= run["created_at"] < until]
    return {"since": starts[0], "until": until, "bucket_seconds": seconds, "starts": starts, "runs": runs}


@resolves("Statistics.totals")
def _totals(_asking: Asking, window: Mapping[str, Any], _arguments: Any) -> Mapping[str, Any]:
    return _measured(window["runs"])


@resolves("Statistics.buckets")
def _buckets(_asking: Asking, window: Mapping[str, Any], _arguments: Any) -> list[Mapping[str, Any]]:
    starts = window["starts"]
    found = _grouped(window, lambda run: max(start for start in starts if start <= run["created_at"]))
    return [{"start": start, **_measured(found.get(start, []))} for start in starts]


@resolves("Statistics.topTools")
def _top_tools(_asking: Asking, window: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
    return _top(window, "tool", "calls", arguments)


@resolves("Statistics.slowTools")
def _slow_tools(_asking: Asking, window: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
    return _top(window, "tool", "slow", arguments)


@resolves("Statistics.topCallers")
def _top_callers(_asking: Asking, window: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
    return _top(window, "caller", "calls", arguments)


@resolves("Statistics.topFailures")
def _top_failures(_asking: Asking, window: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
    found = _grouped(window, lambda run: (run["tool"], run["error_code"]), failed=True)
    rows = [
        {
            "tool": tool,
            "error_code": code,
            "failures": len(runs),
            "latest": max(runs, key=lambda run: (run["created_at"], run["id"]))["id"],
        }
        for (tool, code), runs in found.items()
    ]
    return _first(sorted(rows, key=lambda row: (-row["failures"], row["tool"], row["error_code"])), arguments)


resolves("ToolStatistics.tool", "FailureStatistics.tool")(lambda asking, row, _: asking.one("Tool", row["tool"]))
resolves("FailureStatistics.latest")(lambda asking, row, _: asking.one("Execution", row["latest"]))
resolves("CallerStatistics.caller")(lambda asking, row, _: asking.subject(row["caller"]))


def _top(window: Mapping[str, Any], key: str, most: str, arguments: Mapping[str, Any]) -> Any:
    rows = [{key: one, **_measured(runs)} for one, runs in _grouped(window, lambda run: run[key]).items()]
    return _first(sorted(filter(lambda row: row[most], rows), key=lambda row: (-row[most], row[key])), arguments)


def _first(rows: Sequence[Any], arguments: Mapping[str, Any]) -> Sequence[Any]:
    if not 0 <= arguments["first"] <= 100:
        raise Refused("This is no size of a list.")
    return rows[: arguments["first"]]


def _grouped(window: Mapping[str, Any], by: Callable[[Row], Any], *, failed: bool = False) -> dict[Any, list[Row]]:
    groups = defaultdict(list)
    for run in window["runs"]:
        if _failed(run) or not failed:
            groups[by(run)].append(run)
    return groups


def _failed(run: Row) -> bool:
    return run["status"] in ("FAILED", "TIMEOUT")


def _measured(runs: Sequence[Row]) -> Mapping[str, Any]:
    took = sorted(run["duration_ms"] for run in runs if run["duration_ms"] is not None)
    return {
        "calls": len(runs),
        "failures": sum(map(_failed, runs)),
        "slow": sum(run["performance_warning"] for run in runs),
        "p50_ms": _percentile(took, 50),
        "p95_ms": _percentile(took, 95),
    }


def _percentile(took: Sequence[int], percent: int) -> int | None:
    """The first that so many are not longer than, to two digits."""
    if not took:
        return None
    shorter = takewhile(lambda place: place * 100 < percent * len(took), range(1, len(took) + 1))
    milliseconds = took[len(list(shorter))]
    step = 10 ** min(4, max(0, len(str(milliseconds)) - 2))
    return -(-milliseconds // step) * step
