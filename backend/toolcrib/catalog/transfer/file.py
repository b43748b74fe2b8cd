"""Reading a file of tools. Nothing of it is trusted: every type is looked at, every unknown name is told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.model import ToolStatus
from toolcrib.catalog.names import changelog_problems, tool_name_problems
from toolcrib.catalog.records import ToolPolicy
from toolcrib.catalog.transfer.fields import (
    OF_TOOL,
    OF_VERSION,
    OTHERS,
    Reading,
    category_of,
    content_of,
    network_of,
    status_of,
    version_of,
    visibility_of,
)
from toolcrib.core.errors import InvalidInput, Problem
from toolcrib.core.json_text import JsonObject, JsonValue, parse_json, shorten

FORMAT = "toolcrib"
FORMAT_VERSION = 1
MAX_BYTES = 10_000_000
MAX_DEPTH = 70
MAX_TOOLS = 500
MAX_VERSIONS = 2_000
_FILE = frozenset({"format", "formatVersion", "exportedAt", "tools"})
_DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class FileVersion:
    number: int
    changelog: str | None
    content: ToolContentChange
    category: tuple[str, ...]
    index: int | None = None
    """Its place in `versions`; None for the tool's own content."""


@dataclass(frozen=True, slots=True)
class FileTool:
    """One tool of a file. `policy` has no owner; `problems` is what keeps it from being read."""

    index: int
    name: str
    status: ToolStatus
    policy: ToolPolicy
    current: FileVersion
    older: Sequence[FileVersion]
    problems: Sequence[Problem]


def read_file(text: str) -> list[FileTool]:
    """The tools of a file, in its order. Raises InvalidInput for what is no such file, or too large."""
    text = text.removeprefix("\ufeff")  # some editors begin every file with it
    value = parse_json(text, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH, field=(_DOCUMENT,))
    tools = _tools_of(value)
    if len(tools) > MAX_TOOLS:
        raise InvalidInput(f"holds {len(tools):,} tools, at most {MAX_TOOLS} are allowed", (_DOCUMENT, "tools"))
    if not tools:
        raise InvalidInput("holds no tools", (_DOCUMENT, "tools"))
    read = [_tool(index, tool) for index, tool in enumerate(tools)]
    versions = sum(len(tool.older) for tool in read)
    if versions > MAX_VERSIONS:
        raise InvalidInput(f"holds {versions:,} old versions, at most {MAX_VERSIONS:,} are allowed", (_DOCUMENT,))
    return _in_one_tree(_without_twins(read))


def _tools_of(value: JsonValue) -> list[JsonValue]:
    """A whole file; also a list of tools, or one alone."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        raise InvalidInput('must be an object with "tools"', (_DOCUMENT,))
    if "tools" not in value and "name" in value:
        return [value]
    if value.get("format", FORMAT) != FORMAT:
        raise InvalidInput(f'must be "{FORMAT}"', (_DOCUMENT, "format"))
    version = value.get("formatVersion", FORMAT_VERSION)
    if version != FORMAT_VERSION or isinstance(version, bool):
        raise InvalidInput(f"must be {FORMAT_VERSION}: this server knows no other form", (_DOCUMENT, "formatVersion"))
    if unknown := value.keys() - _FILE:
        names = ", ".join(shorten(name) for name in sorted(unknown)[:10])
        raise InvalidInput(f"has fields that a file of tools doesn't have: {names}", (_DOCUMENT,))
    tools = value.get("tools")
    if not isinstance(tools, list):
        raise InvalidInput("must be a list of tools", (_DOCUMENT, "tools"))
    return tools


def _tool(index: int, value: JsonValue) -> FileTool:
    path = ("tools", index)
    given: JsonObject = value if isinstance(value, dict) else {}
    reading = Reading.of(given, path, OF_TOOL | OTHERS)
    if not isinstance(value, dict):
        reading.wrong("must be an object")
    name = reading.text("name") or ""
    if isinstance(value, dict) and not reading.problems:
        reading.problems += [replace(found, field=(*path, "name")) for found in tool_name_problems(name)]
    if given.get("apiSpec") or given.get("api_spec"):
        reading.wrong("needs an executor for HTTP, which this server doesn't have", "apiSpec")
    policy = ToolPolicy(
        visibility=visibility_of(reading),
        rate_limit_per_minute=reading.number("rateLimitPerMinute"),
        rate_limit_per_hour=reading.number("rateLimitPerHour"),
        network=network_of(reading),
    )
    current = _version(reading)
    older = _older(reading, current.number)
    return FileTool(index, name, status_of(reading), policy, current, older, tuple(reading.problems))


def _version(reading: Reading, index: int | None = None) -> FileVersion:
    content = content_of(reading)
    changelog = reading.text("changelog")
    reading.problems += [replace(found, field=(*reading.path, *found.field)) for found in changelog_problems(changelog)]
    return FileVersion(version_of(reading), changelog, content, category_of(reading), index)


def _older(tool: Reading, current: int) -> list[FileVersion]:
    """The versions before the current one, in order; that one may be listed once more, and is passed over."""
    found: list[FileVersion] = []
    for index, value in enumerate(tool.list("versions") or []):
        path = (*tool.path, "versions", index)
        if not isinstance(value, dict):
            tool.wrong("must be an object", "versions", index)
            continue
        reading = Reading.of(value, path, OF_VERSION)
        version = _version(reading, index)
        tool.problems += reading.problems
        if version.number > current or any(other.number == version.number for other in found):
            tool.wrong(f"must be a version before {current}, each once", "versions", index, "version")
        elif version.number < current:
            found.append(version)
    return sorted(found, key=lambda version: version.number)


def _without_twins(tools: list[FileTool]) -> list[FileTool]:
    seen: dict[str, int] = {}
    for place, tool in enumerate(tools):
        first = seen.setdefault(tool.name, tool.index)
        if tool.name and first != tool.index:
            twin = Problem(InvalidInput.code, f"is the name of tool {first} as well", ("tools", tool.index, "name"))
            tools[place] = replace(tool, problems=(*tool.problems, twin))
    return tools


def _in_one_tree(tools: list[FileTool]) -> list[FileTool]:
    """A category has one place: two tools that put it in two, or in a circle, are told so."""
    above: dict[str, tuple[str, ...]] = {}
    for place, tool in enumerate(tools):
        for version in (tool.current, *tool.older):
            for depth, name in enumerate(version.category):
                path = version.category[:depth]
                if above.setdefault(name, path) == path:
                    continue
                other = " / ".join(above[name]) or "the top"
                field = (
                    "tools",
                    tool.index,
                    *(() if version.index is None else ("versions", version.index)),
                    "category",
                )
                clash = Problem(InvalidInput.code, f'puts "{name}" elsewhere than an earlier tool does: {other}', field)
                tools[place] = tool = replace(tool, problems=(*tool.problems, clash))  # noqa: PLW2901 - it grows
    return tools
