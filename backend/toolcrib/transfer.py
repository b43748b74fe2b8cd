"""Exporting and importing tools at the terminal, as one of the people of this server."""

import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from toolcrib.api.services import Services
from toolcrib.app import wire
from toolcrib.catalog.transfer.file import MAX_BYTES
from toolcrib.catalog.transfer.model import ImportChoices, ImportResult
from toolcrib.core.db import Database
from toolcrib.core.errors import InvalidInput, NotFound, StartupError
from toolcrib.core.json_text import parse_json
from toolcrib.core.migrate import migrate
from toolcrib.core.settings import Settings
from toolcrib.identity.model import Principal
from toolcrib.reads.selection import Field

_LONGEST_ANSWER = 40_000_000


async def export_tools(settings: Settings, username: str | None, names: Sequence[str], *, versions: bool) -> str:
    """The file of the tools with these names, or of all there are. Raises NotFound, InvalidInput."""
    async with _acting(settings, username) as (services, principal):
        ids = [await _tool_id(services, name) for name in names] or None
        arguments = {"ids": ids, "versions": versions}
        field = Field("toolFile", "toolFile", arguments, frozenset({"Query"}))
        text = await services.reader.read(field, principal)
    if text is None:
        raise NotFound("There is nothing to export.")
    return str(parse_json(text, max_bytes=_LONGEST_ANSWER))


async def _tool_id(services: Services, name: str) -> str:
    try:
        return str((await services.catalog.resolve(name)).tool_id)
    except NotFound as error:
        raise NotFound(f"There is no tool {name!r}.") from error


async def import_tools(
    settings: Settings, username: str | None, document: str, choices: ImportChoices, *, dry_run: bool
) -> ImportResult:
    """Raises what `Importing.import_tools` raises."""
    async with _acting(settings, username) as (services, principal):
        return await services.catalog.import_tools(principal, document=document, choices=choices, dry_run=dry_run)


def described(result: ImportResult) -> list[str]:
    """A line for each tool, and one for each thing that is wrong. A file's words can't steer the terminal."""
    lines = []
    for tool in result.tools:
        name = tool.name if tool.final_name == tool.name else f"{tool.name} as {tool.final_name}"
        version = f" (version {tool.version})" if tool.version else ""
        lines.append(f"{tool.outcome:<12} {name}{version}")
        lines += [f"  {'.'.join(map(str, problem.field))}: {problem.message}" for problem in tool.problems]
    return [_printable(line) for line in lines]


def refusal(error: InvalidInput, file: Path) -> str:
    """What keeps `file` from being read at all, with the place in it."""
    problem = error.problems[0]
    place = ".".join(map(str, problem.field[1:]))  # the first is `document`, the argument
    return _printable(f"{place} in {file} {problem.message}" if place else f"{file} {problem.message}")


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def read_document(file: Path) -> str:
    """The text of a file, or with `-` of stdin, which is UTF-8 whatever the terminal speaks. Raises StartupError."""
    try:
        with os.fdopen(os.dup(0), "rb") if str(file) == "-" else file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise StartupError(f"{file} is too large: at most {MAX_BYTES:,} bytes are allowed.")
        return content.decode()
    except OSError as error:
        raise StartupError(f"{file} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise StartupError(f"{file} is not UTF-8 text: byte {error.start} can't be decoded.") from error


def write_document(text: str, file: Path | None) -> None:
    """Into the file, or to stdout, as UTF-8 whatever the terminal speaks. Raises StartupError."""
    try:
        if file is not None:
            file.write_text(text, encoding="utf-8")
            return
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except OSError as error:
        if file is None:  # else the interpreter tries once more as it ends, and complains
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise StartupError(f"{file or 'stdout'} can't be written: {error.strerror}.") from error


@asynccontextmanager
async def _acting(settings: Settings, username: str | None) -> AsyncIterator[tuple[Services, Principal]]:
    await migrate(str(settings.database_url))
    database = await Database.open(str(settings.database_url), connections=1)
    try:
        services = wire(settings, database)
        yield services, await services.identity.acting_as(username)
    finally:
        await database.close()
