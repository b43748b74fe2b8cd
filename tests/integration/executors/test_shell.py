"""SHELL: if these fail, a bash script does not get its input as it was sent, or its answer is not what it wrote."""

import asyncio
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from toolcrib.executors.sandbox.levels import Level

from tests.support.runs import RecordingSink, eventually, run_shell

NASTY = "$(touch owned) `touch owned`; touch owned # \"'\\ \n\t * ~ !! %s 😀"


@pytest.fixture(params=[Level.L3, Level.L0])
def level(request: pytest.FixtureRequest) -> Any:
    return request.param


async def test_the_input_is_on_stdin_and_in_variables() -> None:
    ran = await run_shell(
        """printf '{"stdin": %s, "name": "%s", "paid": %s, "total": %s, "note": "%s"}' \
        "$(cat)" "$INPUT_NAME" "$INPUT_PAID" "$INPUT_TOTAL" "${INPUT_NOTE-none}" """,
        {"name": "Ada", "paid": True, "total": 12.5, "note": None, "lines": [1]},
    )
    assert ran.output == {
        "stdin": {"name": "Ada", "paid": True, "total": 12.5, "note": None, "lines": [1]},
        "name": "Ada",
        "paid": True,
        "total": 12.5,
        "note": "none",
    }


async def test_nothing_in_the_input_is_ever_run() -> None:
    script = """printf '%s' "$INPUT_TEXT"; if [[ -e owned ]]; then exit 9; fi"""
    assert (await run_shell(script, {"text": NASTY}, output="TEXT")).output == NASTY
    ran = await run_shell("env -0 | tr '\\0' '\\n'; ls", {"x=1; touch owned; y": NASTY}, output="TEXT")
    assert "INPUT_X_1__TOUCH_OWNED__Y=" in ran.output
    assert "\nowned" not in ran.output


async def test_no_field_can_change_what_bash_itself_obeys() -> None:
    given = {
        "BASH_ENV": "evil",
        "PATH": "/evil",
        "IFS": "x",
        "LD_PRELOAD": "/evil.so",
        "BASH_FUNC_ls%%": "() { exit 9; }",
    }
    ran = await run_shell('echo "$PATH|${BASH_ENV-none}|${LD_PRELOAD-none}|$(ls tool.sh)"', given, output="TEXT")
    assert ran.output.endswith("|none|none|tool.sh")
    assert not ran.output.startswith("/evil")


async def test_stdout_is_the_output_and_stderr_the_log() -> None:
    ran = await run_shell("echo working >&2; echo '[1, 2]'")
    assert (ran.output, ran.sink.stdout, ran.sink.stderr) == ([1, 2], "", "working\n")


@pytest.mark.parametrize(
    "script",
    [
        "echo working > /dev/stderr; echo 1 > /dev/stdout",
        "echo 1 | tee /dev/null | cat /dev/stdin; echo working >> /dev/fd/2",
        'while read -r line; do echo "$line"; done < <(echo 1); echo working | tee /dev/stderr > /dev/null',
        "diff <(echo a) <(echo b) > /dev/null; echo $?; echo working > >(cat >&2); wait $!",
    ],
)
async def test_streams_have_the_names_that_scripts_know_them_by(script: str) -> None:
    ran = await run_shell(script)
    assert (ran.output, ran.sink.stderr) == (1, "working\n")


async def test_text_of_any_size_and_language_is_an_output() -> None:
    assert (await run_shell("printf '名 № 7\\n\\n'", output="TEXT")).output == "名 № 7\n"
    assert (await run_shell("head -c 4000000 /dev/zero | tr '\\0' x", output="TEXT")).output == "x" * 4_000_000


async def test_a_list_larger_than_any_variable_arrives_on_stdin() -> None:
    assert (await run_shell("wc -c", {"texts": ["x" * 1_000_000]})).output == 1_000_000 + len('{"texts": [""]}')


async def test_the_largest_text_that_a_variable_holds_arrives_whole() -> None:
    ran = await run_shell('printf %s "$INPUT_TEXT" | wc -c', {"text": "x" * 131_060})
    assert ran.output == 131_060


