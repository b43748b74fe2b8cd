"""If these fail, something can be changed without a trace of who did it."""

import json
import re
from pathlib import Path

from tests.integration.reads.conftest import Product, World
from tests.integration.reads.names import CATEGORIES, PRINCIPALS, key
from tests.integration.reads.oracle import Oracle
from tests.integration.reads.test_statements import CHANGES, CONTENT, DRAFT

CONSOLE = Path(__file__).parents[3] / "frontend/src/features/audit/actions.ts"
FURTHER: list[tuple[str, dict[str, object]]] = [
    ("deleteCategory", {"id": str(CATEGORIES["Other \U0001f98a"]), "moveTo": str(CATEGORIES["below"])}),
    ("revokeSession", {"id": str(key(0x905))}),
    ("moveToolStatuses", {"ids": [DRAFT], "move": "DEACTIVATE"}),
    ("deleteTools", {"ids": [DRAFT]}),
    ("undeleteTools", {"ids": [DRAFT]}),
    ("importTools", {"document": json.dumps({"tools": [{"name": "brought_in", **CONTENT}]})}),
]
WITHOUT = {"checkTool", "executeTool", "cancelExecution"}
"""These change nothing that the trail is of: a run is a record of its own, with its caller and all that happened."""


async def test_every_change_leaves_a_line_with_its_actor_and_target(
    own_product: Product, own_world: World, oracle: Oracle
) -> None:
    changes = [(mutation, given) for mutation, _, given in CHANGES] + FURTHER
    assert oracle.schema.mutation_type
    assert {mutation for mutation, _ in changes} | WITHOUT == set(oracle.schema.mutation_type.fields)
    changed = set()
    in_words = set(re.findall(r"'([a-z_]+\.[a-z_]+)'", CONSOLE.read_text()))
    for mutation, given in changes:
        before = await _lines(own_product)
        input_type = oracle.schema.mutation_type.fields[mutation].args["input"].type
        text = f"mutation ($input: {input_type}) {{ {mutation}(input: $input) {{ userErrors {{ message }} }} }}"
        answer = await own_product.answer(PRINCIPALS["admin"], text, {"input": given})
        assert not answer.errors, (mutation, answer)
        after = await _lines(own_product)
        written = after[: len(after) - len(before)]
        if mutation in WITHOUT or json.loads(answer.text)[mutation]["userErrors"]:
            assert written == [], mutation
            continue
        changed.add(mutation)
        assert written, mutation
        for line in written:
            assert line["actor"] == {"username": "root"}, (mutation, line)
            assert line["action"] in in_words, "the console has no words for it"
            assert re.fullmatch(r"[a-z_]+_[0-9a-f]{32}", line["targetId"]), (mutation, line)
            assert line["before"] or line["after"] or mutation in {"revokeSession", "createSignInLink"}, (
                mutation,
                line,
            )
    assert changed | WITHOUT == set(oracle.schema.mutation_type.fields)


async def _lines(product: Product) -> list[dict[str, object]]:
    text = "{ auditEvents(first: 100) { nodes { action targetId before after actor { ... on User { username } } } } }"
    answer = await product.answer(PRINCIPALS["admin"], text, {})
    lines: list[dict[str, object]] = json.loads(answer.text)["auditEvents"]["nodes"]
    return lines
