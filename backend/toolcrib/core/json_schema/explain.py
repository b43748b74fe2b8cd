"""Where a value breaks its schema, and how: looks only where something is wrong, and stops when asked to.

jsonschema-rs could list every error itself, but lists them all before it answers the first: millions for a long list,
and for a schema that refers to itself twice a number that doubles with each level. Its yes or no is quick in any case,
so this asks it part by part and goes down only where the answer is no.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_schema import structure, wording
from toolcrib.core.json_schema.compiling import Parts, compile_with_rust, pattern
from toolcrib.core.json_schema.structure import Schema, held, is_schema
from toolcrib.core.json_text import JsonObject, JsonValue

MAX_CHECKS = 200_000
_DEEPEST_ALTERNATIVE = 2

_NOT_ALONE = frozenset(
    (
        *structure.IN_PLACE_LISTS,
        *structure.IN_PLACE_SINGLES,
        *structure.IN_PLACE_MAPS,
        *structure.CHILD_SINGLES,
        *structure.CHILD_LISTS,
        *structure.CHILD_MAPS,
        *structure.DEFINITIONS,
        *structure.REFERENCES,
        "$id",
        "$anchor",
        "$dynamicAnchor",
    )
)
"""Keywords that say nothing about a value without the schemas around or inside them."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that breaks the schema at `where`, and its own place."""

    where: Path
    schema: Schema
    value: JsonValue
    place: Path


class Explainer:
    """Explains one value against one schema; what `MAX_CHECKS` and a second of compiling do not reveal is not told."""

    def __init__(self, root: Schema, *, is_draft_07: bool) -> None:
        self._root = root
        self._parts = Parts(root)
        self._is_draft_07 = is_draft_07
        self._checks = MAX_CHECKS

    def problems(self, value: JsonValue, place: Path) -> Iterator[Problem]:
        """What is wrong with `value`, which is known not to fit; at least one problem, lazily."""
        yield from self._explained(Misfit((), self._root, value, place), 0)

    def _explained(self, start: Misfit, alternative: int) -> Iterator[Problem]:
        """Depth first, on a stack of its own: values and schemas nest deeper than Python calls should."""
        stack = [(start, self._look(start, alternative))]
        told = [False]
        while stack:
            misfit, looking = stack[-1]
            found = next(looking, None)
            if found is None:
                stack.pop()
                if not told.pop():
                    yield wording.problem(wording.UNEXPLAINED, misfit.place)
                continue
            told[-1] = True
            if isinstance(found, Problem):
                yield found
            else:
                stack.append((found, self._look(found, alternative)))
                told.append(False)

    def _look(self, misfit: Misfit, alternative: int) -> Iterator[Problem | Misfit]:
        """The problems of the value itself, then what does not fit in turn."""
        if not isinstance(misfit.schema, dict):
            yield wording.problem(wording.sentence("falseSchema", None), misfit.place)
            return
        if not (self._is_draft_07 and "$ref" in misfit.schema):
            yield from self._own(misfit.schema, misfit)
            yield from self._alternatives(misfit.schema, misfit, alternative)
        yield from (step for step in self._steps(misfit.schema, misfit) if not self._fits(step))

    def _fits(self, step: Misfit) -> bool:
        """What can't be asked, or is asked too late, counts as fitting."""
        self._checks -= 1
        part = self._parts.at(step.where) if self._checks > 0 else None
        return part is None or part.is_valid(step.value)

    def _own(self, schema: JsonObject, misfit: Misfit) -> Iterator[Problem]:
        alone: JsonObject = {keyword: rule for keyword, rule in schema.items() if keyword not in _NOT_ALONE}
        if schema.get("additionalProperties") is False:
            alone |= {keyword: dict.fromkeys(_map(schema, keyword), True) for keyword in structure.CHILD_MAPS}
            alone["additionalProperties"] = False
        alone["dependencies"] = {
            name: need for name, need in _map(schema, "dependencies").items() if isinstance(need, list)
        }
        if not self._is_draft_07:
            alone.setdefault("$schema", "https://json-schema.org/draft/2020-12/schema")
        for error in compile_with_rust(alone).iter_errors(misfit.value):
            yield from wording.problems_of(error, misfit.place)

    def _alternatives(self, schema: JsonObject, misfit: Misfit, alternative: int) -> Iterator[Problem]:
        for keyword in ("anyOf", "oneOf"):
            branches = [
                Misfit((*misfit.where, *step), branch, misfit.value, misfit.place)
                for step, branch in held(schema, lists=(keyword,))
            ]
            fitting = sum(self._fits(branch) for branch in branches)
            if keyword == "oneOf" and fitting > 1:
                yield wording.problem(wording.SEVERAL_FIT, misfit.place)
            elif branches and not fitting:
                firsts = [self._first(branch, alternative + 1) for branch in branches[:3]]
                yield wording.problem(wording.forms(firsts, len(branches), misfit.place), misfit.place)
        yield from self._refused(schema, misfit)

    def _refused(self, schema: JsonObject, misfit: Misfit) -> Iterator[Problem]:
        value = misfit.value
        if is_schema(schema.get("not")) and self._fits(_step(misfit, "not")):
            yield wording.problem(wording.sentence("not", None), misfit.place)
        if is_schema(schema.get("contains")) and isinstance(value, list) and "minContains" not in schema:
            contains = _step(misfit, "contains")
            if not any(self._fits(Misfit(contains.where, contains.schema, item, misfit.place)) for item in value):
                yield wording.problem(wording.sentence("contains", None), misfit.place)
        if is_schema(schema.get("propertyNames")) and isinstance(value, dict):
            names = _step(misfit, "propertyNames")
            for name in value:
                if not self._fits(Misfit(names.where, names.schema, name, misfit.place)):
                    yield wording.problem("has a name that is not allowed", (*misfit.place, name))

    def _first(self, misfit: Misfit, alternative: int) -> Problem | None:
        if alternative > _DEEPEST_ALTERNATIVE:
            return None
        return next(self._explained(misfit, alternative))

    def _steps(self, schema: JsonObject, misfit: Misfit) -> Iterator[Misfit]:
        """What else must fit: the same value through references and combinations, and what is inside it."""
        for keyword in structure.REFERENCES:
            reference = schema.get(keyword)
            if isinstance(reference, str) and (target := structure.locate(self._root, reference)):
                yield Misfit(*target, misfit.value, misfit.place)
                if self._is_draft_07:
                    return
        for step, part in held(schema, lists=("allOf",)):
            yield Misfit((*misfit.where, *step), part, misfit.value, misfit.place)
        if is_schema(schema.get("if")):
            branch = "then" if self._fits(_step(misfit, "if")) else "else"
            if is_schema(schema.get(branch)):
                yield _step(misfit, branch)
        if isinstance(misfit.value, dict):
            yield from _fields(schema, misfit, misfit.value)
        elif isinstance(misfit.value, list):
            yield from _items(schema, misfit, misfit.value)


