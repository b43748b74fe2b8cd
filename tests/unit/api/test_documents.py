"""If these fail, a server parses what it knows, remembers without end, or lets a document through that it must not."""

import pytest
from graphql import GraphQLError
from toolcrib.api.graphql import documents
from toolcrib.api.graphql.documents import Documents
from toolcrib.api.graphql.schema import schema


@pytest.fixture
def fresh() -> Documents:
    return Documents(schema.documents.schema)


def test_a_text_is_prepared_once(fresh: Documents) -> None:
    assert fresh.get("{ viewer { scope } }") is fresh.get("{ viewer { scope } }")


def test_the_documents_not_asked_for_lately_are_forgotten(fresh: Documents, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "REMEMBERED", 2)
    first, second = fresh.get("{ a: __typename }"), fresh.get("{ b: __typename }")
    assert fresh.get("{ a: __typename }") is first
    fresh.get("{ c: __typename }")
    assert fresh.get("{ a: __typename }") is first, "asked for since"
    assert fresh.get("{ b: __typename }") is not second


def test_long_texts_are_remembered_only_as_far_as_there_is_room(
    fresh: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "REMEMBERED_CHARACTERS", 1_000)
    padded = [f"{{ a{number}: __typename }}" + " " * 600 for number in range(2)]
    made = [fresh.get(text) for text in padded]
    assert fresh.get(padded[1]) is made[1]
    assert fresh.get(padded[0]) is not made[0]


@pytest.mark.parametrize("text", ["{ }", "{ ... { } }", "{ ...a } fragment a on Query { }"])
def test_a_document_may_select_nothing(fresh: Documents, text: str) -> None:
    assert fresh.get(text).operation(None) is not None


@pytest.mark.parametrize("text", ["{ viewer", "", "{" + " a" * 5_001 + "}"])
def test_what_cannot_be_parsed_or_is_too_long_is_no_document(fresh: Documents, text: str) -> None:
    with pytest.raises(GraphQLError):
        fresh.get(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{ nothing }", "Cannot query field"),
        ("{ ...a } fragment a on Query { ...a }", "Cannot spread fragment"),
        (f"{{ {' '.join(f'a{n}: __typename' for n in range(101))} }}", "at most 100 aliases"),
        (f"{{ {' '.join(f'a{n}: __typename @include(if: true)' for n in range(51))} }}", "at most 50 directives"),
        ("{" + "tools { nodes { executions { nodes { tool { id } } } } }" * 90 + "}", "too often"),
        ("{ tools { nodes {" + " id" * 101 + "} } }", "too often"),
        ("{ node(id: 1) { " + "... on Tool { category { parent { " * 8 + "id" + " } } }" * 8 + " } }", "15 deep"),
    ],
)
def test_what_breaks_a_rule_is_refused_in_words(fresh: Documents, text: str, said: str) -> None:
    document = fresh.get(text)
    assert document.operation(None) is None
    assert said in document.refusals(None, {})[0].message


def test_an_operation_is_refused_for_what_its_variables_ask(fresh: Documents) -> None:
    nested = "query ($n: Int!) { tools(first: $n) { nodes { executions(first: $n) { nodes { id status } } } } }"
    document = fresh.get(nested)
    assert document.refusals(None, {"n": 10}) == []
    [refusal] = document.refusals(None, {"n": 100})
    assert refusal.extensions == {"code": "QUERY_LIMIT"}
    assert "20,202" in refusal.message


def test_the_operation_must_be_named_where_there_are_several(fresh: Documents) -> None:
    document = fresh.get("query a { __typename } query b { viewer { scope } }")
    assert document.operation("b") is not None
    assert document.operation("c") is None
    assert document.operation(None) is None
