"""Objects: their named fields, those of other names, what must be there."""

from collections.abc import Iterator
from dataclasses import replace

from toolcrib.catalog.comparison import defaults
from toolcrib.catalog.comparison.engine import Engine, Finding, Place
from toolcrib.catalog.comparison.model import ChangeKind
from toolcrib.catalog.comparison.parts import ANYTHING, Located, Part, as_list, as_object, field_of, inside
from toolcrib.core.errors import InvalidInput
from toolcrib.core.json_schema.compiling import pattern
from toolcrib.core.json_text import JsonValue

_TEXT = Located({"type": "string"}, ())


def object_rules(engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    place = replace(place, moot=place.moot or "object" not in types)
    ours, theirs = as_object(sub.keywords.get("properties")), as_object(sup.keywords.get("properties"))
    told: set[str] = set()
    for name in dict.fromkeys([*ours, *theirs]):
        one, two = field_of(sub, name), field_of(sup, name)
        if one and two:
            yield from defaults.findings(engine, one, two, place)
            yield from engine.findings(_at(sub, name), _at(sup, name), place)
        else:
            told.add(name)
            yield _come_or_gone(engine, sub, sup, name, place)
    yield from _required(engine, sub, sup, told, place)
    yield from _others(engine, sub, sup, replace(place, filled=False))
    yield from _names(engine, sub, sup, place)


def _come_or_gone(engine: Engine, sub: Part, sup: Part, name: str, place: Place) -> Finding:
    """A field that only one of the two names."""
    added = (name in as_object(sup.keywords.get("properties"))) is engine.sub_is_old
    old, new = (sub, sup) if engine.sub_is_old else (sup, sub)
    needed = name in _needed(new)
    holds = engine.implied(_at(sub, name), _at(sup, name))
    if added:
        kind = ChangeKind.REQUIRED_FIELD_ADDED if needed and name not in _needed(old) else ChangeKind.FIELD_ADDED
        holds = holds or (place.tolerant and engine.sub_is_old and _unnamed(old, name))
    else:
        kind = ChangeKind.FIELD_REMOVED
    if engine.sub_is_old:
        holds = holds and defaults.stay_sound(engine, old, new, name, place)
        if needed and name not in _needed(old):
            holds = holds and place.filled and defaults.is_filled(engine, new, name)
    elif name in _needed(old) and not needed:
        holds = False
    before, after = (as_object(part.keywords.get("properties")).get(name) for part in (sub, sup))
    return Finding(kind, (*(new if added else old).place("properties"), name), before, after, place.moot or holds)


def _unnamed(part: Part, name: str) -> bool:
    """The schema says nothing of such a field: it lets it pass, and doesn't invite it."""
    patterns = as_object(part.keywords.get("patternProperties"))
    return "additionalProperties" not in part.keywords and not any(_matches(text, name) for text in patterns)


def _required(engine: Engine, sub: Part, sup: Part, told: set[str], place: Place) -> Iterator[Finding]:
    ours, theirs = _needed(sub), _needed(sup)
    old, new = (ours, theirs) if engine.sub_is_old else (theirs, ours)
    for name in dict.fromkeys([*old, *new]):
        if (name in old and name in new) or name in told:
            continue
        holds = place.moot or name in ours
        if name in new and engine.sub_is_old and place.filled and not holds:
            holds = defaults.is_filled(engine, sup, name)
        kind = ChangeKind.FIELD_REQUIRED if name in new else ChangeKind.FIELD_OPTIONAL
        part = sub if "properties" in sub.keywords else sup
        yield Finding(kind, (*part.place("properties"), name), name in ours, name in theirs, holds)


def _others(engine: Engine, sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    """Fields that are not named one by one: by pattern, and all the rest."""
    ours, theirs = (as_object(part.keywords.get("patternProperties")) for part in (sub, sup))
    for text in dict.fromkeys([*ours, *theirs]):
        if text in ours and text in theirs:
            yield from engine.findings([_patterned(sub, text)], [_patterned(sup, text)], place)
            continue
        holds = place.moot or (
            _pattern_gone(engine, sub, sup, text) if text in ours else _pattern_new(engine, sub, sup, text)
        )
        path = (*(sub if text in ours else sup).place("patternProperties"), text)
        yield Finding(ChangeKind.OTHER_FIELDS, path, ours.get(text), theirs.get(text), holds)
    one, two = _rest(sub), _rest(sup)
    if isinstance(one.schema, dict) and isinstance(two.schema, dict):
        yield from engine.findings([one], [two], place)
    elif one.schema != two.schema or isinstance(one.schema, dict):
        before, after = (part.keywords.get("additionalProperties") for part in (sub, sup))
        holds = place.moot or engine.implied([one], [two])
        yield Finding(ChangeKind.OTHER_FIELDS, sup.place("additionalProperties"), before, after, holds)


def _pattern_gone(engine: Engine, sub: Part, sup: Part, text: str) -> bool:
    return engine.implied([_patterned(sub, text)], [_rest(sup)])


def _pattern_new(engine: Engine, sub: Part, sup: Part, text: str) -> bool:
    """Fields that match it fell under anything else but the fields named: each of these must fit."""
    target = [_patterned(sup, text)]
    others = [_patterned(sub, other) for other in as_object(sub.keywords.get("patternProperties"))]
    return all(engine.implied([each], target) for each in [_rest(sub), *others])


def _names(engine: Engine, sub: Part, sup: Part, place: Place) -> Iterator[Finding]:
    one, two = next(inside(sub, "propertyNames"), None), next(inside(sup, "propertyNames"), None)
    if (one is None and two is None) or (one and two and engine.equivalent(one, two)):
        return
    holds = place.moot or two is None
    if not holds and two is not None:
        holds = engine.implied([_TEXT, *([one] if one else [])], [two]) or _known_names_fit(engine, sub, two)
    before, after = (part.keywords.get("propertyNames") for part in (sub, sup))
    yield Finding(ChangeKind.OTHER_FIELDS, sup.place("propertyNames"), before, after, holds, proven=holds)


def _known_names_fit(engine: Engine, sub: Part, rule: Located) -> bool:
    if _rest(sub).schema is not False or sub.keywords.get("patternProperties"):
        return False
    validator = None if isinstance(rule.schema, bool) else engine.sup.validator(rule.path)
    return validator is not None and all(validator.is_valid(name) for name in as_object(sub.keywords.get("properties")))


def _at(part: Part, name: str) -> list[Located]:
    """All schemas that a field of this name must fit."""
    patterns = as_object(part.keywords.get("patternProperties"))
    found = [_patterned(part, text) for text in patterns if _matches(text, name)]
    if named := field_of(part, name):
        found.insert(0, named)
    return found or [_rest(part)]


def _patterned(part: Part, text: str) -> Located:
    return Located(as_object(part.keywords["patternProperties"])[text], (*part.place("patternProperties"), text))


def _rest(part: Part) -> Located:
    return next(inside(part, "additionalProperties"), ANYTHING)


def _needed(part: Part) -> list[str]:
    named: JsonValue = part.keywords.get("required")
    return as_list(named) if named is not None else []


def _matches(text: str, name: str) -> bool:
    """A pattern that can't be run might match."""
    try:
        return pattern(text).is_valid(name)
    except InvalidInput:
        return True
