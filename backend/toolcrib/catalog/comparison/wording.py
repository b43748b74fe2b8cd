"""What a change means, in words."""

from collections.abc import Mapping

from toolcrib.catalog.comparison.model import Change, ChangeKind, Impact

_WHAT: Mapping[ChangeKind, str] = {
    ChangeKind.FIELD_ADDED: "A field was added.",
    ChangeKind.REQUIRED_FIELD_ADDED: "A field was added that must be given.",
    ChangeKind.FIELD_REMOVED: "A field was removed.",
    ChangeKind.FIELD_REQUIRED: "A field must be there now.",
    ChangeKind.FIELD_OPTIONAL: "A field may be left out now.",
    ChangeKind.TYPE: "Other types are allowed than before.",
    ChangeKind.OPTIONS: "Other values are allowed than before.",
    ChangeKind.LIMIT: "A limit is another than before.",
    ChangeKind.PATTERN: "A text must match another pattern.",
    ChangeKind.FORMAT: "A text must have another format.",
    ChangeKind.DEFAULT: "Something else is filled in where nothing is given.",
    ChangeKind.OTHER_FIELDS: "Other rules hold for fields that are not named.",
    ChangeKind.ITEMS: "Other rules hold for the items of a list.",
    ChangeKind.ALTERNATIVES: "There are other forms to choose from.",
    ChangeKind.RULE: "A rule is another than before.",
    ChangeKind.REMARK: "A remark that checks nothing was changed.",
    ChangeKind.REARRANGED: "The schema is written otherwise and means the same.",
    ChangeKind.DRAFT: "The schema is written in another draft.",
    ChangeKind.TOO_LARGE: "Comparing the schemas would take too long.",
    ChangeKind.DETAIL: "What people see of the tool was changed.",
    ChangeKind.DESCRIPTION: "LLMs choose the tool by its description, which was changed.",
    ChangeKind.EXAMPLES: "The examples were changed.",
    ChangeKind.EXECUTOR: "Something else runs it.",
    ChangeKind.SETTINGS: "A setting of what runs it was changed.",
    ChangeKind.SCRIPT: "The script was changed; what it does otherwise can't be told from here.",
    ChangeKind.TIMEOUT: "A run may take another time than before.",
    ChangeKind.RETRIES: "A failed run is tried again another number of times.",
    ChangeKind.HINT: "Another hint says what a call may do.",
}
_UNPROVEN = "It can't be shown to be compatible."
_MEANT: Mapping[tuple[str, Impact], str] = {
    ("inputSchema", Impact.BREAKING): "Calls that were accepted may be refused, or mean something else.",
    ("inputSchema", Impact.COMPATIBLE): "Calls that were accepted still are.",
    ("outputSchema", Impact.BREAKING): "Callers may get what was ruled out before.",
    ("outputSchema", Impact.COMPATIBLE): "Callers get nothing that was ruled out before.",
    ("timeoutSeconds", Impact.BREAKING): "Runs that took longer are cut off.",
    ("annotations", Impact.BREAKING): "Callers may have relied on what it promised.",
    ("executorConfig", Impact.BREAKING): "Callers get another kind of output.",
}


def meaning(change: Change) -> str:
    """One to three sentences."""
    said = _MEANT.get((str(change.path[0]), change.impact), "")
    return " ".join(filter(None, (_WHAT[change.kind], "" if change.proven else _UNPROVEN, said)))