def _fields(schema: JsonObject, misfit: Misfit, value: JsonObject) -> Iterator[Misfit]:
    for (keyword, name), part in held(schema, maps=structure.IN_PLACE_MAPS):
        if name in value:
            yield Misfit((*misfit.where, keyword, name), part, value, misfit.place)
    patterns = [(text, pattern(text)) for text in _map(schema, "patternProperties")]
    for name, member in value.items():
        matching = [text for text, compiled in patterns if compiled.is_valid(name)]
        for where, part in _parts_of_field(schema, name, matching):
            yield Misfit((*misfit.where, *where), part, member, (*misfit.place, name))


def _parts_of_field(schema: JsonObject, name: str, matching: list[str]) -> Iterator[tuple[Path, Schema]]:
    known = False
    for keyword, key in [("properties", name), *(("patternProperties", text) for text in matching)]:
        if is_schema(part := _map(schema, keyword).get(key)):
            known = True
            yield (keyword, key), part
    others = schema.get("additionalProperties")
    if not known and isinstance(others, dict):
        yield ("additionalProperties",), others


def _items(schema: JsonObject, misfit: Misfit, value: list[JsonValue]) -> Iterator[Misfit]:
    heads, rest = (
        ("prefixItems", "items") if not isinstance(schema.get("items"), list) else ("items", "additionalItems")
    )
    first = schema.get(heads)
    parts = first if isinstance(first, list) else []
    for index, item in enumerate(value):
        where: Path = (heads, index) if index < len(parts) else (rest,)
        part = parts[index] if index < len(parts) else schema.get(rest)
        if is_schema(part):
            yield Misfit((*misfit.where, *where), part, item, (*misfit.place, index))


def _step(misfit: Misfit, keyword: str) -> Misfit:
    part: Any = misfit.schema[keyword] if isinstance(misfit.schema, dict) else True
    return Misfit((*misfit.where, keyword), part, misfit.value, misfit.place)


def _map(schema: JsonObject, keyword: str) -> JsonObject:
    named = schema.get(keyword)
    return named if isinstance(named, dict) else {}
