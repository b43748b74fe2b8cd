"""The README's pictures, taken from a real server with a real story on it: scripts/take-screenshots"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.support.browser import Visit, running_browser
from tests.support.console import Console
from tests.support.database import throwaway_cluster
from tests.support.graph import EXECUTE, Graph, sign_in_by_link
from tests.support.server import running_server

PICTURES = Path(__file__).parents[2] / "docs" / "screenshots"
LARGEST_BYTES = 250_000

FIRST = '''\
def main(lines: list[dict], currency: str = "EUR") -> dict:
    """Total the lines of an invoice."""
    total = 0.0
    for line in lines:
        amount = line["quantity"] * line["unit_price"]
        print(f"{line['description']:<24}{amount:>10.2f} {currency}")
        total += amount
    return {"total": round(total, 2), "currency": currency}
'''
SECOND = FIRST.replace('"currency": currency}', '"currency": currency, "lines": len(lines)}')
THIRD = '''\
import time


def main(lines: list[dict], currency: str = "EUR", tax_rate: float = 0.19) -> dict:
    """Total the lines of an invoice, tax included."""
    net = 0.0
    for line in lines:
        amount = line["quantity"] * line["unit_price"]
        print(f"{line['description']:<24}{amount:>10.2f} {currency}")
        net += amount
        time.sleep(0.5)  # look up the price list
    tax = net * tax_rate
    print(f"{'Tax':<24}{tax:>10.2f} {currency}")
    return {"net": round(net, 2), "tax": round(tax, 2), "total": round(net + tax, 2), "lines": len(lines)}
'''
LINE = {
    "type": "object",
    "properties": {
        "description": {"type": "string", "title": "Description"},
        "quantity": {"type": "number", "title": "Quantity", "minimum": 0},
        "unit_price": {"type": "number", "title": "Unit price"},
    },
    "required": ["description", "quantity", "unit_price"],
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "lines": {"type": "array", "title": "Lines", "items": LINE},
        "currency": {"type": "string", "title": "Currency", "default": "EUR"},
    },
    "required": ["lines"],
}
TAX_RATE = {"type": "number", "title": "Tax rate", "default": 0.19}
TAXED = SCHEMA | {"properties": SCHEMA["properties"] | {"tax_rate": TAX_RATE}}
GOODS = [("Desk", 2, 249.5), ("Chair", 4, 119), ("Lamp", 4, 38.9), ("Shelf", 1, 179), ("Cable tray", 6, 12.5)]
INVOICE = {"lines": [{"description": name, "quantity": count, "unit_price": price} for name, count, price in GOODS]}
OTHERS = {
    "convert_currency": ("Convert currency", "Converts an amount by the bank's rate of the day.", "Accounting"),
    "find_duplicates": ("Find duplicates", "Finds rows that say the same in other words.", "Research"),
    "extract_dates": ("Extract dates", "Reads every date in a text, whatever its form.", "Office"),
    "check_iban": ("Check IBAN", "Says whether an account number can be right, and which bank it is of.", "Accounting"),
    "summarise_table": ("Summarise table", "Counts, means and outliers of each column.", "Research"),
}
BOOKS = """\
import time


def main():
    for month in ("October", "November", "December"):
        print(f"Checking {month}")
        time.sleep(20)
"""
START = """
mutation ($tool: ID!) { executeTool(input: {tool: $tool, input: {}, wait: false})
  { execution { id } userErrors { code message } } }
"""
CREATE_CATEGORY = """
mutation ($name: String!) {
  createCategory(input: {name: $name}) { category { id } userErrors { code message } }
}
"""
CREATE_AGENT = """
mutation { createAgent(input: {name: "billing_bot", displayName: "Billing bot", icon: "🧾"})
  { agent { id } userErrors { code message } } }
"""
CREATE_TOKEN = """
mutation ($agent: ID!) { createAccessToken(input: {subject: $agent, name: "Office", scope: EXECUTE})
  { accessToken { id } secret userErrors { code message } } }
"""
GRANT = """
mutation ($tool: ID!, $agent: ID!) { grantToolPermission(input: {tool: $tool, subject: $agent, permission: EXECUTE})
  { toolPermission { id } userErrors { code message } } }
