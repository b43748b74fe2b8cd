"""Everything that can be wrong with a tool's content, said at once. Pure: no database, nothing is run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields

from toolcrib.catalog.content import ToolContent, field_path, problem
from toolcrib.catalog.example_schema import without_required_secrets
from toolcrib.catalog.icon import is_icon
from toolcrib.catalog.model import SCRIPTED
from toolcrib.core.errors import InvalidInput, Path, Problem
from toolcrib.core.json_schema import check_schema, compile_schema, fill_defaults
from toolcrib.core.json_text import JsonValue, check_depth, check_texts, to_json
from toolcrib.core.one_line import ONE_LINE, is_blank, is_one_line
from toolcrib.executors.contract import Executor

MAX_SCRIPT_BYTES = 256_000
MAX_JSON_BYTES = 256_000
MAX_JSON_DEPTH = 60
MAX_DISPLAY_NAME = 200
MAX_DESCRIPTION = 20_000
MAX_TAGS = 50
MAX_TAG = 50
MAX_EXAMPLES = 50
MAX_PROMPT = 2_000
MAX_TIMEOUT_SECONDS = 3_600
ANNOTATIONS = ("readOnly", "destructive", "idempotent", "openWorld")

Executors = Mapping[str, Executor]


def check_content(content: ToolContent, executors: Executors) -> list[Problem]:
    """Problems at their paths in the content (`inputSchema`, `properties` …); empty when it can be saved."""
    unreadable = list(_unreadable(content))
    if unreadable:
        return unreadable
    return [found for check in _CHECKS for found in check(content)] + list(_check_executor(content, executors))


def _unreadable(content: ToolContent) -> Iterator[Problem]:
    """What can't be stored or measured at all; the other checks may then rely on sound text of bounded depth."""
    for field in fields(content):
        value = getattr(content, field.name)
        path = field_path(field.name)
        try:
            _check_storable(list(value) if isinstance(value, tuple) else value, path)
        except InvalidInput as error:
            yield from error.problems


def _check_storable(value: object, path: Path) -> None:
    if not isinstance(value, dict | list | str | float):
        return
    check_depth(value, MAX_JSON_DEPTH, path)
    check_texts(value, path)
    try:
        size = len(to_json(value).encode())
    except ValueError:
        raise InvalidInput("must not contain NaN or Infinity", path) from None
    if not isinstance(value, str) and size > MAX_JSON_BYTES:
        raise InvalidInput(f"is too large: {size:,} bytes, at most {MAX_JSON_BYTES:,} are allowed", path)


def _check_display_name(content: ToolContent) -> Iterator[Problem]:
    name = content.display_name
    if is_blank(name):
        yield problem("is required", "display_name")
    elif len(name) > MAX_DISPLAY_NAME:
        yield _too_long("display_name", name, MAX_DISPLAY_NAME)
    elif not is_one_line(name):
        yield problem(ONE_LINE, "display_name")


def _check_description(content: ToolContent) -> Iterator[Problem]:
    if not content.description:
        yield problem("is required: it tells people and LLMs what the tool is for", "description")
    elif len(content.description) > MAX_DESCRIPTION:
        yield _too_long("description", content.description, MAX_DESCRIPTION)


def _check_icon(content: ToolContent) -> Iterator[Problem]:
    if content.icon is not None and not is_icon(content.icon):
        yield problem("must be an emoji or the address of an image that begins with https://", "icon")


def _check_tags(content: ToolContent) -> Iterator[Problem]:
    if len(content.tags) > MAX_TAGS:
        yield problem(f"has {len(content.tags)} tags, at most {MAX_TAGS} are allowed", "tags")
        return
    for index, tag in enumerate(content.tags):
        if len(tag) > MAX_TAG:
            yield problem(f"has {len(tag):,} characters, at most {MAX_TAG} are allowed", "tags", index)


def _check_script_size(content: ToolContent) -> Iterator[Problem]:
    size = len((content.script_content or "").encode())
    if size > MAX_SCRIPT_BYTES:
        yield problem(f"is too large: {size:,} bytes, at most {MAX_SCRIPT_BYTES:,} are allowed", "script_content")


