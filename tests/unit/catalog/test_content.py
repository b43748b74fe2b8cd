"""If these fail, tools are saved that can't run, can't be shown, or carry something hostile to who looks at them."""

from typing import Any

import pytest
from toolcrib.catalog.content import ToolContent, ToolContentChange
from toolcrib.catalog.content_check import check_content
from toolcrib.catalog.icon import is_icon
from toolcrib.catalog.model import ExecutorType
from toolcrib.core.errors import Problem
from toolcrib.executors.registry import load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox

EXECUTORS = load_executors(Sandbox())
GOOD: dict[str, Any] = {
    "display_name": "Totals",
    "description": "Adds up.",
    "script_content": "def main(): return 1",
    "executor_config": {"entry": "MAIN"},
    "input_schema": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}, "m": {"default": 2}}},
}


def check(**changes: Any) -> list[Problem]:
    return check_content(ToolContentChange(**{**GOOD, **changes}).applied_to(ToolContent()), EXECUTORS)


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def test_good_content_has_no_problem() -> None:
    examples = {"prompts": ["Add 1"], "inputs": [{"name": "One", "value": {"n": 1}}]}
    assert check(examples=examples, icon="🧮", tags=["a"], annotations={"readOnly": None, "idempotent": True}) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"display_name": " "}, ("displayName",)),
        ({"display_name": "x" * 201}, ("displayName",)),
        ({"display_name": "a\nb"}, ("displayName",)),
        ({"display_name": "a\0b"}, ("displayName",)),
        ({"description": "x" * 20_001}, ("description",)),
        ({"description": "\ud800"}, ("description",)),
        ({"tags": [f"t{n}" for n in range(51)]}, ("tags",)),
        ({"tags": ["ok", "a\0"]}, ("tags", 1)),
        ({"icon": "http://x.test/i.png"}, ("icon",)),
        ({"script_content": "x = '\0'"}, ("scriptContent",)),
        ({"script_content": "x = 1\n" * 200_000}, ("scriptContent",)),
        ({"script_content": None}, ("scriptContent",)),
        ({"script_content": "def main(:"}, ("scriptContent",)),
        ({"script_content": "(" * 100_000}, ("scriptContent",)),
        ({"executor_type": ExecutorType.HTTP}, ("executorType",)),
        ({"executor_config": []}, ("executorConfig",)),
        ({"executor_config": {"entry": "OTHER"}}, ("executorConfig", "entry")),
        ({"executor_config": {"entry": "MAIN", "x": float("inf")}}, ("executorConfig",)),
        ({"executor_config": deep(1_000)}, ("executorConfig",)),
        ({"input_schema": None}, ("inputSchema",)),
        ({"input_schema": "{}"}, ("inputSchema",)),
        ({"input_schema": {"type": "object", "title": "a\0"}}, ("inputSchema", "title")),
        ({"input_schema": {"type": "object", "enum": deep(5_000)}}, ("inputSchema",)),
        ({"input_schema": {"type": "object", "x": "y" * 300_000}}, ("inputSchema",)),
        ({"output_schema": []}, ("outputSchema",)),
        ({"output_schema": True}, ("outputSchema",)),
        ({"output_schema": {"type": "strin"}}, ("outputSchema", "type")),
        ({"timeout_seconds": 3_601}, ("timeoutSeconds",)),
        ({"annotations": []}, ("annotations",)),
        ({"annotations": {"__proto__": True}}, ("annotations", "__proto__")),
        ({"annotations": {"readOnly": 1}}, ("annotations", "readOnly")),
        ({"examples": []}, ("examples",)),
        ({"examples": {"other": []}}, ("examples",)),
        ({"examples": {"prompts": "x"}}, ("examples", "prompts")),
        ({"examples": {"prompts": ["", "x"]}}, ("examples", "prompts", 0)),
        ({"examples": {"prompts": ["x" * 2_001]}}, ("examples", "prompts", 0)),
        ({"examples": {"prompts": ["x"] * 51}}, ("examples", "prompts")),
        ({"examples": {"inputs": [{"name": "a", "value": {"n": 0}}]}}, ("examples", "inputs", 0, "value", "n")),
        ({"examples": {"inputs": [{"name": "a", "value": []}]}}, ("examples", "inputs", 0, "value")),
        ({"examples": {"inputs": [{"name": " ", "value": {}}]}}, ("examples", "inputs", 0, "name")),
        ({"examples": {"inputs": [{"value": {}}]}}, ("examples", "inputs", 0)),
        ({"examples": {"inputs": ["x"]}}, ("examples", "inputs", 0)),
    ],
)
def test_each_rule_is_named_at_its_field(change: dict[str, Any], field: tuple[str | int, ...]) -> None:
    problems = check(**change)
    assert [problem.field for problem in problems] == [field], problems
    assert problems[0].message
    assert len(problems[0].message) < 300


