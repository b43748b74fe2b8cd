"""One run, from its launch to what is known of it."""

import asyncio
import os
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any

from toolcrib.executors.contract import Artifact, ErrorCode, OutputSink, RunError
from toolcrib.executors.sandbox.artifacts import ArtifactRefusedError, collect_artifacts, has_files
from toolcrib.executors.sandbox.channels import Channels
from toolcrib.executors.sandbox.job import Finished, Job, Program, memory_file
from toolcrib.executors.sandbox.processes import Ended, Launcher, LaunchError, Process, Streams
from toolcrib.executors.sandbox.report import Report, read_report, setup_failure, shorten

_LOST = "The process that runs are forked from was killed, and the run with it. Run it again."
_REPORT_ROOM = 200_000  # bytes beside the returned value: an error with its stack

Artifacts = tuple[tuple[Artifact, ...], RunError | None]


@dataclass(frozen=True, slots=True)
class _Traces:
    stopped: RunError | None
    ended: Ended | None  # None where the process told its exit code itself and may still be dying
    exit_code: int | None
    report: Report
    duration_ms: int


class Run:
    def __init__(self, job: Job, sink: OutputSink, stop: asyncio.Future[str], launcher: Launcher) -> None:
        """Take `stop`, which ends the run as CANCELLED when it is set to what is then said."""
        self._job = job
        self._sink = sink
        self._stop = stop
        self._launcher = launcher

    async def perform(self) -> Finished:
        """Run to the end. When this task is cancelled, all that runs is killed before that is passed on."""
        if self._stop.done():
            return self._cancelled()
        try:
            with ExitStack() as opened:
                kept = self._job.program is not Program.MAIN
                channels = opened.enter_context(closing(Channels(self._job.limits, self._sink, keep_stdout=kept)))
                report = memory_file()
                opened.callback(os.close, report)
                return await self._launch(channels, report)
        except (OSError, ValueError, LaunchError) as error:  # no process or file left, or a script that is no text
            strerror = error.strerror if isinstance(error, OSError) else None
            return not_run(setup_failure(strerror or str(error)))

    async def _launch(self, channels: Channels, report: int) -> Finished:
        streams = Streams(channels.stdout.write_end, channels.stderr.write_end, report)
        process = await self._launcher.launch(self._job, streams, self._stop)
        if process is None:
            return self._cancelled()
        try:
            channels.let_go()
            traces = await self._follow(process, channels, report)
            artifacts = await self._artifacts(process, traces)
        finally:
            await process.clear()
        return self._finished(channels, traces, artifacts)

    async def _follow(self, process: Process, channels: Channels, report: int) -> _Traces:
        started = time.monotonic()
        ended: Ended | None = None
        try:
            stopped = await self._first_end(process, channels)
        except BaseException:
            await asyncio.shield(process.end())
            raise
        duration_ms = round((time.monotonic() - started) * 1000)
        exit_code = process.through.result() if process.through.done() else None
        ending = process.end()
        if stopped is not None or exit_code is None:
            ended = await asyncio.shield(ending)
        channels.finish()
        if stopped is None and exit_code is None and ended is None:
            stopped = RunError(ErrorCode.SANDBOX_FAILED, _LOST)
        if stopped is None and channels.overflow.done():  # by its very last words
            stopped = channels.overflow.result()
        limit = self._job.limits.stdout_bytes
        told = read_report(report, limit + _REPORT_ROOM)
        if stopped is None and len(told.body) > limit:
            stopped = RunError(ErrorCode.OUTPUT_LIMIT, f"The script wrote more than {limit:,} bytes to its output.")
        return _Traces(_explained(stopped, told), ended, exit_code, told, duration_ms)

    async def _first_end(self, process: Process, channels: Channels) -> RunError | None:
        """Wait for what ends the run first; answers why it must be stopped, or None when it has ended by itself."""
        timeout = self._job.limits.timeout_seconds
        ends: list[asyncio.Future[Any]] = [process.through, channels.overflow, self._stop]
        await asyncio.wait(ends, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if channels.overflow.done():
            return channels.overflow.result()
        if process.through.done():
            return None
        if self._stop.done():
            return RunError(ErrorCode.CANCELLED, self._stop.result())
        return RunError(ErrorCode.TIMEOUT, f"The run was stopped at its timeout of {timeout:g} s.")

    async def _artifacts(self, process: Process, traces: _Traces) -> Artifacts:
        """Nothing of a run that was stopped: its files may be half written."""
        if traces.stopped is not None:
            return (), None
        try:
            folder = process.artifacts()
            if not has_files(folder):
                return (), None
            await asyncio.shield(process.end())  # whatever still lives may not write while we read
            return await asyncio.to_thread(collect_artifacts, folder, self._job.limits), None
        except ArtifactRefusedError as refusal:
            code = ErrorCode.OUTPUT_LIMIT if refusal.too_much else ErrorCode.INVALID_OUTPUT
            return (), RunError(code, shorten(str(refusal)))

    def _finished(self, channels: Channels, traces: _Traces, artifacts: Artifacts) -> Finished:
        report = traces.report
        ended = traces.ended or Ended(exit_code=None)
        kept, refused = artifacts
        return Finished(
            stopped=traces.stopped,
            exit_code=ended.exit_code if traces.exit_code is None else traces.exit_code,
            report=report,
            stdout=bytes(channels.stdout_content),
            stderr_tail=channels.stderr_tail,
            artifacts=kept,
            artifacts_refused=refused,
            duration_ms=traces.duration_ms,
            cpu_ms=ended.cpu_ms if report.cpu_ms is None else report.cpu_ms,
            peak_memory_bytes=report.peak_memory_bytes or ended.peak_memory_bytes,
        )

    def _cancelled(self) -> Finished:
        return not_run(RunError(ErrorCode.CANCELLED, self._stop.result()))


def not_run(reason: RunError) -> Finished:
    """There was no process: it was not wanted any more, or could not be."""
    return Finished(reason, None, Report(), b"", "", (), None, 0, None, None)


def _explained(stopped: RunError | None, report: Report) -> RunError | None:
    if stopped and stopped.code == ErrorCode.TIMEOUT and report.kind in {"done", "value"}:
        return replace(stopped, message=f"{stopped.message} The script was done, but threads it started went on.")
    return stopped
