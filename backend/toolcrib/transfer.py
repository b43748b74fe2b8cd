"""Exporting and importing tools at the terminal, as one of the people of this server."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from toolcrib.api.services import Services
from toolcrib.app import wire
from toolcrib.catalog.transfer.importing import ImportChoices, ImportResult
from toolcrib.core.db import Database
from toolcrib.core.errors import NotFound
from toolcrib.core.json_text import parse_json
from toolcrib.core.migrate import migrate
from toolcrib.core.settings import Settings
from toolcrib.identity.model import Principal
from toolcrib.reads.selection import Field

_LONGEST_ANSWER = 40_000_000


async def export_tools(settings: Settings, username: str | None, names: Sequence[str], *, versions: bool) -> str:
    """The file of the tools with these names, or of all there are. Raises NotFound, InvalidInput."""
    async with _acting(settings, username) as (services, principal):
        ids = [str((await services.catalog.resolve(name)).tool_id) for name in names] or None
        arguments = {"ids": ids, "versions": versions}
        field = Field("toolFile", "toolFile", arguments, frozenset({"Query"}))
        text = await services.reader.read(field, principal)
    if text is None:
        raise NotFound("There is nothing to export.")
    return str(parse_json(text, max_bytes=_LONGEST_ANSWER))


async def import_tools(
    settings: Settings, username: str | None, document: str, choices: ImportChoices, *, dry_run: bool
) -> ImportResult:
    """Raises what `Importing.import_tools` raises."""
    async with _acting(settings, username) as (services, principal):
        return await services.catalog.import_tools(principal, document=document, choices=choices, dry_run=dry_run)


def described(result: ImportResult) -> list[str]:
    """A line for each tool, and one for each thing that is wrong."""
    lines = []
    for tool in result.tools:
        name = tool.name if tool.final_name == tool.name else f"{tool.name} as {tool.final_name}"
        version = f" (version {tool.version})" if tool.version else ""
        lines.append(f"{tool.outcome:<12} {name}{version}")
        lines += [f"  {'.'.join(map(str, problem.field))}: {problem.message}" for problem in tool.problems]
    return lines


@asynccontextmanager
async def _acting(settings: Settings, username: str | None) -> AsyncIterator[tuple[Services, Principal]]:
    await migrate(str(settings.database_url))
    database = await Database.open(str(settings.database_url), connections=1)
    try:
        services = wire(settings, database)
        yield services, await services.identity.acting_as(username)
    finally:
        await database.close()