def _check_timeout(content: ToolContent) -> Iterator[Problem]:
    if not 1 <= content.timeout_seconds <= MAX_TIMEOUT_SECONDS:
        yield problem(f"must be 1 to {MAX_TIMEOUT_SECONDS:,} seconds", "timeout_seconds")


def _check_annotations(content: ToolContent) -> Iterator[Problem]:
    if not isinstance(content.annotations, dict):
        yield problem("must be an object of hints", "annotations")
        return
    for name, hint in content.annotations.items():
        if name not in ANNOTATIONS:
            yield problem(f"is not a known hint: there are {', '.join(ANNOTATIONS)}", "annotations", name[:100])
        elif not isinstance(hint, bool):
            yield problem("must be true or false", "annotations", name)


def _check_schemas(content: ToolContent) -> Iterator[Problem]:
    if content.input_schema is None:
        yield problem("is required", "input_schema")
    else:
        yield from check_schema(content.input_schema, field_path("input_schema"), top_level_object=True)
    if not isinstance(content.output_schema, dict):
        yield problem("must be a JSON Schema: an object", "output_schema")
    else:
        yield from check_schema(content.output_schema, field_path("output_schema"))


def _check_examples(content: ToolContent) -> Iterator[Problem]:
    examples = content.examples
    if not isinstance(examples, dict) or set(examples) != {"prompts", "inputs"}:
        yield problem("must be an object with prompts and inputs", "examples")
        return
    yield from _check_list("prompts", examples["prompts"], _check_prompt)
    yield from _check_list("inputs", examples["inputs"], lambda *entry: _check_example_input(content, *entry))


def _check_list(
    name: str, entries: JsonValue, check_entry: Callable[[int, JsonValue], Iterator[Problem]]
) -> Iterator[Problem]:
    if not isinstance(entries, list):
        yield problem("must be a list", "examples", name)
    elif len(entries) > MAX_EXAMPLES:
        yield problem(f"has {len(entries)} entries, at most {MAX_EXAMPLES} are allowed", "examples", name)
    else:
        for index, entry in enumerate(entries):
            yield from check_entry(index, entry)


def _check_prompt(index: int, prompt: JsonValue) -> Iterator[Problem]:
    if not isinstance(prompt, str) or not prompt.strip():
        yield problem("must be a text", "examples", "prompts", index)
    elif len(prompt) > MAX_PROMPT:
        yield problem(
            f"has {len(prompt):,} characters, at most {MAX_PROMPT:,} are allowed", "examples", "prompts", index
        )


def _check_example_input(content: ToolContent, index: int, example: JsonValue) -> Iterator[Problem]:
    place = ("inputs", index)
    if not isinstance(example, dict) or set(example) != {"name", "value"}:
        yield problem("must be an object with name and value", "examples", *place)
        return
    name, value = example["name"], example["value"]
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= MAX_DISPLAY_NAME:
        yield problem(f"must be a text of 1 to {MAX_DISPLAY_NAME} characters", "examples", *place, "name")
    schema = content.input_schema
    if not isinstance(schema, dict) or check_schema(schema, (), top_level_object=True):
        return
    fitting = compile_schema(without_required_secrets(schema))
    yield from fitting.problems(fill_defaults(schema, value), field_path("examples", *place, "value"))


def _check_executor(content: ToolContent, executors: Executors) -> Iterator[Problem]:
    executor = executors.get(content.executor_type)
    if executor is None:
        known = ", ".join(sorted(executors)) or "none"
        yield problem(f"{content.executor_type} is not available on this server: it has {known}", "executor_type")
        return
    if content.executor_type not in SCRIPTED and content.script_content is not None:
        yield problem(f"must be empty: a tool of type {content.executor_type} has no script", "script_content")
    if not isinstance(content.executor_config, dict):
        yield problem("must be an object", "executor_config")
    elif not any(_check_script_size(content)):
        yield from executor.check(content.script_content, content.executor_config)


_CHECKS: tuple[Callable[[ToolContent], Iterator[Problem]], ...] = (
    _check_display_name,
    _check_description,
    _check_icon,
    _check_tags,
    _check_script_size,
    _check_schemas,
    _check_timeout,
    _check_annotations,
    _check_examples,
)


def _too_long(name: str, text: str, most: int) -> Problem:
    return problem(f"has {len(text):,} characters, at most {most:,} are allowed", name)
