"""How much work one value makes at most. References let a few lines of schema mean an astronomical number of checks."""

from toolcrib.core.json_schema.structure import Schema, children, in_place, referenced
from toolcrib.core.json_text import JsonObject

MAX_COST = 100_000


class CostlySchema(Exception):
    """The schema would take too long on some value."""


def evaluation_cost(schema: Schema) -> int:
    """The most schemas that are checked against one and the same value.

    Raises CostlySchema above `MAX_COST`, or where a reference comes back to itself without going a level deeper.
    """
    costs: dict[int, int] = {}
    for part in _all_parts(schema):
        _cost(schema, part, costs)
    return max(costs.values(), default=1)


def _all_parts(schema: Schema) -> list[JsonObject]:
    found: list[JsonObject] = []
    waiting = [schema]
    while waiting:
        current = waiting.pop()
        if isinstance(current, dict):
            found.append(current)
            waiting.extend(child for _, child in children(current))
    return found


_OPEN = -1


def _cost(root: Schema, start: JsonObject, costs: dict[int, int]) -> None:
    """Depth-first over what looks at the same value, with a stack of its own: references may chain thousands long."""
    stack: list[tuple[JsonObject, list[Schema] | None]] = [(start, None)]
    while stack:
        part, nexts = stack.pop()
        if nexts is not None:
            costs[id(part)] = 1 + sum(costs.get(id(step), 1) for step in nexts)
            if costs[id(part)] > MAX_COST:
                raise CostlySchema(f"combines so many schemas that one value would need over {MAX_COST:,} checks")
            continue
        known = costs.get(id(part))
        if known == _OPEN:
            raise CostlySchema("has a $ref that comes back to itself without going a level deeper")
        if known is not None:
            continue
        costs[id(part)] = _OPEN
        nexts = [*in_place(part), *referenced(root, part)]
        stack.append((part, nexts))
        stack.extend((step, None) for step in nexts if isinstance(step, dict))
