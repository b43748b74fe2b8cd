"""One run, from an empty folder to its result."""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toolcrib.executors.contract import Artifact, ErrorCode, OutputSink, RunError, RunRequest, RunResult, RunStatus
from toolcrib.executors.python.channels import Channels
from toolcrib.executors.python.font_cache import FontCache
from toolcrib.executors.python.marks import kill_marked, new_mark
from toolcrib.executors.python.outcome import Report, conclude, read_report, shorten
from toolcrib.executors.python.process import ChildProcess, Ended
from toolcrib.executors.python.run_folder import ArtifactRefusedError, RunFolder
from toolcrib.executors.python.surroundings import build_environment

_RUNNER = Path(__file__).with_name("runner.py")
_STATUS_OF: Mapping[str, RunStatus] = {ErrorCode.TIMEOUT: RunStatus.TIMEOUT, ErrorCode.CANCELLED: RunStatus.CANCELLED}


@dataclass(frozen=True, slots=True)
class _Traces:
    """What is known of a run when its process is gone."""

    ended: Ended
    duration_ms: int
    stopped: RunError | None  # why we ended it; None when it came to an end of its own
    stdout: bytes
    report: bytes


class Run:
    def __init__(
        self,
        request: RunRequest,
        sink: OutputSink,
        stops: Mapping[str, asyncio.Event],
        process_limits: Mapping[str, int],
        fonts: FontCache,
    ) -> None:
        """Take `stops`, the events that end the run as CANCELLED, by what is then said; and its `RLIMIT_*` values."""
        self._request = request
        self._sink = sink
        self._stops = stops
        self._process_limits = process_limits
        self._fonts = fonts
        self._entry = str(request.config.get("entry", "STDIN"))
        self._mark = new_mark()

    async def perform(self) -> RunResult:
        """Run to the end. When this task is cancelled, the run is killed and cleared away before that is passed on."""
        if reason := self._cancellation():
            return _without_process(RunStatus.CANCELLED, reason)
        try:
            folder = RunFolder.create(self._request.script, self._mark)
        except (OSError, UnicodeEncodeError) as error:
            return _not_set_up(error)
        try:
            await self._fonts.put_into(folder.temporary, self._request.script)
            traces = await self._run_in(folder)
            return await asyncio.to_thread(self._conclude, folder, traces)
        except (OSError, ValueError) as error:  # no process or file left, or an environment that no process can have
            return _not_set_up(error)
        finally:
            await asyncio.to_thread(folder.remove)

    async def _run_in(self, folder: RunFolder) -> _Traces:
        with (
            closing(Channels(self._entry, self._request.limits, self._sink)) as channels,
            tempfile.TemporaryFile() as stdin,  # a file: a script that never reads it blocks nobody
        ):
            stdin.write(self._request.input_json.encode())
            stdin.seek(0)
            started = time.monotonic()
            process = ChildProcess.start(
                self._command(channels.report.write_end),
                folder.path,
                build_environment(folder, self._request.environment, self._mark),
                (stdin, channels.stdout.write_end, channels.stderr.write_end),
                channels.report.write_end,
            )
            channels.let_go()
            return await self._follow(process, channels, started)

    async def _follow(self, process: ChildProcess, channels: Channels, started: float) -> _Traces:
        exited = asyncio.create_task(process.exited())
        try:
            stopped = await self._first_end(exited, channels)
        finally:
            process.kill()
            try:
                await asyncio.wait({exited})
            finally:
                ended = process.reap()
        duration_ms = round((time.monotonic() - started) * 1000)
        channels.finish()
        if stopped is None and channels.overflow.done():  # by its very last words
            stopped = channels.overflow.result()
        stdout, report = bytes(channels.stdout_content), bytes(channels.report_content)
        return _Traces(ended, duration_ms, stopped, stdout, report)

    async def _first_end(self, exited: asyncio.Task[None], channels: Channels) -> RunError | None:
        """Wait for what ends the run first; answers why it must be stopped, or None when it has ended by itself."""
        timeout = self._request.limits.timeout_seconds
        stops = [asyncio.create_task(event.wait()) for event in self._stops.values()]
        ends: list[asyncio.Future[Any]] = [exited, channels.overflow, *stops]
        try:
            await asyncio.wait(ends, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for stop in stops:
                stop.cancel()
        if channels.overflow.done():
            return channels.overflow.result()
        if exited.done():
            return None
        if reason := self._cancellation():
            return RunError(ErrorCode.CANCELLED, reason)
        return RunError(ErrorCode.TIMEOUT, f"The run was stopped at its timeout of {timeout:g} s.")

    def _cancellation(self) -> str | None:
        return next((message for message, event in self._stops.items() if event.is_set()), None)

    def _conclude(self, folder: RunFolder, traces: _Traces) -> RunResult:
        kill_marked(self._mark)
        report = read_report(traces.report)
        outcome = _explained(traces.stopped, report) or conclude(self._entry, traces.ended, report, traces.stdout)
        artifacts: tuple[Artifact, ...] = ()
        if traces.stopped is None:  # else its files may be half written
            try:
                artifacts = folder.collect_artifacts(self._request.limits)
            except ArtifactRefusedError as refusal:
                code = ErrorCode.OUTPUT_LIMIT if refusal.too_much else ErrorCode.INVALID_OUTPUT
                outcome = outcome if isinstance(outcome, RunError) else RunError(code, shorten(str(refusal)))
        error = outcome if isinstance(outcome, RunError) else None
        return RunResult(
            status=_STATUS_OF.get(error.code, RunStatus.FAILED) if error else RunStatus.SUCCESS,
            output_json=None if isinstance(outcome, RunError) else outcome,
            error=error,
            artifacts=artifacts,
            duration_ms=traces.duration_ms,
            cpu_ms=traces.ended.cpu_ms,
            peak_memory_bytes=report.peak_memory_bytes,
        )

    def _command(self, report_fd: int) -> list[str]:
        job = {
            "report_fd": report_fd,
            "server_pid": os.getpid(),
            "entry": self._entry,
            "limits": dict(self._process_limits),
        }
        return [sys.executable, "-I", "-B", "-X", "utf8", str(_RUNNER), json.dumps(job)]


def _explained(stopped: RunError | None, report: Report) -> RunError | None:
    if stopped and stopped.code == ErrorCode.TIMEOUT and report.kind in ("done", "value"):
        return replace(stopped, message=f"{stopped.message} The script was done, but threads it started went on.")
    return stopped


def _not_set_up(error: Exception) -> RunResult:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    message = f"The process could not be set up: {reason}."
    return _without_process(RunStatus.FAILED, message, ErrorCode.SANDBOX_FAILED)


def _without_process(status: RunStatus, message: str, code: ErrorCode = ErrorCode.CANCELLED) -> RunResult:
    return RunResult(status, None, RunError(code, message), (), duration_ms=0, cpu_ms=None, peak_memory_bytes=None)
