"""The audit that GraphQL clients hold servers against. If it fails, a standard client misreads our answers."""

import json
import os
import subprocess
from pathlib import Path

from tests.support.graph import sign_in_by_link
from tests.support.server import ServerProcess

AUDIT = Path(__file__).with_name("audit.mjs")
AUDITS = 61
CREATE_TOKEN = """
mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { secret userErrors { code message } } }
"""


def test_every_audit_passes_what_is_optional_included(server: ServerProcess) -> None:
    results = audited(f"{server.url}/graphql", token(server))
    assert [result for result in results if result["status"] != "ok"] == []
    assert len(results) == AUDITS


def token(server: ServerProcess) -> str:
    assert server.first_link
    admin = sign_in_by_link(server.url, server.first_link)
    viewer = admin.data("{ viewer { subject { ... on User { id } } } }")
    given = {"subject": viewer["subject"]["id"], "name": "audit", "scope": "MANAGE"}
    secret = str(admin.data(CREATE_TOKEN, input=given)["secret"])
    admin.close()
    return secret


def audited(url: str, secret: str) -> list[dict[str, str]]:
    """Each audit's id, name, status (ok, notice, warn, error), and the reason where it isn't ok."""
    answer = subprocess.run(
        ["node", AUDIT, url],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"AUDIT_TOKEN": secret},
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    results: list[dict[str, str]] = json.loads(answer.stdout)
    return results
