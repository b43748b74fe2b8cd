from typing import Any

from tests.integration.toolbox.conftest import CallTool, answers

OBJECT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "n": {"type": ["integer", "null"], "minimum": 1, "exclusiveMaximum": 10, "multipleOf": 2},
        "s": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"},
        "e": {"enum": ["a", 1, None]},
        "c": {"const": {"x": 1}},
        "l": {"type": "array", "maxItems": 2, "uniqueItems": True, "items": {"$ref": "#/$defs/item"}},
        "o": {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}},
            ]
        },
        "one": {"oneOf": [{"type": "number"}, {"type": "integer"}]},
        "not": {"not": {"type": "string"}},
        "never": False,
    },
    "additionalProperties": False,
    "$defs": {"item": {"type": "boolean"}},
}
ALTERNATIVES = "fits none of the 2 alternatives of anyOf; of the closest, its id must be of type integer, not a string"
WORDS: list[tuple[Any, list[tuple[str, str]]]] = [
    ([], [("$", "must be of type object, not an array")]),
    ({"n": "1"}, [("$.n", "must be of type integer or null, not a string")]),
    (
        {"n": 1.5},
        [("$.n", "must be of type integer or null, not the number 1.5"), ("$.n", "must be a multiple of 2; it is 1.5")],
    ),
    ({"n": 0}, [("$.n", "must be at least 1; it is 0")]),
    ({"n": 10}, [("$.n", "must be less than 10; it is 10")]),
    (
        {"s": "梅"},
        [("$.s", "must have at least 2 characters; it has 1"), ("$.s", 'must match the pattern ^[a-z]+$, not "梅"')],
    ),
    ({"e": "b"}, [("$.e", 'must be one of "a", 1, null, not "b"')]),
    ({"c": 1}, [("$.c", 'must be {"x": 1}, not 1')]),
    ({"l": [True, True]}, [("$.l", "must not have equal items: [true, true]")]),
    ({"l": [True, 0]}, [("$.l[1]", "must be of type boolean, not the number 0")]),
    (
        {"l": [True, False, True]},
        [("$.l", "must have at most 2 items; it has 3"), ("$.l", "must not have equal items: [true, false, true]")],
    ),
    (
        {"o": {"id": "x"}},
        [
            (
                "$.o",
                ALTERNATIVES,
            )
        ],
    ),
    ({"one": 1}, [("$.one", "fits more than one of the alternatives of oneOf, and must fit exactly one")]),
    ({"not": "x"}, [("$.not", 'must not be what the schema excludes by not: "x"')]),
    ({"never": 1}, [("$", "holds a value where none is allowed: 1")]),
    ({"no such": 1, "too": 2}, [("$", 'has fields that the schema doesn\'t know: "no such", "too"')]),
    ({"n": None, "s": "ab", "e": 1, "c": {"x": 1}, "l": [True, False], "o": "s", "one": 1.5, "not": 1}, []),
]


async def test_every_error_is_said_in_words_at_its_place() -> None:
    found = await answers("validate_json", [{"schema": OBJECT, "data": data} for data, _ in WORDS])
    for answer, (data, expected) in zip(found, WORDS, strict=True):
        assert sorted((error["path"], error["message"]) for error in answer["errors"]) == sorted(expected), data
        assert answer["valid"] is not bool(expected)


async def test_several_missing_fields_are_one_error_and_paths_are_jsonpath() -> None:
    schema = {"additionalProperties": {"type": "array", "items": {"required": ["a", "b", "c"]}}}
    (found,) = await answers("validate_json", [{"schema": schema, "data": {"单价": [{"b": 1}], "it's": [1, {}]}}])
    assert {error["path"]: error["message"] for error in found["errors"]} == {
        "$.单价[0]": 'lacks "a", "c"',
        """$["it's"][1]""": 'lacks "a", "b", "c"',
    }


FORMATS = {
    "date": ("2024-02-29", "2025-02-29"),
    "time": ("23:59:59Z", "24:00:00Z"),
    "date-time": ("2025-01-31T10:00:00.5+08:00", "2025-02-30T10:00:00Z"),
    "duration": ("P1Y2M3DT4H", "P"),
    "email": ("ada@example.org", "ada"),
    "hostname": ("a-1.example", "-a.example"),
    "ipv4": ("192.0.2.1", "192.0.2.256"),
    "ipv6": ("2001:db8::1", "2001:db8:::1"),
    "uri": ("https://example.org/a?b=%20#c", "not a uri"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "123e4567"),
    "regex": ("^a+$", "("),
}


