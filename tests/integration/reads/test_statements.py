"""Each planned field of the schema is answered from one statement, however much is asked of it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from graphql import GraphQLSchema, get_named_type, is_object_type
from toolcrib.reads.selection import Field
from toolcrib.reads.types import TYPES

from tests.integration.reads.conftest import Product
from tests.integration.reads.names import AGENTS, CATEGORIES, PEOPLE, PRINCIPALS, TOOLS, key
from tests.integration.reads.oracle import Oracle
from tests.integration.reads.resolving import KINDS
from tests.integration.reads.selecting import field_with_neighbours, object_with_neighbours

IDS = {
    "tool": TOOLS["hers"], "category": CATEGORIES["Below"], "execution": key(0xA01), "agent": AGENTS["helper"],
    "user": PEOPLE["ann"],
}  # fmt: skip
"""What the root fields that look one object up are asked for."""


@pytest.mark.parametrize("besides", ["", "__typename"], ids=["planned alone", "by the executor"])
async def test_a_root_field_takes_one_statement(product: Product, oracle: Oracle, besides: str) -> None:
    assert oracle.schema.query_type
    for name, root in oracle.schema.query_type.fields.items():
        if name in {"node", "auditTrail", "versionDiff"}:  # one by its id, two that are worked out and not read
            continue
        arguments = {"id": f'"{IDS[name]}"'} if "id" in root.args else {}
        product.statements.clear()
        await _answered(product, f"{{ {besides} {field_with_neighbours(name, root, **arguments)} }}")
        assert len(product.statements) == 1, name


async def test_a_node_takes_one_statement_whatever_its_type(product: Product, oracle: Oracle) -> None:
    """And several root fields take one each."""
    for type_name, (kind, table) in KINDS.items():
        one = next(iter(oracle.snapshot.rows[table]))
        fields = object_with_neighbours(oracle.schema.type_map[type_name])  # type: ignore[arg-type]  # an object type
        text = f'node(id: "{kind}_{one.hex}") {{ ... on {type_name} {fields} }}'
        product.statements.clear()
        data = await _answered(product, f"{{ {text} again: {text} }}")
        assert data["again"]["__typename"] == type_name
        assert len(product.statements) == 2, type_name


async def _answered(product: Product, text: str) -> Any:
    answer = await product.answer(PRINCIPALS["admin"], text, {})
    assert not answer.errors, (text, answer)
    return json.loads(answer.text)


CONTENT = {
    "displayName": "New", "description": "What is new.", "inputSchema": {"type": "object"},
    "executorConfig": {"entry": "MAIN"}, "scriptContent": "def main():\n    return 1\n",
}  # fmt: skip
HERS, SHARED, PLAIN, DRAFT = (str(TOOLS[name]) for name in ("hers", "shared_admin", "shared_expired", "agents_own"))
STALE = {"id": HERS, "expectedVersion": 2}
CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    ("createTool", "tool", {"name": "brand_new", "content": CONTENT}),
    ("updateTool", "currentVersion", {**STALE, "content": {"displayName": "Newer"}}),
    ("updateTool", "tool", {"id": PLAIN, "expectedVersion": 1, "content": {"displayName": "Newer"}}),
    ("restoreToolVersion", "currentVersion", {**STALE, "version": 1}),
    ("restoreToolVersion", "tool", {"id": SHARED, "expectedVersion": 3, "version": 1}),
    ("updateToolPolicy", "tool", {"id": PLAIN, "policy": {"network": "FULL"}, "expected": {"network": "NONE"}}),
    ("moveToolStatus", "tool", {"id": DRAFT, "move": "ACTIVATE"}),
    ("deleteTool", "tool", {"id": DRAFT}),
    ("undeleteTool", "tool", {"id": DRAFT}),
    ("duplicateTool", "tool", {"id": PLAIN, "name": "another"}),
    ("createCategory", "category", {"name": "New"}),
    ("updateCategory", "category", {"id": str(CATEGORIES["Below"]), "name": "Renamed"}),
    ("grantToolPermission", "toolPermission", {"tool": HERS, "subject": str(PEOPLE["cyn"]), "permission": "READ"}),
    ("revokeToolPermission", "tool", {"id": str(key(0x600))}),
    ("executeTool", "execution", {"tool": HERS, "input": []}),
    ("cancelExecution", "execution", {"id": str(key(0xA0A))}),
    ("createAgent", "agent", {"name": "fresh", "displayName": "Fresh"}),
    ("updateAgent", "agent", {"id": str(AGENTS["helper"]), "icon": "🦉"}),
    ("createAccessToken", "accessToken", {"subject": str(PEOPLE["root"]), "name": "mine", "scope": "READ"}),
    ("revokeAccessToken", "accessToken", {"id": str(key(0x701))}),
    ("createUser", "user", {"username": "newcomer", "displayName": "Newcomer"}),
    ("updateUser", "user", {"id": str(PEOPLE["ann"]), "displayName": "Ann"}),
    ("createSignInLink", "user", {"user": str(PEOPLE["ann"])}),
]
"""A change that has something to show in each planned field of a payload; an admin makes them, one after another."""


async def test_a_payload_field_takes_one_statement_besides_the_change(own_product: Product, oracle: Oracle) -> None:
    assert {(mutation, shown) for mutation, shown, _ in CHANGES} == set(_planned_fields(oracle.schema))
    assert oracle.schema.mutation_type
    statements: list[list[str]] = []
    read = own_product.services.reader.read

    async def watched(selection: Field, *principal: Any) -> Any:
        before = len(own_product.statements)
        text = await read(selection, *principal)
        statements.append(own_product.statements[before:])
        return text

    own_product.services.reader.read = watched  # type: ignore[method-assign]  # to tell reads from what services do
    for mutation, shown, given in CHANGES:
        type_ = get_named_type(oracle.schema.mutation_type.fields[mutation].type)
        below = object_with_neighbours(get_named_type(type_.fields[shown].type))  # type: ignore[union-attr]  # a payload
        input_type = oracle.schema.mutation_type.fields[mutation].args["input"].type
        statements.clear()
        answer = await own_product.answer(
            PRINCIPALS["admin"],
            f"mutation ($input: {input_type})"
            f" {{ {mutation}(input: $input) {{ {shown} {below} userErrors {{ message }} }} }}",
            {"input": given},
        )
        assert not answer.errors, (mutation, answer)
        payload = json.loads(answer.text)[mutation]
        assert payload[shown] is not None, (mutation, shown, payload["userErrors"])
        assert [len(made) for made in statements] == [1], mutation


async def test_what_is_read_on_with_takes_one_statement_each(product: Product) -> None:
    counts = []
    for further in ("", "query { viewer { isAdmin account { email } } tools { totalCount } }"):
        product.statements.clear()
        text = f"mutation {{ checkTool(input: {{content: {{}}}}) {{ userErrors {{ code }} {further} }} }}"
        await _answered(product, text)
        counts.append(len(product.statements))
    assert counts[1] == counts[0] + 2


def _planned_fields(schema: GraphQLSchema) -> Iterator[tuple[str, str]]:
    """Each mutation with each field of its payload that shows an object of a planned type."""
    assert schema.mutation_type
    for mutation, field in schema.mutation_type.fields.items():
        payload = get_named_type(field.type)
        assert is_object_type(payload)
        for name, part in payload.fields.items():
            if get_named_type(part.type).name in TYPES:
                yield mutation, name
