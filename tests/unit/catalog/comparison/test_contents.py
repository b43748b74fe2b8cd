"""What else of a content breaks callers."""

import pytest
from toolcrib.catalog.comparison import ChangeKind, Impact, compare_contents
from toolcrib.catalog.content import FIELD_NAMES, ToolContent, ToolContentChange
from toolcrib.catalog.model import ExecutorType

BASE = ToolContent(
    display_name="Sum",
    description="Adds.",
    executor_config={"entry": "MAIN"},
    script_content="pass",
    input_schema={"type": "object"},
    output_schema={},
    annotations={"readOnly": True, "destructive": False},
    examples={"prompts": [], "inputs": []},
)


@pytest.mark.parametrize(
    ("change", "kind", "impact"),
    [
        (ToolContentChange(display_name="Total"), ChangeKind.DETAIL, Impact.COMPATIBLE),
        (ToolContentChange(description="Adds up."), ChangeKind.DESCRIPTION, Impact.COMPATIBLE),
        (ToolContentChange(script_content="print()"), ChangeKind.SCRIPT, Impact.COMPATIBLE),
        (ToolContentChange(executor_type=ExecutorType.SHELL), ChangeKind.EXECUTOR, Impact.COMPATIBLE),
        (ToolContentChange(executor_config={"entry": "STDIN"}), ChangeKind.SETTINGS, Impact.COMPATIBLE),
        (
            ToolContentChange(executor_config={"entry": "MAIN", "output": "TEXT"}),
            ChangeKind.SETTINGS,
            Impact.BREAKING,
        ),
        (ToolContentChange(timeout_seconds=29), ChangeKind.TIMEOUT, Impact.BREAKING),
        (ToolContentChange(timeout_seconds=31), ChangeKind.TIMEOUT, Impact.COMPATIBLE),
        (ToolContentChange(annotations={"destructive": False}), ChangeKind.HINT, Impact.BREAKING),
        (
            ToolContentChange(annotations={"readOnly": True, "destructive": True}),
            ChangeKind.HINT,
            Impact.BREAKING,
        ),
        (
            ToolContentChange(annotations={"readOnly": True, "destructive": False, "idempotent": True}),
            ChangeKind.HINT,
            Impact.COMPATIBLE,
        ),
        (ToolContentChange(tags=["sum"]), ChangeKind.DETAIL, Impact.COMPATIBLE),
    ],
)
def test_each_field_is_named_and_classed(change: ToolContentChange, kind: ChangeKind, impact: Impact) -> None:
    [found] = compare_contents(BASE, change.applied_to(BASE)).changes
    assert (found.kind, found.impact) == (kind, impact)
    assert found.path[0] in FIELD_NAMES.values()


def test_what_breaks_callers_comes_first() -> None:
    after = ToolContentChange(display_name="Total", timeout_seconds=1).applied_to(BASE)
    comparison = compare_contents(BASE, after)
    assert [change.kind for change in comparison.changes] == [ChangeKind.TIMEOUT, ChangeKind.DETAIL]
    assert comparison.impact is Impact.BREAKING
