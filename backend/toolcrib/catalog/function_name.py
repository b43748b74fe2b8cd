"""A tool's name as vendors take it: they stop at 64 characters, we at 100."""

import hashlib
import re

LONGEST_FUNCTION_NAME = 64
_KEPT = 55
_ALIAS = re.compile(r"[a-z][a-z0-9_]{54}_[0-9a-f]{8}")


def name_alias(name: str) -> str:
    """The name an LLM calls the tool by: `name` itself up to 64 characters, else a stable, shorter one."""
    if len(name) <= LONGEST_FUNCTION_NAME:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()
    return f"{name[:_KEPT]}_{digest[:8]}"


def kept_by_alias(name: str) -> str | None:
    """The beginning of the long names that `name` may be an alias of; None where it can't be one."""
    return name[:_KEPT] if _ALIAS.fullmatch(name) else None
