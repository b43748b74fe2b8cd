"""Compare two texts line by line."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import Match, SequenceMatcher
from typing import Any

MAX_LINES = 20_000


def main(
    before: str, after: str, context: int = 3, *, ignore_whitespace: bool = False, ignore_case: bool = False
) -> dict[str, Any]:
    old, new = before.splitlines(), after.splitlines()
    for name, lines in (("before", old), ("after", new)):
        if len(lines) > MAX_LINES:
            raise ValueError(f"{name} has {len(lines):,} lines; at most {MAX_LINES:,} can be compared.")

    def key(line: str) -> str:
        line = "".join(line.split()) if ignore_whitespace else line
        return line.casefold() if ignore_case else line

    matcher = Matcher(None, [key(line) for line in old], [key(line) for line in new], autojunk=False)
    unchanged = sum(block.size for block in matcher.get_matching_blocks())
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    return {
        "identical": not changes,
        "similarity": round(matcher.ratio(), 4),
        "added": len(new) - unchanged,
        "removed": len(old) - unchanged,
        "unchanged": unchanged,
        "hunks": len(changes),
        "diff": unified(matcher, old, new, context) if changes else "",
    }


class Matcher(SequenceMatcher[str]):
    """Finds the most lines that can be kept. difflib's own search finds fewer, and takes minutes where many repeat."""

    a: list[str]
    b: list[str]
    matching_blocks: list[Match] | None

    def get_matching_blocks(self) -> list[Match]:
        if self.matching_blocks is None:
            old, new = self.a, self.b
            head = alike(zip(old, new, strict=False))
            tail = alike(zip(reversed(old[head:]), reversed(new[head:]), strict=False))
            inner = common(old[head : len(old) - tail], new[head : len(new) - tail])
            kept = [(i, i) for i in range(head)]
            kept += [(head + i, head + j) for i, j in inner]
            kept += [(len(old) - i, len(new) - i) for i in range(tail, 0, -1)]
            self.matching_blocks = [*blocks(kept), Match(len(old), len(new), 0)]
        return self.matching_blocks


def alike(pairs: Iterable[tuple[str, str]]) -> int:
    """How many pairs are equal before the first that is not."""
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


def common(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The longest common subsequence as pairs of indexes, by Hyyrö's bit-parallel method: one step for each new line.

    Bit i of a row is 0 where `old[: i + 1]` has one more line in common with the new ones so far than `old[:i]` has.
    """
    where: defaultdict[str, int] = defaultdict(int)
    for i, line in enumerate(old):
        where[line] |= 1 << i
    every = (1 << len(old)) - 1
    rows = [every]
    for line in new:
        row = rows[-1]
        hits = row & where.get(line, 0)
        rows.append(((row + hits) | (row - hits)) & every)
    pairs = []
    i, j = len(old), len(new)
    while i and j:
        if rows[j] >> (i - 1) & 1:
            i -= 1
            continue
        j -= 1
        if rows[j] >> (i - 1) & 1:
            i -= 1
            pairs.append((i, j))
    return pairs[::-1]


def blocks(pairs: list[tuple[int, int]]) -> Iterator[Match]:
    """Runs of lines that are kept together."""
    start = 0
    for end in range(1, len(pairs) + 1):
        if end == len(pairs) or pairs[end] != (pairs[end - 1][0] + 1, pairs[end - 1][1] + 1):
            yield Match(*pairs[start], end - start)
            start = end


def unified(matcher: SequenceMatcher[str], old: list[str], new: list[str], context: int) -> str:
    """The unified diff of what the matcher found to differ; its unchanged lines are those of the newer text."""
    lines = ["--- before", "+++ after"]
    for group in matcher.get_grouped_opcodes(context):
        _, old_start, _, new_start, _ = group[0]
        _, _, old_end, _, new_end = group[-1]
        lines.append(f"@@ -{span(old_start, old_end)} +{span(new_start, new_end)} @@")
        for kind, i, j, k, m in group:
            if kind == "equal":
                lines += [f" {line}" for line in new[k:m]]
            else:
                lines += [f"-{line}" for line in old[i:j]]
                lines += [f"+{line}" for line in new[k:m]]
    return "\n".join(lines) + "\n"


def span(start: int, end: int) -> str:
    """A range of lines as diff writes it: `first,count`, the count left out when it is one."""
    length = end - start
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"
