"""Wherever one can go from the roots, one meets nothing that the design's words don't allow."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from graphql import GraphQLObjectType, GraphQLSchema
from toolcrib.identity.model import Principal

from tests.integration.reads.arguments import KINDS_OF_FILTER
from tests.integration.reads.conftest import Product, World
from tests.integration.reads.generate import UNPLANNED
from tests.integration.reads.names import PRINCIPALS
from tests.integration.reads.oracle import Oracle
from tests.integration.reads.policy import Policy
from tests.integration.reads.resolving import KINDS
from tests.integration.reads.selecting import field_with_neighbours, object_with_neighbours, objects_in

MEMBERS = ["without grants", "agent without grants", "agent for one without grants", "agent granted", "granted reading"]
WALKERS = [*MEMBERS, "admin executing"]
AT_ONCE = 5
MISSING = uuid4()

Found = set[tuple[str, UUID]]
"""Types and ids."""


class Walk:
    """Goes from the roots to every object, and from each over every one of its fields."""

    def __init__(self, product: Product, schema: GraphQLSchema, principal: Principal) -> None:
        self.product, self.schema, self.principal = product, schema, principal
        self.seen: Found = set()
        self.parts: list[tuple[str, UUID]] = []

    async def ask(self, text: str) -> Any:
        answer = await self.product.answer(self.principal, text, {})
        assert not answer.errors, (text, answer.errors)
        return json.loads(answer.text)

    async def go(self) -> Found:
        assert self.schema.query_type
        roots = {name: root for name, root in self.schema.query_type.fields.items() if name not in UNPLANNED}
        lists = [field_with_neighbours(name, root) for name, root in roots.items() if "id" not in root.args]
        waiting = self.met([await self.ask(f"{{ {one} }}") for one in lists])
        while waiting:
            self.seen |= waiting
            ahead = sorted(waiting)
            pieces = [ahead[start : start + AT_ONCE] for start in range(0, len(ahead), AT_ONCE)]
            waiting = {found for piece in pieces for found in await self._around(piece)} - self.seen
        return self.seen

    async def _around(self, objects: list[tuple[str, UUID]]) -> Found:
        texts = []
        for number, (type_name, key) in enumerate(objects):
            type_ = self.schema.type_map[type_name]
            assert isinstance(type_, GraphQLObjectType)
            fragment = f"... on {type_name} {object_with_neighbours(type_)}"
            texts.append(f'n{number}: node(id: "{KINDS[type_name][0]}_{key.hex}") {{ {fragment} }}')
        answers = await self.ask(f"{{ {' '.join(texts)} }}")
        assert None not in answers.values(), f"reached over a field, but not by its id: {objects}"
        return self.met(answers)

    def met(self, answer: Any) -> Found:
        for found in objects_in(answer):
            if found["__typename"].endswith("Connection"):
                _check_page(found)
        return {
            (found["__typename"], UUID(found["id"].rpartition("_")[2])) for found in objects_in(answer) if "id" in found
        }


def _check_page(page: dict[str, Any]) -> None:
    """Counts and cursors speak of what is shown, and of no more."""
    assert page["totalCount"] == len(page["nodes"]) == len(page["edges"])
    assert [edge["node"] for edge in page["edges"]] == page["nodes"]
    cursors = [edge["cursor"] for edge in page["edges"]]
    ends = (cursors[0], cursors[-1]) if cursors else (None, None)
    assert page["pageInfo"] == {"hasNextPage": False, "startCursor": ends[0], "endCursor": ends[1]}


def _objects(world: World) -> Iterator[tuple[str, UUID]]:
    for type_name, (_, table) in KINDS.items():
        yield from ((type_name, key) for key in world.snapshot.rows[table])


def _allowed(world: World, principal: Principal) -> Found:
    policy, rows = Policy(world.snapshot.rows, principal), world.snapshot.rows
    return {(name, key) for name, key in _objects(world) if policy.allows(name, rows[KINDS[name][1]][key])}


@pytest.mark.parametrize("name", WALKERS)
async def test_a_walk_meets_only_what_is_allowed(
    product: Product, oracle: Oracle, nasty_world: World, name: str
) -> None:
    reached = await Walk(product, oracle.schema, PRINCIPALS[name]).go()
    assert reached
    assert reached <= _allowed(nasty_world, PRINCIPALS[name])


@pytest.mark.parametrize("name", PRINCIPALS)
async def test_an_id_leads_to_what_is_allowed_and_else_nowhere(
    product: Product, oracle: Oracle, nasty_world: World, name: str
) -> None:
    """A hidden object answers as one that never was: null, and no error."""
    walk, allowed = Walk(product, oracle.schema, PRINCIPALS[name]), _allowed(nasty_world, PRINCIPALS[name])
    for type_name, (kind, table) in KINDS.items():
        keys = [*nasty_world.snapshot.rows[table], MISSING]
        for start in range(0, len(keys), 40):
            asked = dict(enumerate(keys[start : start + 40]))
            texts = [f'n{number}: node(id: "{kind}_{key.hex}") {{ id }}' for number, key in asked.items()]
            answers = await walk.ask(f"{{ {' '.join(texts)} }}")
            shown = {key for number, key in asked.items() if answers[f"n{number}"]}
            assert shown == {key for key in asked.values() if (type_name, key) in allowed}


@pytest.mark.parametrize("name", WALKERS)
async def test_looking_up_a_hidden_object_is_looking_up_nothing(
    product: Product, oracle: Oracle, nasty_world: World, name: str
) -> None:
    walk = Walk(product, oracle.schema, PRINCIPALS[name])
    hidden = sorted(set(_objects(nasty_world)) - _allowed(nasty_world, PRINCIPALS[name]))
    assert oracle.schema.query_type
    for type_name, key in hidden:
        root = oracle.schema.query_type.fields.get(type_name[0].lower() + type_name[1:])
        if root is None:
            continue
        row = nasty_world.snapshot.rows[KINDS[type_name][1]][key]
        ways = {"id": f'"{key}"'} | ({"name": json.dumps(row["name"])} if "name" in root.args else {})
        for argument, value in ways.items():
            assert await walk.ask(f"{{ {type_name.lower()}({argument}: {value}) {{ id }} }}") == {
                type_name.lower(): None
            }


@pytest.mark.parametrize("name", MEMBERS)
async def test_no_filter_tells_a_hidden_object_from_one_that_never_was(
    product: Product, oracle: Oracle, nasty_world: World, name: str
) -> None:
    hidden = set(_objects(nasty_world)) - _allowed(nasty_world, PRINCIPALS[name])
    types = {kind: type_name for type_name, (kind, _) in KINDS.items()}
    compared = 0
    for list_name, filter_name in _filters_by_id(oracle.schema):
        text = f"query ($id: ID) {{ {list_name}(filter: {{{filter_name}: $id}}) {{ totalCount nodes {{ id }} }} }}"
        for kind in KINDS_OF_FILTER[filter_name]:
            nothing = await product.answer(PRINCIPALS[name], text, {"id": f"{kind}_{MISSING.hex}"})
            for key in sorted(key for type_name, key in hidden if type_name == types[kind]):
                assert await product.answer(PRINCIPALS[name], text, {"id": f"{kind}_{key.hex}"}) == nothing
                compared += 1
    assert compared


def _filters_by_id(schema: GraphQLSchema) -> Iterator[tuple[str, str]]:
    """Each root list with each field of its filter that takes an id."""
    assert schema.query_type
    for name, root in schema.query_type.fields.items():
        if "filter" in root.args:
            for key, part in root.args["filter"].type.fields.items():  # type: ignore[union-attr]  # an input object
                if str(part.type) == "ID":
                    yield name, key


@pytest.mark.parametrize("name", WALKERS)
async def test_no_search_finds_what_is_hidden(product: Product, oracle: Oracle, nasty_world: World, name: str) -> None:
    """Neither by a name nor by a beginning of one; and it counts no more than it shows."""
    walk, allowed = Walk(product, oracle.schema, PRINCIPALS[name]), _allowed(nasty_world, PRINCIPALS[name])
    for tool in nasty_world.snapshot.rows["tool"].values():
        for text in (tool["name"], tool["name"][:5]):
            found = await walk.ask(
                f'{{ tools(first: 30, filter: {{search: "{text}"}}) {{ totalCount nodes {{ __typename id }} }} }}'
            )
            assert walk.met(found["tools"]["nodes"]) <= allowed
            assert found["tools"]["totalCount"] == len(found["tools"]["nodes"])
