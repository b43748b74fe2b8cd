from typing import Any

import pytest

from tests.integration.toolbox.conftest import CallTool, answers

PAGE = """<!DOCTYPE html><html><head><title> A  page </title><base href="/docs/"><style>p {}</style></head>
<body><!-- a remark --><nav><a href="a.html">One</a><a name="here">no link</a></nav>
<p class="lead big" id=p1>Café &amp; 茶&nbsp;<b>bold</b> text</p>
<a href="https://other.example/?q=1"><img src="x.png" alt="A picture"></a> <a href="#top"></a>
<a href="http://[broken">odd</a>
<pre>line 1
line 2</pre><noscript>no</noscript><template>no</template></body></html>"""
TABLES = """
<table><thead><tr><th colspan=2>Name</th><th rowspan=2>Age</th></tr><tr><th>First</th><th>Last</th></tr></thead>
  <tbody><tr><td>Ada</td><td>Lovelace</td><td>36</td></tr><tr><td colspan=9>nobody<table><tr><td>inner</td></tr></table>
  </td></tr></tbody></table>
<table><tr><td>1<td>2<tr><td rowspan=0>3<td>4<tr><td>5</table><table></table>
"""


async def test_links_are_absolute_and_have_a_name_where_they_show_a_picture() -> None:
    (found,) = await answers("extract_html", [{"html": PAGE, "extract": "links", "base_url": "https://me.example/x/y"}])
    assert found["title"] == "A page"
    assert found["links"] == [
        {"text": "One", "url": "https://me.example/docs/a.html"},
        {"text": "A picture", "url": "https://other.example/?q=1"},
        {"text": "", "url": "https://me.example/docs/#top"},
        {"text": "odd", "url": "http://[broken"},
    ]


async def test_text_is_what_a_reader_sees() -> None:
    (found,) = await answers("extract_html", [{"html": PAGE, "extract": "text"}])
    assert found["text"].splitlines() == ["Oneno link", "Café & 茶 bold text", "odd", "line 1", "line 2"]


async def test_elements_give_their_fields_or_themselves() -> None:
    fields = [{"name": "self"}, {"name": "class", "attribute": "class"}, {"name": "none", "selector": "i"}]
    asked: list[dict[str, Any]] = [
        {"selector": "p", "fields": fields},
        {"selector": "p.lead"},
        {"selector": "a, p", "limit": 2},
    ]
    rows, plain, few = await answers("extract_html", [{"html": PAGE, "extract": "elements"} | each for each in asked])
    assert rows["elements"] == [{"self": "Café & 茶 bold text", "class": "lead big", "none": None}]
    (element,) = plain["elements"]
    assert element["tag"] == "p"
    assert element["attributes"] == {"class": "lead big", "id": "p1"}
    assert (few["count"], few["truncated"], len(few["elements"])) == (6, True, 2)


async def test_cells_that_span_stand_everywhere_a_browser_shows_them() -> None:
    asked = [{"html": TABLES, "extract": "tables"}, {"html": TABLES, "extract": "tables", "selector": "table table"}]
    everything, inner = await answers("extract_html", asked)
    first, nested, second, empty = everything["tables"]
    assert first["header"][:3] == ["Name First", "Name Last", "Age"]
    assert first["rows"][0][:3] == ["Ada", "Lovelace", "36"]
    assert {len(row) for row in [first["header"], *first["rows"]]} == {9}
    assert second["rows"] == [["1", "2"], ["3", "4"], ["3", "5"]]
    assert empty == {"caption": "", "header": [], "rows": []}
    assert nested["rows"] == [["inner"]]
    assert inner["tables"] == [nested]


@pytest.mark.parametrize("extract", ["elements", "tables", "links", "text"])
async def test_what_is_no_page_gives_nothing_and_no_error(extract: str) -> None:
    texts = ["", " ", "plain words", "https://me.example", "<?xml version='1.0'?><a/>", "<<<>>", "<table><tr><td", "\0"]
    found = await answers("extract_html", [{"html": text, "extract": extract, "selector": "table"} for text in texts])
    assert [each["extract"] for each in found] == [extract] * len(texts)


async def test_very_deep_and_very_wide_pages_are_read(call_tool: CallTool) -> None:
    deep = (await call_tool("extract_html", html="<div>" * 20_000 + "x", extract="text")).output
    assert deep["text"] == "x"
    cells = "<td colspan=1000 rowspan=1000>x</td>" * 20
    ran = await call_tool("extract_html", html=f"<table>{f'<tr>{cells}</tr>' * 1000}</table>", extract="tables")
    assert ran.message == "ValueError: A table has more than 200,000 cells: narrow the selector down."


SLIPS: list[tuple[dict[str, Any], str]] = [
    (
        {"extract": "elements", "selector": "p", "fields": [{"name": "a"}, {"name": "a"}]},
        "fields[1].name: 'a' is the name of another field.",
    ),
    ({"extract": "elements"}, "selector is needed for extract = elements."),
    ({"extract": "links", "fields": [{"name": "a"}]}, "fields belong to extract = elements only."),
    ({"extract": "links", "selector": "p["}, "selector is not a CSS selector that can be used: Malformed attribute"),
    ({"extract": "links", "selector": "a::before"}, "selector is not a CSS selector that can be used: "),
    (
        {"extract": "elements", "selector": "p", "fields": [{"name": "a"}, {"name": "b", "selector": ">>"}]},
        "fields[1].selector is not a CSS selector that can be used: ",
    ),
]


async def test_a_slip_is_named_with_its_field() -> None:
    said = await answers("extract_html", [{"html": "<p>x</p>"} | slip for slip, _ in SLIPS])
    for message, (slip, expected) in zip(said, SLIPS, strict=True):
        assert str(message).startswith(expected), slip


async def test_large_pages_without_end_tags_are_read(call_tool: CallTool) -> None:
    text = (await call_tool("extract_html", html="<p>x" * 10_000, extract="text")).output["text"]
    assert text.splitlines() == ["x"] * 10_000
    links = (await call_tool("extract_html", html="<ul>" + "<li><a href=x>y" * 10_000, extract="links", limit=1)).output
    assert (links["count"], links["links"]) == (10_000, [{"text": "y", "url": "x"}])


async def test_elements_inside_one_another_are_searched_once(call_tool: CallTool) -> None:
    page = "<div><a href=x>y</a>" * 2_000
    ran = await call_tool("extract_html", html=page, extract="links", selector="div", limit=1)
    assert ran.output["count"] == 2_000


async def test_a_page_that_would_take_minutes_ends_with_advice() -> None:
    nested = "<b>" * 20_000 + "<p>x</p>" * 20_000
    said, plain = await answers(
        "extract_html", [{"html": page, "extract": "text"} for page in (nested, "x")], seconds=1
    )
    assert said.startswith("html took more than 1 seconds to search. Give only the part of the page that is needed")
    assert plain["text"] == "x"
