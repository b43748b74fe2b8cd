"""The clients that programs follow us with. If one fails, its users can't follow anything here, or miss some of it.

Each script is a suite of its own, in Node's test runner.
"""

from pathlib import Path

import pytest

from tests.support.node import run_client, token
from tests.support.server import ServerProcess

__all__ = ["token"]


@pytest.mark.parametrize("client", ["graphql_ws", "graphql_sse"])
def test_a_client_gets_everything_and_the_protocol_is_kept(server: ServerProcess, token: str, client: str) -> None:
    run_client(Path(__file__).parent / client / "client.mjs", server, token)
    assert "Traceback" not in server.log
