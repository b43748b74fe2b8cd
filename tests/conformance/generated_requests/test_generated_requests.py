"""Requests that schemathesis makes up from the schema, sent to the real server by somebody of every role.

If these fail, a request that the schema allows makes the server stumble, or leaves its sender without a reason.
More of them, and others each time: TOOLCRIB_TEST_EXAMPLES=500 (for each operation).
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from graphql import parse, print_ast
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import CheckContext, Response
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode

from tests.conformance.generated_requests.values import filled, register
from tests.conformance.generated_requests.world import Maker, World
from tests.support.graph import Graph
from tests.support.server import ServerProcess

register()
SCHEMA = schemathesis.graphql.from_path(Path(__file__).parents[3] / "schema.graphql")
OPERATIONS = {operation.label: operation for operation in (found.ok() for found in SCHEMA.get_all_operations())}
EXAMPLES = int(os.environ.get("TOOLCRIB_TEST_EXAMPLES", "8"))
PATIENCE_SECONDS = 30
QUIET = settings(
    max_examples=EXAMPLES,
    derandomize="TOOLCRIB_TEST_EXAMPLES" not in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@dataclass
class Sender:
    world: World
    server: ServerProcess
    session: requests.Session = field(default_factory=requests.Session)
    whole: Counter[str] = field(default_factory=Counter)
    """How many answers had no error at all, by role."""

    def send(self, case: schemathesis.Case, role: str) -> Response:
        token = self.world.tokens[role]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = f"{self.server.url}/graphql"
        return case.call(base_url=url, session=self.session, headers=headers, timeout=PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def sender(server: ServerProcess) -> Iterator[Sender]:
    made = Sender(Maker(server).make(), server)
    yield made
    made.session.close()
    assert "fault" not in server.log
    for role, token in made.world.tokens.items():
        if token is not None:
            assert_still_in(Graph(server.url, token))
            assert made.whole[role] > EXAMPLES * len(OPERATIONS) / 5, "the requests meet too little of what is there"


def assert_still_in(graph: Graph) -> None:
    """Else the requests of this role were refused for that, all of them from then on."""
    assert graph.data("{ viewer { scope } }") == {"scope": "MANAGE"}
    graph.close()


@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_the_schema_allows_is_answered_or_refused_with_a_reason(label: str, sender: Sender) -> None:
    operation = OPERATIONS[label]
    allowed, forbidden = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @QUIET
    @given(case=st.one_of(allowed, allowed, allowed, forbidden))
    def check(case: schemathesis.Case) -> None:
        case.body = print_ast(filled(parse(str(case.body)), label.partition(".")[2], sender.world))
        for role in sender.world.tokens:
            response = sender.send(case, role)
            case.validate_response(response, checks=[not_a_server_error, CHECKS.get(role, clear)])
            sender.whole[role] += "errors" not in response.json()

    check()


def refused_for_nobody(_context: CheckContext, response: Response, _case: schemathesis.Case) -> None:
    assert response.status_code == 401
    [error] = response.json()["errors"]
    assert error["extensions"] == {"code": "UNAUTHENTICATED"}


CHECKS = {"anonymous": refused_for_nobody}


def clear(_context: CheckContext, response: Response, _case: schemathesis.Case) -> None:
    """A GraphQL answer whose errors all say what the sender did, in words and with a code that isn't INTERNAL."""
    assert response.status_code == 200
    assert response.headers["content-type"] == ["application/json; charset=utf-8"]
    body = response.json()
    assert body.keys() <= {"data", "errors"}
    assert body.keys(), "neither data nor errors"
    problems = [*errors_of(body), *user_errors_of(body.get("data"))]
    for code, message in problems:
        assert message
        assert code
        assert code != "INTERNAL"


def errors_of(body: dict[str, Any]) -> Iterator[tuple[str | None, str]]:
    for error in body.get("errors", ()):
        yield error.get("extensions", {}).get("code"), error["message"]


def user_errors_of(value: object) -> Iterator[tuple[str, str]]:
    """Of payloads at any depth, as far as they were asked for."""
    if isinstance(value, list):
        for one in value:
            yield from user_errors_of(one)
    elif isinstance(value, dict):
        for error in value.get("userErrors", ()):
            yield error.get("code", "not asked for"), error.get("message", "not asked for")
        for one in value.values():
            yield from user_errors_of(one)
