"""What a tool in a file may say, under which names, and of which type."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from toolcrib.catalog.categories import MAX_NAME as MAX_CATEGORY_NAME
from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.model import ExecutorType, ToolStatus, ToolVisibility
from toolcrib.catalog.names import text_problems
from toolcrib.core.errors import InvalidInput, Path, Problem
from toolcrib.core.json_text import JsonObject, JsonValue, shorten
from toolcrib.executors.contract import Network

CONTENT: Mapping[str, str] = {
    "displayName": "display_name",
    "description": "description",
    "icon": "icon",
    "tags": "tags",
    "executorType": "executor_type",
    "executorConfig": "executor_config",
    "scriptContent": "script_content",
    "inputSchema": "input_schema",
    "outputSchema": "output_schema",
    "timeoutSeconds": "timeout_seconds",
    "annotations": "annotations",
    "examples": "examples",
}
"""What every version has, by its name in a file."""
OF_VERSION = frozenset({*CONTENT, "category", "version", "changelog", "maxRetries", "createdAt"})
OF_TOOL = OF_VERSION.union(
    {"name", "status", "visibility", "network", "rateLimitPerMinute", "rateLimitPerHour", "versions"}
)
OTHERS = frozenset(
    {
        "id",
        "toolId",
        "ownerId",
        "ownerType",
        "executionCount",
        "lastExecutedAt",
        "updatedAt",
        "isDeprecated",
        "schema",
        "apiSpec",
    }
)
"""Names that other catalogs write: `isDeprecated` and `schema` are read, the rest says nothing of the tool itself."""
LONGEST_PATH = 20

Value = TypeVar("Value")


@dataclass(slots=True)
class Reading:
    """One object of the file; what is wrong in it is gathered, so that all is said at once."""

    values: JsonObject
    path: Path
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def of(cls, given: JsonObject, path: Path, known: frozenset[str]) -> "Reading":
        """Names in snake_case are the same names; an unknown one is a problem."""
        reading = cls({}, path)
        for name, value in given.items():
            plain = camel_case(name)
            if plain not in known:
                reading.wrong(f"{shorten(name)} is not a field of a tool", shorten(name))
            elif plain in reading.values:
                reading.wrong("is given twice, in two spellings", name)
            else:
                reading.values[plain] = value
        return reading

    def wrong(self, message: str, *steps: str | int) -> None:
        self.problems.append(Problem(InvalidInput.code, message, (*self.path, *steps)))

    def text(self, name: str) -> str | None:
        return self._of_type(name, str, "must be a text")

    def number(self, name: str) -> int | None:
        value = self._of_type(name, int, "must be a whole number")
        if isinstance(value, bool):
            self.wrong("must be a whole number", name)
            return None
        return value

    def list(self, name: str) -> list[Any] | None:
        return self._of_type(name, list, "must be a list")

    def one_of(self, name: str, choices: Callable[[str], Value], known: str) -> Value | None:
        text = self.text(name)
        if text is None:
            return None
        try:
            return choices(text.upper())
        except ValueError:
            self.wrong(f"must be one of {known}", name)
            return None

    def _of_type(self, name: str, kind: type[Value], message: str) -> Value | None:
        value = self.values.get(name)
        if value is None or isinstance(value, kind):
            return value
        self.wrong(message, name)
        return None


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def content_of(reading: Reading) -> ToolContentChange:
    """The content, as far as it is of the right types; what else is wrong with it the catalog says."""
    texts = {CONTENT[name]: reading.text(name) for name in ("displayName", "description", "icon", "scriptContent")}
    plain = ("executorConfig", "inputSchema", "outputSchema", "annotations", "examples")
    objects: dict[str, JsonValue] = {CONTENT[name]: reading.values.get(name) for name in plain}
    tags = reading.list("tags")
    if tags is not None and not all(isinstance(tag, str) for tag in tags):
        reading.wrong("must be a list of texts", "tags")
        tags = None
    executor = reading.one_of("executorType", ExecutorType, ", ".join(ExecutorType))
    _of_function(reading, texts, objects)
    if objects["executor_config"] is None:
        del objects["executor_config"]
    if reading.number("maxRetries"):
        reading.wrong("can only be 0: this server does not try again", "maxRetries")
    return ToolContentChange(
        **texts,  # type: ignore[arg-type]  # names and types are the table's above
        **objects,  # type: ignore[arg-type]  # as above
        tags=tags,
        executor_type=executor,
        timeout_seconds=reading.number("timeoutSeconds"),
    )


def _of_function(reading: Reading, texts: dict[str, str | None], objects: dict[str, JsonValue]) -> None:
    """A `schema` in OpenAI's form stands in for a description and an input schema that are not there."""
    function = reading.values.get("schema")
    if isinstance(function, dict) and isinstance(inner := function.get("function"), dict):
        function = inner
    if not isinstance(function, dict):
        return
    description = function.get("description")
    if texts["description"] is None and isinstance(description, str):
        texts["description"] = description
    if objects["input_schema"] is None:
        objects["input_schema"] = function.get("parameters")


def category_of(reading: Reading) -> tuple[str, ...]:
    """The names from the top down; a plain text is a category at the top."""
    value = reading.values.get("category")
    path = [value] if isinstance(value, str) else value
    if path is None:
        return ()
    if not isinstance(path, list) or not all(isinstance(name, str) and name.strip() for name in path):
        reading.wrong("must be a list of names, from the top down", "category")
        return ()
    names = tuple(str(name).strip() for name in path)
    if unfit := next((found for name in names for found in text_problems(name, "category", MAX_CATEGORY_NAME)), None):
        reading.wrong(unfit.message, "category")
        return ()
    if len(set(names)) < len(names) or len(names) > LONGEST_PATH:
        reading.wrong(f"must be at most {LONGEST_PATH} names, each once: a category can't be below itself", "category")
        return ()
    return names


def version_of(reading: Reading) -> int:
    """A number, or the first number of a text like "1.2.0"; at least 1."""
    value = reading.values.get("version")
    if value is None:
        return 1
    if isinstance(value, str):
        major = value.strip().removeprefix("v").partition(".")[0]
        if major.isascii() and major.isdigit() and len(major) < 7:  # noqa: PLR2004 - what an int column holds
            return max(1, int(major))
    elif isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 1_000_000:  # noqa: PLR2004 - as above
        return value
    reading.wrong('must be a whole number from 1, or a text like "1.2.0"', "version")
    return 1


def status_of(reading: Reading) -> ToolStatus:
    if reading.values.get("isDeprecated") is True and "status" not in reading.values:
        return ToolStatus.DEPRECATED
    return reading.one_of("status", ToolStatus, ", ".join(ToolStatus)) or ToolStatus.DRAFT


def visibility_of(reading: Reading) -> ToolVisibility:
    return reading.one_of("visibility", ToolVisibility, ", ".join(ToolVisibility)) or ToolVisibility.PRIVATE


def network_of(reading: Reading) -> Network:
    def known(name: str) -> Network:
        found = next((each for each in Network if each.name == name), None)
        if found is None:
            raise ValueError(name)
        return found

    return reading.one_of("network", known, ", ".join(each.name for each in Network)) or Network.FULL
