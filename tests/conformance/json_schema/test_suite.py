"""The suite that validators are measured by. If it fails, a tool takes input that its author's schema forbids."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_schema import Validator, check_schema, compile_schema

SUITE = Path(__file__).parent / "suite"
DRAFTS = {name: json.loads((SUITE / f"{name}.json").read_text(encoding="utf-8")) for name in ("draft7", "draft2020-12")}
SERVER = "http://localhost:1234/"

Group = dict[str, Any]


def groups(draft: str) -> Iterator[tuple[str, Group]]:
    for keyword, members in DRAFTS[draft].items():
        for group in members:
            yield f"{keyword}: {group['description']}", group


def compiled(group: Group) -> Validator | None:
    """None for a schema that refers to a document elsewhere, which we refuse to fetch."""
    try:
        return compile_schema(group["schema"])
    except InvalidInput:
        return None


def points_elsewhere(group: Group) -> bool:
    """The suite's own server, or a metaschema of its own that stands there."""
    return SERVER in json.dumps(group["schema"])


@pytest.mark.parametrize("draft", DRAFTS)
def test_every_mandatory_case_gets_the_answer_of_the_suite(draft: str) -> None:
    cases = [
        (f"{name} / {case['description']}", case["valid"], not validator.problems(case["data"]))
        for name, group in groups(draft)
        if (validator := compiled(group)) is not None
        for case in group["tests"]
    ]
    assert [name for name, wanted, got in cases if wanted != got] == []
    assert len(cases) == {"draft7": 890, "draft2020-12": 1208}[draft]


@pytest.mark.parametrize("draft", DRAFTS)
def test_only_schemas_that_need_a_document_from_elsewhere_are_refused(draft: str) -> None:
    refused = [(name, group) for name, group in groups(draft) if compiled(group) is None]
    assert [name for name, group in refused if not points_elsewhere(group)] == []
    assert {name.partition(":")[0] for name, _ in refused} <= {"refRemote", "dynamicRef", "vocabulary"}
    assert sum(len(group["tests"]) for _, group in refused) == {"draft7": 23, "draft2020-12": 49}[draft]


@pytest.mark.parametrize("draft", DRAFTS)
def test_what_can_be_used_can_be_saved_unless_it_holds_nul(draft: str) -> None:
    for name, group in groups(draft):
        problems = check_schema(group["schema"], ("inputSchema",))
        if "\\u0000" in json.dumps(group["schema"]):
            assert "NUL" in problems[0].message
        else:
            assert bool(problems) == (compiled(group) is None), (name, problems)
