"""Arithmetic with dates and times."""

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

CALENDAR_UNITS = ("years", "months", "weeks", "days")
CLOCK_UNITS = ("hours", "minutes", "seconds")
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
NEEDED = {"add": "amount", "difference": "until", "convert": "to_zones", "repeat": "rule"}
DAY = dt.timedelta(days=1)

Moment = dt.date | dt.datetime


def main(
    operation: str,
    date: str,
    zone: str = "UTC",
    *,
    amount: dict[str, int] | None = None,
    until: str | None = None,
    to_zones: list[str] | None = None,
    rule: str | None = None,
    weekend: list[str] | None = None,
    holidays: list[str] | None = None,
    limit: int = 20,
) -> dict[str, Any]:
    given = {"add": amount, "difference": until, "convert": to_zones, "repeat": rule}
    if operation in given and not given[operation]:
        raise ValueError(f"{NEEDED[operation]} is needed for the operation {operation}.")
    try:
        there = find_zone(zone, "zone")
        start = read(date, "date", there)
        work = Workdays(["SA", "SU"] if weekend is None else weekend, holidays or [])
        found: dict[str, Any] = {"operation": operation, "date": describe(start)}
        if operation == "add":
            found["result"] = describe(add(start, amount or {}, work))
        elif operation == "difference":
            end = read(str(until), "until", there)
            found |= {"until": describe(end), "difference": difference(start, end, work)}
        elif operation == "convert":
            found["conversions"] = convert(start, to_zones or [])
        elif operation == "repeat":
            found |= repeat(start, str(rule), limit)
    except OverflowError:
        raise ValueError("The result lies outside the years 1 to 9999.") from None
    return found


def find_zone(name: str, field: str) -> dt.tzinfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise ValueError(
            f"{field} must be an IANA time zone such as Europe/Berlin, Asia/Shanghai or UTC, not {name!r}."
        ) from None


def read(text: str, field: str, zone: dt.tzinfo) -> Moment:
    """A date, or a time with an offset; a time that a change of clocks skips is taken as much later."""
    if text in ("today", "now"):
        now = dt.datetime.now(zone).replace(microsecond=0)
        return now if text == "now" else now.date()
    try:
        if len(text) <= len("2025-01-31") and ":" not in text:
            return dt.date.fromisoformat(text)
        moment = dt.datetime.fromisoformat(text)
        return settle(moment.replace(tzinfo=zone)) if moment.tzinfo is None else moment
    except (ValueError, OverflowError):
        raise ValueError(
            f"{field} must be ISO 8601, as 2025-12-31 or 2025-12-31T14:30, or today or now, not {text!r}."
        ) from None


def settle(moment: dt.datetime) -> dt.datetime:
    return moment.astimezone(dt.UTC).astimezone(moment.tzinfo)


