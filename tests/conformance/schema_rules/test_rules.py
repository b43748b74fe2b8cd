"""The rules of two linters that others wrote. If these fail, the schema has a habit that its users stumble over."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[3]
RULES = Path(__file__).parent
PACKAGES = ROOT / "tests/conformance/node_modules"
BAD = '''
type Query {
  """a user"""
  user(id: ID!): User!
}

"""Whoever."""
type User {
  """Twice the name."""
  userEmail: String
  """One word."""
  username: String
  """In the wrong case."""
  Name: String
}
'''


def test_no_rule_is_broken() -> None:
    schema = (ROOT / "schema.graphql").read_text()
    assert eslint(schema) == []
    assert schema_linter(schema) == []


def test_what_breaks_rules_is_found() -> None:
    """Else a linter that looks at nothing would find nothing in our schema either."""
    assert {rule for rule, _ in eslint(BAD)} == {
        "@graphql-eslint/naming-convention",
        "@graphql-eslint/require-description",
        "@graphql-eslint/require-nullable-result-in-root",
        "@graphql-eslint/strict-id-in-types",
        "toolcrib/no-typename-prefix",
    }
    assert {rule for rule, _ in schema_linter(BAD)} == {
        "arguments-have-descriptions",
        "descriptions-are-capitalized",
        "fields-are-camel-cased",
        "relay-page-info-spec",
        "types-have-descriptions",
    }


def test_only_the_alphabetical_rules_are_left_out() -> None:
    every = {path.stem.replace("_", "-") for path in (PACKAGES / "graphql-schema-linter/lib/rules").glob("*.js")}
    asked_for = (RULES / ".graphql-schema-linterrc").read_text()
    left_out = {rule for rule in every if f"  - {rule}\n" not in asked_for}
    assert left_out == {rule for rule in every if rule.endswith("-sorted-alphabetically")}


def eslint(schema: str) -> list[tuple[str, str]]:
    """(rule, message) of whatever @graphql-eslint finds."""
    command = ["eslint", "--config", str(RULES / "eslint.config.mjs"), "--stdin", "--stdin-filename", "schema.graphql"]
    [report] = json.loads(_printed([*command, "--format", "json"], schema))
    return [(str(found["ruleId"]), found["message"]) for found in report["messages"]]


def schema_linter(schema: str) -> list[tuple[str, str]]:
    command = ["graphql-schema-linter", "--config-directory", str(RULES), "--stdin", "--format", "json"]
    return [(found["rule"], found["message"]) for found in json.loads(_printed(command, schema))["errors"]]


def _printed(command: list[str], schema: str) -> str:
    """By a program that ends with 1 where it found something."""
    program = PACKAGES / ".bin" / command[0]
    answer = subprocess.run(
        [program, *command[1:]], input=schema, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False
    )
    assert answer.stdout, answer.stderr
    return answer.stdout
