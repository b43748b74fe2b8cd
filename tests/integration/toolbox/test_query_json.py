"""Queries and answers of RFC 9535, as far as the tool goes."""

from typing import Any

from tests.integration.toolbox.conftest import CallTool, answers

STORE: dict[str, Any] = {
    "store": {
        "book": [
            {"category": "reference", "author": "Nigel Rees", "title": "Sayings", "price": 8.95},
            {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword", "price": 12.99},
            {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553", "price": 8.99},
            {"category": "fiction", "author": "J. R. R. Tolkien", "title": "Rings", "isbn": "0-395", "price": 22.99},
        ],
        "bicycle": {"color": "red", "price": 399},
    },
    "limit": 10,
    "o": {"j j": {"k.k": 3}, "'": {"@": 2}, "a": None, "b": True, "c": 1, "☺": "smile", "empty": []},
    "numbers": [5, 3, 5.0, "5", True, None, [1], {"a": 1}],
}

QUERIES: list[tuple[str, list[Any]]] = [
    ("$.store.book[*].author", ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]),
    ("store.bicycle.color", ["red"]),
    ("$", [STORE]),
    ("$..author", ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]),
    ("$.store..price", [8.95, 12.99, 8.99, 22.99, 399]),
    ("$..book[2].title", ["Moby Dick"]),
    ("$..book[-1].title", ["Rings"]),
    ("$..book[0,1].title", ["Sayings", "Sword"]),
    ("$..book[:2].title", ["Sayings", "Sword"]),
    ("$..book[::-2].title", ["Rings", "Sword"]),
    ("$..book[1:3:0].title", []),
    ("$..book[9]", []),
    ("$..book[?@.isbn].title", ["Moby Dick", "Rings"]),
    ("$..book[?(!@.isbn)].title", ["Sayings", "Sword"]),
    ("$..book[?@.price < 10].title", ["Sayings", "Moby Dick"]),
    ("$..book[?@.price<$.limit && @.category=='fiction'].title", ["Moby Dick"]),
    ('$..book[?@.category == "reference" || @.price > 20].title', ["Sayings", "Rings"]),
    ("$..book[?!(@.price >= 8.99)].title", ["Sayings"]),
    ("$..book[?@.author > 'H' && @.author <= 'I'].title", ["Moby Dick"]),
    ("$..book[?@.title != 'Rings' && @.isbn].title", ["Moby Dick"]),
    ("$.store.book[?@['isbn'] == @.nothing].title", ["Sayings", "Sword"]),
    ("$.numbers[?@ == 5]", [5, 5.0]),
    ("$.numbers[?@ == '5']", ["5"]),
    ("$.numbers[?@ == true]", [True]),
    ("$.numbers[?@ == null]", [None]),
    ("$.numbers[?@ >= 3]", [5, 3, 5.0]),
    ("$.numbers[?@.a == 1.0e0]", [{"a": 1}]),
    ("$.numbers[?@[0] == 1]", [[1]]),
    ("$.o['j j']['k.k']", [3]),
    ("$.o[\"'\"]['@']", [2]),
    (r"$.o['\'']", [{"@": 2}]),
    (r"$.o['\u263a']", ["smile"]),
    ("$.o.☺", ["smile"]),
    ("$.o['a', 'b', 'nothing']", [None, True]),
    ("$.o[?@ == $.o.c]", [1]),
    ("$.o.empty[*]", []),
    ("$ .store [ 'bicycle' ] . color ", ["red"]),
    ("$.store.*.color", ["red"]),
    ("$..*[?@.color].price", [399]),
    ("$.store[?@.color].price", [399]),
]


async def test_queries_find_what_the_standard_says(call_tool: CallTool) -> None:
    found = await ask(STORE, [query for query, _ in QUERIES])
    assert found == [values for _, values in QUERIES]
    assert (await call_tool("query_json", data=STORE, query="$..isbn")).output["count"] == 2


async def ask(data: Any, queries: list[str]) -> list[list[Any]]:
    """The values that each query finds."""
    given = await answers("query_json", [{"data": data, "query": query} for query in queries])
    return [[match["value"] for match in answer["matches"]] for answer in given]


async def test_each_match_has_the_path_that_leads_to_it_alone(call_tool: CallTool) -> None:
    data = {"it's": {'a"b': ["x", {"\n": "deep"}]}}
    matches = (await call_tool("query_json", data=data, query="$..*")).output["matches"]
    assert [match["path"] for match in matches] == [
        r"$['it\'s']",
        r"""$['it\'s']['a"b']""",
        r"""$['it\'s']['a"b'][0]""",
        r"""$['it\'s']['a"b'][1]""",
        r"""$['it\'s']['a"b'][1]['\n']""",
    ]
    for match in matches:
        assert (await ask(data, [match["path"]])) == [[match["value"]]]


async def test_a_text_is_read_as_json(call_tool: CallTool) -> None:
    assert (await call_tool("query_json", data='[{"a": 1}]', query="$[0].a")).output["matches"][0]["value"] == 1
    ran = await call_tool("query_json", data="{oops", query="$")
    assert ran.message.startswith("ValueError: data is a text, but not JSON: Expecting property name")


async def test_only_the_first_matches_are_returned_but_all_counted(call_tool: CallTool) -> None:
    output = (await call_tool("query_json", data=list(range(1_000)), query="$[*]", limit=3)).output
    assert (output["count"], output["truncated"]) == (1_000, True)
    assert [match["value"] for match in output["matches"]] == [0, 1, 2]


NONSENSE = [
    ("$.", "Column 3 of the query: expected a name or *, found the end."),
    ("$.a[", "Column 5 of the query: expected an index, a name in quotes, * or ?, found the end."),
    ("$.a[0", "Column 6 of the query: expected ], found the end."),
    ("$.a b", "Column 5 of the query: expected a dot, a bracket or the end, found 'b'."),
    ("$[?@.a = 1]", "Column 8 of the query: expected ], found '= 1]'."),
    ("$[?1]", "Column 5 of the query: expected a comparison, found ']'."),
    ("$[?@.a == ]", "expected @, $, a text in quotes, a number, true, false or null, found ']'."),
    ("$[?@..a == 1]", "expected queries for a single value on both sides of the comparison"),
    ("$['a]", 'Column 3 of the query: expected an index, a name in quotes, * or ?, found "\'a]".'),
    ("$[?" + "(" * 60 + "@.a" + ")" * 60 + "]", "nested more than 50 levels deep."),
    ("$[?" + "!" * 1_000 + "@.a]", "nested more than 50 levels deep."),
    ("$[01]", "Column 3 of the query: expected an index, a name in quotes, * or ?, found '01]'."),
    ("$[1.5]", "expected an index"),
]


async def test_a_query_that_makes_no_sense_is_told_by_column() -> None:
    said = await answers("query_json", [{"data": {}, "query": query} for query, _ in NONSENSE])
    for message, (query, expected) in zip(said, NONSENSE, strict=True):
        assert expected in message, query
