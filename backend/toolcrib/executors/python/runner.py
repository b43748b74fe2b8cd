r"""The first code of every fresh process: it lowers its own limits, then runs the tool's script.

Started as `python -I runner.py <job as JSON>` in the run's folder, which holds the script as `tool.py`. It imports the
standard library only, and answers on the report pipe: `ready`, then at most one of

    done <peak memory in bytes>                  STDIN: the script came to its end; stdout holds its output
    value <peak memory in bytes>\n<JSON text>    MAIN: what `main` returned
    error <peak memory in bytes>\n<JSON object>  code, message and stack

The script shares this process and could forge a report: so a report is only ever a statement about its own run.
"""

import json
import os
import resource
import sys
from typing import Any

SCRIPT_NAME = "tool.py"
MAX_STACK_CHARACTERS = 64_000
_ROOM_TO_REPORT = 64 * 1024 * 1024  # how far the memory limit is lifted to report that it was reached
_DIE_WITH_PARENT, _NO_NEW_PRIVILEGES, _KILL = 1, 38, 9


def main() -> None:
    job = json.loads(sys.argv[1])
    report = os.fdopen(job["report_fd"], "wb")
    os.set_inheritable(report.fileno(), False)  # noqa: FBT003 -- positional only
    bind_to_server(job["server_pid"])
    lower_limits(job["limits"])
    report.write(b"ready\n")
    report.flush()
    sys.argv = [SCRIPT_NAME]
    source = ""
    try:
        with open(SCRIPT_NAME, encoding="utf-8", newline="") as file:  # noqa: PTH123 -- pathlib costs 3 ms per run
            source = file.read()
        kind, body = run(source, job["entry"])
    except BaseException as error:  # noqa: BLE001 -- whatever a script raises is its result
        if isinstance(error, MemoryError):
            lift_memory_limit()
        kind, body = report_error(error, source, job["entry"])
    report.write(f"{kind} {peak_memory()}\n".encode() + body)
    report.flush()
    if kind == "error":
        sys.exit(1)


