"""If these fail, a person can't see what changed in a tool, or can't get back to what worked."""

from typing import Any

from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.graph import Graph

FIRST = "def main(price=100):\n    return {'total': price * 1.19}\n"
THIRD = "def main(price=100):\n    return {'total': price * 1.07}\n"
TOOL = "query ($id: ID!) { tool(id: $id) { version scriptContent description } }"


def _schema(*required: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"price": {"type": "number"}}, "required": list(required)}


def test_what_an_edit_means_for_callers_is_said_before_and_after_saving(console: Console, admin: Graph) -> None:
    tool = admin.tool("add_levy", FIRST, inputSchema=_schema())
    admin.save(tool, 1, "Wants a price", inputSchema=_schema("price"))
    console.open(f"/tools/{tool}/versions?compare=1&compare=2", "Add levy")
    changes = console.page.get_by_role("list", name="What changes for callers").get_by_role("listitem")
    expect(changes).to_have_count(1)
    expect(changes).to_contain_text("Breaking")
    expect(changes).to_contain_text("inputSchema.properties.price")
    expect(changes).to_contain_text("The field must be there now.")

    console.button("Restore", console.page.get_by_role("listitem").filter(has_text="Version 1")).click()
    expect(console.dialog).to_contain_text("Callers can go on as they did.")
    expect(console.dialog.get_by_role("list", name="What changes for callers")).to_contain_text("Compatible")


def test_version_3_is_compared_with_version_1_and_restored(console: Console, admin: Graph) -> None:
    tool = admin.tool("add_tax", FIRST)
    admin.save(tool, 1, "Says more", description="Adds the tax.")
    admin.save(tool, 2, "Reduced rate", scriptContent=THIRD)
    console.open(f"/tools/{tool}", "Add tax")
    console.tab("Versions")
    for version in (1, 3):
        box = console.page.get_by_role("checkbox", name=f"Compare version {version}")
        box.click()
        expect(box).to_be_checked()
    expect(console.page.get_by_text("Version 1 and version 3")).to_be_visible()
    expect(console.page.get_by_role("row", name="Description What add_tax does. Adds the tax.")).to_be_visible()
    expect(console.page.get_by_role("code").filter(has_text="price * 1.19")).to_be_visible()
    expect(console.page.get_by_role("code").filter(has_text="price * 1.07")).to_be_visible()

    versions = console.page.get_by_role("list", name="Versions").get_by_role("listitem")
    console.button("Restore", versions.filter(has_text="Version 1")).click()
    console.button("Restore as version 4", console.dialog).click()
    console.said("Version 1 is now version 4.")
    expect(versions).to_have_count(4)
    expect(versions.first).to_contain_text("Restores version 1")
    assert admin.data(TOOL, id=tool) == {
        "version": 4,
        "scriptContent": FIRST,
        "description": "What add_tax does.",
    }
