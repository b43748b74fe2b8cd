"""What mustache(5) and its specification ask for, as far as the tool goes."""

from typing import Any

from tests.integration.toolbox.conftest import CallTool, answers

DATA: dict[str, Any] = {
    "name": "Chris",
    "html": '<b>"it\'s" & 茶</b>',
    "price": 1.5,
    "count": 0,
    "yes": True,
    "no": False,
    "null": None,
    "empty": [],
    "blank": "",
    "list": [1, 2, 3],
    "people": [{"name": "Ada"}, {"name": "梅", "friends": [{"name": "Li"}]}],
    "a": {"b": {"c": "deep"}, "name": "A"},
    "nested": [[1, 2], [3]],
}
CASES: list[tuple[str, str]] = [
    ("", ""),
    ("Hello, {{ name }}!", "Hello, Chris!"),
    ("{{{html}}} {{&html}}", '<b>"it\'s" & 茶</b> <b>"it\'s" & 茶</b>'),
    ("{{price}} {{count}} {{yes}} {{no}}", "1.5 0 true false"),
    ("{{a.b.c}} {{#a}}{{b.c}} {{name}}{{/a}}", "deep deep A"),
    ("{{#list}}{{.}},{{/list}}", "1,2,3,"),
    ("{{#nested}}[{{#.}}{{.}}{{/.}}]{{/nested}}", "[12][3]"),
    ("{{#people}}{{name}};{{/people}}", "Ada;梅;"),
    ("{{#people}}{{#friends}}{{name}}{{/friends}}{{^friends}}-{{/friends}}{{/people}}", "-Li"),
    ("{{#no}}x{{/no}}{{#null}}x{{/null}}{{#empty}}x{{/empty}}{{#blank}}x{{/blank}}{{#nothing}}x{{/nothing}}", ""),
    ("{{^no}}1{{/no}}{{^empty}}2{{/empty}}{{^nothing}}3{{/nothing}}{{^yes}}4{{/yes}}", "123"),
    ("{{#yes}}1{{/yes}}{{#count}}2{{/count}}{{#name}}{{.}}{{/name}}", "12Chris"),
    ("a{{! a remark\nover lines }}b", "ab"),
    ("1\n  {{! alone }}\n2\n", "1\n2\n"),
    ("{{#yes}}\nline\n{{/yes}}\nend", "line\nend"),
    ("| {{#yes}}\n|{{/yes}}\n", "| \n|\n"),
    ("{{#yes}}\r\nline\r\n{{/yes}}\r\n", "line\r\n"),
    ("  {{#yes}} {{/yes}}\n", "   \n"),
    ("{{=<% %>=}}<% name %> {{name}}", "Chris {{name}}"),
    ("{{=| |=}}\n|name||={{ }}=|{{name}}", "ChrisChris"),
    (">{{>part}}<", ">[Chris]<"),
    ("  {{>lines}}\nend", "  1\n  Chris\nend"),
    ("{{>tree}}", "(Ada)(梅(Li))"),
    ("{{name}} {{=<% %>=}}<%>part%>", "Chris [Chris]"),
    ("{ {name} } {{name}}}", "{ {name} } Chris}"),
    ("{{__class__}}{{#name}}{{upper}}{{/name}}{{list.0}}", ""),
]
PARTIALS = {
    "part": "[{{name}}]",
    "lines": "1\n{{name}}\n",
    "tree": "{{#people}}({{name}}{{#friends}}({{name}}){{/friends}}){{/people}}",
}


async def test_templates_become_what_the_standard_says() -> None:
    common = {"data": DATA, "partials": PARTIALS, "escape": "none", "missing": "empty"}
    found = await answers("render_template", [{**common, "template": template} for template, _ in CASES])
    for answer, (template, expected) in zip(found, CASES, strict=True):
        assert answer["text"] == expected, template
    assert found[-1]["missing"] == ["__class__", "list.0", "upper"]


async def test_html_is_escaped_where_it_was_asked_for(call_tool: CallTool) -> None:
    ran = await call_tool("render_template", template="{{html}} {{{html}}}", data=DATA, escape="html")
    assert ran.output["text"] == '&lt;b&gt;&quot;it&#x27;s&quot; &amp; 茶&lt;/b&gt; <b>"it\'s" & 茶</b>'


SLIPS = [
    ("a\n{{nothing.at.all}}", "template, line 2: data has no 'nothing.at.all'."),
    ("{{null}}", "template, line 1: data has no 'null'."),
    ("{{>none}}", "template, line 1: partials has no 'none'."),
    ("{{list}}", "template, line 1: 'list' is a list: open it by {{#list}}."),
    ("\n\n{{a}}", "template, line 3: 'a' is an object: open it by {{#a}}."),
    ("{{#a}}\n{{#b}}\n{{/a}}", "template, line 3: {{/a}} closes no section that is open here."),
    ("{{/a}}", "template, line 1: {{/a}} closes no section that is open here."),
    ("x\n{{#a}}", "template, line 2: the section 'a' is never closed."),
    ("x {{name", "template, line 1: the tag that begins here is not closed by }}."),
    ("x {{{name}}", "template, line 1: the tag that begins here is not closed by }}}."),
    ("{{}}", "template, line 1: a tag is empty."),
    ("{{=x=}}", "template, line 1: delimiters are set as in {{=<% %>=}}, not by 'x'."),
    ("{{#a}}" * 60, "template, line 1: sections are nested more than 50 levels deep."),
    ("{{>loop}}", "partials are nested more than 50 levels deep: does one include itself?"),
    ("{{>bad}}", "partial 'bad', line 2: a tag is empty."),
    ("{{#many}}{{#many}}{{#many}}{{#many}}xxxxxxxxxx{{/many}}{{/many}}{{/many}}{{/many}}", "The text would have more"),
]


async def test_a_slip_is_named_with_its_line() -> None:
    common: dict[str, Any] = {"data": DATA | {"many": [1] * 100}, "escape": "none"}
    common["partials"] = {"loop": "{{>loop}}", "bad": "x\n{{ }}"}
    said = await answers("render_template", [{**common, "template": template} for template, _ in SLIPS])
    for message, (template, expected) in zip(said, SLIPS, strict=True):
        assert isinstance(message, str), template
        assert message.startswith(expected), template
