"""Take data out of HTML: elements by CSS selectors, tables, links, readable text."""

import re
import signal
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag, UnusualUsageWarning
from bs4.element import CData, NavigableString
from soupsieve import SelectorSyntaxError

SECONDS = 10
MAX_CELLS = 200_000
MAX_SPAN = 1_000
CELL, LIST = (("td", "th"), ("table",)), (("li",), ("ul", "ol"))
TERM, OPTION = (("dt", "dd"), ("dl",)), (("option",), ("select",))
CLOSED_BY = {
    "td": CELL,
    "th": CELL,
    "tr": (("tr",), ("table",)),
    "li": LIST,
    "dt": TERM,
    "dd": TERM,
    "option": OPTION,
    "p": (("p",), ("div", "td", "th", "li", "dd", "body", "section", "article", "button", "object")),
}
"""What an element's beginning ends, and what it doesn't look beyond for it."""
SPACE = re.compile(r"\s+")
UNSEEN = ("script", "style", "template", "noscript", "head", "title", "svg")
BLOCKS = frozenset(
    (
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "br",
            "dd",
            "details",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
        ),
        *("figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol"),
        *("option", "p", "pre", "section", "summary", "table", "td", "th", "tr", "ul"),
    )
)


def main(
    html: str,
    extract: str,
    *,
    selector: str | None = None,
    fields: list[dict[str, str]] | None = None,
    base_url: str = "",
    limit: int = 100,
) -> dict[str, Any]:
    if fields and extract != "elements":
        raise ValueError("fields belong to extract = elements only.")
    check_names(fields or [])
    with in_time():
        return read(html, extract, selector=selector, fields=fields, base_url=base_url, limit=limit)


class OutOfTime(BaseException):
    """No Exception, which a library might take for one of its own and go on."""


