import time
from typing import Any

import pytest
from toolcrib.executors.sandbox import surroundings
from toolcrib.executors.sandbox.sandbox import Sandbox
from toolcrib.executors.shell import create_executor

JSON = {"output": "JSON"}
SHELL = create_executor(Sandbox())


def problems(script: str | None, config: dict[str, Any] | None = None) -> list[tuple[tuple[str | int, ...], str]]:
    return [(problem.field, problem.message) for problem in SHELL.check(script, JSON if config is None else config)]


@pytest.mark.parametrize(
    "script",
    [
        "echo '{}'",
        "#!/bin/bash\necho 1",
        "#!/usr/bin/env bash\necho 1",
        "#!/usr/bin/env -S bash\necho 1",
        "#! /bin/sh\necho 1",
        "cat <<'END'\nif (\nEND",
        "cat <<END\nno end",
        "shopt -s extglob\nif [[ $INPUT_A == @(x|y) ]]; then echo 1; fi",
        "# 发票\necho '\"😀\"'",
        "printf 'a\\r\\n'",
    ],
)
@pytest.mark.parametrize("config", [{}, JSON, {"output": "TEXT"}])
def test_a_sound_script_passes(script: str, config: dict[str, Any]) -> None:
    assert problems(script, config) == []


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 1\nif true; then\necho 2\ndone", "Line 4: syntax error near unexpected token `done'"),
        ("echo 1\nfor x in a b; do\necho $x\n", "Line 4: syntax error: unexpected end of file"),
        ('echo 1\necho "open\necho 2\n', "Line 2: unexpected EOF while looking for matching `\"'"),
        ("\n\nfi", "Line 3: syntax error near unexpected token `fi'"),
        ("echo 1\n[[ $a ==\necho 2", "Line 2: unexpected argument `newline' to conditional binary operator"),
        ("a=(1\n2", "Line 1: unexpected EOF while looking for matching `)'"),
        ("名() { echo 1", "Line 2: syntax error: unexpected end of file"),
    ],
)
def test_what_bash_refuses_is_told_with_its_line(script: str, message: str) -> None:
    [(field, said)] = problems(script)
    assert field == ("scriptContent",)
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (None, "A SHELL tool needs a script."),
        (" \n\t", "A SHELL tool needs a script."),
        ("echo 1\necho '\0'", "The script holds a NUL character in line 2."),
        ("echo 1\n\necho \ud800", "The script holds a lone surrogate (half a character) in line 3."),
        ("#" * 300_000, "The script has 300,000 bytes; at most 256,000 are allowed."),
        ("# ☃\n" * 60_000, "The script has 360,000 bytes; at most 256,000 are allowed."),
        ("#!/usr/bin/python3\nprint(1)", "Line 1: a SHELL tool is run by bash, not by python3."),
        ("#!/usr/bin/env -S node --test\n1", "Line 1: a SHELL tool is run by bash, not by node."),
        ("#!\necho 1", "Line 1: a SHELL tool is run by bash, not by nothing."),
    ],
)
def test_what_can_be_no_shell_script_is_refused(script: str | None, message: str) -> None:
    assert problems(script) == [(("scriptContent",), message)]


def test_options_that_nobody_would_obey_are_refused() -> None:
    """Saved silently, this script would go on after its first failure, against its author's word."""
    [(_, message)] = problems("#!/bin/bash -e\nfalse\necho 1")
    assert message.startswith("Line 1: the options of the #! line are not obeyed.")
    assert "set -e" in message


def test_line_ends_of_windows_are_named_before_bash_stumbles_over_them() -> None:
    [(_, message)] = problems("echo 1\necho 2\r\n")
    assert message.startswith("Line 2: the line ends as on Windows")


@pytest.mark.parametrize("nest", ["$(", '"$(', "$((", "<(", '"${a:-', "{ ", "if :; then ", "[[ ( "])
def test_a_script_made_to_break_bash_is_refused_not_fatal(nest: str) -> None:
    [(field, message)] = problems(nest * (250_000 // len(nest)))
    assert field == ("scriptContent",)
    assert message.startswith(("bash can't read the script", "Line 1: "))


def test_checking_runs_nothing_of_the_script(tmp_path: Any) -> None:
    trace = tmp_path / "trace"
    assert problems(f"touch {trace}; x=$(touch {trace}); trap 'touch {trace}' EXIT; set +n\ntouch {trace}") == []
    assert not trace.exists()


def test_a_server_without_bash_says_so_when_a_tool_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings.shutil, "which", lambda *_, **__: None)
    surroundings.find_shell.cache_clear()
    [(_, message)] = problems("echo 1")
    surroundings.find_shell.cache_clear()
    assert message.startswith("This server has no bash")


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"output": "json"}, "output"),
        ({"output": None}, "output"),
        ({"output": ["TEXT"]}, "output"),
        ({"entry": "MAIN"}, "entry"),
        ({"output": "TEXT", "shell": "zsh"}, "shell"),
    ],
)
def test_a_wrong_setting_is_named(config: dict[str, Any], field: str) -> None:
    assert [path for path, _ in problems("echo 1", config)] == [("executorConfig", field)]


@pytest.mark.parametrize(
    ("script", "output"),
    [
        ('printf \'{"lines": %d}\\n\' "$n"', "JSON"),
        ('echo "{\\"a\\": 1}"', "JSON"),
        ("echo '[1, 2]'", "JSON"),
        ("echo -n '{}'", "JSON"),
        ('cat <<END\n{\n  "total": $n\n}\nEND', "JSON"),
        ("jq '.lines | length'", "JSON"),
        ("jq -n --arg x 1 '$ARGS'", "JSON"),
        ("python3 -c 'import json'", "JSON"),
        ("", "JSON"),
        ("# nothing yet\n", "JSON"),
        ("date", "TEXT"),
        ('# writes {"a": 1}\nsort <<< "$INPUT_TEXT"', "TEXT"),
        ("jq -r .text | wc -w", "TEXT"),
        ("jq -nr '1'", "TEXT"),
        ("jq --raw-output .a", "TEXT"),
        ('if [[ "$INPUT_A" == x ]]; then { echo "y"; }; fi', "TEXT"),
        ("grep '[0-9]' | tr '[:upper:]' '[:lower:]' | awk '{print $1}'", "TEXT"),
        ("\ud800", "TEXT"),
    ],
)
def test_the_output_is_guessed_from_the_script(script: str, output: str) -> None:
    assert SHELL.suggest_config(script) == {"output": output}


@pytest.mark.parametrize("piece", ["jq ", "{ ", "echo ", " ", '{"', "json", "jq -", "[[{", "#\n", "echo - "])
def test_guessing_takes_a_moment_whatever_the_script(piece: str) -> None:
    """It is done while others wait."""
    began = time.process_time()
    SHELL.suggest_config(piece * (1_000_000 // len(piece)))
    assert time.process_time() - began < 1
