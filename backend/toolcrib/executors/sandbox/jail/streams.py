"""stdin, stdout and stderr: the files behind them, and Python's own objects in front of those."""

import io
import os
import sys
from collections.abc import Sequence


def connect(files: Sequence[int]) -> None:
    """Take three files as stdin, stdout and stderr; they are closed under their old numbers."""
    for number, descriptor in enumerate(files):
        os.dup2(descriptor, number)
        os.close(descriptor)


def open_streams() -> None:
    """Make `sys.stdin`, `sys.stdout` and `sys.stderr` anew, as an interpreter does for files like those behind them."""
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "r", closefd=False)), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]


def open_ahead() -> None:
    """Make the streams of a run that is still to come: on files of the same kinds, which `connect` then replaces."""
    stdin = os.memfd_create("ahead")
    nowhere, stdout = os.pipe()
    connect((stdin, os.dup(stdout), stdout))
    os.close(nowhere)
    open_streams()
