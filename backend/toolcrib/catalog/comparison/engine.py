"""Does every value that fits one schema fit another? Answered with reasons, and never yes without a proof.

`sub` is the schema whose values must all fit `sup`. For a tool's input `sub` is the old schema, for its output the new.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolcrib.catalog.comparison.model import ChangeKind
from toolcrib.catalog.comparison.parts import ASSERTIONS, Located, Part, Side, TooMuch, options_of, same, types_of
from toolcrib.core.errors import Path
from toolcrib.core.json_text import JsonValue

MAX_PAIRS = 6_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference. `holds`: what fits `sub` still fits `sup`, as far as this difference goes."""

    kind: ChangeKind
    path: Path
    sub: JsonValue
    sup: JsonValue
    holds: bool
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """What is known of where two schemas stand.

    `filled`: defaults are filled in here. `tolerant`: fields that the old schema doesn't name are not sent. `moot`:
    nothing can break here, as no value of `sub` comes here or all are known to fit.
    """

    filled: bool = False
    tolerant: bool = False
    moot: bool = False


_UNSEEN = frozenset({"unevaluatedProperties", "unevaluatedItems"})
_COMBINED = frozenset({"anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies"})
_Pair = tuple[tuple[int, ...], tuple[int, ...]]


class Engine:
    """Compares any two places of two schemas. `sub_is_old`: values are what callers send, not what they get."""

    def __init__(self, sub: Side, sup: Side, *, sub_is_old: bool) -> None:
        from toolcrib.catalog.comparison.rules import RULES  # noqa: PLC0415 - the rules call the engine back

        self.sub = sub
        self.sup = sup
        self.sub_is_old = sub_is_old
        self._rules = RULES
        self._named: set[tuple[_Pair, Place]] = set()
        self._implied: dict[_Pair, bool] = {}
        self._count = 0
        self._turned: Engine | None = None

    @property
    def turned(self) -> "Engine":
        """The same question the other way round."""
        if self._turned is None:
            self._turned = Engine(self.sup, self.sub, sub_is_old=not self.sub_is_old)
            self._turned._turned = self  # noqa: SLF001 - the other half of this one
        return self._turned

    def findings(self, subs: Sequence[Located], sups: Sequence[Located], place: Place) -> Iterator[Finding]:
        """Every difference between what must hold of a value here; those of a pair already reported are left out."""
        pair = (_pair(subs, sups), place)
        if pair not in self._named:
            self._named.add(pair)
            yield from self._compared(subs, sups, place)

    def tried(self, subs: Sequence[Located], sups: Sequence[Located], place: Place) -> list[Finding]:
        """The same, of which nothing is known afterwards: they may not be reported."""
        named = set(self._named)
        found = list(self.findings(subs, sups, place))
        self._named = named
        return found

    def part_findings(self, one: Part, two: Part) -> Iterator[Finding]:
        """The differences of two parts alone, of which one may be all that holds of a value and the other is not."""
        self._tick()
        yield from self._side_by_side([one], [two], Place())

    def implied(self, subs: Sequence[Located], sups: Sequence[Located]) -> bool:
        """Is it shown that what fits all of `subs` fits all of `sups`? A question inside itself is taken for yes."""
        pair = _pair(subs, sups)
        if pair in self._implied:
            return self._implied[pair]
        before = len(self._implied)
        self._implied[pair] = True
        if all(finding.holds for finding in self._compared(subs, sups, Place())):
            return True
        for later in list(self._implied)[before:]:  # answers that may rest on this one being yes
            del self._implied[later]
        self._implied[pair] = False
        return False

    def equivalent(self, sub: Located, sup: Located) -> bool:
        return same(sub.schema, sup.schema) or (self.implied([sub], [sup]) and self.turned.implied([sup], [sub]))

    def _compared(self, subs: Sequence[Located], sups: Sequence[Located], place: Place) -> Iterator[Finding]:
        self._tick()
        ours, theirs = self.sub.parts(subs), self.sup.parts(sups)
        if any(part.never for part in ours):
            place = replace(place, moot=True)
        if len(ours) > 1 or any(_COMBINED & part.keywords.keys() for part in ours):
            place = replace(place, tolerant=False)
        if not place.moot and self._each_option_fits(ours, sups):
            place = replace(place, moot=True)
        if len(ours) == len(theirs):
            yield from self._side_by_side(ours, theirs, place)
        else:
            yield from self._covered(ours, theirs, place)

    def _side_by_side(self, ours: list[Part], theirs: list[Part], place: Place) -> Iterator[Finding]:
        alike = all(same(dict(one.keywords), dict(two.keywords)) for one, two in zip(ours, theirs, strict=True))
        if any(_UNSEEN & part.keywords.keys() for part in theirs) and not alike:
            yield Finding(ChangeKind.RULE, theirs[0].path, _shown(ours), _shown(theirs), holds=place.moot, proven=False)
            return
        for one, two in zip(ours, theirs, strict=True):
            yield from self._part(one, two, place)

    def _covered(self, ours: list[Part], theirs: list[Part], place: Place) -> Iterator[Finding]:
        """Each of `theirs` by any one of `ours`."""
        unseen = any(_UNSEEN & part.keywords.keys() for part in theirs)
        holds = place.moot or (not unseen and all(any(self._holds(one, two) for one in ours) for two in theirs))
        yield Finding(ChangeKind.RULE, theirs[0].path, _shown(ours), _shown(theirs), holds=holds, proven=holds)

    def _holds(self, one: Part, two: Part) -> bool:
        return all(finding.holds for finding in self.part_findings(one, two))

    def _tick(self) -> None:
        self._count += 1
        if self._count > MAX_PAIRS:
            raise TooMuch

    def _part(self, one: Part, two: Part, place: Place) -> Iterator[Finding]:
        if two.never and not one.never:
            yield Finding(ChangeKind.RULE, two.path, dict(one.keywords), sup=False, holds=place.moot)
            return
        if one.never:
            if not two.never:
                yield Finding(ChangeKind.RULE, two.path, sub=False, sup=dict(two.keywords), holds=True)
            return
        if two.unknown or one.unknown:
            holds = place.moot or not two.unknown
            yield Finding(ChangeKind.RULE, two.path, dict(one.keywords), dict(two.keywords), holds, proven=False)
        types = types_of(one)
        for rule in self._rules:
            yield from rule(self, one, two, types, place)
        for name in sorted((one.keywords.keys() | two.keywords.keys()) - ASSERTIONS - {"default"}):
            before, after = one.keywords.get(name), two.keywords.get(name)
            if not (name in one.keywords and name in two.keywords and same_text(before, after)):
                yield Finding(ChangeKind.REMARK, two.place(name), before, after, holds=True)

    def _each_option_fits(self, ours: list[Part], sups: Sequence[Located]) -> bool:
        """Where `sub` names all its values, they are tried."""
        named = next((values for part in ours if (values := options_of(part)) is not None), None)
        if named is None or len(named) > 200:  # noqa: PLR2004 - more take too long to try
            return False
        for each in sups:
            if isinstance(each.schema, bool):
                if not each.schema:
                    return False
                continue
            validator = self.sup.validator(each.path)
            if validator is None or not all(validator.is_valid(value) for value in named):
                return False
        return True


def _shown(parts: list[Part]) -> JsonValue:
    return [dict(part.keywords) for part in parts]


def same_text(one: object, other: object) -> bool:
    return same([one], [other]) or (one == other and repr(one) == repr(other))


def _pair(subs: Sequence[Located], sups: Sequence[Located]) -> _Pair:
    """By identity: a boolean by its value, a schema by its place in memory, which its root holds."""
    return tuple(_key(each) for each in subs), tuple(_key(each) for each in sups)


def _key(located: Located) -> int:
    return int(located.schema) if isinstance(located.schema, bool) else id(located.schema)
