"""The README's tutorial, read as instructions: what its words say is done, and words nobody knows are an error."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
HEADING = "## Your first tool, in five minutes"
BLOCK = re.compile(r"```(\w+)\n(.*?)\n```", re.DOTALL)
PICTURE = re.compile(r"!\[[^]]*\]\([^)]*\)")
WHAT, TEXT = r"\*([^*]+)\*", r"`([^`]+)`"

LEFT_OVER = re.compile(r"[*`]|\b(press|click|type|choose|select|open|go to|tick|paste)\b", re.IGNORECASE)
"""What would be an instruction, were it understood."""

PHRASES = {
    "open_link": r"[Oo]pen the link that `make run` printed",
    "invent_password": rf"[Tt]ype a password of at least ten characters into {WHAT} and again into {WHAT}",
    "go": rf"[Gg]o to {WHAT}",
    "press": rf"(?:[Pp]ress|and then) {WHAT}",
    "fill": rf"(?:[Tt]ype |and ){TEXT} into {WHAT}",
    "choose": rf"[Cc]hoose {WHAT}",
    "choose_in": rf"[Cc]hoose {TEXT} in {WHAT}",
    "open_tab": rf"[Oo]pen the tab {WHAT}",
    "open": rf"[Oo]pen {WHAT}",
    "paste": rf"[Ii]nto {WHAT} goes [^:]*:$",
    "read": rf"you read {WHAT}",
    "ends": rf"it ends with {WHAT} and gives {TEXT}",
    "run_commands": r"[Ii]n a terminal:$",
    "answered": rf"[Tt]he answer has {TEXT} and {TEXT}",
}
"""What the tutorial may ask for: the reader's method, and the words. Those that end with a colon get the next block."""

REMARKS = (
    "`.venv/bin/toolcrib signin-link` prints another",
    "the *Versions* tab compares any two and brings an old one back",
)
"""What it says beside that, though it has names or code in it."""


class UnknownInstruction(Exception):
    """The tutorial asks for something that no phrase covers; the message is what is left of the paragraph."""


@dataclass(frozen=True)
class Instruction:
    name: str
    words: tuple[str, ...]

    def follow(self, reader: object) -> None:
        """Call the reader's method of that name."""
        method: Callable[..., None] = getattr(reader, self.name)
        method(*self.words)


def read_tutorial(readme: str | None = None) -> list[Instruction]:
    """Its numbered steps as instructions. Raises UnknownInstruction."""
    text = README.read_text() if readme is None else readme
    section = text.partition(f"{HEADING}\n")[2].partition("\n## ")[0]
    steps = [line for line in section.splitlines() if re.match(r"\d\. |   |$", line)]
    whole = "\n".join(re.sub(r"^(\d\.|  ) ", "", line) for line in steps)
    return [*_instructions(PICTURE.sub("", whole))]


def _instructions(text: str) -> Iterator[Instruction]:
    pieces = BLOCK.split(text)
    for prose, block in zip(pieces[::3], [*pieces[2::3], None], strict=True):
        found = [each for paragraph in re.split(r"\n\n+", prose) for each in _phrases(paragraph)]
        if (block is not None) != (bool(found) and found[-1].name in ("paste", "run_commands")):
            raise UnknownInstruction(f"a block without an instruction, or one without a block: {prose[-80:]}")
        yield from found[:-1] if block is not None else found
        if block is not None:
            yield Instruction(found[-1].name, (*found[-1].words, block))


def _phrases(paragraph: str) -> list[Instruction]:
    """In the order of the words; the longest phrase where several fit."""
    text = re.sub(r"\*\*[^*]+\*\*", "", " ".join(paragraph.split()))
    for remark in REMARKS:
        text = text.replace(remark, "")
    found: list[tuple[int, Instruction]] = []
    for name, words in sorted(PHRASES.items(), key=lambda phrase: -len(phrase[1])):
        for match in re.finditer(words, text):
            found.append((match.start(), Instruction(name, match.groups())))
            text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    if LEFT_OVER.search(text):
        raise UnknownInstruction(" ".join(text.split()))
    return [instruction for _, instruction in sorted(found, key=lambda each: each[0])]
