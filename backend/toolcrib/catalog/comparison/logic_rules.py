"""Alternatives, conditions, negation, and rules that hang on a field being there."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from toolcrib.catalog.comparison.engine import Engine, Finding, Place
from toolcrib.catalog.comparison.model import ChangeKind
from toolcrib.catalog.comparison.parts import (
    ANYTHING,
    Located,
    Part,
    Side,
    as_list,
    as_object,
    inside,
    options_of,
    same,
    types_of,
)
from toolcrib.core.json_text import JsonValue, to_json

_DEPENDENT = ("dependentRequired", "dependentSchemas", "dependencies")


def logic_rules(engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    for keyword in ("anyOf", "oneOf"):
        yield from _alternatives(engine, sub, sup, keyword, place)
    yield from _negation(engine, sub, sup, place)
    yield from _condition(engine, sub, sup, place)
    for keyword in _DEPENDENT:
        yield from _dependent(engine, sub, sup, keyword, replace(place, moot=place.moot or "object" not in types))


def _alternatives(engine: Engine, sub: Part, sup: Part, keyword: str, place: Place) -> Iterator[Finding]:
    ours, theirs = list(inside(sub, keyword)), list(inside(sup, keyword))
    if not ours and not theirs:
        return
    one_of = keyword == "oneOf"
    within = replace(place, filled=False, tolerant=False)
    if len(ours) == len(theirs):
        pairs = list(zip(ours, theirs, strict=True))
        if all(engine.equivalent(one, two) for one, two in pairs):
            for one, two in pairs:
                yield from engine.findings([one], [two], replace(within, moot=True))
            return
        if not one_of or _apart(engine.sup, theirs):
            found = [finding for one, two in pairs for finding in engine.tried([one], [two], within)]
            if all(finding.holds for finding in found):
                yield from found
                return
    holds = place.moot or not theirs or ((not one_of or _apart(engine.sup, theirs)) and _chosen(engine, sub, theirs))
    before, after = sub.keywords.get(keyword), sup.keywords.get(keyword)
    yield Finding(ChangeKind.ALTERNATIVES, sup.place(keyword), before, after, holds, proven=holds)


def _chosen(engine: Engine, sub: Part, theirs: list[Located]) -> bool:
    """Whatever fits `sub` fits one of `theirs`."""
    for keyword in ("anyOf", "oneOf"):
        ours = list(inside(sub, keyword))
        if ours and all(any(engine.implied([one], [two]) for two in theirs) for one in ours):
            return True
    rest = {name: value for name, value in sub.keywords.items() if name not in {"anyOf", "oneOf"}}
    alone = replace(sub, keywords=rest)
    return any(_fits_alone(engine, alone, two) for two in theirs)


def _fits_alone(engine: Engine, alone: Part, two: Located) -> bool:
    return all(finding.holds for part in engine.sup.parts([two]) for finding in engine.part_findings(alone, part))


def _apart(side: Side, branches: list[Located]) -> bool:
    """No value fits two of them: by its type, or by a field that says which it is."""
    parts = [side.parts([branch]) for branch in branches]
    if any(len(part) != 1 or part[0].unknown for part in parts):
        return False
    return all(_differ(side, one[0], two[0]) for one, two in combinations(parts, 2))


def _differ(side: Side, one: Part, two: Part) -> bool:
    if not types_of(one) & types_of(two):
        return True
    if types_of(one) | types_of(two) != {"object"}:
        return False
    shared = set(as_list(one.keywords.get("required") or [])) & set(as_list(two.keywords.get("required") or []))
    return any(_values_differ(side, one, two, name) for name in shared)


def _values_differ(side: Side, one: Part, two: Part, name: str) -> bool:
    found: list[set[str]] = []
    for part in (one, two):
        schema = as_object(part.keywords.get("properties")).get(name)
        inner = side.parts([Located(schema, ())]) if isinstance(schema, dict) else []
        values = next((values for each in inner if (values := options_of(each)) is not None), None)
        if values is None or not all(isinstance(value, str) for value in values):
            return False
        found.append({to_json(value) for value in values})
    return not found[0] & found[1]


def _negation(engine: Engine, sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    one, two = next(inside(sub, "not"), None), next(inside(sup, "not"), None)
    if (one is None and two is None) or (one and two and engine.equivalent(one, two)):
        return
    holds = place.moot or two is None or (one is not None and engine.turned.implied([two], [one]))
    yield Finding(
        ChangeKind.RULE, sup.place("not"), sub.keywords.get("not"), sup.keywords.get("not"), holds, proven=holds
    )


def _condition(engine: Engine, sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    before, after = ({name: part.keywords[name] for name in _BRANCHES if name in part.keywords} for part in (sub, sup))
    if same(before, after):
        return
    holds = place.moot or "if" not in after or after.keys() == {"if"} or _same_condition(engine, sub, sup)
    if "if" in before or "if" in after:
        yield Finding(ChangeKind.RULE, sup.place("if"), before or None, after or None, holds, proven=holds)


_BRANCHES = ("if", "then", "else")


def _same_condition(engine: Engine, sub: Part, sup: Part) -> bool:
    one, two = next(inside(sub, "if"), None), next(inside(sup, "if"), None)
    if one is None or two is None or not engine.equivalent(one, two):
        return False
    return all(
        engine.implied([next(inside(sub, name), ANYTHING)], [next(inside(sup, name), ANYTHING)])
        for name in ("then", "else")
    )


def _dependent(engine: Engine, sub: Part, sup: Part, keyword: str, place: Place) -> Iterator[Finding]:
    before, after = as_object(sub.keywords.get(keyword)), as_object(sup.keywords.get(keyword))
    for name in dict.fromkeys([*after, *before]):
        if name in before and name in after and same(before[name], after[name]):
            continue
        holds = place.moot or name not in after or _follows(engine, sub, sup, keyword, name)
        path = (*sup.place(keyword), name)
        yield Finding(ChangeKind.RULE, path, before.get(name), after.get(name), holds, proven=holds)


def _follows(engine: Engine, sub: Part, sup: Part, keyword: str, name: str) -> bool:
    one, two = _entry(sub, keyword, name), _entry(sup, keyword, name)
    if isinstance(two, list):
        there = set(as_list(sub.keywords.get("required") or [])) | set(one if isinstance(one, list) else [])
        return set(two) <= there
    if not isinstance(one, dict | bool) or not isinstance(two, dict | bool):
        return False
    places = [(*part.place(keyword), name) for part in (sub, sup)]
    return engine.implied([Located(one, places[0])], [Located(two, places[1])])


def _entry(part: Part, keyword: str, name: str) -> JsonValue:
    named: Mapping[str, JsonValue] = as_object(part.keywords.get(keyword))
    return named.get(name)
