"""Pick values out of JSON with JSONPath: RFC 9535 without its functions; the leading `$` may be left out."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Json = Any  # whatever JSON can hold
Key = str | int
Test = Callable[[Json, Json], bool]  # of the current value and the root
Selector = Callable[[Json, Json], Iterator[tuple[Key, Json]]]  # of a value and the root: the chosen children
MAX_DEPTH = 50
MISSING = object()


def main(data: Json, query: str, limit: int = 100) -> dict[str, Json]:
    root = parse_data(data) if isinstance(data, str) else data
    matches = []
    count = 0
    for count, node in enumerate(apply(Parser(query).parse(), root, root), start=1):
        if count <= limit:
            matches.append({"path": normalised(node.path), "value": node.value})
    return {"count": count, "truncated": count > limit, "matches": matches}


def parse_data(text: str) -> Json:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"data is a text, but not JSON: {error}.") from None


def normalised(path: tuple[Key, ...]) -> str:
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f"[{quoted(key)}]" for key in path)


def quoted(name: str) -> str:
    inner = json.dumps(name, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inner}'"


class Node(NamedTuple):
    path: tuple[Key, ...]
    value: Json


class Segment(NamedTuple):
    selectors: list[Selector]
    descends: bool = False
    is_single: bool = False  # chooses one value at most


def apply(segments: list[Segment], start: Json, root: Json) -> Iterator[Node]:
    nodes: Iterator[Node] = iter([Node((), start)])
    for segment in segments:
        nodes = select(segment, nodes, root)
    return nodes


def select(segment: Segment, nodes: Iterator[Node], root: Json) -> Iterator[Node]:
    for node in nodes:
        for place in descendants(node) if segment.descends else (node,):
            for selector in segment.selectors:
                for key, child in selector(place.value, root):
                    yield Node((*place.path, key), child)


def descendants(start: Node) -> Iterator[Node]:
    """The node and all below it, parents first."""
    waiting = [start]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed([Node((*node.path, key), child) for key, child in children(node.value)]))


def children(value: Json) -> Iterator[tuple[Key, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def everything(value: Json, _: Json) -> Iterator[tuple[Key, Json]]:
    return children(value)


def by_name(name: str) -> Selector:
    return lambda value, _: iter([(name, value[name])] if isinstance(value, dict) and name in value else [])


def by_index(index: int) -> Selector:
    def choose(value: Json, _: Json) -> Iterator[tuple[Key, Json]]:
        if isinstance(value, list) and -len(value) <= index < len(value):
            yield index % len(value), value[index]

    return choose


def by_slice(start: int | None, stop: int | None, step: int | None) -> Selector:
    def choose(value: Json, _: Json) -> Iterator[tuple[Key, Json]]:
        if isinstance(value, list) and step != 0:
            for index in range(len(value))[start:stop:step]:
                yield index, value[index]

    return choose


def by_filter(test: Test) -> Selector:
    return lambda value, root: ((key, child) for key, child in children(value) if test(child, root))


class Operand(NamedTuple):
    """One side of a comparison, or a query whose existence is tested."""

    values: Callable[[Json, Json], Iterator[Json]]
    is_query: bool
    is_single: bool = True

    def first(self, value: Json, root: Json) -> Json:
        return next(self.values(value, root), MISSING)


def constant(literal: Json) -> Operand:
    return Operand(lambda _value, _root: iter([literal]), is_query=False)


def query_from(start: str, segments: list[Segment]) -> Operand:
    """A query from the current value (`@`) or the root (`$`)."""
    return Operand(
        lambda value, root: (node.value for node in apply(segments, value if start == "@" else root, root)),
        is_query=True,
        is_single=all(segment.is_single for segment in segments),
    )


def exists(operand: Operand) -> Test:
    return lambda value, root: operand.first(value, root) is not MISSING


def opposite(test: Test) -> Test:
    return lambda value, root: not test(value, root)


def compared(sign: str, left: Operand, right: Operand) -> Test:
    compare = COMPARISONS[sign]
    return lambda value, root: compare(left.first(value, root), right.first(value, root))


def same(left: Json, right: Json) -> bool:
    """Equal as JSON: true is not 1, and 1 is 1.0."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def less(left: Json, right: Json) -> bool:
    """In order, where both are numbers or both are texts; nothing else has an order."""
    if isinstance(left, bool) or isinstance(right, bool):
        return False
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left < right
    return isinstance(left, str) and isinstance(right, str) and left < right


COMPARISONS: dict[str, Callable[[Json, Json], bool]] = {
    "==": same,
    "!=": lambda left, right: not same(left, right),
    "<": less,
    ">": lambda left, right: less(right, left),
    "<=": lambda left, right: less(left, right) or same(left, right),
    ">=": lambda left, right: less(right, left) or same(left, right),
}


