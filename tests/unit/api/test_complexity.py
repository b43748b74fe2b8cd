"""If these fail, a few lines of a query can keep the database busy for everybody, or an honest query is refused."""

import pytest
from graphql import FragmentDefinitionNode, OperationDefinitionNode, get_introspection_query, parse
from toolcrib.api.graphql.complexity import COUNT, LIST, measure
from toolcrib.api.graphql.limits import MAX_COST
from toolcrib.api.graphql.schema import schema


def cost(text: str, **variables: object) -> int:
    """Of the first operation."""
    definitions = parse(text).definitions
    fragments = {node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)}
    operation = next(node for node in definitions if isinstance(node, OperationDefinitionNode))
    return measure(schema.documents.schema, operation, fragments).of(variables)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("{ tools(first: 3) { nodes { id name } } }", 2 + 3 * 2),
        ("{ tools(first: 3) { edges { cursor node { id } } } }", 2 + 3 * 3),
        ("{ tools(first: 3) { nodes { executions(first: 4) { nodes { id } } } } }", 2 + 3 * (2 + 4)),
        ("{ tools { nodes { id } } }", 2 + 50),
        ("{ tools(first: 3) { totalCount pageInfo { hasNextPage } } }", 3 + COUNT),
        ("{ categories { children { id } } }", 1 + LIST * (1 + LIST)),
        ("{ ...all } fragment all on Query { tools(first: 2) { ... { ... on ToolConnection { nodes { id } } } } }", 4),
        ("{ a: tools(first: 2) { nodes { id } } b: tools(first: 2) { nodes { id } } }", 2 * (2 + 2)),
        ("{ tools(first: 0) { nodes { id } } }", 2),
        ("{ __typename }", 1),
    ],
)  # fmt: skip
def test_pages_multiply_what_is_asked_of_each_row(text: str, values: int) -> None:
    assert cost(text) == values


def test_the_length_of_a_page_may_come_in_a_variable() -> None:
    nested = "query ($n: Int! = 7) { tools(first: $n) { nodes { executions(first: $n) { nodes { id } } } } }"
    assert cost(nested, n=3) == 2 + 3 * (2 + 3)
    assert cost(nested) == 2 + 7 * (2 + 7), "its default"
    assert cost(nested, n="three") == cost(nested), "what is no number is refused elsewhere, in better words"
    assert cost(nested, n=3.0) == cost(nested, n=3), "JSON knows no integers"
    assert cost(nested, n=10**12) == cost(nested, n=100), "and so is a page that is too long"


def test_a_list_bomb_is_over_the_limit_and_a_full_page_with_runs_is_not() -> None:
    bomb = "{ tools(first: 60) { nodes { executions(first: 60) { nodes { events(first: 10) { nodes { text } } } } } } }"
    full = "{ tools(first: 100) { nodes { id name executions(first: 20) { nodes { id status durationMs } } } } }"
    assert cost(full) < MAX_COST < cost(bomb)


def test_introspection_is_cheap() -> None:
    assert cost(get_introspection_query()) < 100


@pytest.mark.parametrize(
    "field",
    [
        'versionDiff(tool: "t", from: 1, to: 2) { __typename }',
        "toolFile(versions: true)",
        "statistics { totals { calls } }",
        "auditTrail { verification { checked } }",
    ],
)
def test_what_takes_seconds_by_itself_is_asked_for_a_few_times_only(field: str) -> None:
    def several(times: int) -> int:
        return cost("{" + " ".join(f"f{number}: {field}" for number in range(times)) + "}")

    assert several(3) < MAX_COST < several(25)