@contextmanager
def in_time() -> Iterator[None]:
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, 1)  # again each second: a library may swallow it
    try:
        yield
    except OutOfTime:
        raise ValueError(
            f"html took more than {SECONDS} seconds to search. Give only the part of the page that is needed, where"
            " elements are not nested so deeply, or a simpler selector."
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def give_up(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTime


def read(
    html: str, extract: str, *, selector: str | None, fields: list[dict[str, str]] | None, base_url: str, limit: int
) -> dict[str, Any]:
    warnings.simplefilter("ignore", UnusualUsageWarning)  # whatever is given is taken as HTML
    soup = Page(html, "html.parser")
    base = find_base(soup, base_url)
    title = collapse(soup.title.get_text()) if soup.title else ""
    roots: list[Tag] = select(soup, selector, "selector") if selector else [soup]
    if extract == "text":
        return {"extract": extract, "title": title, "count": len(roots), "truncated": False, "text": text_of(roots)}
    if extract == "elements":
        if not selector:
            raise ValueError("selector is needed for extract = elements.")
        rows: Iterable[Any] = (row(element, fields, base) for element in roots)
        count = len(roots)
    else:
        found = list(inside(roots, "table" if extract == "tables" else "a[href], area[href]"))
        rows = (table(each) if extract == "tables" else link(each, base) for each in found)
        count = len(found)
    return {
        "extract": extract,
        "title": title,
        "count": count,
        "truncated": count > limit,
        extract: list(islice(rows, limit)),
    }


class Page(BeautifulSoup):
    """Ends each cell, row and item where the next one begins, as browsers do: their end tags may be left out."""

    def handle_starttag(self, name: str, *details: Any, **more: Any) -> Tag | None:  # noqa: ANN401 - as they come
        closed, within = CLOSED_BY.get(name, ((), ()))
        for element in (self.currentTag, *self.currentTag.parents) if closed and self.currentTag else ():
            if element.name in closed:
                self.handle_endtag(element.name)
            if element.name in within or element.name in closed:
                break
        return super().handle_starttag(name, *details, **more)


def select(root: Tag, selector: str, name: str) -> list[Tag]:
    try:
        return list(root.select(selector))
    except (SelectorSyntaxError, NotImplementedError) as error:
        problem = str(error).partition("\n")[0].rstrip(".")
        raise ValueError(f"{name} is not a CSS selector that can be used: {problem}.") from None


def inside(roots: list[Tag], selector: str) -> Iterator[Tag]:
    """What matches in the roots, each once, themselves included."""
    searched: set[int] = set()
    for root in roots:
        if id(root) in searched:  # it lies in one before
            continue
        searched.update(map(id, root.descendants))
        if root.parent and root.css.match(selector):
            yield root
        yield from root.select(selector)


def find_base(soup: BeautifulSoup, base_url: str) -> str:
    base = soup.find("base", href=True)
    return resolve(base_url, str(base["href"])) if isinstance(base, Tag) else base_url


def resolve(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:  # it is no address, but it is what the page says
        return address.strip()


def check_names(fields: list[dict[str, str]]) -> None:
    names = [field["name"] for field in fields]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f"fields[{number}].name: {name!r} is the name of another field.")


def row(element: Tag, fields: list[dict[str, str]] | None, base: str) -> dict[str, Any]:
    if not fields:
        attributes = {name: value_of(element, name, base) for name in element.attrs}
        return {"tag": element.name, "text": text_of([element]), "attributes": attributes}
    return {field["name"]: field_value(element, field, number, base) for number, field in enumerate(fields)}


def field_value(element: Tag, field: dict[str, str], number: int, base: str) -> str | None:
    found: Tag | None = element
    if "selector" in field:
        found = next(iter(select(element, field["selector"], f"fields[{number}].selector")), None)
    if found is None:
        return None
    return value_of(found, field["attribute"], base) if "attribute" in field else text_of([found])


def value_of(element: Tag, attribute: str, base: str) -> str | None:
    value = element.get(attribute.lower())
    if value is None:
        return None
    text = value if isinstance(value, str) else " ".join(value)
    return resolve(base, text) if attribute.lower() in ("href", "src") else text


def link(element: Tag, base: str) -> dict[str, Any]:
    label = text_of([element]) or next((str(image["alt"]) for image in element.select("img[alt]")), "")
    return {"text": label or str(element.get("title", "")), "url": value_of(element, "href", base)}


def table(element: Tag) -> dict[str, Any]:
    """Cells that span rows or columns stand in each. The header: the rows of `thead`, or a first one of `th` alone."""
    caption = element.find("caption")
    own = [line for line in element.find_all("tr") if line.find_parent("table") is element]
    grid = fill(own)
    heads = 0
    for line in own:
        parent = line.parent
        cells = line.find_all(["td", "th"], recursive=False)
        if not (parent and parent.name == "thead") and not (
            heads == 0 and cells and all(c.name == "th" for c in cells)
        ):
            break
        heads += 1
    header = [collapse(" ".join(dict.fromkeys(column))) for column in zip(*grid[:heads], strict=True)]
    return {
        "caption": text_of([caption]) if isinstance(caption, Tag) else "",
        "header": header,
        "rows": grid[heads:],
    }


def fill(lines: list[Tag]) -> list[list[str]]:
    """Rows of equal length, as a browser would lay them out."""
    cells: dict[tuple[int, int], str] = {}
    width = 0
    for y, line in enumerate(lines):
        x = 0
        for cell in line.find_all(["td", "th"], recursive=False):
            while (y, x) in cells:
                x += 1
            rows, columns = min(span(cell, "rowspan") or len(lines), len(lines) - y), max(1, span(cell, "colspan"))
            if len(cells) + rows * columns > MAX_CELLS:
                raise ValueError(f"A table has more than {MAX_CELLS:,} cells: narrow the selector down.")
            text = text_of([cell])
            cells |= {(y + down, x + right): text for down in range(rows) for right in range(columns)}
            x += columns
        width = max(width, x)
    return [[cells.get((y, x), "") for x in range(width)] for y in range(len(lines))]


def span(cell: Tag, name: str) -> int:
    digits = re.match(r"\s*(\d{1,6})", str(cell.get(name, "1")))
    return min(int(digits[1]), MAX_SPAN) if digits else 1


def text_of(roots: list[Tag]) -> str:
    """What a reader sees: blocks on lines of their own, white space collapsed."""
    lines = "".join(piece for root in roots for piece in ["\n", *pieces(root)]).splitlines()
    return "\n".join(line for line in map(collapse, lines) if line)


def pieces(root: Tag) -> Iterator[str]:
    """Text and line ends, without recursion: pages may be nested as deeply as they like."""
    waiting: list[object] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tag):
            if node.name in UNSEEN and node is not root:
                continue
            if node.name == "pre":
                yield f"\n{node.get_text()}\n"
                continue
            edge = ["\n"] if node.name in BLOCKS else []
            waiting += [*edge, *reversed(node.contents), *edge]
        elif type(node) in (NavigableString, CData):  # not a comment, nor a document type
            yield SPACE.sub(" ", str(node))
        elif node == "\n":
            yield "\n"


def collapse(text: str) -> str:
    return " ".join(text.split())
