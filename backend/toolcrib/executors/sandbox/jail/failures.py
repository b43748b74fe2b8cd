"""What a script raised, as the report tells it and as Python would print it."""

import contextlib
import errno
import json
import os
import sys
from typing import Any

from toolcrib.executors.sandbox.jail.answers import InvalidOutputError

SCRIPT_NAME = "tool.py"
MAX_STACK_CHARACTERS = 64_000
MOST_FRAMES = 500  # the last ones: an endless recursion has millions, and they would take longer than the script
_OUR_FOLDER = os.path.dirname(__file__)  # noqa: PTH120 -- pathlib costs a fresh process milliseconds


def report_error(error: BaseException, source: str, entry: str) -> tuple[str, bytes]:
    """Print the traceback as Python would, and answer the report. `sys.exit(0)` is an error only under MAIN."""
    if isinstance(error, SystemExit) and error.code in (None, 0):
        if entry == "STDIN":
            return "done", b""
        error = InvalidOutputError("The script called sys.exit before main returned a value.")
    if isinstance(error, InvalidOutputError):
        return error_body("INVALID_OUTPUT", str(error), None)
    if isinstance(error, SystemExit):
        if not isinstance(error.code, int):
            print(error.code, file=sys.stderr)  # noqa: T201
            return error_body("SCRIPT_ERROR", f"SystemExit: {error.code}", None)
        return error_body("SCRIPT_ERROR", f"The script exited with code {error.code}.", None)
    message, stack = describe(error, source)
    with contextlib.suppress(Exception):  # a script may have closed it, or put anything there
        print(stack, end="", file=sys.stderr, flush=True)  # noqa: T201
    code, message = name_limit(error, message)
    return error_body(code, message, stack)


def name_limit(error: BaseException, message: str) -> tuple[str, str]:
    """Error code and message: of the limit that the script ran into, where it was one."""
    if isinstance(error, MemoryError):
        return "MEMORY_LIMIT", f"The script used more memory than it may ({message})."
    if wanted_more_processes(error):
        return "PROCESS_LIMIT", f"The script started more processes or threads than it may ({message})."
    return "SCRIPT_ERROR", message


def wanted_more_processes(error: BaseException) -> bool:
    """The kernel answers EAGAIN to fork; Python's threads have words of their own for it."""
    if isinstance(error, BlockingIOError):
        return error.errno == errno.EAGAIN and error.filename is None
    return isinstance(error, RuntimeError) and str(error) == "can't start new thread"


def error_body(code: str, message: str, stack: str | None) -> tuple[str, bytes]:
    if stack and len(stack) > MAX_STACK_CHARACTERS:
        half = MAX_STACK_CHARACTERS // 2
        stack = f"{stack[:half]}\n  […]\n{stack[-half:]}"
    return "error", json.dumps({"code": code, "message": message, "stack": stack}).encode()


def describe(error: BaseException, source: str) -> tuple[str, str]:
    """The last line of the traceback, and the traceback without our own frames and the host's folders."""
    import linecache  # noqa: PLC0415 -- only failures need them
    import traceback  # noqa: PLC0415

    linecache.cache[SCRIPT_NAME] = (len(source), None, source.splitlines(keepends=True), SCRIPT_NAME)
    report = traceback.TracebackException.from_exception(error, limit=-MOST_FRAMES)
    folders = sorted({os.path.join(path, "") for path in (*sys.path, sys.prefix) if path}, key=len, reverse=True)  # noqa: PTH118
    trim(report, folders)
    lines = "".join(report.format_exception_only()).splitlines()
    last = lines[-1] if isinstance(error, SyntaxError) else lines[0]
    return last, "".join(report.format())


def trim(report: Any, folders: list[str]) -> None:  # noqa: ANN401 -- typeshed lacks what we walk
    """Drop our own frames from a traceback and all it is chained to; name library files by their module path."""
    pending = [report]
    while pending:
        part = pending.pop()
        part.stack[:] = [frame for frame in part.stack if not frame.filename.startswith(_OUR_FOLDER)]
        for frame in part.stack:
            folder = next((folder for folder in folders if frame.filename.startswith(folder)), "")
            frame.filename = frame.filename[len(folder) :]
        pending.extend(p for p in (part.__cause__, part.__context__, *(part.exceptions or ())) if p is not None)