def bind_to_server(server_pid: int) -> None:
    """Ask the kernel to kill this process when the server dies, and never to give it more rights by exec."""
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 -- only Linux needs it

    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if prctl(_DIE_WITH_PARENT, _KILL, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != server_pid:  # it died before we could ask
        os._exit(1)


def lower_limits(limits: dict[str, int]) -> None:
    """Set each `RLIMIT_<name>`, never above what this process may have already."""
    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(kind)
        new_hard = value if hard == resource.RLIM_INFINITY else min(value, hard)
        room = _ROOM_TO_REPORT if name == "AS" else 0
        resource.setrlimit(kind, (new_hard - min(room, new_hard // 4), new_hard))


def lift_memory_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def run(source: str, entry: str) -> tuple[str, bytes]:
    """Run the script, and with MAIN its `main`; answers the report's kind and body."""
    module = type(sys)("__main__" if entry == "STDIN" else "tool")
    module.__file__ = os.path.abspath(SCRIPT_NAME)  # noqa: PTH100 -- as above
    sys.modules[module.__name__] = module  # pickle, dataclasses and pydantic look a class's module up by name
    if entry == "MAIN":
        sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    exec(compile(source, SCRIPT_NAME, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 -- what we are for
    if entry == "STDIN":
        return "done", b""
    return "value", encode(call_main(module.__dict__.get("main")))


def call_main(function: Any) -> Any:  # noqa: ANN401 -- it is the script's
    if not callable(function):
        raise InvalidOutputError("The script defines no function named main, which the MAIN contract calls.")
    value = function(**json.loads(sys.stdin.buffer.read()))
    if not hasattr(value, "__await__"):
        return value
    import asyncio  # noqa: PLC0415 -- 30 ms that most scripts need not pay

    async def wait() -> Any:  # noqa: ANN401
        return await value

    return asyncio.run(wait())


class InvalidOutputError(Exception):
    """What the script answers can't become JSON; the message says where and why."""


def encode(value: Any) -> bytes:  # noqa: ANN401
    """JSON text of `value`. NaN, Infinity and lone surrogates pass: the server names their path."""
    try:
        text = json.dumps(value, default=to_json, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidOutputError(find_unencodable(value) or f"The returned value is not JSON: {error}") from None
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, default=to_json).encode()


def to_json(value: Any) -> Any:  # noqa: ANN401
    """Turn the obvious into what JSON has: dates, UUIDs, paths, numpy values, dataclasses, pydantic models.

    Raises TypeError for all else: a guess would be a silent error in somebody's data.
    """
    package = type(value).__module__.partition(".")[0]
    if package == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if package in ("uuid", "pathlib"):
        return str(value)
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    raise TypeError(type(value).__name__)


HINTS = {
    "DataFrame": "return frame.to_dict('records')",
    "Series": "return series.to_dict() or series.tolist()",
    "set": "return sorted(…) or list(…)",
    "frozenset": "return sorted(…) or list(…)",
    "bytes": "return text, or write a file into the ARTIFACTS folder",
    "Decimal": "return str(…) to keep every digit, or float(…)",
    "generator": "return list(…)",
    "coroutine": "await it",
}
_MAX_DEPTH = 1000


def find_unencodable(root: Any) -> str | None:  # noqa: ANN401
    """Name the path and the type of the first value that is not JSON; None where nothing is found."""
    pending: list[tuple[Any, str, int]] = [(root, "output", 0)]
    while pending:
        value, path, depth = pending.pop()
        if depth > _MAX_DEPTH:
            return f"The returned value is nested more than {_MAX_DEPTH} levels deep, or contains itself."
        if value is None or isinstance(value, (str, int, float)):
            continue
        if isinstance(value, dict):
            wrong = next((key for key in value if not isinstance(key, (str, int, float, type(None)))), None)
            if wrong is not None:
                return f"{path} has a key of type {type(wrong).__name__} ({wrong!r:.60}); JSON keys are text."
            pending.extend((item, f"{path}.{key}", depth + 1) for key, item in reversed(value.items()))
        elif isinstance(value, (list, tuple)):
            pending.extend((item, f"{path}[{i}]", depth + 1) for i, item in reversed(list(enumerate(value))))
        else:
            try:
                pending.append((to_json(value), path, depth + 1))
            except Exception:  # noqa: BLE001 -- the value's own code may fail in any way
                name = type(value).__name__
                hint = f": {HINTS[name]}" if name in HINTS else ""
                return f"{path} is of type {name}, which JSON does not have{hint}."
    return None


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
    print(stack, end="", file=sys.stderr, flush=True)  # noqa: T201
    if isinstance(error, MemoryError):
        return error_body("MEMORY_LIMIT", f"The script used more memory than it may ({message}).", stack)
    return error_body("SCRIPT_ERROR", message, stack)


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
    report = traceback.TracebackException.from_exception(error)
    folders = sorted({os.path.join(path, "") for path in (*sys.path, sys.prefix) if path}, key=len, reverse=True)  # noqa: PTH118
    trim(report, folders)
    lines = "".join(report.format_exception_only()).splitlines()
    last = lines[-1] if isinstance(error, SyntaxError) else lines[0]
    return last, "".join(report.format())


def trim(report: Any, folders: list[str]) -> None:  # noqa: ANN401 -- typeshed lacks what we walk
    """Drop this file's frames from a traceback and all it is chained to; name library files by their module path."""
    pending = [report]
    while pending:
        part = pending.pop()
        part.stack[:] = [frame for frame in part.stack if frame.filename != __file__]
        for frame in part.stack:
            folder = next((folder for folder in folders if frame.filename.startswith(folder)), "")
            frame.filename = frame.filename[len(folder) :]
        pending.extend(p for p in (part.__cause__, part.__context__, *(part.exceptions or ())) if p is not None)


def peak_memory() -> int:
    """The most memory this process has held, in bytes; 0 where it can't be told.

    Not by getrusage: on Linux that starts at the size of the process which spawned us.
    """
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with open("/proc/self/status") as status:  # noqa: PTH123
            line = next((line for line in status if line.startswith("VmHWM:")), "VmHWM: 0 kB")
    except OSError:
        return 0
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    main()
