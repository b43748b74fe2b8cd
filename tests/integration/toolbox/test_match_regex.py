import re
from typing import Any

import pytest

from tests.integration.toolbox.conftest import CallTool, answers

PATTERNS = [r"\w+", r"(?P<a>a)|(b)", r"", r"x*", r"^\w", r"(?<=b)c", r"(.)\1", r"[一-龥]+", r"."]
TEXT = "abc aab\n发票 xx😀\n\nbcb"


async def test_all_is_found_replaced_and_split_as_python_does_it() -> None:
    asked = [{"text": TEXT, "pattern": pattern, "multiline": True} for pattern in PATTERNS]
    for pattern, found in zip(PATTERNS, await answers("match_regex", asked), strict=True):
        matches = list(re.finditer(pattern, TEXT, re.MULTILINE))
        assert [(each["match"], each["start"], each["end"]) for each in found["matches"]] == [
            (match[0], *match.span()) for match in matches
        ], pattern
        assert [tuple(each["groups"]) for each in found["matches"]] == [match.groups() for match in matches]
    replaced = await answers(
        "match_regex", [{**each, "operation": "replace", "replacement": r"<\g<0>>"} for each in asked]
    )
    assert [each["text"] for each in replaced] == [
        re.sub(pattern, r"<\g<0>>", TEXT, flags=re.MULTILINE) for pattern in PATTERNS
    ]
    split = await answers(
        "match_regex", [{**each, "operation": "split"} for each in asked if "(" not in each["pattern"]]
    )
    assert [each["parts"] for each in split] == [
        re.split(pattern, TEXT, flags=re.MULTILINE) for pattern in PATTERNS if "(" not in pattern
    ]


async def test_a_match_is_placed_by_line_and_column_in_characters() -> None:
    (found,) = await answers("match_regex", [{"text": TEXT, "pattern": "bcb|😀"}])
    assert [(each["line"], each["column"]) for each in found["matches"]] == [(2, 6), (4, 1)]


async def test_only_the_first_are_returned_but_all_counted() -> None:
    asked = {"text": "a b c d", "pattern": r"\w", "limit": 2}
    found, replaced, split = await answers(
        "match_regex",
        [asked, {**asked, "operation": "replace", "replacement": ""}, {**asked, "operation": "split", "pattern": " "}],
    )
    assert (found["count"], found["truncated"], len(found["matches"])) == (4, True, 2)
    assert (replaced["count"], replaced["truncated"], replaced["text"]) == (4, True, "  c d")
    assert (split["count"], split["truncated"], split["parts"]) == (3, True, ["a", "b", "c d"])


async def test_a_pattern_that_would_take_for_ever_ends_with_advice(call_tool: CallTool) -> None:
    ran = await call_tool("match_regex", text="a" * 60 + "!", pattern="(a+)+$")
    assert ran.code == "SCRIPT_ERROR"
    assert ran.message.startswith("ValueError: pattern was still at work after 8 seconds: it tries too many ways")


SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"pattern": "("}, "pattern is not a regular expression that Python can read: missing )"),
    ({"pattern": "a{5,1}"}, "pattern is not a regular expression"),
    ({"pattern": "a", "operation": "replace"}, "replacement is needed for the operation replace"),
    ({"pattern": "a", "replacement": "b"}, "replacement is needed for the operation replace, and has no meaning"),
    ({"pattern": "a", "operation": "replace", "replacement": r"\1"}, "replacement can't be used: invalid group"),
    ({"pattern": "a", "operation": "replace", "replacement": r"\g<no>"}, "replacement can't be used: unknown group"),
    ({"pattern": "a", "operation": "replace", "replacement": r"\d"}, "replacement can't be used: bad escape"),
    (
        {"pattern": "a", "operation": "replace", "replacement": "x" * 10_000, "text": "a" * 100_000},
        "The new text would have more than 1,500,000 characters",
    ),
]


async def test_a_slip_is_named_with_its_field() -> None:
    said = await answers("match_regex", [{"text": "abc", "limit": 10**6} | slip for slip, _ in SLIPS])
    for message, (slip, expected) in zip(said, SLIPS, strict=True):
        assert str(message).startswith(expected), slip


@pytest.mark.parametrize("text", ["", "x" * 1_000_000])
async def test_nothing_and_very_much_are_searched(text: str, call_tool: CallTool) -> None:
    assert (await call_tool("match_regex", text=text, pattern="y+")).output["count"] == 0
