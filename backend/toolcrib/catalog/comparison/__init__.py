"""What differs between two contents of a tool, and what that means for its callers. Pure: nothing is read or run."""

from toolcrib.catalog.comparison.content import compare_contents
from toolcrib.catalog.comparison.model import Change, ChangeKind, Comparison, Impact

__all__ = ["Change", "ChangeKind", "Comparison", "Impact", "compare_contents"]
