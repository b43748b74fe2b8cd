"""A failing script shows its author what failed and where: in their lines, not in ours."""

import pytest
from toolcrib.executors.sandbox.levels import Level

from tests.support.levels import WALLED_AND_PLAIN
from tests.support.runs import run_script, run_stdin

pytestmark = WALLED_AND_PLAIN


async def test_the_traceback_holds_the_scripts_own_lines_only() -> None:
    ran = await run_script(
        "import json\n\ndef main(text):\n    return parse(text)\n\ndef parse(text):\n    return 1 / 0", {"text": "{"}
    )
    assert (ran.result.status, ran.code, ran.message) == (
        "FAILED",
        "SCRIPT_ERROR",
        "ZeroDivisionError: division by zero",
    )
    assert ran.result.error is not None
    assert ran.result.error.stack is not None
    lines = [line for line in ran.result.error.stack.splitlines() if "^" not in line]
    assert lines == [
        "Traceback (most recent call last):",
        '  File "tool.py", line 4, in main',
        "    return parse(text)",
        '  File "tool.py", line 7, in parse',
        "    return 1 / 0",
        "ZeroDivisionError: division by zero",
    ]
    assert ran.sink.stderr == ran.result.error.stack


async def test_library_frames_are_named_without_the_servers_folders() -> None:
    ran = await run_script("import json\ndef main():\n    return json.loads('{')")
    assert ran.result.error is not None
    assert 'File "json/decoder.py", line' in str(ran.result.error.stack)
    assert 'File "/' not in str(ran.result.error.stack)


async def test_a_chain_of_errors_is_told_whole() -> None:
    ran = await run_stdin("try:\n    {}['a']\nexcept KeyError as error:\n    raise ValueError('no a') from error")
    assert ran.message == "ValueError: no a"
    assert ran.result.error is not None
    assert "KeyError: 'a'" in str(ran.result.error.stack)
    assert "runner" not in str(ran.result.error.stack)


async def test_errors_of_many_tasks_are_told_whole() -> None:
    ran = await run_stdin("raise ExceptionGroup('two', [ValueError('a'), TypeError('b')])")
    assert ran.message == "ExceptionGroup: two (2 sub-exceptions)"
    assert ran.result.error is not None
    assert "ValueError: a" in str(ran.result.error.stack)


async def test_a_script_that_moves_or_deletes_itself_still_gets_its_lines() -> None:
    ran = await run_script("import os\ndef main():\n    os.remove('tool.py'); os.chdir('/')\n    raise ValueError('x')")
    assert ran.result.error is not None
    assert "    raise ValueError('x')\n" in str(ran.result.error.stack)


async def test_a_syntax_error_that_was_never_checked_is_told_at_run_time() -> None:
    ran = await run_script("def main(:\n    pass")
    assert (ran.code, ran.message) == ("SCRIPT_ERROR", "SyntaxError: invalid syntax")
    assert ran.result.error is not None
    assert 'File "tool.py", line 1' in str(ran.result.error.stack)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("import sys\nsys.exit(3)", "The script exited with code 3."),
        ("import sys\nsys.exit('no luck')", "SystemExit: no luck"),
        ("import os\nos._exit(4)", "The script exited with code 4."),
        ("import ctypes\nctypes.string_at(0)", "The script was killed by SIGSEGV."),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise ValueError('first\\nsecond')", "ValueError: first"),
        ("raise ValueError('nul \\0 and \\ud800')", "ValueError: nul \ufffd and ?"),
        ("def f(): f()\nf()", "RecursionError: maximum recursion depth exceeded"),
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "E: <exception str() failed>"),
    ],
)
async def test_every_way_to_fail_has_its_message(script: str, message: str) -> None:
    ran = await run_stdin(script)
    assert (ran.result.status, ran.code, ran.message) == ("FAILED", "SCRIPT_ERROR", message)
    assert ran.result.output_json is None


async def test_an_aborted_script_is_told_by_the_signal_that_ended_it(level: Level) -> None:
    ran = await run_stdin("import os\nos.abort()")
    name = "SIGSEGV" if level is Level.L3 else "SIGABRT"  # the first process of a namespace gets no signal of its own
    assert (ran.code, ran.message) == ("SCRIPT_ERROR", f"The script was killed by {name}.")


@pytest.mark.parametrize("script", ["x = 'a' * 10**12", "rows = []\nwhile True:\n    rows.append([0])"])
async def test_too_much_memory_is_told_as_such(script: str) -> None:
    ran = await run_stdin(script, memory_bytes=200_000_000)
    assert (ran.result.status, ran.code) == ("FAILED", "MEMORY_LIMIT")
    assert "more memory than it may" in ran.message


async def test_an_endless_traceback_is_cut() -> None:
    ran = await run_stdin("raise ValueError('x' * 500_000)")
    assert ran.result.error is not None
    assert len(str(ran.result.error.stack)) < 70_000
    assert len(ran.message) < 2_100


async def test_a_file_larger_than_allowed_is_the_scripts_error() -> None:
    ran = await run_stdin("open('big', 'wb').write(bytes(2_000_000))", file_bytes=1_000_000)
    assert ran.message == "OSError: [Errno 27] File too large"


async def test_an_error_is_told_although_stderr_is_closed() -> None:
    ran = await run_script("import sys\ndef main():\n    sys.stderr.close()\n    1 / 0")
    assert (ran.code, ran.message) == ("SCRIPT_ERROR", "ZeroDivisionError: division by zero")
