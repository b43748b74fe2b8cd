"""Puts the starter tools into the catalog, and brings those up to date that nobody edited."""

import logging
from collections.abc import Sequence

from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.installation import Isolated, PlatformTool
from toolcrib.catalog.model import ExecutorType
from toolcrib.catalog.service import Catalog
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.contract import Network
from toolcrib.toolbox.loader import StarterTool, load_starter_tools

_log = logging.getLogger(__name__)


async def install_starter_tools(
    catalog: Catalog, isolated: Isolated, tools: Sequence[StarterTool] | None = None
) -> None:
    """Install `tools`, or all of this package's; running it again changes nothing.

    `isolated` is asked only where a tool is new. Raises StarterToolError or InvalidInput where a tool's own folder is
    wrong.
    """
    for tool in load_starter_tools() if tools is None else tools:
        if await catalog.install_platform_tool(_definition(tool), isolated=isolated) is None:
            _log.warning("The starter tool %s was not installed: somebody's own tool has that name.", tool.name)


def _definition(tool: StarterTool) -> PlatformTool:
    annotations: JsonObject = {**tool.annotations}
    examples: JsonObject = {
        "prompts": [*tool.prompts],
        "inputs": [{"name": example.name, "value": example.value} for example in tool.inputs],
    }
    content = ToolContentChange(
        display_name=tool.display_name,
        description=tool.description,
        icon=tool.icon,
        tags=[*tool.tags],
        executor_type=ExecutorType(tool.executor),
        executor_config={**tool.config},
        script_content=tool.script,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        timeout_seconds=tool.timeout_seconds,
        annotations=annotations,
        examples=examples,
    )
    return PlatformTool(tool.name, content, tool.category, Network(tool.network))