def describe(moment: Moment) -> dict[str, Any]:
    year, week, _ = moment.isocalendar()
    facts: dict[str, Any] = {
        "iso": moment.isoformat(),
        "weekday": f"{moment:%A}",
        "iso_week": f"{year}-W{week:02}",
        "day_of_year": moment.timetuple().tm_yday,
        "quarter": (moment.month + 2) // 3,
        "days_in_month": calendar.monthrange(moment.year, moment.month)[1],
        "leap_year": calendar.isleap(moment.year),
    }
    if isinstance(moment, dt.datetime):
        facts |= {"utc": moment.astimezone(dt.UTC).isoformat(), "unix": int(moment.timestamp() // 1)}
    return facts


class Workdays:
    """The days of the week that are worked on, less the holidays."""

    def __init__(self, weekend: list[str], holidays: list[str]) -> None:
        self.worked = [day not in weekend for day in WEEKDAYS]
        if not any(self.worked):
            raise ValueError("weekend must leave a day to work on.")
        days = [read(text, f"holidays[{i}]", dt.UTC) for i, text in enumerate(holidays)]
        self.holidays = {dt.date(day.year, day.month, day.day) for day in days}

    def __contains__(self, day: dt.date) -> bool:
        return self.worked[day.weekday()] and day not in self.holidays

    def after(self, day: dt.date, count: int) -> dt.date:
        """The workday that is `count` workdays after `day`, or before it; `day` itself need not be one."""
        step = DAY if count > 0 else -DAY
        while count:
            day += step
            if day in self:
                count -= 1 if count > 0 else -1
        return day

    def between(self, first: dt.date, end: dt.date) -> int:
        """Workdays from `first` on, without `end`; negative where `end` comes first."""
        if end < first:
            return -self.between(end, first)
        weeks, rest = divmod((end - first).days, 7)
        days = weeks * sum(self.worked) + sum(self.worked[(first.weekday() + n) % 7] for n in range(rest))
        return days - sum(self.worked[day.weekday()] for day in self.holidays if first <= day < end)


def add(start: Moment, amount: dict[str, int], work: Workdays) -> Moment:
    """Years and months first, then weeks and days, workdays, and hours, which pass as on a stopwatch."""
    try:
        moment: Moment = start + relativedelta(**{unit: amount.get(unit, 0) for unit in CALENDAR_UNITS})
    except ValueError:
        raise OverflowError from None
    if workdays := amount.get("business_days", 0):
        moment += work.after(day_of(moment), workdays) - day_of(moment)
    clock = dt.timedelta(**{unit: amount.get(unit, 0) for unit in CLOCK_UNITS})
    if isinstance(moment, dt.datetime):
        return (moment.astimezone(dt.UTC) + clock).astimezone(moment.tzinfo)
    if clock:
        raise ValueError("date needs a time before hours, minutes or seconds are added: 2025-12-31T00:00.")
    return moment


def day_of(moment: Moment) -> dt.date:
    return moment.date() if isinstance(moment, dt.datetime) else moment


def difference(start: Moment, end: Moment, work: Workdays) -> dict[str, Any]:
    """By the calendar of `start`, and in all. A date among times is its midnight there."""
    if isinstance(start, dt.datetime) or isinstance(end, dt.datetime):
        zone = next(side.tzinfo for side in (start, end) if isinstance(side, dt.datetime))
        start, end = (at_midnight(side, zone).astimezone(zone) for side in (start, end))
        seconds = (end.astimezone(dt.UTC) - start.astimezone(dt.UTC)).total_seconds()
    else:
        seconds = (end - start).total_seconds()
    apart = relativedelta(end, start)
    units = ("years", "months", "days", *CLOCK_UNITS)
    return {
        "calendar": {unit: getattr(apart, unit) for unit in units},
        "days": seconds / DAY.total_seconds(),
        "seconds": seconds,
        "business_days": work.between(day_of(start), day_of(end)),
    }


def at_midnight(moment: Moment, zone: dt.tzinfo | None) -> dt.datetime:
    return moment if isinstance(moment, dt.datetime) else dt.datetime.combine(moment, dt.time(), zone)


def convert(start: Moment, names: list[str]) -> list[dict[str, Any]]:
    if not isinstance(start, dt.datetime):
        raise ValueError("date needs a time to be converted: 2025-12-31T14:30.")
    found = []
    for index, name in enumerate(names):
        there = start.astimezone(find_zone(name, f"to_zones[{index}]"))
        found.append({"zone": name, "iso": there.isoformat(), "weekday": f"{there:%A}"})
    return found


def repeat(start: Moment, rule: str, limit: int) -> dict[str, Any]:
    """By the clock on the wall: ten o'clock stays ten o'clock where clocks are changed."""
    if re.search(r"INTERVAL=(-|0+(;|$))", rule.upper()):
        raise ValueError("rule: INTERVAL must be 1 or more.")
    parts = [part for part in rule.upper().removeprefix("RRULE:").split(";") if part]
    last = next((part.removeprefix("UNTIL=") for part in parts if part.startswith("UNTIL=")), None)
    zone = start.tzinfo if isinstance(start, dt.datetime) else dt.UTC
    end = read(last, "UNTIL in rule", zone or dt.UTC) if last else dt.date.max
    found = [moment for moment in occurrences(start, parts, limit + 1) if not later(moment, end)]
    told = [{"iso": moment.isoformat(), "weekday": f"{moment:%A}"} for moment in found[:limit]]
    return {"truncated": len(found) > limit, "occurrences": told}


def occurrences(start: Moment, parts: list[str], most: int) -> Iterator[Moment]:
    wall = at_midnight(start, None).replace(tzinfo=None)
    try:
        rule = rrulestr(";".join(part for part in parts if not part.startswith("UNTIL=")), dtstart=wall)
    except (ValueError, TypeError) as error:
        raise ValueError(f"rule is not one of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,TH: {error}.") from None
    for moment in islice(rule, most):
        yield settle(moment.replace(tzinfo=start.tzinfo)) if isinstance(start, dt.datetime) else moment.date()


def later(moment: Moment, end: Moment) -> bool:
    """Whether it lies beyond an end, which as a date holds all its day."""
    if isinstance(moment, dt.datetime) and isinstance(end, dt.datetime):
        return moment > end
    return day_of(moment) > day_of(end)
