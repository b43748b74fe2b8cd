"""Compare two texts line by line."""

from difflib import SequenceMatcher
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

    matcher = SequenceMatcher(None, [key(line) for line in old], [key(line) for line in new], autojunk=False)
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
