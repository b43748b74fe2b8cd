"""What each example of each starter tool must answer, worked out by hand or by another program (date, bc)."""

from typing import Any

MOMENTS: dict[str, dict[str, Any]] = {
    "2025-12-19": {"weekday": "Friday", "iso_week": "2025-W51", "day_of_year": 353, "quarter": 4, "days_in_month": 31},
    "2026-01-06": {"weekday": "Tuesday", "iso_week": "2026-W02", "day_of_year": 6, "quarter": 1, "days_in_month": 31},
    "2024-02-29": {"weekday": "Thursday", "iso_week": "2024-W09", "day_of_year": 60, "quarter": 1, "days_in_month": 29},
    "2025-03-01": {"weekday": "Saturday", "iso_week": "2025-W09", "day_of_year": 60, "quarter": 1, "days_in_month": 31},
    "2025-01-01": {"weekday": "Wednesday", "iso_week": "2025-W01", "day_of_year": 1, "quarter": 1, "days_in_month": 31},
    "2025-07-04": {"weekday": "Friday", "iso_week": "2025-W27", "day_of_year": 185, "quarter": 3, "days_in_month": 31},
}


def moment(iso: str, **more: Any) -> dict[str, Any]:
    return {"iso": iso, "leap_year": iso.startswith("2024"), **MOMENTS[iso[:10]], **more}


def side(rows: int, matched: int, unmatched_keys: list[list[Any]]) -> dict[str, Any]:
    unmatched = rows - matched
    return {
        "rows": rows,
        "matched": matched,
        "unmatched": unmatched,
        "repeated_keys": 0,
        "unmatched_keys": unmatched_keys,
    }


def chart(*series: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"artifact": "chart.png", "kind": kind, "width": 1000, "height": 600, "series": list(series)}


