"""Who has not signed in learns nothing; and who may not know of something is refused as if it never was."""

import json
from collections.abc import Iterator
from uuid import UUID

import pytest
from graphql import GraphQLInputObjectType, GraphQLObjectType, get_named_type, is_composite_type, is_required_argument
from toolcrib.api.graphql.context import Context
from toolcrib.api.graphql.schema import schema

from tests.integration.reads.conftest import Product, World
from tests.integration.reads.names import PRINCIPALS, key
from tests.integration.reads.oracle import Oracle
from tests.integration.reads.policy import Policy
from tests.integration.reads.resolving import KINDS
from tests.integration.reads.selecting import minimal, minimal_input

MISSING = key(0xFFFFFF)


def _operations(root: GraphQLObjectType | None) -> Iterator[tuple[str, str]]:
    """Each field with the least that may be asked of it."""
    assert root
    for name, field in root.fields.items():
        given = [f"{k}: {minimal(arg, str(MISSING))}" for k, arg in field.args.items() if is_required_argument(arg)]
        arguments = f"({', '.join(given)})" if given else ""
        below = " { __typename }" if is_composite_type(get_named_type(field.type)) else ""
        if "userErrors" in getattr(get_named_type(field.type), "fields", {}):
            below = " { userErrors { code } }"
        yield name, f"{name}{arguments}{below}"


async def test_a_stranger_reads_nothing(product: Product, oracle: Oracle) -> None:
    asked = dict(_operations(oracle.schema.query_type))
    assert {"server", "tools", "node"} <= asked.keys()
    for name, text in asked.items():
        answer = await product.answer(None, f"{{ {text} }}", {})
        assert answer.errors == {(name, "UNAUTHENTICATED")}, text
        assert answer.text in ("null", f'{{"{name}":null}}')


async def test_a_stranger_changes_nothing(product: Product, oracle: Oracle) -> None:
    for name, text in _operations(oracle.schema.mutation_type):
        answer = await product.answer(None, f"mutation {{ {text} }}", {})
        refused = {(name, "UNAUTHENTICATED")} == answer.errors
        assert refused or json.loads(answer.text)[name] == {"userErrors": [{"code": "UNAUTHENTICATED"}]}, (text, answer)


async def test_a_stranger_follows_nothing(product: Product, oracle: Oracle) -> None:
    for name, text in _operations(oracle.schema.subscription_type):
        following = await schema.subscribe(f"subscription {{ {text} }}", context_value=Context(product.services, None))
        answers = [answer async for answer in following]
        assert [error.extensions["code"] for answer in answers for error in answer.errors or ()] == ["UNAUTHENTICATED"]
        assert all(not answer.data for answer in answers), name


@pytest.mark.parametrize("name", ["without grants", "agent for one without grants"])
async def test_a_change_tells_no_hidden_object_from_one_that_never_was(
    own_product: Product, own_world: World, oracle: Oracle, name: str
) -> None:
    """Every mutation, with an id of every kind that has something to hide, in every place that takes one."""
    hidden = dict(_hidden(own_world, Policy(own_world.snapshot.rows, PRINCIPALS[name])))
    compared = 0
    for mutation, input_type, place in _places_for_ids(oracle):
        for kind, one in hidden.items():
            told = []
            for tried in (MISSING, one):
                given = minimal_input(input_type, **{place: f"{kind}_{tried.hex}"})
                text = f"mutation {{ {mutation}(input: {given}) {{ userErrors {{ code message field }} }} }}"
                answer = await own_product.answer(PRINCIPALS[name], text, {})
                told.append((answer.text.replace(tried.hex, "").replace(str(tried), ""), answer.errors))
            assert told[0] == told[1], (mutation, place, kind)
            compared += 1
    assert compared


def _hidden(hiding: World, policy: Policy) -> Iterator[tuple[str, UUID]]:
    """Of each kind something that is there, but not to be known."""
    for type_name, (kind, table) in KINDS.items():
        for row in hiding.snapshot.rows[table].values():
            if not policy.allows(type_name, row):
                yield kind, row["id"]


def _places_for_ids(oracle: Oracle) -> Iterator[tuple[str, GraphQLInputObjectType, str]]:
    """Each mutation, its input, and each of the input's fields that takes an id."""
    assert oracle.schema.mutation_type
    for mutation, field in oracle.schema.mutation_type.fields.items():
        input_type = get_named_type(field.args["input"].type)
        assert isinstance(input_type, GraphQLInputObjectType)
        for place, part in input_type.fields.items():
            if get_named_type(part.type).name == "ID":
                yield mutation, input_type, place
