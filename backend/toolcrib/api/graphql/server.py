from importlib.metadata import PackageNotFoundError, version

import strawberry

from toolcrib.api.graphql.context import Info, principal_of


@strawberry.type(description="How tools are run here.")
class ExecutorInfo:
    level: str = strawberry.field(description="How well scripts are kept apart: L3 is best, L0 is not at all.")
    isolated: bool = strawberry.field(description="Are scripts kept apart from the server and from one another.")
    summary: str = strawberry.field(description="What that means, in words.")


@strawberry.type(description="What this server is.")
class ServerInfo:
    version: str = strawberry.field(description="Toolcrib's version.")
    executor: ExecutorInfo = strawberry.field(description="How tools are run here.")


def server_info(info: Info) -> ServerInfo:
    principal_of(info)
    described = info.context.services.executors["PYTHON"].describe()
    executor = ExecutorInfo(level=described.level, isolated=described.isolated, summary=described.summary)
    return ServerInfo(version=installed_version(), executor=executor)


def installed_version() -> str:
    try:
        return version("toolcrib")
    except PackageNotFoundError:
        return "0 (not installed)"
