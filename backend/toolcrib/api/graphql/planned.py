"""How a resolver answers with what the planner read."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import orjson
from graphql import GraphQLResolveInfo
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from toolcrib.api.graphql.context import Context, Info, principal_of
from toolcrib.api.graphql.selection import selected


class PlannedExecution(StrawberryGraphQLCoreExecutionContext):
    """Lets a finished piece of JSON through as it is: the planner has already shaped it to the selection."""

    def complete_value(self, *arguments: Any) -> Any:  # noqa: ANN401 - graphql-core's own signature
        result = arguments[4]
        return result if type(result) is orjson.Fragment else super().complete_value(*arguments)


async def read(info: Info) -> Any:  # noqa: ANN401 - stands for the field's declared type
    """The root field being resolved, as its selection asks."""
    return await _read(info, selected(_raw(info)))


async def read_by_id(info: Info, root: str, key: UUID | None) -> Any:  # noqa: ANN401 - stands for the field's declared type
    """What was selected of the object with this key, through the root field that looks its kind up."""
    if key is None:
        return None
    asked = selected(_raw(info))
    return await _read(info, replace(asked, name=root, arguments={**asked.arguments, "id": str(key)}))


async def _read(info: Info, selection: Any) -> Any:  # noqa: ANN401 - see above
    text = await info.context.services.reader.read(selection, principal_of(info))
    return None if text is None else orjson.Fragment(text)


def _raw(info: Info) -> GraphQLResolveInfo[Context]:
    """Strawberry's own `selected_fields` drops the arguments' types; the document's nodes have them."""
    return info._raw_info  # noqa: SLF001 - the one way to the nodes
