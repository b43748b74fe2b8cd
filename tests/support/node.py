"""Scripts of GraphQL clients that others wrote, run against a server as its users would run them."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.graph import sign_in_by_link
from tests.support.server import ServerProcess

COUNT = """
import time

def main():
    for number in range(40):
        print(number, flush=True)
        time.sleep(0.025)
"""
ENDLESS = "import time\ndef main():\n    while True:\n        print('on', flush=True)\n        time.sleep(0.05)\n"
CREATE_TOKEN = """
mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { secret userErrors { code message } } }
"""


@pytest.fixture(scope="module")
def token(server: ServerProcess) -> Iterator[str]:
    """An admin's, on a server that has the tools `count` and `endless`."""
    admin = sign_in_by_link(server.url, str(server.first_link))
    admin.tool("count", COUNT)
    admin.tool("endless", ENDLESS)
    viewer = admin.data("{ viewer { subject { ... on User { id } } } }")
    given = {"subject": viewer["subject"]["id"], "name": "client", "scope": "MANAGE"}
    yield str(admin.data(CREATE_TOKEN, input=given)["secret"])
    admin.close()


def run_client(script: Path, server: ServerProcess, token: str) -> None:
    """Fails the test with what the script printed where one of its own tests fails."""
    answer = subprocess.run(
        ["node", "--test-reporter=spec", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=90,
        env=os.environ | {"SERVER_URL": f"{server.url}/graphql", "SERVER_TOKEN": token},
        check=False,
    )
    assert answer.returncode == 0, answer.stdout
    assert "fail 0" in answer.stdout, answer.stdout  # and not: nothing was tested
