"""What does not keep a content from being saved, but may not be as meant. Pure: no database, nothing is run."""

from collections.abc import Iterator

from toolcrib.catalog.content import ToolContent, field_path
from toolcrib.catalog.content_check import Executors
from toolcrib.core.errors import Problem

SHORT_DESCRIPTION = "SHORT_DESCRIPTION"
GOOD_DESCRIPTION = 50
"""Characters from which a description tends to say when to use a tool too."""


def review_content(content: ToolContent, executors: Executors) -> list[Problem]:
    """Warnings at their paths in the content, for one that `check_content` may refuse as well."""
    return [*_review_description(content.description), *_review_script(content, executors)]


def _review_description(description: str) -> Iterator[Problem]:
    if 0 < len(description) < GOOD_DESCRIPTION:
        message = (
            f"has {len(description)} characters: agents choose by it, so say what the tool does and when to use it, "
            f"in {GOOD_DESCRIPTION} or more"
        )
        yield Problem(SHORT_DESCRIPTION, message, field_path("description"))


def _review_script(content: ToolContent, executors: Executors) -> list[Problem]:
    executor = executors.get(content.executor_type)
    config, schema = content.executor_config, content.input_schema
    if executor is None or not content.script_content or not isinstance(config, dict):
        return []
    return executor.review(content.script_content, config, schema if isinstance(schema, dict) else None)
