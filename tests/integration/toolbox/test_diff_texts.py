import difflib

import pytest

from tests.integration.toolbox.conftest import CallTool

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