def test_every_unreadable_field_is_told_before_anything_else() -> None:
    fields = {problem.field for problem in check(display_name="\0", description="\ud800", tags=["\0"], icon="http:")}
    assert fields == {("displayName",), ("description",), ("tags", 0)}


@pytest.mark.parametrize(
    "icon", ["📦", "👩🏽‍🔬", "🇫🇷", "1️⃣", "❤️", "⚙", "https://x.test/i.png?v=1", "https://例え.jp/画.svg"]
)
def test_an_emoji_or_an_image_address_is_an_icon(icon: str) -> None:
    assert is_icon(icon)


@pytest.mark.parametrize(
    "icon",
    [
        "x",
        "ab",
        "<svg>",
        "javascript:alert(1)",
        "data:image/png;base64,AA",
        "http://x.test/i.png",
        "https://",
        "https:///x",
        "https://a b/c",
        "https://user:pw@x.test/",
        "https://[::1/x",
        "📦" * 20,
        "\u202e",
        "\u200d",
        "https://x.test/" + "a" * 2_000,
        "//x.test/i",
    ],
)
def test_nothing_else_is_an_icon(icon: str) -> None:
    assert not is_icon(icon)


def test_content_is_tidied_before_it_is_kept() -> None:
    change = ToolContentChange(
        display_name=" T ", description="\nD\n", icon=" ", tags=[" a", "a ", "", "b"], annotations={"readOnly": None}
    )
    content = change.applied_to(ToolContent())
    assert (content.display_name, content.description, content.icon, content.tags) == ("T", "D", None, ("a", "b"))
    assert (content.annotations, content.output_schema, content.examples) == ({}, {}, {"prompts": [], "inputs": []})


def test_differences_are_what_a_reader_would_see() -> None:
    one = ToolContentChange(**GOOD).applied_to(ToolContent())
    assert one.differences(ToolContentChange(**GOOD).applied_to(one)) == []
    other = ToolContentChange(icon="📦", input_schema={"properties": {}, "type": "object"}).applied_to(one)
    assert one.differences(other) == ["icon", "inputSchema"]
    config = {"entry": "MAIN", "requirements": "standard"}
    reordered = dict(reversed(config.items()))
    first, second = (ToolContentChange(executor_config=value).applied_to(one) for value in (config, reordered))
    assert first.differences(second) == []


def test_an_example_need_not_hold_the_secrets_that_a_call_must_give() -> None:
    secret = {"type": "string", "writeOnly": True}
    login = {"type": "object", "properties": {"user": {}, "password": secret}, "required": ["user", "password"]}
    schema = {"type": "object", "properties": {"key": secret, "login": login, "n": {}}, "required": ["key", "n"]}

    def problems(value: Any) -> list[tuple[str | int, ...]]:
        examples = {"prompts": [], "inputs": [{"name": "One", "value": value}]}
        return [problem.field[4:] for problem in check(input_schema=schema, examples=examples)]

    assert problems({"n": 1, "login": {"user": "ada"}}) == []
    assert problems({"login": {"user": "ada"}}) == [("n",)]
    assert problems({"n": 1, "login": {}}) == [("login", "user")]
