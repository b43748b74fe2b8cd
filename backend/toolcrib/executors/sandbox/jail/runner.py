r"""Runs one script, in a process that is thrown away afterwards, and leaves a report of it.

The report is a file: `ready`, then at most one line `<kind> <CPU ms> <peak memory in bytes>` and a body:

    unusable …                  the process could not be made ready; the body is the reason
    done …                      STDIN, SHELL: the script came to its end; stdout holds its output
    value …\n<JSON text>        MAIN: what `main` returned
    error …\n<JSON object>      code, message and stack

The script shares this process and could forge a report: so a report is only ever a statement about its own run.
"""

import _thread
import contextlib
import json
import os
import resource
import sys
from collections.abc import Mapping
from typing import Any

from toolcrib.executors.sandbox.jail.answers import InvalidOutputError, encode
from toolcrib.executors.sandbox.jail.failures import SCRIPT_NAME, report_error

FLUSH_FAILED = 120  # Python's own exit code where stdout can't be flushed at the very end
SHELL_SCRIPT_NAME = "tool.sh"
_THREAD_STACK_BYTES = 2 * 1024 * 1024
_ROOM_TO_REPORT = 64 * 1024 * 1024  # how far the memory limit is lifted to report that it was reached

Job = Mapping[str, Any]
Outcome = tuple[str, int, bytes]  # kind, exit code, body


def perform(job: Job, folder: str, report: int, base_memory: int = 0) -> int:
    """Run the job in `folder`, which is its own; answers the exit code.

    `base_memory`: bytes of address space not counted as its own; 0 in a process that was started afresh.
    """
    before = cpu_ms()
    os.set_inheritable(report, False)  # noqa: FBT003 -- positional only
    try:
        prepare(job, folder)
        lower_limits(job["limits"], base_memory)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        write(report, f"ready\nunusable 0 0\n{reason}".encode())
        return 1
    write(report, b"ready\n")
    kind, code, body = run(job)
    write(report, f"{kind} {max(cpu_ms() - before, 0)} {peak_memory(afresh=not base_memory)}\n".encode() + body)
    return code


def prepare(job: Job, folder: str) -> None:
    """The folder's files, and an environment with nothing in it but what the job names."""
    os.chdir(folder)
    for name in ("artifacts", "tmp"):
        if not os.path.isdir(name):  # noqa: PTH112 -- pathlib costs 3 ms per run
            os.mkdir(name)  # noqa: PTH102
    for name, text in {script_name(job): job["script"], **job["files"]}.items():
        with open(name, "wb") as file:  # noqa: PTH123
            file.write(text.encode())
    temporary = f"{folder}/tmp"  # noqa: S108 -- below its own folder
    own = {"HOME": folder, "ARTIFACTS": f"{folder}/artifacts", "TMPDIR": temporary, "MPLCONFIGDIR": temporary}
    os.environ.clear()
    os.environ.update({**job["environment"], **own})


def script_name(job: Job) -> str:
    return SHELL_SCRIPT_NAME if job["program"] == "SHELL" else SCRIPT_NAME


def lower_limits(limits: Mapping[str, int], base_memory: int) -> None:
    """Set each `RLIMIT_<name>`, never above what this process may have already."""
    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        wanted = value + base_memory if name == "AS" else value
        _, hard = resource.getrlimit(kind)
        new_hard = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        room = _ROOM_TO_REPORT if name == "AS" else 0
        resource.setrlimit(kind, (new_hard - min(room, new_hard // 4), new_hard))


def make_threads_small() -> None:
    """Else 64 threads would reserve half a gigabyte of address space, all that a run has."""
    _thread.stack_size(_THREAD_STACK_BYTES)


def lift_memory_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def run(job: Job) -> Outcome:
    if job["program"] == "SHELL":
        return run_shell(job["shell"])
    sys.argv = [SCRIPT_NAME]
    try:
        kind, body = run_python(job["script"], job["program"])
    except BaseException as error:  # noqa: BLE001 -- whatever a script raises is its result
        if isinstance(error, MemoryError):
            lift_memory_limit()
        kind, body = report_error(error, job["script"], job["program"])
    return kind, int(kind == "error"), body


def run_shell(shell: str) -> Outcome:
    """Run the script by bash, as a child: this process is left to tell how it went."""
    child = os.posix_spawn(shell, [shell, "--noprofile", "--norc", SHELL_SCRIPT_NAME], os.environ)
    while True:
        pid, status = os.wait()  # whoever lost its parent is ours too
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return "done", code if code >= 0 else 128 - code, b""


def run_python(source: str, program: str) -> tuple[str, bytes]:
    """Run the script, and with MAIN its `main`; answers the report's kind and body."""
    module = type(sys)("__main__" if program == "STDIN" else "tool")
    module.__file__ = os.path.abspath(SCRIPT_NAME)  # noqa: PTH100 -- as above
    sys.modules[module.__name__] = module  # pickle, dataclasses and pydantic look a class's module up by name
    if program == "MAIN":
        sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    exec(compile(source, SCRIPT_NAME, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 -- what we are for
    if program == "STDIN":
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


def cpu_ms() -> int:
    """Processor time so far, with the children that were waited for."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return round((own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime) * 1000)


def peak_memory(*, afresh: bool = False) -> int:
    """The most memory this process, or one child of it, has held, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    own, children = (
        resource.getrusage(who).ru_maxrss * unit for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return max(children, (peak_memory_of_its_own() if afresh else None) or own)


def peak_memory_of_its_own() -> int | None:
    """For a process that was spawned: getrusage starts at the size of the process that spawned it."""
    try:
        with open("/proc/self/status") as status:  # noqa: PTH123
            line = next(line for line in status if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return None
    return int(line.split()[1]) * 1024


def write(report: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(report, view) :]


def main() -> None:
    """Run one job in a fresh process (level L0): `job` and `report` are files whose numbers are our arguments."""
    job_file, report, server = (int(argument) for argument in sys.argv[1:4])
    bind_to_server(server)
    make_threads_small()
    with os.fdopen(job_file, "rb") as file:
        job = json.load(file)
    sys.exit(perform(job, os.getcwd(), report))  # noqa: PTH109 -- as above


def bind_to_server(server: int) -> None:
    """Ask the kernel to kill this process when the server dies, and never to give it more rights by exec."""
    if sys.platform != "linux":
        return
    from toolcrib.executors.sandbox.jail import system_calls  # noqa: PLC0415 -- only Linux needs it

    system_calls.forbid_new_privileges()
    system_calls.die_with_parent()
    if os.getppid() != server:  # it died before we could ask
        os._exit(1)


def come_to_end(code: int) -> int:
    """What an interpreter does at its end: wait for threads, run what was registered, flush. Answers its exit code."""
    import atexit  # noqa: PLC0415 -- loaded in every interpreter, as threading is
    import threading  # noqa: PLC0415

    threading._shutdown()  # type: ignore[attr-defined]  # noqa: SLF001 -- there is no public name for it
    atexit._run_exitfuncs()  # noqa: SLF001 -- as above
    try:
        if not sys.stdout.closed:
            sys.stdout.flush()
    except Exception:  # noqa: BLE001 -- a script may have put anything there
        code = code or FLUSH_FAILED
    with contextlib.suppress(Exception):
        sys.stderr.flush()
    return code