NAME = re.compile(r"[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff-]*")
TEXT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,15})(?![\d.eE])")
NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
COMPARISON = re.compile(r"==|!=|<=|>=|<|>")
WORDS = {"true": True, "false": False, "null": None}


class Parser:
    """Reads a query from left to right. Raises ValueError naming the column where it can't go on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.depth = 0

    def parse(self) -> list[Segment]:
        first = [] if self.accept("$") or self.is_at(".", "[") else [self.dotted(descends=False)]
        segments = first + self.segments()
        if not self.is_at(""):
            self.fail("a dot, a bracket or the end")
        return segments

    def segments(self) -> list[Segment]:
        found = []
        while self.is_at(".", "["):
            descends = self.accept("..")
            if self.is_at("["):
                found.append(self.brackets(descends=descends))
            else:
                found.append(self.dotted(descends=descends))
        return found

    def dotted(self, *, descends: bool) -> Segment:
        self.accept(".")
        if self.accept("*"):
            return Segment([everything], descends=descends)
        name = self.match(NAME) or self.fail("a name or *")
        return Segment([by_name(name)], descends=descends, is_single=not descends)

    def brackets(self, *, descends: bool) -> Segment:
        self.expect("[")
        selectors = [self.selector()]
        while self.accept(","):
            selectors.append(self.selector())
        self.expect("]")
        is_single = len(selectors) == 1 and selectors[0][1] and not descends
        return Segment([selector for selector, _ in selectors], descends=descends, is_single=is_single)

    def selector(self) -> tuple[Selector, bool]:
        """A selector, and whether it chooses one value at most."""
        if self.accept("*"):
            return everything, False
        if self.accept("?"):
            return by_filter(self.either()), False
        if (text := self.text_literal()) is not None:
            return by_name(text), True
        start = self.integer()
        if self.accept(":"):
            stop = self.integer()
            return by_slice(start, stop, self.integer() if self.accept(":") else None), False
        return (by_index(start), True) if start is not None else self.fail("an index, a name in quotes, * or ?")

    def either(self) -> Test:
        tests = [self.both()]
        while self.accept("||"):
            tests.append(self.both())
        return lambda value, root: any(test(value, root) for test in tests)

    def both(self) -> Test:
        tests = [self.condition()]
        while self.accept("&&"):
            tests.append(self.condition())
        return lambda value, root: all(test(value, root) for test in tests)

    def condition(self) -> Test:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ValueError(f"The query is nested more than {MAX_DEPTH} levels deep.")
        if self.accept("!"):
            test = opposite(self.condition())
        elif self.accept("("):
            test = self.either()
            self.expect(")")
        else:
            test = self.comparison()
        self.depth -= 1
        return test

    def comparison(self) -> Test:
        left = self.operand()
        sign = self.match(COMPARISON)
        if sign is None:
            return exists(left) if left.is_query else self.fail("a comparison")
        right = self.operand()
        if not (left.is_single and right.is_single):
            self.fail("queries for a single value on both sides of the comparison")
        return compared(sign, left, right)

    def operand(self) -> Operand:
        for start in "@$":
            if self.accept(start):
                return query_from(start, self.segments())
        return constant(self.literal())

    def literal(self) -> Json:
        if (text := self.text_literal()) is not None:
            return text
        if (number := self.match(NUMBER)) is not None:
            return json.loads(number)
        word = self.match(NAME)
        return WORDS[word] if word in WORDS else self.fail("@, $, a text in quotes, a number, true, false or null")

    def text_literal(self) -> str | None:
        literal = self.match(TEXT)
        if literal is None:
            return None
        text = ESCAPE.sub(lambda escape: unescaped(escape[1]), literal[1:-1])
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def integer(self) -> int | None:
        digits = self.match(INTEGER)
        return None if digits is None else int(digits)

    def match(self, pattern: re.Pattern[str]) -> str | None:
        self.skip_space()
        found = pattern.match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        return found[0]

    def accept(self, sign: str) -> bool:
        self.skip_space()
        if not self.text.startswith(sign, self.position):
            return False
        self.position += len(sign)
        return True

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            self.fail(sign)

    def is_at(self, *signs: str) -> bool:
        """Tell whether one of `signs` comes next; "" is the end."""
        self.skip_space()
        return self.text[self.position : self.position + 1] in signs

    def skip_space(self) -> None:
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1

    def fail(self, expected: str) -> Json:
        self.skip_space()
        found = self.text[self.position : self.position + 10]
        place = f"found {found!r}" if found else "found the end"
        raise ValueError(f"Column {self.position + 1} of the query: expected {expected}, {place}.")


def unescaped(escape: str) -> str:
    return chr(int(escape[1:], 16)) if len(escape) > 1 else ESCAPES.get(escape, escape)
