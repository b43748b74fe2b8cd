"""Puts the starter tools into the catalog."""

from toolcrib.catalog.content import ToolContentChange
from toolcrib.catalog.installation import PlatformTool
from toolcrib.catalog.service import Catalog
from toolcrib.toolbox.loader import StarterTool, load_starter_tools


async def install_starter_tools(catalog: Catalog) -> None:
    """Add the tools that are missing and bring up to date those that nobody edited, as PLATFORM tools."""
    for tool in load_starter_tools():
        await catalog.install_platform_tool(PlatformTool(tool.name, _content(tool), tool.category))


def _content(tool: StarterTool) -> ToolContentChange:
    return ToolContentChange(
        display_name=tool.display_name,
        description=tool.description,
        icon=tool.icon,
        tags=list(tool.tags),
        executor_config={"entry": tool.entry},
        script_content=tool.script,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        timeout_seconds=tool.timeout_seconds,
        annotations=dict(tool.annotations),
        examples={
            "prompts": list(tool.prompts),
            "inputs": [{"name": example.name, "value": example.value} for example in tool.inputs],
        },
    )
