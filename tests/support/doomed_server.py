"""A server process to be killed: calls one tool many times, says so, and goes on until it dies.

Arguments: the database's DSN, a data directory, the caller, the tool, how many calls.
"""

import asyncio
import sys
from pathlib import Path
from uuid import UUID

from toolcrib.execution.model import Call
from toolcrib.identity.model import Principal, SubjectKind

from tests.support.execution import world


async def main(dsn: str, data_dir: str, caller: str, tool: str, calls: str) -> None:
    principal = Principal(UUID(caller), SubjectKind.USER)
    async with world(dsn, Path(data_dir), max_concurrency=4) as made:
        for _ in range(int(calls)):
            execution = await made.executions.execute(principal, Call(UUID(tool)))
            sys.stdout.write(f"{execution}\n")
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
