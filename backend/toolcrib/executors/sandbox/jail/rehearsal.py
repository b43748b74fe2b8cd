"""Doing everything once before it counts: what a first run would pay for (memory pages, caches) is paid ahead."""

import os
import sys

from toolcrib.executors.sandbox.jail import answers, runner, streams

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
_PANDAS = """import numpy as np
import pandas as pd
def main(text="", numbers=()):
    frame = pd.DataFrame({"value": numbers, "group": [text] * len(numbers)})
    frame["double"] = frame["value"] * 2
    means = frame.groupby("group")["double"].mean()
    return {"rows": frame.head(1).to_dict("records"), "mean": means.to_dict(), "sum": float(np.sum(frame["value"]))}
"""
_INPUT = b'{"text": "a", "numbers": [1, 2.5, 4]}'


def rehearse(folder: str | None = None) -> None:
    """Run small scripts on files that are thrown away; stdin, stdout and stderr are left as rubbish."""
    environment, arguments, main = os.environ.copy(), sys.argv, sys.modules["__main__"]
    _run("STDIN", _STDIN, folder)
    _run("MAIN", _MAIN, folder)
    if "pandas" in sys.modules:
        _run("MAIN", _PANDAS, folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = arguments
    sys.modules["__main__"] = main
    sys.modules.pop("tool", None)


def _run(program: str, script: str, folder: str | None) -> None:
    files = [os.memfd_create("rehearsal") for _ in range(3)]
    os.pwrite(files[0], _INPUT, 0)
    streams.connect(files)
    streams.open_streams()
    job = {"program": program, "script": script, "environment": dict(os.environ), "files": {}}
    if folder:
        runner.prepare(job, folder)
    kind, code, body = runner.run(job)
    sys.stdout.flush()
    sys.stderr.flush()
    if code:
        raise RuntimeError(f"rehearsal: {kind} {body!r}")
    answers.encode({"memory": runner.peak_memory(), "cpu": runner.cpu_ms()})
