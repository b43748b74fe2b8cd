import importlib
from pathlib import Path

import pytest
from toolcrib import executors
from toolcrib.executors.registry import DuplicateExecutorError, load_executors
from toolcrib.executors.sandbox.sandbox import Sandbox


def test_every_executor_folder_is_found_without_being_listed() -> None:
    assert list(load_executors(Sandbox())) == ["PYTHON", "SHELL"]


@pytest.fixture
def strange_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "strange"
    folder.mkdir()
    monkeypatch.setattr(executors, "__path__", [*executors.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    return folder


def test_a_new_folder_is_an_executor_at_once(strange_folder: Path) -> None:
    (strange_folder / "__init__.py").write_text(
        "from types import SimpleNamespace\ndef create_executor(sandbox):\n    return SimpleNamespace(type='STRANGE')\n"
    )
    assert set(load_executors(Sandbox())) == {"PYTHON", "SHELL", "STRANGE"}


def test_two_folders_cannot_serve_one_type(strange_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = strange_folder.with_name("twin")
    strange_folder.rename(second)
    (second / "__init__.py").write_text("from toolcrib.executors.python import create_executor\n")
    with pytest.raises(DuplicateExecutorError, match="twin claims the executor type PYTHON"):
        load_executors(Sandbox())


def test_a_plain_module_beside_the_folders_is_no_executor() -> None:
    assert "contract" not in {name.lower() for name in load_executors(Sandbox())}
