import os
import sys

import pytest
from toolcrib.executors.sandbox.jail.profile import Walls
from toolcrib.executors.sandbox.levels import MEANINGS, Level, SandboxInfo
from toolcrib.executors.sandbox.probing import summarize, walls_of, why_not_tried, why_refused


def test_levels_are_ordered_as_they_isolate() -> None:
    assert Level.L0 < Level.L1 < Level.L2 < Level.L3
    assert set(MEANINGS) == set(Level)


@pytest.mark.parametrize(
    ("level", "minimum", "refuses", "isolated"),
    [("L3", "L0", False, True), ("L1", "L1", False, True), ("L1", "L2", True, True), ("L0", "L0", False, False)],
)
def test_below_the_minimum_runs_are_refused(level: str, minimum: str, *, refuses: bool, isolated: bool) -> None:
    info = SandboxInfo(Level(level), Level(minimum), 0, "")
    assert (info.refuses, info.isolated) == (refuses, isolated)


@pytest.mark.parametrize(
    ("user", "level", "walls"),
    [
        (0, "L3", ["MAPPED_USERS", "REAL_USERS"]),
        (0, "L2", ["SLOT_USERS"]),
        (1000, "L3", ["SINGLE_USER"]),
        (1000, "L2", []),
        (1000, "L1", ["SAME_USER"]),
        (0, "L0", []),
    ],
)
def test_what_is_tried_depends_on_what_the_server_may_do(
    user: int, level: str, walls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(os, "pidfd_open", print, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert list(walls_of(Level(level))) == walls


@pytest.mark.parametrize("level", list(Level))
def test_elsewhere_nothing_is_tried_and_why_is_said(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert walls_of(level) == ()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert walls_of(level) == ()
    assert why_not_tried(level) == "Needs Linux on x86_64 or aarch64."


def test_an_ordinary_user_is_told_what_may_help() -> None:
    reason = why_refused(Walls.SINGLE_USER, "unshare: Operation not permitted")
    assert reason.startswith("Unshare: Operation not permitted. User namespaces may be switched off here")
    assert why_refused(Walls.SLOT_USERS, "no.") == "No."


@pytest.mark.parametrize("level", [Level.L1, Level.L3])
def test_what_is_weaker_than_the_level_promises_is_said(level: Level) -> None:
    walls = Walls.SAME_USER if level is Level.L1 else Walls.SINGLE_USER
    whole = summarize(level, walls, 6, 2**30)
    assert "1.0 GiB" in whole
    assert "cloud metadata" in whole
    assert "too old" not in whole
    old = summarize(level, walls, 5, None)
    assert "no unix sockets" in old
    assert "not limited" in old
    assert ("may end the server" in old) is (level is Level.L1)
    assert "has no Landlock" in summarize(level, walls, 0, None)
    assert ("All runs share one user" in whole) is (walls is Walls.SINGLE_USER)


def test_root_without_walls_is_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "as root, and so do the scripts" in summarize(Level.L0, None, 0, None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "root" not in summarize(Level.L0, None, 0, None)
