"""If this fails, a person must open a hundred tools one by one, or can't take back what they deleted."""

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

SCRIPT = "def main():\n    return 1\n"
STATUS = "query ($id: ID!) { tool(id: $id) { status deletedAt } }"


def test_tools_are_moved_deleted_and_restored_together(console: Console, admin: Graph) -> None:
    ids = [admin.tool(f"bulk_{name}", SCRIPT, active=False) for name in ("one", "three", "two")]
    console.open("/tools?q=bulk_&sort=name", "Tools")
    boxes = [console.page.get_by_role("checkbox", name=f"Choose Bulk {name}") for name in ("one", "three", "two")]
    boxes[0].focus()
    console.page.keyboard.press("Space")
    boxes[2].click(modifiers=["Shift"])
    bar = console.page.get_by_role("toolbar", name="What to do with the chosen tools")
    expect(bar).to_contain_text("3 tools chosen")
    console.button("Activate", bar).click()
    console.said("Done with 3 tools.")
    assert [admin.data(STATUS, id=each)["status"] for each in ids] == ["ACTIVE"] * 3

    for box in boxes[:2]:
        box.check()
    console.button("Delete", bar).click()
    expect(console.page.get_by_text("2 tools deleted")).to_be_visible()
    expect(boxes[0]).to_have_count(0)
    console.button("Undo").click()
    expect(boxes[0]).to_be_visible()
    assert [admin.data(STATUS, id=each)["deletedAt"] for each in ids] == [None] * 3
