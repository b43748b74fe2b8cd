"""What each keyword of JSON Schema means for the question whether all that fits `sub` fits `sup`."""

from collections.abc import Callable, Iterator

from toolcrib.catalog.comparison.array_rules import array_rules
from toolcrib.catalog.comparison.engine import Engine, Finding, Place
from toolcrib.catalog.comparison.logic_rules import logic_rules
from toolcrib.catalog.comparison.model import ChangeKind
from toolcrib.catalog.comparison.object_rules import object_rules
from toolcrib.catalog.comparison.parts import TYPES, Part, as_list, options_of, types_of
from toolcrib.core.json_schema.compiling import compile_with_rust
from toolcrib.core.json_text import JsonValue, to_json

Rule = Callable[[Engine, Part, Part, frozenset[str], Place], Iterator[Finding]]
_NUMBERS = frozenset({"number", "integer"})
_SECRET = frozenset({"password"})
"""Formats that no value can break: they mark a secret."""


def _types(_engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    before, after = sub.keywords.get("type"), sup.keywords.get("type")
    if before is None and after is None:
        return
    if before is None or after is None or set(as_list(before)) != set(as_list(after)):
        yield Finding(ChangeKind.TYPE, sup.place("type"), before, after, place.moot or types <= _allowed(sup))


def _allowed(sup: Part) -> frozenset[str]:
    named = sup.keywords.get("type")
    return TYPES if named is None else types_of(Part({"type": named}, ()))


def _options(_engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    for keyword in ("enum", "const"):
        before, after = sub.keywords.get(keyword), sup.keywords.get(keyword)
        given = (keyword in sub.keywords, keyword in sup.keywords)
        if given == (False, False) or (all(given) and _same_values(keyword, before, after)):
            continue
        holds = place.moot or not given[1] or _within(sub, types, {keyword: after})
        yield Finding(ChangeKind.OPTIONS, sup.place(keyword), before, after, holds)


def _same_values(keyword: str, one: JsonValue, other: JsonValue) -> bool:
    if keyword == "const":
        return to_json(one) == to_json(other)
    return sorted(map(to_json, as_list(one))) == sorted(map(to_json, as_list(other)))


def _within(sub: Part, types: frozenset[str], rule: dict[str, JsonValue]) -> bool:
    values = options_of(sub)
    if values is None and types <= {"boolean", "null"}:
        values = [value for name, value in (("boolean", True), ("boolean", False), ("null", None)) if name in types]
    return values is not None and all(map(compile_with_rust(rule).is_valid, values))


def _bounds(_engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    for open_bound, closed, sign in (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)):
        for keyword in (closed, open_bound):
            before, after = sub.keywords.get(keyword), sup.keywords.get(keyword)
            if before == after:
                continue
            holds = place.moot or after is None or not types & _NUMBERS
            holds = holds or _bounded(sub, after, sign, closed, open_bound, strictly=keyword == open_bound)
            yield Finding(ChangeKind.LIMIT, sup.place(keyword), before, after, holds)


def _bounded(sub: Part, bound: JsonValue, sign: int, closed: str, open_bound: str, *, strictly: bool) -> bool:
    at_least, more_than = sub.keywords.get(closed), sub.keywords.get(open_bound)
    if not isinstance(bound, int | float):
        return False
    if isinstance(more_than, int | float) and sign * more_than >= sign * bound:
        return True
    if not isinstance(at_least, int | float):
        return False
    return sign * at_least > sign * bound or (at_least == bound and not strictly)


_SIZES = (
    ("minLength", 1, "string"), ("maxLength", -1, "string"), ("minItems", 1, "array"), ("maxItems", -1, "array"),
    ("minProperties", 1, "object"), ("maxProperties", -1, "object"),
)  # fmt: skip


def _sizes(_engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    for keyword, sign, kind in _SIZES:
        before, after = sub.keywords.get(keyword), sup.keywords.get(keyword)
        if before == after:
            continue
        now = before if isinstance(before, int | float) else 0 if sign > 0 else float("inf")
        if keyword == "minProperties":
            now = max(now, len(set(as_list(sub.keywords.get("required") or []))))
        fits = not isinstance(after, int | float) or sign * now >= sign * after
        yield Finding(ChangeKind.LIMIT, sup.place(keyword), before, after, place.moot or kind not in types or fits)


def _multiples(_engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    before, after = sub.keywords.get("multipleOf"), sup.keywords.get("multipleOf")
    if before == after:
        return
    holds = place.moot or after is None or not types & _NUMBERS
    if not holds and isinstance(after, int):
        whole = after == 1 and "number" not in types
        holds = whole or (isinstance(before, int) and before % after == 0)
    yield Finding(ChangeKind.LIMIT, sup.place("multipleOf"), before, after, holds)


def _texts(engine: Engine, sub: Part, sup: Part, types: frozenset[str], place: Place) -> Iterator[Finding]:
    for keyword, kind in _TEXT_RULES.items():
        before, after = sub.keywords.get(keyword), sup.keywords.get(keyword)
        if before == after:
            continue
        binds = keyword == "pattern" or (engine.sup.is_draft_07 and after not in _SECRET)
        holds = place.moot or after is None or "string" not in types or not binds
        yield Finding(kind, sup.place(keyword), before, after, holds)


_TEXT_RULES = {
    "pattern": ChangeKind.PATTERN,
    "format": ChangeKind.FORMAT,
    "contentEncoding": ChangeKind.FORMAT,
    "contentMediaType": ChangeKind.FORMAT,
}

RULES: tuple[Rule, ...] = (
    _types, _options, _bounds, _sizes, _multiples, _texts, object_rules, array_rules, logic_rules,
)  # fmt: skip