async def test_formats_are_held_and_those_that_are_not_are_named() -> None:
    values = [(name, value) for name, pair in FORMATS.items() for value in pair]
    found = await answers("validate_json", [{"schema": {"format": name}, "data": value} for name, value in values])
    assert [answer["valid"] for answer in found] == [True, False] * len(FORMATS)
    asked = {"schema": {"items": {"format": "iri"}, "format": "date"}, "data": "x"}
    strict, loose = await answers("validate_json", [asked, asked | {"check_formats": False}])
    assert (strict["valid"], strict["unchecked_formats"]) == (False, ["iri"])
    assert (loose["valid"], loose["unchecked_formats"]) == (True, ["date", "iri"])


TEXTS = {
    '{"a": 1,}': "is not JSON: line 1, column 9: ",
    "": "is not JSON: line 1, column 1: Expecting value",
    '{"a": 1, "a": 2}': 'is not JSON that can be read: an object has the key "a" twice',
    "[NaN]": "is not JSON that can be read: JSON has no NaN",
    "[" * 100_000: "is not JSON that can be read: ",
    "1" * 5_000: "is not JSON that can be read: ",
}


async def test_a_text_that_is_not_json_is_an_answer_and_no_failure() -> None:
    found = await answers("validate_json", [{"schema": {}, "text": text} for text in TEXTS])
    for answer, expected in zip(found, TEXTS.values(), strict=True):
        (error,) = answer["errors"]
        assert error["message"].startswith(expected)
        assert (error["keyword"], answer["valid"]) == ("syntax", False)
    (null,) = await answers("validate_json", [{"schema": {"type": "null"}, "text": " null "}])
    assert null["valid"] is True


async def test_the_draft_is_the_one_the_schema_names() -> None:
    old = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 5, "exclusiveMinimum": True}
    new = {"prefixItems": [{"type": "string"}]}
    asked = [{"schema": old, "data": 5}, {"schema": new, "data": [1]}, {"schema": False, "data": None}]
    found = await answers("validate_json", asked)
    assert [answer["valid"] for answer in found] == [False, False, False]


async def test_thousands_of_errors_are_counted_and_few_returned(call_tool: CallTool) -> None:
    ran = await call_tool("validate_json", schema={"items": {"type": "string"}}, data=[1] * 20_000, limit=2)
    assert (ran.output["error_count"], ran.output["truncated"], len(ran.output["errors"])) == (10_000, True, 2)


SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"schema": {}}, "Give either data, a JSON value, or text"),
    ({"schema": {}, "data": 1, "text": "1"}, "Give either data, a JSON value, or text"),
    (
        {"schema": {"properties": {"a": {"type": "strin"}}}, "data": 1},
        "schema is no JSON Schema: at $.properties.a.type, it ",
    ),
    (
        {"schema": {"pattern": "("}, "data": "x"},
        "schema is no JSON Schema: at $.pattern, it must be of the format regex",
    ),
    (
        {"schema": {"$schema": "https://me.example/own"}, "data": 1},
        "schema.$schema is no draft of JSON Schema that is known",
    ),
    ({"schema": {"$schema": 7}, "data": 1}, "schema.$schema is no draft"),
    ({"schema": {"$ref": "https://me.example/x"}, "data": 1}, "schema has a $ref that leads nowhere in it"),
    ({"schema": {"$ref": "#/nowhere"}, "data": 1}, "schema has a $ref that leads nowhere in it"),
    ({"schema": {"$ref": "#"}, "data": 1}, "schema refers to itself without end"),
]


async def test_a_schema_that_can_not_be_used_is_told() -> None:
    said = await answers("validate_json", [slip for slip, _ in SLIPS])
    for message, (slip, expected) in zip(said, SLIPS, strict=True):
        assert str(message).startswith(expected), slip


def in_many_ways(keyword: str) -> dict[str, Any]:
    """2^40 ways lead to its end."""
    steps = {f"a{n}": {keyword: [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(40)}
    return {"$ref": "#/$defs/a0", "$defs": {**steps, "a40": {"type": "string"}}}


COSTLY = [
    ({"schema": {"pattern": "^(a+)+$"}, "data": "a" * 60 + "!"}, 'the pattern "^(a+)+$" tries too many ways'),
    (
        {
            "schema": {"patternProperties": {"^(a+)+$": True}, "additionalProperties": False},
            "data": {"a" * 60 + "!": 1},
        },
        'the pattern "^(a+)+$" tries too many ways',
    ),
    ({"schema": in_many_ways("anyOf"), "data": 1}, "it has too many ways through it"),
    (
        {"schema": {"uniqueItems": True}, "data": [{"n": n, "of": [n % 2 or "x"]} for n in range(20_000)]},
        "it has too many ways through it",
    ),
]


async def test_what_would_take_for_ever_ends_with_advice_and_the_next_check_is_not_hurried() -> None:
    said = await answers("validate_json", [*(given for given, _ in COSTLY), {"schema": True, "data": 1}], seconds=1)
    for message, (_, expected) in zip(said, COSTLY, strict=False):
        assert message.startswith(f"schema took more than 1 seconds to check: {expected}")
    assert said[-1]["valid"] is True