"""


def main() -> int:
    with throwaway_cluster() as data_dir, running_server(data_dir) as server:
        admin = sign_in_by_link(server.url, str(server.first_link))
        story = tell_the_story(admin)
        with running_browser() as browser:
            take(browser, admin, *story)
        admin.close()
    large = [path.name for path in PICTURES.glob("*.png") if path.stat().st_size > LARGEST_BYTES]
    if large:
        sys.stderr.write(f"Too large for the README: {', '.join(large)}\n")
    return len(large)


def tell_the_story(admin: Graph) -> tuple[str, str, str]:
    """Tools in categories, versions, an agent, and runs that went well and badly; returns a tool, a run, the agent."""
    names = ("Accounting", "Office", "Research")
    shelves = {name: admin.data(CREATE_CATEGORY, name=name)["category"]["id"] for name in names}
    for name, (title, description, shelf) in OTHERS.items():
        script = f'def main(text=""):\n    """{description}"""\n    return {{"length": len(text)}}\n'
        other = admin.tool(name, script, displayName=title, description=description, category=shelves[shelf])
        admin.execute(other, text="42")
    tool = admin.tool(
        "invoice_total",
        FIRST,
        displayName="Invoice total",
        description="Totals the lines of an invoice. Use it whenever somebody asks what an order comes to.",
        category=shelves["Accounting"],
        inputSchema=SCHEMA,
        tags=["invoice", "money"],
    )
    run = admin.execute(tool, **INVOICE)["id"]
    admin.save(tool, 1, "Counts the lines", scriptContent=SECOND)
    wrong = {"lines": [{"description": "Desk", "quantity": "two", "unit_price": 249.5}]}
    admin.ask(EXECUTE, input={"tool": tool, "input": wrong})
    admin.save(tool, 2, "Adds the tax", scriptContent=THIRD, inputSchema=TAXED)
    agent = admin.data(CREATE_AGENT)["agent"]["id"]
    admin.data(GRANT, tool=tool, agent=agent)
    bot = Graph(admin.url, admin.data(CREATE_TOKEN, agent=agent)["secret"])
    for _ in range(3):
        bot.execute(tool, **INVOICE)
    broken = 'def main():\n    """Means of a month without any sales."""\n    return 0 / 0\n'
    admin.execute(
        admin.tool("mean_sales", broken, description="The mean of each month's sales.", category=shelves["Research"])
    )
    bot.close()
    return tool, run, agent


def take(browser: Browser, admin: Graph, tool: str, run: str, agent: str) -> None:
    visit = Visit(browser, admin.url, color_scheme="light")
    visit.sign_in(admin)
    console = Console(visit.page())
    console.open("/tools", "Tools")
    expect(console.link("Invoice total")).to_be_visible()
    picture(console, "tools")
    console.open(f"/tools/{tool}/editor", "Invoice total")
    expect(console.page.get_by_role("code").filter(has_text="look up the price list")).to_be_visible()
    picture(console, "editor")
    console.open(f"/tools/{tool}/editor?file=inputSchema", "Invoice total")
    console.page.get_by_role("treeitem", name="unit_price").click()
    picture(console, "schema")
    console.open(f"/tools/{tool}/versions?compare=1&compare=3", "Invoice total")
    expect(console.page.get_by_role("code").filter(has_text="look up the price list")).to_be_visible()
    picture(console, "versions")
    watch_a_run(console, tool, run)
    console.open("/executions", "Executions")
    expect(console.link("Mean sales")).to_be_visible()
    picture(console, "executions")
    books = admin.tool("close_books", BOOKS, displayName="Close the books", description="Closes a month's books.")
    admin.data(START, tool=books)
    console.open("/?span=hour", "Home")
    expect(console.page.get_by_text("Running now: 1")).to_be_visible()
    picture(console, "home")
    console.open(f"/agents/{agent}/connect", "Connect Billing bot")
    picture(console, "connect")
    console.open("/audit", "Audit")
    expect(console.page.get_by_role("button", name="Permission granted")).to_be_visible()
    picture(console, "audit")
    assert visit.watch.faults == []
    visit.context.close()
    if subprocess.run(["fc-list", ":lang=zh"], capture_output=True, check=False).stdout:
        take_in_chinese(browser, admin)
    else:
        sys.stderr.write("No picture in Chinese: this machine has no font for it.\n")


def take_in_chinese(browser: Browser, admin: Graph) -> None:
    """Dark, too: as somebody sees it whose browser asks for both."""
    visit = Visit(browser, admin.url, color_scheme="dark", locale="zh-CN")
    visit.sign_in(admin)
    console = Console(visit.page())
    console.open("/?span=hour", "首页")
    expect(console.page.get_by_text("Close the books")).to_be_visible()
    picture(console, "home-zh-dark")
    assert visit.watch.faults == []
    visit.context.close()


def watch_a_run(console: Console, tool: str, run: str) -> None:
    """A picture of a run under way, its input beside it."""
    console.open(f"/tools/{tool}/try?from={run}", "Invoice total")
    console.page.get_by_role("radio", name="JSON").locator("..").click()
    expect(console.page.get_by_role("code").filter(has_text="Desk")).to_be_visible()
    console.settle()
    console.button("Run").click()
    expect(console.log).to_contain_text("Lamp")
    console.page.screenshot(path=PICTURES / "try.png")
    console.ends("Success")


def picture(console: Console, name: str) -> None:
    """What a person sees once everything has come to rest."""
    console.settle()
    console.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    sys.exit(main())
