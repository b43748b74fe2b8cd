"""Fill in a Mustache template (mustache(5), all but lambdas). Nothing in a template is ever run as code."""

import html
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

MAX_DEPTH = 50
MAX_CHARACTERS = 1_500_000
MISSING = object()
OWN_LINE = re.compile(r"[ \t]*(\r?\n|\Z)")
LINE_STARTS = re.compile(r"^(?=[\s\S])", re.MULTILINE)


def main(
    template: str,
    data: dict[str, Any],
    escape: str,
    partials: dict[str, str] | None = None,
    missing: str = "error",
) -> dict[str, Any]:
    renderer = Renderer(partials or {}, html.escape if escape == "html" else str, strict=missing == "error")
    pieces, size = [], 0
    for piece in renderer.render(parse(template, "template"), [data], depth=0):
        size += len(piece)
        if size > MAX_CHARACTERS:
            raise ValueError(f"The text would have more than {MAX_CHARACTERS:,} characters.")
        pieces.append(piece)
    return {"text": "".join(pieces), "missing": sorted(renderer.missing)}


@dataclass
class Node:
    """A piece of a template. `sign`: what a tag begins with, "" for a plain variable, "text" for no tag."""

    sign: str
    content: str
    where: str
    indent: str = ""
    inner: list["Node"] = field(default_factory=list)


def parse(template: str, name: str) -> list[Node]:
    """Raises ValueError naming the line."""
    opening, closing = "{{", "}}"
    top: list[Node] = []
    open_sections: list[Node] = []
    position = 0
    while (start := template.find(opening, position)) >= 0:
        where = f"{name}, line {template.count(chr(10), 0, start) + 1}"
        sign, content, end = read_tag(template, start + len(opening), closing, where)
        indent, end = own_line(template, start, end) if sign in ("#", "^", "/", "!", ">", "=") else ("", end)
        level = open_sections[-1].inner if open_sections else top
        level.append(Node("text", template[position:start].removesuffix(indent), where))
        position = end
        if sign in ("#", "^"):
            open_sections.append(Node(sign, content, where))
            level.append(open_sections[-1])
            if len(open_sections) > MAX_DEPTH:
                raise ValueError(f"{where}: sections are nested more than {MAX_DEPTH} levels deep.")
        elif sign == "/":
            if not open_sections or open_sections.pop().content != content:
                raise ValueError(f"{where}: {{{{/{content}}}}} closes no section that is open here.")
        elif sign == "=":
            opening, closing = delimiters(content, where)
        elif sign != "!":
            level.append(Node(sign, content, where, indent))
    if open_sections:
        raise ValueError(f"{open_sections[-1].where}: the section {open_sections[-1].content!r} is never closed.")
    return [*top, Node("text", template[position:], name)]


def own_line(template: str, start: int, end: int) -> tuple[str, int]:
    """What stands before a tag alone on its line, and where the next line begins: such a tag takes all of its line."""
    before = template[template.rfind("\n", 0, start) + 1 : start]
    rest = OWN_LINE.match(template, end)
    return (before, rest.end()) if rest and not before.strip(" \t") else ("", end)


def read_tag(template: str, start: int, closing: str, where: str) -> tuple[str, str, int]:
    """The tag's sign, what it holds, and where it ends."""
    sign = template[start : start + 1]
    sign = sign if sign and sign in "#^/!>&{=" else ""
    closing = {"{": "}", "=": "="}.get(sign, "") + closing
    end = template.find(closing, start + len(sign))
    if end < 0:
        raise ValueError(f"{where}: the tag that begins here is not closed by {closing}.")
    content = template[start + len(sign) : end].strip()
    if not content and sign != "!":
        raise ValueError(f"{where}: a tag is empty.")
    return sign, content, end + len(closing)


def delimiters(content: str, where: str) -> tuple[str, str]:
    match content.split():
        case [opening, closing] if "=" not in content:
            return opening, closing
    raise ValueError(f"{where}: delimiters are set as in {{{{=<% %>=}}}}, not by {content!r}.")


class Renderer:
    def __init__(self, partials: dict[str, str], escape: Callable[[str], str], *, strict: bool) -> None:
        self.partials = partials
        self.escape = escape
        self.strict = strict
        self.missing: set[str] = set()

    def render(self, nodes: list[Node], stack: list[Any], depth: int) -> Iterator[str]:
        if depth > MAX_DEPTH:
            raise ValueError(f"partials are nested more than {MAX_DEPTH} levels deep: does one include itself?")
        for node in nodes:
            if node.sign == "text":
                yield node.content
            elif node.sign in ("#", "^"):
                value = find(stack, node.content)
                if node.sign == "#":
                    for context in contexts(value):
                        yield from self.render(node.inner, [*stack, context], depth)
                elif not contexts(value):
                    yield from self.render(node.inner, stack, depth)
            elif node.sign == ">":
                yield from self.render(self.partial(node), stack, depth + 1)
            else:
                text = self.text(find(stack, node.content), node)
                yield text if node.sign in ("{", "&") else self.escape(text)

    def partial(self, node: Node) -> list[Node]:
        if node.content not in self.partials:
            self.miss(f">{node.content}", f"{node.where}: partials has no {node.content!r}.")
            return []
        text = self.partials[node.content]
        indented = LINE_STARTS.sub(lambda _: node.indent, text) if node.indent else text
        return parse(indented, f"partial {node.content!r}")

    def text(self, value: object, node: Node) -> str:
        if value is MISSING or value is None:
            self.miss(node.content, f"{node.where}: data has no {node.content!r}.")
            return ""
        if isinstance(value, dict | list):
            kind = "a list" if isinstance(value, list) else "an object"
            raise ValueError(f"{node.where}: {node.content!r} is {kind}: open it by {{{{#{node.content}}}}}.")
        return value if isinstance(value, str) else json.dumps(value)

    def miss(self, name: str, message: str) -> None:
        if self.strict:
            raise ValueError(message)
        self.missing.add(name)


def find(stack: list[Any], name: str) -> Any:  # noqa: ANN401 - whatever the data holds
    """The innermost context that has the first part of a dotted name decides about all of it."""
    if name == ".":
        return stack[-1]
    first, *rest = name.split(".")
    value = next((each[first] for each in reversed(stack) if isinstance(each, dict) and first in each), MISSING)
    for part in rest:
        value = value.get(part, MISSING) if isinstance(value, dict) else MISSING
    return value


def contexts(value: Any) -> list[Any]:  # noqa: ANN401 - whatever the data holds
    """What a section is rendered for; nothing for a value that counts as false."""
    if isinstance(value, list):
        return value
    return [] if value is MISSING or value is None or value is False or value == "" else [value]
