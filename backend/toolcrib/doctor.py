"""`toolcrib doctor`: what works on this machine and what doesn't, in plain words."""

import asyncio
import importlib.util
import logging
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

from toolcrib.core.database_server import database_server
from toolcrib.core.db import Database
from toolcrib.core.settings import Settings
from toolcrib.executors.sandbox.levels import Level, SandboxInfo
from toolcrib.executors.sandbox.sandbox import Sandbox

OLDEST_POSTGRES = 15
FREE_BYTES = 1_000_000_000
EXTENSIONS = ("pg_trgm", "vector")
# The libraries that are promised to the authors of Python tools.
TOOL_LIBRARIES = ("bs4", "dateutil", "httpx", "matplotlib", "numpy", "pandas", "pydantic", "requests", "yaml")


class Verdict(StrEnum):
    GOOD = "ok"
    WEAK = "weak"
    BROKEN = "BROKEN"


@dataclass(frozen=True, slots=True)
class Finding:
    verdict: Verdict
    subject: str
    text: str


def examine(settings: Settings) -> int:
    """Print every finding; returns 1 when something is broken, else 0."""
    logging.disable()  # what goes wrong is in the findings
    findings = [
        python(),
        tool_libraries(),
        console(),
        data_directory(settings),
        *database(settings),
        *sandbox(settings),
    ]
    for finding in findings:
        print(f"{finding.verdict:<7} {finding.subject:<15} {finding.text}")
    return int(any(finding.verdict is Verdict.BROKEN for finding in findings))


def python() -> Finding:
    running = f"Python {platform.python_version()} at {sys.executable}."
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding(Verdict.GOOD, "Python", running)
    return Finding(
        Verdict.BROKEN, "Python", f"{running} Toolcrib runs on 3.11, 3.12 and 3.13: make run finds one of them."
    )


def tool_libraries() -> Finding:
    missing = [name for name in TOOL_LIBRARIES if importlib.util.find_spec(name) is None]
    if not missing:
        return Finding(Verdict.GOOD, "Tool libraries", "All libraries that Python tools may count on are installed.")
    return Finding(
        Verdict.WEAK,
        "Tool libraries",
        f"Not installed: {', '.join(missing)}. Tools that import them fail: install toolcrib[standard].",
    )


def console() -> Finding:
    if files("toolcrib").joinpath("console", "index.html").is_file():
        return Finding(Verdict.GOOD, "Console", "Built.")
    return Finding(
        Verdict.BROKEN,
        "Console",
        "Not built, so there are no pages to see: make run builds it (it needs Node.js 20 or newer).",
    )


def data_directory(settings: Settings) -> Finding:
    directory = settings.data_dir
    if not os.access(directory, os.W_OK | os.X_OK):
        return Finding(
            Verdict.BROKEN, "Data directory", f"{directory} can't be written. Choose another with TOOLCRIB_DATA_DIR."
        )
    free = shutil.disk_usage(directory).free
    if free < FREE_BYTES:
        return Finding(Verdict.WEAK, "Data directory", f"{directory} has only {free // 1_000_000} MB left.")
    return Finding(Verdict.GOOD, "Data directory", f"{directory}, {free // 1_000_000_000} GB free.")


def database(settings: Settings) -> list[Finding]:
    kind = "The server that DATABASE_URL names" if settings.database_url else "The embedded PostgreSQL"
    try:
        with database_server(settings) as reachable:
            return asyncio.run(_question(str(reachable.database_url), kind))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the database is what was asked
        return [Finding(Verdict.BROKEN, "Database", f"{kind} can't be used: {error.__cause__ or error}")]


async def _question(url: str, kind: str) -> list[Finding]:
    opened = await Database.open(url, connections=1)
    try:
        return [await _version(opened, kind), await _extensions(opened), await _scripts(opened)]
    finally:
        await opened.close()


async def _version(opened: Database, kind: str) -> Finding:
    major = int(await opened.fetch_value("SHOW server_version_num")) // 10_000
    found = f"{kind} answers: version {await opened.fetch_value('SHOW server_version')}."
    if major < OLDEST_POSTGRES:
        return Finding(Verdict.BROKEN, "Database", f"{found} Toolcrib needs {OLDEST_POSTGRES} or newer.")
    return Finding(Verdict.GOOD, "Database", found)


async def _extensions(opened: Database) -> Finding:
    rows = await opened.fetch_all(
        """
        SELECT name, bool_or(installed OR trusted OR NOT superuser OR current_setting('is_superuser')::bool) AS ready
        FROM pg_available_extension_versions WHERE name = ANY($1) GROUP BY name
        """,
        list(EXTENSIONS),
    )
    ready = {row["name"]: row["ready"] for row in rows}
    if missing := [name for name in EXTENSIONS if name not in ready]:
        return Finding(
            Verdict.BROKEN, "Extensions", f"The server lacks {' and '.join(missing)}: install them where it runs."
        )
    if barred := [name for name in EXTENSIONS if not ready[name]]:
        commands = " ".join(f"CREATE EXTENSION {name};" for name in barred)
        return Finding(
            Verdict.BROKEN, "Extensions", f"This role may not create them all. Ask an administrator for: {commands}"
        )
    return Finding(Verdict.GOOD, "Extensions", f"{' and '.join(EXTENSIONS)} are there.")


async def _scripts(opened: Database) -> Finding:
    """Trigram search goes by lc_ctype: where that knows only ASCII, other scripts are not found."""
    lc_ctype = await opened.fetch_value("SELECT datctype FROM pg_database WHERE datname = current_database()")
    if lc_ctype.upper() not in {"C", "POSIX"}:
        return Finding(Verdict.GOOD, "Scripts", f"Search finds every script (the database's lc_ctype is {lc_ctype}).")
    return Finding(
        Verdict.WEAK,
        "Scripts",
        f"The database's lc_ctype is {lc_ctype}: search won't find Chinese and other scripts. "
        "Make the database with LC_CTYPE 'C.UTF-8'.",
    )


def sandbox(settings: Settings) -> Iterator[Finding]:
    """The level that scripts are isolated at, and what stands in the way of a better one."""
    info = asyncio.run(_start_sandbox(settings))
    if info.refuses:
        demand = f"TOOLCRIB_SANDBOX_MINIMUM asks for {info.minimum}, so no script runs."
        yield Finding(Verdict.BROKEN, "Sandbox", f"Only {info.level} can be reached, and {demand}")
    verdict = Verdict.GOOD if info.isolated else Verdict.WEAK
    yield Finding(verdict, "Sandbox", f"{info.level}: {info.summary} {_landlock(info)}")
    for found in info.findings:
        if not found.available:
            yield Finding(Verdict.WEAK, f"Sandbox {found.level}", f"Not here: {found.reason}")


async def _start_sandbox(settings: Settings) -> SandboxInfo:
    tried = Sandbox(Level(settings.sandbox), Level(settings.sandbox_minimum))
    await tried.start()
    await tried.close()
    return tried.describe()


def _landlock(info: SandboxInfo) -> str:
    return f"Landlock ABI {info.landlock_abi}." if info.landlock_abi else "The kernel has no Landlock."
