import difflib
import random

import pytest

from tests.integration.toolbox.conftest import CallTool, answers

BEFORE = "a\nb\nc\nd\ne\nf\ng\nh\ni\n"
AFTER = "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\n"


async def test_the_diff_says_what_changed_and_how_much(call_tool: CallTool) -> None:
    output = (await call_tool("diff_texts", before=BEFORE, after=AFTER, context=1)).output
    assert output["diff"] == "--- before\n+++ after\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -9 +9,2 @@\n i\n+j\n"
    assert (output["added"], output["removed"], output["unchanged"], output["hunks"]) == (2, 1, 8, 2)
    assert (output["identical"], output["similarity"]) == (False, 0.8421)


@pytest.mark.parametrize("context", [0, 1, 3, 100])
async def test_the_diff_is_the_one_every_program_knows(context: int, call_tool: CallTool) -> None:
    output = (await call_tool("diff_texts", before=BEFORE, after=AFTER, context=context)).output
    lines = BEFORE.splitlines(), AFTER.splitlines()
    assert output["diff"].splitlines() == list(difflib.unified_diff(*lines, "before", "after", "", "", context, ""))


async def test_equal_texts_have_no_diff(call_tool: CallTool) -> None:
    output = (await call_tool("diff_texts", before=BEFORE, after=BEFORE)).output
    assert (output["identical"], output["similarity"], output["diff"]) == (True, 1, "")
    assert (await call_tool("diff_texts", before="", after="")).output["identical"] is True


async def test_white_space_and_case_are_ignored_on_request(call_tool: CallTool) -> None:
    texts = {"before": "Hello  World\n", "after": "hello world \n"}
    assert (await call_tool("diff_texts", **texts)).output["identical"] is False
    assert (await call_tool("diff_texts", **texts, ignore_whitespace=True)).output["identical"] is False
    assert (await call_tool("diff_texts", **texts, ignore_whitespace=True, ignore_case=True)).output[
        "identical"
    ] is True


async def test_a_text_made_from_nothing_is_all_added(call_tool: CallTool) -> None:
    output = (await call_tool("diff_texts", before="", after="x\ny")).output
    assert output["diff"] == "--- before\n+++ after\n@@ -0,0 +1,2 @@\n+x\n+y\n"


async def test_texts_too_long_to_compare_are_refused(call_tool: CallTool) -> None:
    ran = await call_tool("diff_texts", before="x\n" * 20_001, after="")
    assert ran.message == "ValueError: before has 20,001 lines; at most 20,000 can be compared."


def common(before: str, after: str) -> int:
    """The most lines that can be kept, by the textbook."""
    above = [0] * (len(after) + 1)
    for line in before:
        row = [0]
        for j, other in enumerate(after):
            row.append(above[j] + 1 if line == other else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def patched(before: list[str], diff: str) -> list[str]:
    """The text that the diff, with all lines for context, makes."""
    lines = diff.splitlines()[3:]
    assert [line[1:] for line in lines if line[0] != "+"] == before
    return [line[1:] for line in lines if line[0] != "-"]


async def test_as_many_lines_as_can_be_are_kept_and_the_diff_leads_from_one_text_to_the_other() -> None:
    chance = random.Random(7)  # noqa: S311 - nothing secret
    pairs = [["".join(chance.choices("abc", k=chance.randint(0, 12))) for _ in "ab"] for _ in range(300)]
    given = [{"before": "\n".join(one), "after": "\n".join(two), "context": 1000} for one, two in pairs]
    for (one, two), found in zip(pairs, await answers("diff_texts", given), strict=True):
        assert found["unchanged"] == common(one, two)
        assert found["identical"] or patched([*one], found["diff"]) == [*two]


async def test_the_longest_texts_are_compared_at_once_whatever_they_hold(call_tool: CallTool) -> None:
    """difflib's own search takes minutes for the first two."""
    chance = random.Random(7)  # noqa: S311 - nothing secret
    lines = 20_000
    texts = [
        ("x\ny\n" * (lines // 2), "y\ny\nx\n" * (lines // 3)),
        ("".join(chance.choices(["a\n", "b\n"], k=lines)), "".join(chance.choices(["a\n", "b\n"], k=lines))),
        ("".join(f"{n}\n" for n in range(lines)), "".join(f"{n}\n" for n in reversed(range(lines)))),
        ("".join(f"{n}\n" for n in range(lines)), "".join(f"new {n}\n" for n in range(lines))),
    ]
    for before, after in texts:
        ran = await call_tool("diff_texts", before=before, after=after, context=0)
        assert ran.result.status == "SUCCESS", ran.result.error
        assert ran.output["unchanged"] + ran.output["removed"] == lines
