import os

import pytest
from toolcrib.executors.contract import Limits
from toolcrib.executors.sandbox.surroundings import ProcessLimits


def test_the_processor_limit_never_strikes_before_the_clock() -> None:
    limits = ProcessLimits().of(Limits(timeout_seconds=2.5))
    assert limits["CPU"] > 3 * (os.cpu_count() or 1)


def test_a_user_may_start_more_processes_than_run_already(monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me or 65534)  # root has no such limit: as if we were somebody else
    measure = ProcessLimits()
    first = measure.of(Limits(timeout_seconds=1, processes=10))["NPROC"]
    assert first >= 320
    assert measure.of(Limits(timeout_seconds=1, processes=11))["NPROC"] == first + 32  # counted once a second only


def test_root_has_no_such_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "NPROC" not in ProcessLimits().of(Limits(timeout_seconds=1))