@pytest.mark.parametrize("given", [{"text": "a\0b"}, {"a-b": 1, "a_b": 2}, {"text": "x" * 200_000}])
async def test_an_input_that_no_variable_can_hold_never_starts_the_script(given: dict[str, Any]) -> None:
    ran = await run_shell("echo started >&2; echo 1", given)
    assert (ran.result.status, ran.code, ran.sink.stderr) == ("FAILED", "INVALID_INPUT", "")
    assert ran.message.startswith("input.")


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'no such customer' >&2; exit 3", "The script exited with code 3: no such customer"),
        ("set -e; false; echo 1", "The script exited with code 1."),
        (
            "set -u; echo $INPUT_NOBODY",
            "The script exited with code 1: tool.sh: line 1: INPUT_NOBODY: unbound variable",
        ),
        (
            "echo 1\njqq",
            "The script exited with code 127 (a command was not found): tool.sh: line 2: jqq: command not found",
        ),
        (
            "echo x > a; ./a",
            "The script exited with code 126 (a command can't be executed): tool.sh: line 1: ./a: Permission denied",
        ),
        ("kill -SEGV $$", "The script exited with code 139 (a command was killed by SIGSEGV)."),
    ],
)
async def test_every_way_to_fail_has_its_message(script: str, message: str) -> None:
    ran = await run_shell(script)
    assert (ran.result.status, ran.code, ran.message) == ("FAILED", "SCRIPT_ERROR", message)


@pytest.mark.parametrize(
    ("script", "output", "message"),
    [
        ("date +%A", "JSON", "The output is not JSON: "),
        ("true", "JSON", "The script wrote no output."),
        ("printf 'a\\xff'", "TEXT", "The output is not UTF-8: byte 1 is wrong."),
    ],
)
async def test_what_can_be_no_output_is_explained(script: str, output: str, message: str) -> None:
    ran = await run_shell(script, output=output)
    assert (ran.result.status, ran.code) == ("FAILED", "INVALID_OUTPUT")
    assert ran.message.startswith(message)


async def test_files_are_kept_as_artifacts() -> None:
    ran = await run_shell("echo 1,2 > \"$ARTIFACTS/rows.csv\"; echo '{}'")
    assert [(kept.name, kept.content) for kept in ran.result.artifacts] == [("rows.csv", b"1,2\n")]


async def test_each_run_has_a_fresh_folder_and_nothing_of_the_servers_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SERVER_SECRET", "hidden")
    script = "env; ls -A; touch left behind"
    for _ in range(2):
        listed = (await run_shell(script, output="TEXT")).output
        assert "hidden" not in listed
        assert "left" not in listed


@pytest.fixture
def nap() -> str:
    """A command that no other run has: it is found among the machine's processes, whatever namespace it is in."""
    return f"sleep 1000.{uuid4().int}"


def sleeps(nap: str) -> bool:
    wanted = nap.replace(" ", "\0").encode()
    return any(wanted in read_bytes(path) for path in Path("/proc").glob("[0-9]*/cmdline"))


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it is gone
        return b""


async def test_a_timeout_takes_every_process_with_it(nap: str) -> None:
    ran = await run_shell(f"{nap} & (setsid {nap} &); echo up >&2; {nap}", timeout_seconds=1)
    assert (ran.result.status, ran.message) == ("TIMEOUT", "The run was stopped at its timeout of 1 s.")
    assert ran.sink.stderr == "up\n"
    assert await eventually(lambda: not sleeps(nap))


async def test_a_cancelled_run_is_gone_with_all_it_started(nap: str) -> None:
    sink, cancel = RecordingSink(), asyncio.Event()
    running = asyncio.create_task(run_shell(f"{nap} & echo up >&2; {nap}", sink=sink, cancel=cancel))
    assert await eventually(lambda: "up" in sink.stderr and sleeps(nap))
    cancel.set()
    assert (await running).result.status == "CANCELLED"
    assert await eventually(lambda: not sleeps(nap))


async def test_what_runs_in_the_background_ends_with_the_script(nap: str) -> None:
    assert (await run_shell(f"{nap} & echo 1")).output == 1
    assert await eventually(lambda: not sleeps(nap))
