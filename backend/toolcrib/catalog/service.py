"""The catalog: what tools there are, and everything that happens to them short of running."""

from uuid import UUID

from toolcrib.catalog import names, store
from toolcrib.catalog.categories import Categories
from toolcrib.catalog.guarded import NO_SUCH_TOOL
from toolcrib.catalog.installation import Installation
from toolcrib.catalog.lifecycle import Lifecycle
from toolcrib.catalog.records import RunnableTool
from toolcrib.catalog.transfer.importing import Importing
from toolcrib.core.errors import NotFound


class Catalog(Importing, Lifecycle, Categories, Installation):
    """Verbs of the catalog; each part in a module of its own. All but `resolve` ask for the rights they need."""

    async def resolve(self, tool: UUID | str, version: int | None = None) -> RunnableTool:
        """A tool by id or by name (or its short alias), at `version` or as it is now. The caller asks for the rights.

        Deleted tools and drafts are found too: it is for the caller to refuse them. Raises NotFound.
        """
        if isinstance(tool, str) and names.tool_name_problems(tool):
            raise NotFound(NO_SUCH_TOOL, ("name",))
        found = await store.runnable(self._database, tool, version)
        if found is None and isinstance(tool, str) and (name := await names.named_by_alias(self._database, tool)):
            found = await store.runnable(self._database, name, version)
        if found is None:
            raise NotFound(NO_SUCH_TOOL, ("tool",) if isinstance(tool, UUID) else ("name",))
        return found
