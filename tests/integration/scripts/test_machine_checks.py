"""If these fail, a first `make run` on a machine that lacks something ends in a riddle."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[3] / "scripts"
PYTHON = "Toolcrib needs Python 3.11, 3.12 or 3.13"
PYTHON_SITE = "(https://www.python.org/downloads/)"
NODE = "Building the console needs Node.js 20 or newer"
NPM = "Building the console needs npm, which comes with Node.js"
NODE_SITE = "(https://nodejs.org/)"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A directory that is all of the PATH: a machine with a shell and nothing else."""
    path = tmp_path / "bin"
    path.mkdir()
    for program in ("sh", "id"):
        (path / program).symlink_to(str(shutil.which(program)))
    return path


def put(machine: Path, program: str, script: str) -> None:
    (machine / program).write_text(f"#!/bin/sh\n{script}\n")
    (machine / program).chmod(0o755)


def run(machine: Path, script: str) -> tuple[int, str, str]:
    answer = subprocess.run([SCRIPTS / script], env={"PATH": str(machine)}, capture_output=True, text=True, check=False)
    return answer.returncode, answer.stdout, answer.stderr


OLD_PYTHON = 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac'


NO_VENV = 'case "$2" in *ensurepip*) exit 1;; esac'
VENV = "Toolcrib can't make a virtual environment with python3: install its venv module"


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({}, f"{PYTHON}, and there is none on the PATH. Install one {PYTHON_SITE}."),
        ({"python3": OLD_PYTHON}, f"{PYTHON}; python3 is Python 3.9.2. Install one of them {PYTHON_SITE}."),
        ({"python3": NO_VENV}, f"{VENV} (Debian and Ubuntu: apt install python3-venv)."),
    ],
    ids=["none", "old", "without-venv"],
)
def test_a_missing_python_is_one_line(machine: Path, programs: dict[str, str], said: str) -> None:
    for program, script in programs.items():
        put(machine, program, script)
    assert run(machine, "find-python") == (1, "", f"{said}\n")


def test_a_name_that_starts_nothing_is_passed_over(machine: Path) -> None:
    put(machine, "python3.13", "echo 'command not found, but the name is here' >&2; exit 127")
    put(machine, "python3.12", f'exec "{sys.executable}" "$@"')
    put(machine, "python3", OLD_PYTHON)
    assert run(machine, "find-python") == (0, "python3.12\n", "")


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({}, f"{NODE}, and there is none on the PATH. Install it {NODE_SITE}."),
        ({"node": "echo v18.20.4"}, f"{NODE}; node is v18.20.4. Install a newer one {NODE_SITE}."),
        ({"node": "echo v20.1.0"}, f"{NPM} (Debian and Ubuntu: apt install npm), and there is none on the PATH."),
    ],
    ids=["none", "old", "without-npm"],
)
def test_a_missing_node_is_one_line(machine: Path, programs: dict[str, str], said: str) -> None:
    for program, script in programs.items():
        put(machine, program, script)
    assert run(machine, "check-node") == (1, "", f"{said}\n")


def test_a_machine_with_all_of_it_hears_nothing(machine: Path) -> None:
    put(machine, "node", "echo v24.0.1")
    put(machine, "npm", "echo 11.2.0")
    put(machine, "chromium", "exit 0")
    assert run(machine, "check-node") == (0, "", "")
    assert run(machine, "ensure-chromium") == (0, "", "")


def test_a_missing_browser_that_may_not_be_installed_is_named(machine: Path) -> None:
    put(machine, "id", "echo 1000")
    code, _, said = run(machine, "ensure-chromium")
    assert code == 1
    assert said.startswith("The end-to-end tests need Chromium: install it (Debian: apt install chromium;")


def test_make_run_stops_at_the_first_thing_that_is_missing(machine: Path, tmp_path: Path) -> None:
    """In a copy of what `make run` reads first: nothing is installed before the machine is known."""
    checkout = tmp_path / "checkout"
    shutil.copytree(SCRIPTS, checkout / "scripts")
    shutil.copy(SCRIPTS.parent / "Makefile", checkout)
    for program in ("make", "find", "rm", "mkdir"):
        (machine / program).symlink_to(str(shutil.which(program)))
    for file in ("frontend/package.json", "frontend/package-lock.json", "schema.graphql"):
        (checkout / file).parent.mkdir(exist_ok=True)
        (checkout / file).touch()
    answer = subprocess.run(
        ["make", "run"], cwd=checkout, env={"PATH": str(machine)}, capture_output=True, text=True, check=False
    )
    assert answer.returncode != 0
    assert answer.stderr.splitlines()[0].startswith("Toolcrib needs Python 3.11, 3.12 or 3.13, and there is none")
