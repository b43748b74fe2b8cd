"""What this server is and how it does: from its own memory, but for one question to the database."""

import asyncio

import strawberry

from toolcrib.api.graphql.context import Info, principal_of
from toolcrib.api.graphql.enums import ExecutorType, SandboxLevel
from toolcrib.api.graphql.scalars import JSON
from toolcrib.core.version import installed_version
from toolcrib.executors import contract
from toolcrib.executors.sandbox import levels


@strawberry.type(description="Whether this machine can hold scripts at a level.")
class SandboxFinding:
    level: SandboxLevel = strawberry.field(description="Which level was tried.")
    available: bool = strawberry.field(description="Could it be held.")
    reason: str | None = strawberry.field(
        description="What stands in its way and what would help: for admins, as it may name the host's paths."
    )

    @classmethod
    def of(cls, found: levels.LevelFinding, *, in_full: bool) -> "SandboxFinding":
        return cls(
            level=SandboxLevel[found.level.name],
            available=found.available,
            reason=found.reason if in_full else None,
        )


@strawberry.type(description="How scripts are kept apart here.")
class SandboxInfo:
    level: SandboxLevel = strawberry.field(description="The level that was reached.")
    minimum: SandboxLevel = strawberry.field(description="Below this level no script runs.")
    refuses: bool = strawberry.field(description="Is every run of a script refused, as the level is below the minimum.")
    isolated: bool = strawberry.field(
        description="Are scripts kept apart from the server and from one another: all levels but L0."
    )
    landlock_abi: int = strawberry.field(description="The kernel's version of Landlock; 0 without it.")
    summary: str = strawberry.field(description="What the level means here, in words.")
    findings: list[SandboxFinding] = strawberry.field(description="The levels that were tried, best first.")

    @classmethod
    def of(cls, info: levels.SandboxInfo, *, in_full: bool) -> "SandboxInfo":
        return cls(
            level=SandboxLevel[info.level.name],
            minimum=SandboxLevel[info.minimum.name],
            refuses=info.refuses,
            isolated=info.isolated,
            landlock_abi=info.landlock_abi,
            summary=info.summary,
            findings=[SandboxFinding.of(found, in_full=in_full) for found in info.findings],
        )


@strawberry.type(description="What runs the tools of one type.")
class ExecutorInfo:
    type: ExecutorType = strawberry.field(description="Which tools.")
    level: SandboxLevel = strawberry.field(description="How well their scripts are kept apart.")
    isolated: bool = strawberry.field(
        description="Are they kept apart from the server and from one another: all levels but L0."
    )
    summary: str = strawberry.field(description="What that means, in words.")

    @strawberry.field(
        description="What its scripts can import: an object of modules, each with the list of the public names in it."
    )
    async def modules(self, info: Info) -> JSON:
        executor = info.context.services.executors[self.type.value]
        return JSON(await asyncio.to_thread(executor.modules))

    @classmethod
    def of(cls, info: contract.ExecutorInfo) -> "ExecutorInfo":
        return cls(
            type=ExecutorType(info.type),
            level=SandboxLevel[info.level],
            isolated=info.isolated,
            summary=info.summary,
        )


@strawberry.type(description="The database, as this server sees it.")
class DatabaseInfo:
    answers: bool = strawberry.field(description="Did it answer just now.")
    version: str | None = strawberry.field(description="PostgreSQL's version; null where it does not answer.")


@strawberry.type(description="The runs of this server. Others on the same database have their own.")
class RunLoad:
    running: int = strawberry.field(description="How many run.")
    waiting: int = strawberry.field(description="How many wait for their turn.")
    slots: int = strawberry.field(description="How many can run at once.")


@strawberry.type(description="What this server is and how it does.")
class ServerInfo:
    version: str = strawberry.field(description="Toolcrib's version.")

    @strawberry.field(description="How scripts are kept apart here.")
    def sandbox(self, info: Info) -> SandboxInfo:
        described = info.context.services.sandbox.describe()
        return SandboxInfo.of(described, in_full=principal_of(info).is_admin)

    @strawberry.field(description="What runs tools here, by type.")
    def executors(self, info: Info) -> list[ExecutorInfo]:
        found = info.context.services.executors
        return [ExecutorInfo.of(found[name].describe()) for name in sorted(found)]

    @strawberry.field(description="The database.")
    async def database(self, info: Info) -> DatabaseInfo:
        found = await info.context.services.reader.database_version()
        return DatabaseInfo(answers=found is not None, version=found)

    @strawberry.field(description="How much it has to run.")
    def load(self, info: Info) -> RunLoad:
        load = info.context.services.executions.load()
        return RunLoad(running=load.running, waiting=load.waiting, slots=load.slots)


def server_info(info: Info) -> ServerInfo:
    principal_of(info)
    return ServerInfo(version=installed_version())
