"""Lists: their items by place, what they must contain."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolcrib.catalog.comparison.engine import Engine, Finding, Place
from toolcrib.catalog.comparison.model import ChangeKind
from toolcrib.catalog.comparison.parts import ANYTHING, Located, Part, Side, inside

_ITEMS = ("items", "prefixItems", "additionalItems")


def array_rules(engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    place = replace(place, moot=place.moot or "array" not in types)
    yield from _items(engine, sub, sup, place)
    yield from _unique(sub, sup, place)
    yield from _contains(engine, sub, sup, place)


def _items(engine: Engine, sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    ours, theirs = _by_place(engine.sub, sub), _by_place(engine.sup, sup)
    if len(ours) == len(theirs):
        for one, two in zip(ours, theirs, strict=True):
            yield from engine.findings([one], [two], place)
        return
    longer = max(len(ours), len(theirs))
    most = sub.keywords.get("maxItems")
    reached = range(longer) if not isinstance(most, int) else range(min(most, longer))
    holds = place.moot or all(engine.implied([_at(ours, index)], [_at(theirs, index)]) for index in reached)
    before = {name: sub.keywords[name] for name in _ITEMS if name in sub.keywords}
    after = {name: sup.keywords[name] for name in _ITEMS if name in sup.keywords}
    yield Finding(ChangeKind.ITEMS, sup.path, before, after, holds, proven=holds)


def _by_place(side: Side, part: Part) -> list[Located]:
    """The schemas of the first items, then the one of all others."""
    items = part.keywords.get("items")
    if side.is_draft_07:
        if isinstance(items, list):
            return [*inside(part, "items"), *(inside(part, "additionalItems") or ()), *_rest(part, "additionalItems")]
        return [next(inside(part, "items"), ANYTHING)]
    return [*inside(part, "prefixItems"), next(inside(part, "items"), ANYTHING)]


def _rest(part: Part, keyword: str) -> list[Located]:
    return [] if keyword in part.keywords else [ANYTHING]


def _at(schemas: list[Located], index: int) -> Located:
    return schemas[min(index, len(schemas) - 1)]


def _unique(sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    before, after = sub.keywords.get("uniqueItems") or False, sup.keywords.get("uniqueItems") or False
    if before == after:
        return
    most = sub.keywords.get("maxItems")
    holds = place.moot or not after or (isinstance(most, int) and most <= 1)
    yield Finding(ChangeKind.ITEMS, sup.place("uniqueItems"), before, after, holds)


def _contains(engine: Engine, sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    one, two = next(inside(sub, "contains"), None), next(inside(sup, "contains"), None)
    if one is None and two is None:
        return
    limits = [(part.keywords.get("minContains", 1), part.keywords.get("maxContains")) for part in (sub, sup)]
    alike = one is not None and two is not None and engine.equivalent(one, two)
    if alike and limits[0] == limits[1]:
        return
    holds = place.moot or two is None or (one is not None and _contained(engine, one, two, limits, alike=alike))
    before, after = (part.keywords.get("contains") for part in (sub, sup))
    yield Finding(ChangeKind.ITEMS, sup.place("contains"), before, after, holds, proven=holds)


def _contained(
    engine: Engine, one: Located, two: Located, limits: Sequence[tuple[object, object]], *, alike: bool
) -> bool:
    (least, most), (least_after, most_after) = limits
    if not isinstance(least, int) or not isinstance(least_after, int) or least < least_after:
        return False
    if most_after is None:
        return alike or engine.implied([one], [two])
    return alike and isinstance(most, int) and isinstance(most_after, int) and most <= most_after
