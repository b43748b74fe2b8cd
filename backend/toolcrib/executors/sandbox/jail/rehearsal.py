"""Doing everything once before it counts: what a first run would pay for (memory pages, caches) is paid ahead."""

import os
import sys

from toolcrib.executors.sandbox.jail import answers, runner

_STDIN = """import json, sys
def answer(value, *more, **named):
    try:
        return {"echo": value, "numbers": [2 * n for n in range(5)]}
    except Exception as error:
        raise RuntimeError(str(error)) from None
class Thing:
    def __init__(self):
        self.name = "thing"
json.dump(answer(json.load(sys.stdin)), sys.stdout)
print(Thing().name, file=sys.stderr)
"""
_MAIN = """def main(text="", numbers=()):
    print(f"{text}: {len(numbers)}")
    return {"text": text.upper(), "sum": sum(numbers)}
"""
_INPUT = b'{"text": "a", "numbers": [1, 2.5, null]}'


def rehearse(folder: str | None = None) -> None:
    """Run two small scripts on files that are thrown away; stdin, stdout and stderr are left as rubbish."""
    environment, arguments, main = os.environ.copy(), sys.argv, sys.modules["__main__"]
    for program, script in (("STDIN", _STDIN), ("MAIN", _MAIN)):
        _run(program, script, folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = arguments
    sys.modules["__main__"] = main
    sys.modules.pop("tool", None)


def _run(program: str, script: str, folder: str | None) -> None:
    from toolcrib.executors.sandbox.jail.child import put_on  # noqa: PLC0415 -- it rehearses, too

    streams = [os.memfd_create("rehearsal") for _ in range(3)]
    os.pwrite(streams[0], _INPUT if program == "STDIN" else b'{"text": "a", "numbers": [1, 2.5]}', 0)
    put_on(streams)
    job = {"program": program, "script": script, "environment": dict(os.environ), "files": {}}
    if folder:
        runner.prepare(job, folder)
    kind, code, body = runner.run(job)
    sys.stdout.flush()
    sys.stderr.flush()
    if code:
        raise RuntimeError(f"rehearsal: {kind} {body!r}")
    answers.encode({"peak": runner.peak_memory(), "cpu": runner.cpu_ms()})
