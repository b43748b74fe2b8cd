"""Reading what a runner reported. The script could have written anything there, so nothing of it is taken on trust."""

import json
import os
import re
from dataclasses import dataclass

from toolcrib.executors.contract import ErrorCode, RunError
from toolcrib.executors.sandbox.jail.failures import MAX_STACK_CHARACTERS

MAX_MESSAGE_CHARACTERS = 2_000
_MAX_STACK_CHARACTERS = 2 * MAX_STACK_CHARACTERS  # the runner's own are cut, and marked where
_HEADER = re.compile(rb"ready\n(unusable|done|value|error) (\d{1,9}) (\d{1,15})\n")  # what the database can hold
_CODES = {ErrorCode.SCRIPT_ERROR, ErrorCode.INVALID_OUTPUT, ErrorCode.MEMORY_LIMIT, ErrorCode.PROCESS_LIMIT}


@dataclass(frozen=True, slots=True)
class Report:
    """`kind`: "" where nothing came, then "ready", and in the end "unusable", "done", "value" or "error"."""

    kind: str = ""
    cpu_ms: int | None = None
    peak_memory_bytes: int | None = None
    body: bytes = b""

    @property
    def is_complete(self) -> bool:
        return self.kind not in {"", "ready"}

    @property
    def error(self) -> RunError | None:
        """Why the script failed, in the runner's words."""
        if self.kind == "unusable":
            return setup_failure(self.body.decode(errors="replace"))
        return _parse_error(self.body) if self.kind == "error" else None


def read_report(descriptor: int, most: int) -> Report:
    """Read at most `most` bytes."""
    content = bytearray()
    while len(content) < most and (piece := os.pread(descriptor, most - len(content), len(content))):
        content += piece
    return parse_report(bytes(content))


def parse_report(content: bytes) -> Report:
    if not content.startswith(b"ready\n"):
        return Report()
    header = _HEADER.match(content)
    if header is None:
        return Report("ready")
    return Report(header[1].decode(), int(header[2]), int(header[3]) or None, content[header.end() :])


def setup_failure(reason: str) -> RunError:
    """The host's fault, not the script's."""
    return RunError(ErrorCode.SANDBOX_FAILED, shorten(f"The process could not be set up: {reason.rstrip('.')}."))


def clean(text: str) -> str:
    """Text that any database and any wire takes: no NUL, no lone surrogates."""
    return text.encode(errors="replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")


def shorten(message: str) -> str:
    """One clean line of bounded length."""
    line = " ".join(clean(message).splitlines())
    return line if len(line) <= MAX_MESSAGE_CHARACTERS else f"{line[:MAX_MESSAGE_CHARACTERS]} […]"


def _parse_error(body: bytes) -> RunError | None:
    try:
        fields = json.loads(body)
        code, message, stack = ErrorCode(fields["code"]), str(fields["message"]), fields["stack"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if code not in _CODES:  # the others are the server's to say
        return None
    return RunError(code, shorten(message), clean(str(stack)[:_MAX_STACK_CHARACTERS]) if stack is not None else None)
