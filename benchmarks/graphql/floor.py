"""The least a Python server can do: the SQL of one question, written by hand, and its text sent off.

`python -m benchmarks.graphql.floor DSN PORT` serves `POST /Q1` … `POST /Q5`: no GraphQL, no sign-in, no rights.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from benchmarks.graphql.questions import QUESTIONS, SOUGHT

POOL = 20


def build(dsn: str) -> Starlette:
    pool: asyncpg.Pool

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        nonlocal pool
        async with asyncpg.create_pool(dsn, min_size=1, max_size=POOL, reset=_keep) as pool:
            yield

    by_path = {f"/{question.name}": question for question in QUESTIONS}

    async def answer(request: Request) -> Response:
        question = by_path[request.url.path]
        await request.body()
        text = await pool.fetchval(question.floor, *[SOUGHT] * question.takes_name)
        return Response(f'{{"data":{text}}}', media_type="application/json")

    routes = [Route(path, answer, methods=["POST"]) for path in by_path]
    return Starlette(routes=routes, lifespan=lifespan)


async def _keep(_connection: asyncpg.Connection) -> None:
    """As the server does: no reset between two uses."""


if __name__ == "__main__":
    uvicorn.run(build(sys.argv[1]), port=int(sys.argv[2]), log_level="warning", loop="uvloop", http="httptools")
