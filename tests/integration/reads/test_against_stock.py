"""What the planner answers is what the stock executor answers over the same rows, for whoever asks whatever.

TOOLCRIB_TEST_SEED and TOOLCRIB_TEST_QUERIES choose other queries and more of them; the seed is told where they fail.
"""

import os
from itertools import cycle
from random import Random

import pytest
from graphql import get_named_type, get_nullable_type, is_input_object_type, is_list_type, parse, validate

from tests.integration.reads.arguments import Values
from tests.integration.reads.conftest import Product, World
from tests.integration.reads.exact_json import difference_of
from tests.integration.reads.generate import UNPLANNED, Generator, Query
from tests.integration.reads.generate_by_hypothesis import hypothesis_queries
from tests.integration.reads.names import PRINCIPALS, TOOLS
from tests.integration.reads.oracle import Oracle

SEED = int(os.environ.get("TOOLCRIB_TEST_SEED", "1"))
QUERIES = int(os.environ.get("TOOLCRIB_TEST_QUERIES", "700"))
ASKERS = 3


ONCE_WRONG = [
    ("admin", "{ users(first: 0) { pageInfo { hasNextPage startCursor endCursor } } }"),
    ("granted", "{ viewer { account { sessions { id lastUsedAt } } } }"),
    ("admin", '{ tools(filter: {search: " \\u2028 "}) { edges { cursor } } }'),
    ("admin", "{ tools { nodes { inputSchema functionDefinition executions { nodes { outputData } } } } }"),
    ("without grants", "{ executions { nodes { id tool { id } } } }"),
    ("without grants", f'{{ executions(filter: {{tool: "{TOOLS["shared_admin"]}"}}) {{ totalCount }} }}'),
]


@pytest.mark.parametrize(("name", "text"), ONCE_WRONG)
async def test_what_was_once_wrong_is_answered_alike(product: Product, oracle: Oracle, name: str, text: str) -> None:
    await _compare(product, oracle, name, Query(text, {}))


async def test_generated_queries_are_answered_alike(product: Product, oracle: Oracle, nasty_world: World) -> None:
    """Each is asked by several, one after another: what is remembered of a query must be nobody's own."""
    generator = Generator(SEED, oracle.schema, nasty_world.snapshot)
    answered = 0
    for _ in range(QUERIES):
        query = generator.query()
        for name in generator.random.sample(list(PRINCIPALS), ASKERS):
            answered += await _compare(product, oracle, name, query)
    assert answered > QUERIES * ASKERS * 0.8, "most queries must be valid and small enough to be answered"


async def test_anothers_queries_are_answered_alike(product: Product, oracle: Oracle, nasty_world: World) -> None:
    """The same for queries that another's generator draws."""
    count, compared = QUERIES // 40, 0
    names = cycle(PRINCIPALS)
    for query in hypothesis_queries(SEED, count, oracle.schema, nasty_world.snapshot):
        compared += await _compare(product, oracle, next(names), query)
    assert compared > count * 0.8, "most queries must be valid and small enough to be answered"


@pytest.mark.parametrize("name", ["admin", "granted", "agent"])
async def test_each_filter_alone_is_answered_alike(
    product: Product, oracle: Oracle, nasty_world: World, name: str
) -> None:
    assert oracle.schema.query_type
    values = Values(Random(SEED), nasty_world.snapshot)  # noqa: S311 - no secrets
    for root, field in oracle.schema.query_type.fields.items():
        narrows = "filter" in field.args and root not in UNPLANNED
        filter_type = get_named_type(field.args["filter"].type) if narrows else None
        for key, part in filter_type.fields.items() if is_input_object_type(filter_type) else ():
            text = f"query ($v: {part.type}) {{ {root}(filter: {{{key}: $v}}) {{ totalCount nodes {{ id }} }} }}"
            for value in values.choices(key, get_named_type(part.type)):
                given = [value] if is_list_type(get_nullable_type(part.type)) else value
                assert await _compare(product, oracle, name, Query(text, {"v": given}))


async def _compare(product: Product, oracle: Oracle, name: str, query: Query) -> bool:
    """Whether the query could be answered, being valid and small enough; fails the test where the answers differ."""
    document, principal = parse(query.text), PRINCIPALS[name]
    planned = await product.answer(principal, query.text, query.variables)
    codes = {code for _, code in planned.errors}
    if "QUERY_LIMIT" in codes or (codes - {"INVALID_INPUT"} and validate(oracle.schema, document)):
        return False
    stock = oracle.answer(principal, document, query.variables)
    if difference := difference_of(planned, stock):
        pytest.fail(f"TOOLCRIB_TEST_SEED={SEED}, asked by {name}:\n{query}\n{difference}")
    return True