EXPECTED: dict[tuple[str, str], dict[str, Any]] = {
    ("calculate_dates", "Ten business days after a Friday, over the new year"): {
        "operation": "add",
        "date": moment("2025-12-19"),
        "result": moment("2026-01-06"),  # 22 to 24, 26, 29 to 31 December, 2, 5 and 6 January
    },
    ("calculate_dates", "How long was it?"): {
        "operation": "difference",
        "date": moment("2024-02-29"),
        "until": moment("2025-03-01"),
        "difference": {
            "calendar": {"years": 1, "months": 0, "days": 1, "hours": 0, "minutes": 0, "seconds": 0},
            "days": 366,
            "seconds": 366 * 86_400,
            "business_days": 52 * 5 + 2,
        },
    },
    ("calculate_dates", "A meeting, seen from elsewhere"): {
        "operation": "convert",
        "date": moment("2025-07-04T15:00:00+02:00", utc="2025-07-04T13:00:00+00:00", unix=1_751_634_000),
        "conversions": [
            {"zone": "Asia/Shanghai", "iso": "2025-07-04T21:00:00+08:00", "weekday": "Friday"},
            {"zone": "America/New_York", "iso": "2025-07-04T09:00:00-04:00", "weekday": "Friday"},
        ],
    },
    ("calculate_dates", "The last Friday of each month"): {
        "operation": "repeat",
        "date": moment("2025-01-01"),
        "truncated": True,
        "occurrences": [{"iso": iso, "weekday": "Friday"} for iso in ("2025-01-31", "2025-02-28", "2025-03-28")],
    },
    ("describe_numbers", "Response times, one of them odd"): {
        "series": [
            {
                "name": "ms",
                "count": 6,
                "missing": 0,
                "sum": 163,
                "min": 11,
                "max": 98,
                "mean": 163 / 6,
                "median": 13.5,
                "variance": 36_185 / 30,
                "standard_deviation": (36_185 / 30) ** 0.5,
                "skewness": 6 / (5 * 4) * (73_603_200 / 216) / (36_185 / 30) ** 1.5,
                "quantiles": [{"q": 0.5, "value": 13.5}, {"q": 0.9, "value": 56.5}],
                "outlier_count": 1,
                "outliers": [{"index": 5, "value": 98}],
            }
        ],
        "correlations": [],
    },
    ("describe_numbers", "Do two lists go together?"): {
        "series": [
            {
                "name": name,
                "count": 5,
                "missing": 0,
                "sum": 15 * times,
                "min": times,
                "max": 5 * times,
                "mean": 3 * times,
                "median": 3 * times,
                "variance": 2.5 * times**2,
                "standard_deviation": 2.5**0.5 * times,
                "skewness": 0,
                "quantiles": [{"q": 0.25, "value": 2 * times}, {"q": 0.75, "value": 4 * times}],
                "outlier_count": 0,
                "outliers": [],
            }
            for name, times in (("advertising", 1), ("sales", 2))
        ],
        "correlations": [{"a": "advertising", "b": "sales", "pairs": 5, "coefficient": 1}],
    },
    ("diff_texts", "A recipe, revised"): {
        "identical": False,
        "similarity": 0.5714,
        "added": 2,
        "removed": 1,
        "unchanged": 2,
        "hunks": 2,
        "diff": "--- before\n+++ after\n@@ -1,3 +1,4 @@\n-2 eggs\n+3 eggs\n 100 g flour\n a pinch of salt\n"
        "+50 g butter\n",
    },
    ("diff_texts", "Settings, however they are indented"): {
        "identical": False,
        "similarity": 0.5,
        "added": 1,
        "removed": 1,
        "unchanged": 1,
        "hunks": 1,
        "diff": "--- before\n+++ after\n@@ -1,2 +1,2 @@\n-port: 8000\n+port: 8001\n   host: localhost\n",
    },
    ("draw_chart", "Sales of two shops"): chart(
        {"name": "Bern", "points": 3, "min": 95, "max": 143, "mean": 358 / 3, "total": 358},
        {"name": "Basel", "points": 3, "min": 80, "max": 110, "mean": 280 / 3, "total": 280},
        kind="bar",
    ),
    ("draw_chart", "A scatter plot"): chart(
        {"name": "Series 1", "points": 4, "min": 55, "max": 90, "mean": 72.5, "total": 290}, kind="scatter"
    ),
    ("extract_html", "Products as rows"): {
        "extract": "elements",
        "title": "",
        "count": 2,
        "truncated": False,
        "elements": [
            {"name": "Green tea", "price": "4.50", "link": "https://shop.example/tea/green"},
            {"name": "龙井", "price": "12.00", "link": "https://shop.example/longjing?a=1&b=2"},
        ],
    },
    ("extract_html", "A table with a cell over two rows"): {
        "extract": "tables",
        "title": "",
        "count": 1,
        "truncated": False,
        "tables": [
            {
                "caption": "Trains",
                "header": ["From", "To", "At"],
                "rows": [["Bern", "Basel", "9:04"], ["Bern", "Zürich", "9:31"]],
            }
        ],
    },
    ("extract_html", "Text without markup"): {
        "extract": "text",
        "title": "Note",
        "count": 1,
        "truncated": False,
        "text": "Dear all,\nwe meet\nat noon.",
    },
    ("join_tables", "Orders and their customers"): {
        "kind": "left",
        "count": 3,
        "truncated": False,
        "columns": ["customer", "order", "amount", "name"],
        "rows": [
            {"customer": "7", "order": "1", "amount": "12.50", "name": "Ada"},
            {"customer": "8", "order": "2", "amount": "3.00", "name": "梅"},
            {"customer": "9", "order": "3", "amount": "8.25", "name": None},
        ],
        "left": side(3, 2, [["9"]]),
        "right": side(3, 2, [[10]]),
    },
    ("join_tables", "Who is missing?"): {
        "kind": "left_only",
        "count": 1,
        "truncated": False,
        "columns": ["email", "name"],
        "rows": [{"email": "Mei@example.org", "name": "梅"}],
        "left": side(2, 1, [["Mei@example.org"]]),
        "right": side(1, 1, []),
    },
    ("match_regex", "Find with named groups"): {
        "operation": "find",
        "count": 2,
        "truncated": False,
        "matches": [
            {
                "match": "AB-1234",
                "start": 6,
                "end": 13,
                "line": 1,
                "column": 7,
                "groups": ["AB", "1234"],
                "named": {"shop": "AB", "number": "1234"},
            },
            {
                "match": "CD-77",
                "start": 27,
                "end": 32,
                "line": 2,
                "column": 4,
                "groups": ["CD", "77"],
                "named": {"shop": "CD", "number": "77"},
            },
        ],
    },
    ("match_regex", "Turn dates round"): {
        "operation": "replace",
        "count": 2,
        "truncated": False,
        "text": "From 2025-02-01 to 2025-12-31.",
    },
    ("match_regex", "Split at commas and semicolons"): {
        "operation": "split",
        "count": 3,
        "truncated": False,
        "parts": ["Ada", "Grace", "Linus", "梅"],
    },
    ("profile_csv", "Invoice lines"): {
        "rows": 4,
        "separator": ",",
        "duplicate_rows": 1,
        "columns": [
            {
                "name": "date",
                "type": "date",
                "missing": 0,
                "distinct": 3,
                "min": "2025-01-03T00:00:00+00:00",
                "max": "2025-01-09T00:00:00+00:00",
                "top": [
                    {"value": "2025-01-04", "count": 2},
                    {"value": "2025-01-03", "count": 1},
                    {"value": "2025-01-09", "count": 1},
                ],
            },
            {
                "name": "customer",
                "type": "text",
                "missing": 1,
                "distinct": 2,
                "shortest": 3,
                "longest": 5,
                "top": [{"value": "Grace", "count": 2}, {"value": "Ada", "count": 1}],
            },
            {
                "name": "amount",
                "type": "number",
                "missing": 0,
                "distinct": 3,
                "min": 42.25,
                "max": 120.5,
                "mean": 322.75 / 4,
                "standard_deviation": ((39.8125**2 + 2 * 0.6875**2 + 38.4375**2) / 3) ** 0.5,
                "quartiles": [70.5625, 80, 90.125],
                "top": [
                    {"value": "80", "count": 2},
                    {"value": "120.50", "count": 1},
                    {"value": "42.25", "count": 1},
                ],
            },
            {
                "name": "paid",
                "type": "boolean",
                "missing": 0,
                "distinct": 2,
                "top": [{"value": "true", "count": 2}, {"value": "false", "count": 2}],
            },
        ],
    },
    ("profile_csv", "Semicolons, as spreadsheets export them in Europe"): {
        "rows": 2,
        "separator": ";",
        "duplicate_rows": 0,
        "columns": [
            {
                "name": "city",
                "type": "text",
                "missing": 0,
                "distinct": 2,
                "shortest": 4,
                "longest": 6,
                "top": [],
            },
            {
                "name": "inhabitants",
                "type": "integer",
                "missing": 0,
                "distinct": 2,
                "min": 134_794,
                "max": 443_037,
                "mean": 288_915.5,
                "standard_deviation": (443_037 - 134_794) / 2**0.5,
                "quartiles": [211_854.75, 288_915.5, 365_976.25],
                "top": [],
            },
        ],
    },
    ("query_json", "Cheap books"): {
        "count": 2,
        "truncated": False,
        "matches": [
            {"path": "$['books'][0]['title']", "value": "Sayings of the Century"},
            {"path": "$['books'][2]['title']", "value": "Moby Dick"},
        ],
    },
    ("query_json", "Every price, wherever it is, from a text"): {
        "count": 2,
        "truncated": False,
        "matches": [
            {"path": "$['shop']['bike']['price']", "value": 399},
            {"path": "$['shop']['books'][0]['price']", "value": 8.95},
        ],
    },
    ("render_template", "A letter with a list"): {
        "text": "Dear Tom & Ada,\nyour order:\n- 2 x 龙井\n- 1 x cup\n",
        "missing": [],
    },
    ("render_template", "HTML, with a partial, escaped"): {
        "text": "<ul><li>Ada &lt;ada@example.org&gt;</li><li>梅</li></ul>",
        "missing": [],
    },
    ("tally_text", "Words of a rhyme"): {
        "total": 18,
        "distinct": 13,
        "top": [
            {"value": "merrily", "count": 4},
            {"value": "row", "count": 3},
            {"value": "a", "count": 1},
            {"value": "boat", "count": 1},
            {"value": "but", "count": 1},
        ],
    },
    ("tally_text", "Orders by country"): {
        "total": 4,
        "distinct": 3,
        "top": [
            {"value": "Norway", "count": 2},
            {"value": "Chile", "count": 1},
            {"value": "Kenya", "count": 1},
        ],
    },
    ("validate_json", "An order with three slips"): {
        "valid": False,
        "error_count": 3,
        "truncated": False,
        "errors": [
            {"path": "$", "message": 'lacks "customer"', "keyword": "required", "schema_path": "/required"},
            {
                "path": "$.date",
                "message": 'must be of the format date, not "2025-02-30"',
                "keyword": "format",
                "schema_path": "/properties/date/format",
            },
            {
                "path": "$.lines[1].price",
                "message": "must be at least 0; it is -1",
                "keyword": "minimum",
                "schema_path": "/properties/lines/items/properties/price/minimum",
            },
        ],
        "unchecked_formats": [],
    },
    ("validate_json", "Only the syntax of a text"): {
        "valid": False,
        "error_count": 1,
        "truncated": False,
        "errors": [
            {
                "path": "$",
                "message": "is not JSON: line 2, column 15: Expecting ',' delimiter",
                "keyword": "syntax",
                "schema_path": "",
            }
        ],
        "unchecked_formats": [],
    },
    ("validate_json", "All is well"): {
        "valid": True,
        "error_count": 0,
        "truncated": False,
        "errors": [],
        "unchecked_formats": [],
    },
}
