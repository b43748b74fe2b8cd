"""What can be said about a script and its config before it runs."""

import re

from toolcrib.core.errors import Path, Problem
from toolcrib.core.json_text import JsonObject, shorten
from toolcrib.executors.sandbox.script_text import MAX_SCRIPT_BYTES, find_unfit_text, line_of
from toolcrib.executors.shell.syntax import find_syntax_error

OUTPUTS = ("JSON", "TEXT")
DEFAULT_OUTPUT = "JSON"

_SCRIPT: Path = ("scriptContent",)
_CONFIG: Path = ("executorConfig",)
_CODE = "INVALID_INPUT"
_SHELLS = frozenset({"bash", "sh"})
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_SIGNS_OF_JSON = (
    re.compile(r'\{\s*\\?"[^"\\\n]{0,100}\\?"\s*:'),  # the first key of an object
    re.compile(r"\b(?:echo|printf)\s+(?:-[-\w]*\s+)?[\"']\s*[\[{]"),
    re.compile(r"\bjq\b(?![^\n|;]{0,200}\s-(?:[a-zA-Z]{0,20}[rj]|-raw-output|-join-output)\b)"),
    re.compile(r"json", re.IGNORECASE),
)


def check_config(config: JsonObject) -> list[Problem]:
    problems = [
        Problem(_CODE, f"A SHELL tool has no setting {name!r}: it has output.", (*_CONFIG, name))
        for name in config
        if name != "output"
    ]
    if config.get("output", DEFAULT_OUTPUT) not in OUTPUTS:
        problems.append(Problem(_CODE, "output must be JSON or TEXT.", (*_CONFIG, "output")))
    return problems


def check_script(script: str | None) -> list[Problem]:
    """All that keeps `script` from running; what bash refuses with its line. Never raises."""
    if script is None or not script.strip():
        return [Problem(_CODE, "A SHELL tool needs a script.", _SCRIPT)]
    message = _check_characters(script) or _check_first_line(script) or find_syntax_error(script)
    return [Problem(_CODE, message, _SCRIPT)] if message else []


def suggest_output(script: str) -> str:
    """JSON where the script seems to write some, else TEXT."""
    code = _COMMENT.sub("", script[:MAX_SCRIPT_BYTES])
    writes_json = not code.strip() or any(sign.search(code) for sign in _SIGNS_OF_JSON)
    return "JSON" if writes_json else "TEXT"


def _check_characters(script: str) -> str | None:
    if unfit := find_unfit_text(script):
        return unfit
    if (place := script.find("\r\n")) >= 0:
        return (
            f"Line {line_of(script, place)}: the line ends as on Windows (CR LF), and bash takes the CR for a part of "
            "the command. Save the script with Unix line ends (LF)."
        )
    return None


def _check_first_line(script: str) -> str | None:
    """Bash is started by us: of a `#!` line nothing is obeyed, so it must not ask for anything else."""
    if not script.startswith("#!"):
        return None
    words = script[2:].partition("\n")[0].split()
    if words and words[0].endswith("/env"):
        words = [word for word in words[1:] if word != "-S"]
    program = words[0].rpartition("/")[2] if words else "nothing"
    if program not in _SHELLS:
        return f"Line 1: a SHELL tool is run by bash, not by {shorten(program)}."
    if len(words) > 1:
        return "Line 1: the options of the #! line are not obeyed. Write them as a command of their own, as in set -e."
    return None
