import time
from typing import Any

from tests.integration.toolbox.conftest import CallTool, answers

BERLIN = "Europe/Berlin"
SUMS: list[tuple[str, dict[str, int], str, str]] = [  # checked against GNU date, or by the calendar on the wall
    ("2025-01-31", {"months": 1}, "UTC", "2025-02-28"),
    ("2024-02-29", {"years": 1}, "UTC", "2025-02-28"),
    ("2024-02-29", {"years": -4}, "UTC", "2020-02-29"),
    ("2025-03-31", {"months": -1, "days": 1}, "UTC", "2025-03-01"),
    ("2025-11-03", {"days": 90}, "UTC", "2026-02-01"),
    ("2025-11-03", {"weeks": -2}, "UTC", "2025-10-20"),
    ("2025-11-08", {"business_days": 1}, "UTC", "2025-11-10"),
    ("2025-11-08", {"business_days": -1}, "UTC", "2025-11-07"),
    ("2025-03-29T12:00", {"days": 1}, BERLIN, "2025-03-30T12:00:00+02:00"),
    ("2025-03-29T12:00", {"hours": 24}, BERLIN, "2025-03-30T13:00:00+02:00"),
    ("2025-03-29T02:30", {"days": 1}, BERLIN, "2025-03-30T03:30:00+02:00"),
    ("2025-10-25T12:00", {"hours": 24}, BERLIN, "2025-10-26T11:00:00+01:00"),
    ("2025-12-31T23:59:59Z", {"seconds": 1}, BERLIN, "2026-01-01T00:00:00+00:00"),
]


async def test_sums_are_those_of_the_calendar_and_of_clocks_that_change() -> None:
    inputs: list[dict[str, Any]] = [
        {"operation": "add", "date": date, "amount": amount, "zone": zone} for date, amount, zone, _ in SUMS
    ]
    found = await answers("calculate_dates", inputs)
    assert [answer["result"]["iso"] for answer in found] == [expected for *_, expected in SUMS]


async def test_a_difference_is_given_as_people_say_it_and_in_all() -> None:
    asked = [
        {"date": "2025-12-01", "until": "2026-01-01", "holidays": ["2025-12-25", "2025-12-27"]},
        {"date": "2026-01-01", "until": "2025-12-01"},
        {"date": "2025-03-30T00:00", "until": "2025-03-31T00:00", "zone": BERLIN},
        {"date": "2025-07-04", "until": "2025-07-04T06:30+08:00"},
        {"date": "2025-11-02", "until": "2025-11-09", "weekend": ["FR", "SA"]},
        {"date": "2025-11-02", "until": "2025-11-09", "weekend": []},
    ]
    found = [
        answer["difference"]
        for answer in await answers("calculate_dates", [{"operation": "difference"} | a for a in asked])
    ]
    assert [(each["days"], each["business_days"]) for each in found[:2]] == [(31, 22), (-31, -23)]
    assert found[2]["seconds"] == 23 * 3600
    assert found[2]["calendar"]["days"] == 1
    assert found[3]["seconds"] == 6.5 * 3600
    assert [each["business_days"] for each in found[4:]] == [5, 7]


async def test_recurrences_come_round_by_the_clock_on_the_wall() -> None:
    asked = [
        {"date": "2025-03-28T10:00", "zone": BERLIN, "rule": "FREQ=DAILY;UNTIL=20250331"},
        {"date": "2024-02-29", "rule": "FREQ=YEARLY;COUNT=2"},
        {"date": "2025-01-31", "rule": "RRULE:freq=monthly", "limit": 2},
        {"date": "2025-11-07", "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "limit": 2},
        {"date": "2025-01-01", "rule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"},
    ]
    found = await answers("calculate_dates", [{"operation": "repeat"} | each for each in asked])
    assert [[each["iso"] for each in answer["occurrences"]] for answer in found] == [
        [
            "2025-03-28T10:00:00+01:00",
            "2025-03-29T10:00:00+01:00",
            "2025-03-30T10:00:00+02:00",
            "2025-03-31T10:00:00+02:00",
        ],
        ["2024-02-29", "2028-02-29"],
        ["2025-01-31", "2025-03-31"],
        ["2025-11-18", "2025-12-02"],
        [],
    ]
    assert [answer["truncated"] for answer in found] == [False, False, True, True, False]


async def test_today_is_the_day_it_is_there(call_tool: CallTool) -> None:
    there = (await call_tool("calculate_dates", operation="describe", date="now", zone="Pacific/Kiritimati")).output
    assert there["date"]["iso"].endswith("+14:00")
    assert abs(there["date"]["unix"] - time.time()) < 60


SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"operation": "add", "date": "31/12/2025"}, "amount is needed for the operation add."),
    ({"operation": "describe", "date": "31/12/2025"}, "date must be ISO 8601, as 2025-12-31"),
    ({"operation": "describe", "date": "2025-02-30"}, "date must be ISO 8601"),
    ({"operation": "describe", "date": "明天"}, "date must be ISO 8601"),
    ({"operation": "describe", "date": "today", "zone": "Beijing"}, "zone must be an IANA time zone"),
    ({"operation": "describe", "date": "today", "zone": "../../etc/passwd"}, "zone must be an IANA time zone"),
    ({"operation": "convert", "date": "2025-01-01", "to_zones": ["UTC"]}, "date needs a time to be converted"),
    ({"operation": "convert", "date": "now", "to_zones": ["UTC", "Mars"]}, "to_zones[1] must be an IANA time zone"),
    ({"operation": "difference", "date": "today", "until": "soon"}, "until must be ISO 8601"),
    ({"operation": "add", "date": "2025-01-01", "amount": {"hours": 1}}, "date needs a time before hours"),
    ({"operation": "add", "date": "9999-12-31", "amount": {"days": 1}}, "The result lies outside the years 1 to 9999."),
    ({"operation": "add", "date": "2025-01-01", "amount": {"years": -3000}}, "The result lies outside the years"),
    ({"operation": "repeat", "date": "today", "rule": "every day"}, "rule is not one of RFC 5545"),
    ({"operation": "repeat", "date": "today", "rule": "FREQ=DAILY;INTERVAL=0"}, "rule: INTERVAL must be 1 or more."),
    ({"operation": "repeat", "date": "today", "rule": "FREQ=DAILY;UNTIL=never"}, "UNTIL in rule must be ISO 8601"),
    ({"operation": "describe", "date": "today", "holidays": ["x"]}, "holidays[0] must be ISO 8601"),
]


async def test_a_slip_is_named_with_its_field() -> None:
    said = await answers("calculate_dates", [slip for slip, _ in SLIPS])
    for message, (slip, expected) in zip(said, SLIPS, strict=True):
        assert isinstance(message, str), slip
        assert message.startswith(expected), slip
