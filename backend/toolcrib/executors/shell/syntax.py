"""What bash says of a script without running it."""

import re
import subprocess
import tempfile
from pathlib import Path

from toolcrib.core.json_text import shorten
from toolcrib.executors.sandbox.processes import LaunchError
from toolcrib.executors.sandbox.surroundings import find_shell

PATIENCE_SECONDS = 5

_LONGEST = 200  # characters of a complaint, which may quote the script
_SCRIPT_NAME = "tool.sh"
_COMPLAINT = re.compile(r"^tool\.sh: (?:command substitution: )?line (\d+): (?!warning: )(.+)$", re.MULTILINE)
_TOO_DEEP = "bash can't read the script: it is nested too deeply."


def find_syntax_error(script: str) -> str | None:
    """What keeps bash from reading the whole script, with the line; None where nothing does. Nothing of it is run."""
    try:
        bash = find_shell()
    except LaunchError:
        return "This server has no bash, which SHELL tools need: install it in /usr/local/bin, /usr/bin or /bin."
    with tempfile.TemporaryDirectory(prefix="toolcrib-check-") as folder:
        Path(folder, _SCRIPT_NAME).write_bytes(script.encode())
        try:
            checked = subprocess.run(  # noqa: S603 -- with -n bash reads and runs nothing
                [bash, "--noprofile", "--norc", "-n", _SCRIPT_NAME],
                cwd=folder,
                env={},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=PATIENCE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return _TOO_DEEP
        except OSError as error:
            return f"The script could not be checked, for bash did not start: {error.strerror}."
    if checked.returncode < 0:
        return _TOO_DEEP
    complaint = _COMPLAINT.search(checked.stderr.decode(errors="replace"))  # of some mistakes its exit code is silent
    if complaint:
        return f"Line {complaint[1]}: {shorten(complaint[2], _LONGEST)}"
    return "bash refuses the script, and does not say why." if checked.returncode else None
