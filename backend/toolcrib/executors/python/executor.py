"""The PYTHON executor at level L0: each run is a fresh process, bounded and killed as a whole, but not isolated."""

import asyncio
import logging
import os
from typing import ClassVar

from toolcrib.core.errors import Problem
from toolcrib.core.json_text import JsonObject
from toolcrib.executors.contract import ErrorCode, ExecutorInfo, OutputSink, RunRequest, RunResult
from toolcrib.executors.python.font_cache import FontCache
from toolcrib.executors.python.marks import kill_orphans
from toolcrib.executors.python.run import Run
from toolcrib.executors.python.run_folder import remove_orphans
from toolcrib.executors.python.script_check import check_config, check_script, suggest_entry
from toolcrib.executors.python.surroundings import ProcessLimits

_log = logging.getLogger(__name__)
_SUMMARY = (
    "Scripts are not isolated yet: each runs in a fresh process with a scrubbed environment and limits on time, memory "
    "and output, but as the server's own user, so it can reach the files and the network that the server can. "
    "Run only scripts of people you trust."
)


class PythonExecutor:
    type: ClassVar[str] = "PYTHON"

    def __init__(self) -> None:
        self._limits = ProcessLimits()
        self._fonts = FontCache()
        self._closing = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._running = 0

    def check(self, script: str | None, config: JsonObject) -> list[Problem]:
        return check_config(config) + check_script(script, config.get("entry"))

    def suggest_config(self, script: str) -> JsonObject:
        return {"entry": suggest_entry(script)}

    async def run(self, request: RunRequest, sink: OutputSink, cancel: asyncio.Event) -> RunResult:
        stops = {"The run was cancelled.": cancel, "The run was stopped: the server is shutting down.": self._closing}
        self._running += 1
        self._idle.clear()
        try:
            result = await Run(request, sink, stops, self._limits.of(request.limits), self._fonts).perform()
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()
        if result.error and result.error.code == ErrorCode.SANDBOX_FAILED:
            _log.error("Run %s: %s", request.execution_id, result.error.message)
        return result

    async def start(self) -> None:
        """Clear away what the runs of a killed server left behind."""
        self._closing.clear()
        await asyncio.to_thread(kill_orphans)
        await asyncio.to_thread(remove_orphans)

    async def close(self) -> None:
        """End every run under way as CANCELLED, and wait until they are gone."""
        self._closing.set()
        await self._idle.wait()

    def describe(self) -> ExecutorInfo:
        as_root = " The server runs as root, and so do the scripts." if os.geteuid() == 0 else ""
        return ExecutorInfo(self.type, level="L0", isolated=False, summary=_SUMMARY + as_root)
